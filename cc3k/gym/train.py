"""An example: train a small agent in a few minutes, with the library Stable-Baselines3.

`python -m cc3k.gym.train` needs `cc3k[train]`. It prints the mean score of games in which every
action that can be done is as likely, and then that of the agent in the same games.
"""

import statistics
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence

import gymnasium
import numpy as np
from numpy.typing import NDArray

from cc3k.content.drawings import LayoutError
from cc3k.gym.env import CC3kEnv
from cc3k.gym.nearby import Nearby
from cc3k.shell.streams import OK, USAGE, complain

Player = Callable[[NDArray[np.float32], NDArray[np.bool_]], int]
"""Which action is taken for what is observed, among those that can be done."""

FIRST_TEST = 1_000_000
"""The seed of the first game that an agent is measured by; those it learns by are drawn."""


class Wanted(Namespace):
    """What the command line asks for."""

    layout: str
    floors: int
    race: str
    steps: int
    envs: int
    games: int
    seed: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Train an agent as the arguments ask, print how well it plays, and return the exit code."""
    wanted = _parser().parse_args(arguments, Wanted())
    try:
        _compare(wanted)
    except ModuleNotFoundError as missing:
        complain(f"found no module {missing.name}; expected cc3k[train] to be installed")
        return USAGE
    except (LayoutError, ValueError) as error:
        complain(str(error))
        return USAGE
    return OK


def _compare(wanted: Wanted) -> None:
    chance = np.random.default_rng(wanted.seed)
    by_chance = mean_score(wanted, lambda _, mask: int(chance.choice(np.flatnonzero(mask))))
    _say("mean score by chance", by_chance)
    _say(f"mean score after {wanted.steps:,} steps", mean_score(wanted, trained(wanted)))


def trained(wanted: Wanted) -> Player:
    """Return an agent that has played so many steps; raises ModuleNotFoundError without the extra.

    Its network is small, and it is told what cannot be done: that much it need not learn.
    """
    # Imported only here, so that whoever lacks them can be told.
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)  # to share out so small a network costs more than it saves
    envs = make_vec_env(lambda: _environment(wanted), n_envs=wanted.envs, seed=wanted.seed)
    agent = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=_ROLLOUT // wanted.envs,
        batch_size=_ROLLOUT // 8,
        ent_coef=0.01,
        seed=wanted.seed,
        device="cpu",
    )
    agent.learn(wanted.steps)
    return lambda seen, mask: int(agent.predict(seen, action_masks=mask)[0])


def mean_score(wanted: Wanted, player: Player) -> float:
    """Return the mean score of a player in games that no agent has trained on."""
    env = _environment(wanted)
    return statistics.mean(
        [_score(env, player, FIRST_TEST + number) for number in range(wanted.games)]
    )


def _score(env: gymnasium.Env, player: Player, seed: int) -> float:
    seen, info = env.reset(seed=seed)
    score, over = 0.0, False
    while not over:
        action = player(seen, info["action_mask"].astype(np.bool_))
        seen, gained, terminated, truncated, info = env.step(action)
        score, over = score + float(gained), terminated or truncated
    return score


_ROLLOUT = 2048
"""How many steps are learned from at a time."""

_TURNS, _STEPS = 200, 300
"""How long a game may last."""


def _environment(wanted: Wanted) -> gymnasium.Env:
    return Nearby(
        CC3kEnv(
            layout=wanted.layout,
            floors=wanted.floors,
            race=wanted.race,
            message=0,
            max_turns=_TURNS,
            max_steps=_STEPS,
        )
    )


def _say(what: str, score: float) -> None:
    sys.stdout.write(f"{what:32} {score:6.2f}\n")
    sys.stdout.flush()


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m cc3k.gym.train",
        allow_abbrev=False,
        description="Train a small agent, and print the score it reaches.",
    )
    parser.add_argument("--layout", default="tiny", help="the floors to play on")
    parser.add_argument("--floors", type=int, default=2, help="how many of them to leave")
    parser.add_argument("--race", default="shade", help="the race to play")
    parser.add_argument("--steps", type=int, default=200_000, help="how long to train")
    parser.add_argument("--envs", type=int, default=8, help="how many games to play at once")
    parser.add_argument("--games", type=int, default=100, help="how many games to measure by")
    parser.add_argument("--seed", type=int, default=1, help="repeats a training")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
