"""The game as a small agent can learn it: what is near the PC, as one vector of numbers."""

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cc3k.engine.floor import GOLD, POTION, STAIRS, WALLS
from cc3k.gym.env import CC3kEnv
from cc3k.gym.observation import STATS, Array, Percept

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
