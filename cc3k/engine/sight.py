"""Sight: what the player sees of a floor now, and has seen before (§3, X40)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import TypeVar

from attrs import define, frozen

from cc3k.engine.board import Board, Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.items import Item

Member = TypeVar("Member")

_SPAN = re.compile("1+")


@define(eq=False)
class CellArea(AbstractSet[Cell]):
    """Some cells of a board of `cell_count` cells, as the bits of an integer."""

    bits: int
    cell_count: int

    @cached_property
    def digits(self) -> str:
        """A digit for each cell of the board: 1 for those of the area."""
        return f"{self.bits:0{self.cell_count}b}"[::-1]

    @cached_property
    def spans(self) -> tuple[tuple[Cell, Cell], ...]:
        """The cells in unbroken spans: the first of each, and the one after its last."""
        return tuple([found.span() for found in _SPAN.finditer(self.digits)])

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and 0 <= cell < self.cell_count and self.digits[cell] == "1"

    def __iter__(self) -> Iterator[Cell]:
        return iter([cell for cell, digit in enumerate(self.digits) if digit == "1"])

    def __len__(self) -> int:
        return self.bits.bit_count()

    @classmethod
    def _from_iterable(cls, it: Iterable[Member]) -> AbstractSet[Member]:
        return frozenset(it)


def area_of(cells: AbstractSet[Cell], cell_count: int) -> CellArea:
    """Return some cells of a board with so many cells as an area."""
    if isinstance(cells, CellArea):
        return cells
    return CellArea(sum([1 << cell for cell in cells]), cell_count)


def grow(bits: int, stride: int) -> int:
    """Return an area with all cells within one step of it, on a board of that stride."""
    rows = bits | bits << stride | bits >> stride
    return rows | rows << 1 | rows >> 1


@frozen(eq=False)
class Sight:
    """What the player sees of a floor now.

    `board` has blanks for the cells that were never seen. `glyphs` is the floor as it is displayed,
    a glyph for each cell of the board. `visible` are the cells in sight and `seen` those that ever
    were, None for all of them. `enemies` are those on the visible cells, worked out of these where
    it is None. `items` are the things seen now or before, by cell, and `guarded` the cells
    of those that are known to be guarded, None where that can be seen of all. `stairs_cell` is
    `NO_CELL` while the stairs are not known.
    """

    board: Board
    glyphs: bytearray
    items: Mapping[Cell, Item]
    stairs_cell: Cell
    visible: AbstractSet[Cell] | None = None
    seen: AbstractSet[Cell] | None = None
    enemies: dict[Cell, Enemy] | None = None
    guarded: AbstractSet[Cell] | None = None

    def shows(self, cell: Cell) -> bool:
        """Tell whether a cell is in sight now, and whoever is on it."""
        return self.visible is None or cell in self.visible
