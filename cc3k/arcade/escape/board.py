"""Board: the cells of a game, the types of pieces, and their positions."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from cc3k.arcade.escape.terms import CLEAR, PIECE, StepSet

Cell: TypeAlias = tuple[int, int]
"""A cell as the search has it; every `Coordinate` is one."""

Rectangle: TypeAlias = tuple[int, int, int, int]
"""The cells between a least and a greatest x, and a least and a greatest y, in this order."""


class PieceType(NamedTuple):
    """A type of piece in a game: how it moves in its term, and its points at the start."""

    name: str
    step_set: StepSet
    turns: bool
    distance: int
    value: int
    opens: frozenset[str]
    """What it passes over as if it were clear; CLEAR itself is in it."""

    leaps: frozenset[str]
    """What it jumps over, one at a time."""


class PlacedPiece(NamedTuple):
    """A piece on the board: its player's number, from 0, its type, and its current points."""

    player: int
    piece_type: PieceType
    value: int


class EscapeBoard:
    """Who stands where, on cells of three types; an axis of 0 is infinite (E9)."""

    __slots__ = ("_static_edges", "pieces", "tiles", "x_max", "y_max")

    def __init__(
        self,
        limits: tuple[int, int],
        tiles: Mapping[Cell, str],
        pieces: Mapping[Cell, PlacedPiece],
    ) -> None:
        self.x_max, self.y_max = limits
        self.tiles = {cell: tile for cell, tile in tiles.items() if tile != CLEAR}
        """Cells that are not clear."""
        self.pieces = dict(pieces)
        self._static_edges = _edges(self.tiles)

    def has(self, cell: Cell) -> bool:
        x, y = cell
        return (not self.x_max or 1 <= x <= self.x_max) and (not self.y_max or 1 <= y <= self.y_max)

    def content(self, cell: Cell) -> str:
        return PIECE if cell in self.pieces else self.tiles.get(cell, CLEAR)

    def special_count(self) -> int:
        """Return how many cells there are at most that are not clear or not empty."""
        return len(self.tiles) + len(self.pieces)

    def specials(self) -> Iterator[Cell]:
        yield from self.tiles
        yield from self.pieces

    def area(self, cells: Iterable[Cell], margin: int) -> Rectangle:
        edges = _edges((*cells, *self.pieces, *self._static_edges))
        (low_x, low_y), (high_x, high_y) = edges
        return self.clip((low_x - margin, high_x + margin, low_y - margin, high_y + margin))

    def clip(self, rectangle: Rectangle) -> Rectangle:
        low_x, high_x, low_y, high_y = rectangle
        if self.x_max:
            low_x, high_x = max(low_x, 1), min(high_x, self.x_max)
        if self.y_max:
            low_y, high_y = max(low_y, 1), min(high_y, self.y_max)
        return low_x, high_x, low_y, high_y


def is_within(cell: Cell, rectangle: Rectangle) -> bool:
    low_x, high_x, low_y, high_y = rectangle
    return low_x <= cell[0] <= high_x and low_y <= cell[1] <= high_y


def _edges(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the corners of the least rectangle around cells; nothing around none."""
    points = tuple(cells)
    if not points:
        return ()
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys)), (max(xs), max(ys))
