"""Seeking: steps towards the stairs, through whatever stands in the way."""

from collections import deque

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from cc3k.engine.board import (
    DIRECTIONS,
    HERO_GLYPH,
    PASSABLE_GLYPHS,
    POTION_GLYPH,
    STAIRS_GLYPH,
    WALL_GLYPHS,
)

ATTACK, DRINK = 8, 16
FAR = 1_000_000


@define
class StairsSeeker:
    """Knows how far each cell of the floor is from the stairs, as if nothing were in the way."""

    _floor: tuple[int, ...] = ()
    _distances: NDArray[np.int64] = field(factory=lambda: np.zeros((0, 0), np.int64))

    def choose(self, chars: NDArray[np.uint8], floor: tuple[int, ...], other: int) -> int:
        """Return the step, attack or drink that leads to the stairs, `other` if there is none.

        `floor` identifies the floor: distances are worked out once for each.
        """
        if floor != self._floor:
            self._floor, self._distances = floor, distances_to_stairs(chars)
        here = np.argwhere(chars == HERO_GLYPH)
        if not len(here):
            return other
        row, column = here[0].tolist()
        ways = [
            (int(self._distances[row + way.row_delta, column + way.column_delta]), number)
            for number, way in enumerate(DIRECTIONS)
        ]
        distance, number = min(ways)
        if distance == FAR:
            return other
        way = DIRECTIONS[number]
        glyph = chars[row + way.row_delta, column + way.column_delta]
        if glyph in PASSABLE_GLYPHS:
            return number
        return number + (DRINK if glyph == POTION_GLYPH else ATTACK)


def distances_to_stairs(chars: NDArray[np.uint8]) -> NDArray[np.int64]:
    cells, columns = chars.tobytes(), chars.shape[1]
    distances, first = [FAR] * len(cells), cells.find(STAIRS_GLYPH)
    if first >= 0:
        walls = {cell for cell, glyph in enumerate(cells) if glyph in WALL_GLYPHS}
        offsets = [way.offset(columns) for way in DIRECTIONS]
        distances[first], waiting = 0, deque([first])
        while waiting:
            cell = waiting.popleft()
            further = distances[cell] + 1
            for near in [cell + offset for offset in offsets]:
                if distances[near] == FAR and near not in walls:
                    distances[near] = further
                    waiting.append(near)
    return np.array(distances, np.int64).reshape(chars.shape)
