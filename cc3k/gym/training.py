"""How a small agent learns, and how well it then plays."""

import statistics
import sys
from collections.abc import Callable

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cc3k.engine.floor import GOLD, POTION, STAIRS, WALLS
from cc3k.gym.env import CC3kEnv
from cc3k.gym.observation import STATS, Array, Percept
from cc3k.gym.train_options import ROLLOUT, Wanted

REACH = 4
"""How many cells are seen each way."""

_SIDE = 2 * REACH + 1
_BLANK = ord(" ")
_FAR = (STAIRS, GOLD)
"""What is felt from afar: in which direction the nearest one is, and how near."""

_SCALES = {"hp": 100, "attack": 25, "defence": 25, "floor": 5, "held": 1}
"""The figures an agent is told, and what each is divided by to come near to 1."""


class Nearby(gymnasium.ObservationWrapper):
    """An environment seen through its hero's eyes: a float32 vector.

    First come the cells within `REACH`, row by row, each with a 1 for what is there: a wall (or
    nothing at all), an enemy, a potion, gold, or the stairs. Then the rows and columns to the
    nearest stairs and gold, each divided by the board's, and at last the figures of `_SCALES`.
    """

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        game = env.unwrapped
        if not isinstance(game, CC3kEnv):
            message = f"{game}: expected an environment of this game"
            raise TypeError(message)
        self._kinds = _kinds([ord(kind.glyph) for kind in game.dungeon.rules.enemies])
        self._shape = np.array(game.dungeon.shape)
        size = _SIDE * _SIDE * self._kinds.shape[1] + 2 * len(_FAR) + len(_SCALES)
        self.observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)

    def observation(self, observation: Percept) -> NDArray[np.float32]:
        """Return what is near."""
        glyphs, stats = observation["glyphs"], observation["stats"]
        figures = dict(zip(STATS, stats.tolist(), strict=True))
        here = np.array([figures["row"], figures["column"]])
        around = np.pad(glyphs, REACH, constant_values=_BLANK)
        near = around[here[0] : here[0] + _SIDE, here[1] : here[1] + _SIDE]
        parts = [
            self._kinds[near].ravel(),
            *[self._way(glyphs, here, glyph) for glyph in _FAR],
            np.array([figures[name] / scale for name, scale in _SCALES.items()]),
        ]
        return np.concatenate(parts, dtype=np.float32)

    def _way(self, glyphs: Array, here: NDArray[np.int_], glyph: int) -> NDArray[np.float64]:
        """Return the rows and columns to the nearest of a glyph, in parts of the board, or 0."""
        found = np.argwhere(glyphs == glyph) - here
        if not len(found):
            return np.zeros(2)
        way: NDArray[np.float64] = found[np.abs(found).max(axis=1).argmin()] / self._shape
        return way


def _kinds(foes: list[int]) -> NDArray[np.float32]:
    """Return what a glyph stands for, float32 [codes, kinds]."""
    kinds = (list(WALLS), foes, [POTION], [GOLD], [STAIRS])
    table = np.zeros((128, len(kinds)), np.float32)
    for number, glyphs in enumerate(kinds):
        table[glyphs, number] = 1
    return table


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
