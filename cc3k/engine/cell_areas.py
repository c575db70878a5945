"""Cell areas: sets of the cells of a board as integers, a bit for each cell."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from typing import TypeAlias, TypeVar

from cc3k.engine.board import Cell, spans_of
from cc3k.engine.values import frozen

Member = TypeVar("Member")

CellSet: TypeAlias = int
"""Cells of a board as the bits of an integer: `|` joins two sets, `&` intersects them."""


def cell_set(cells: Iterable[Cell]) -> CellSet:
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def cells_of_kinds(glyphs: bytes | bytearray, kinds: bytes) -> CellSet:
    """Return the cells of some kinds of terrain, or of any other glyphs."""
    return int(glyphs[::-1].translate(digits_of_kinds(kinds)), 2)


@lru_cache(maxsize=32)
def digits_of_kinds(kinds: bytes) -> bytes:
    """Return a table with a binary digit for each glyph: 1 for those kinds."""
    return bytes([b"01"[kind in kinds] for kind in range(256)])


@frozen(eq=False)
class CellArea(AbstractSet[Cell]):
    """A set of cells of a board with `cell_count` cells, as the bits of an integer."""

    bits: CellSet
    cell_count: int

    @cached_property
    def digits(self) -> str:
        """A digit for each cell of the board: 1 for those of the area."""
        return f"{self.bits:0{self.cell_count}b}"[::-1]

    @cached_property
    def spans(self) -> tuple[tuple[Cell, Cell], ...]:
        """The cells in unbroken spans: the first of each, and the one after its last."""
        return tuple(spans_of(self.digits))

    @property
    def is_whole(self) -> bool:
        return self.bits == (1 << self.cell_count) - 1

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and 0 <= cell < self.cell_count and self.bits >> cell & 1 == 1

    def __iter__(self) -> Iterator[Cell]:
        return iter([cell for first, end in self.spans for cell in range(first, end)])

    def __len__(self) -> int:
        return self.bits.bit_count()

    @classmethod
    def _from_iterable(cls, it: Iterable[Member]) -> AbstractSet[Member]:
        return frozenset(it)


def area_of(cells: AbstractSet[Cell], cell_count: int) -> CellArea:
    if isinstance(cells, CellArea):
        return cells
    return CellArea(cell_set(cells), cell_count)


def grow(cells: CellSet, stride: int) -> CellSet:
    """Return the cells and all cells within one step of them, on a board of that stride."""
    rows = cells | cells << stride | cells >> stride
    return rows | rows << 1 | rows >> 1
