"""How a small agent learns, and how well it then plays."""

import statistics
import sys
from collections.abc import Callable

import gymnasium
import numpy as np
from numpy.typing import NDArray

from cc3k.gym.env import CC3kEnv
from cc3k.gym.nearby import Nearby
from cc3k.gym.train_options import ROLLOUT, Wanted

Player = Callable[[NDArray[np.float32], NDArray[np.bool_]], int]
"""Which action is taken for what is observed, among those that can be done."""

FIRST_TEST = 1_000_000
"""The seed of the first game that an agent is measured by; those it learns by are drawn."""


def compare(wanted: Wanted) -> None:
    """Print the mean score by chance, and that of an agent trained as it is wanted.

    Before anything is played it raises ValueError or `LayoutError` for what cannot be played, and
    ModuleNotFoundError for what is not installed.
    """
    env, chance = _environment(wanted), np.random.default_rng(wanted.seed)
    train = trainer(wanted)
    by_chance = mean_score(
        env, wanted.games, lambda _, mask: int(chance.choice(np.flatnonzero(mask)))
    )
    _say("mean score by chance", by_chance)
    _say(f"mean score after {wanted.steps:,} steps", mean_score(env, wanted.games, train()))


def trainer(wanted: Wanted) -> Callable[[], Player]:
    """Return what trains an agent for so many steps; raises ModuleNotFoundError without the extra.

    Its network is small, and it is told what cannot be done: that much it need not learn.
    """
    # Imported only here, so that an environment that cannot be made is told without them.
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)  # to share out so small a network costs more than it saves
    envs = make_vec_env(lambda: _environment(wanted), n_envs=wanted.envs, seed=wanted.seed)
    agent = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=ROLLOUT // wanted.envs,
        batch_size=ROLLOUT // 8,
        ent_coef=0.01,
        seed=wanted.seed,
        device="cpu",
    )

    def train() -> Player:
        agent.learn(wanted.steps)
        return lambda seen, mask: int(agent.predict(seen, action_masks=mask)[0])

    return train


def mean_score(env: gymnasium.Env, games: int, player: Player) -> float:
    """Return the mean score of a player in so many games that no agent has trained on."""
    return statistics.mean([_score(env, player, FIRST_TEST + number) for number in range(games)])


def _score(env: gymnasium.Env, player: Player, seed: int) -> float:
    seen, info = env.reset(seed=seed)
    score, over = 0.0, False
    while not over:
        action = player(seen, info["action_mask"].astype(np.bool_))
        seen, gained, terminated, truncated, info = env.step(action)
        score, over = score + float(gained), terminated or truncated
    return score


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
