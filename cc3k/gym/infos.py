"""Infos: what is told of single games in arrays of all games, as Gymnasium has it.

For each name there is an array with an entry for each game, and one by the same name after an
underscore with True for those that are told of. `VectorEnv` gathers them game by game; to do it
name by name takes a fraction of that.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray


class InfoGatherer:
    """Gathers what is told of some of so many games."""

    def __init__(self, count: int) -> None:
        self._flags = np.zeros(count, np.bool_)
        self._blanks: dict[type[object], NDArray[np.generic]] = {
            kind: np.zeros(count, kind) for kind in (bool, int, float)
        }
        self._nothing = np.full(count, None, np.object_)

    def gather(self, infos: Mapping[int, Mapping[str, object]]) -> dict[str, NDArray[np.generic]]:
        """Return what is told of games by their number, of each under the same names."""
        gathered: dict[str, NDArray[np.generic]] = {}
        told, places, is_told = list(infos.values()), np.array(list(infos), int), self._flags.copy()
        is_told[places] = True
        for name in told[0] if told else ():
            values = [each[name] for each in told]
            array = self._blanks.get(type(values[0]), self._nothing).copy()
            array[places] = np.array(values, array.dtype)
            gathered[name], gathered[f"_{name}"] = array, is_told.copy()
        return gathered
