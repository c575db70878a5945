"""Infos: what is told of single games in arrays of all games, as Gymnasium has it.

For each name there is an array with an entry for each game, and one by the same name after an
underscore with True for those that are told of. `VectorEnv` does the same for one game after
another, with further arrays for each.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

_NUMBERS = bool, int, float
"""The types of values that arrays have a type for; anything else is an object in them."""


def gather_infos(
    infos: Mapping[int, Mapping[str, object]], count: int
) -> dict[str, NDArray[np.generic]]:
    """Return what is told of some of so many games; of each of them under the same names."""
    gathered: dict[str, NDArray[np.generic]] = {}
    numbers, told = list(infos), list(infos.values())
    for name in told[0] if told else ():
        has_it = np.zeros(count, np.bool_)
        has_it[numbers] = True
        gathered[name] = _spread(numbers, [each[name] for each in told], count)
        gathered[f"_{name}"] = has_it
    return gathered


def _spread(numbers: Sequence[int], values: Sequence[object], count: int) -> NDArray[np.generic]:
    """Return an array with these values in some places, and with 0 or None in all others."""
    kind = type(values[0])
    array = np.zeros(count, kind) if kind in _NUMBERS else np.full(count, None, np.object_)
    array[numbers] = values
    return array
