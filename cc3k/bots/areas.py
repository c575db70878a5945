"""Areas: sets of cells as whole numbers, so that many cells are looked at in one operation.

The bit of a cell's number tells whether it is in. To walk a step in every direction from each cell
of an area takes four shifts, however many cells there are.
"""

from collections.abc import Iterable
from typing import TypeAlias

from cc3k.engine.floor import PASSABLE, Floor
from cc3k.engine.grid import Cell

Area: TypeAlias = int
"""Some cells of a board, bit by bit; united by `|`, and tested for one by `has`."""

_DIGITS = bytes([b"01"[glyph in PASSABLE] for glyph in range(256)])
"""The binary digit of a cell, by what the picture shows there: 1 where the PC can go (R9)."""


def area(cells: Iterable[Cell]) -> Area:
    """Return the area of some cells."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def has(some: Area, cell: Cell) -> bool:
    """Tell whether a cell is in an area."""
    return some >> cell & 1 == 1


def within_a_step(some: Area, stride: int) -> Area:
    """Return an area and all cells next to it, on a board of that stride."""
    rows = some | some << stride | some >> stride
    return rows | rows << 1 | rows >> 1


def open_cells(floor: Floor) -> Area:
    """Return the cells that the PC can step on: the first cell is the last digit."""
    return int(floor.picture[::-1].translate(_DIGITS), 2)
