"""Board: its coordinates, of whole numbers of any size, its cells, and the pieces on them.

Python converts no more than some thousand digits at once (as few as 640, where it is told so). A
configuration may hold longer numbers, so they are converted in pieces.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from cc3k.arcade.escape.terms import CLEAR, LOCATION_TYPES, PIECE, LocationType, StepSet

MOST_DIGITS = 600
"""Digits that every Python converts at once."""

_FIRST_LONG: int = 10**MOST_DIGITS
"""The least number that has more."""


class Coordinate(NamedTuple):
    """A cell (§Coordinates, E9): on SQUARE its row and its column, on HEX its two axes."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"({number_text(self.x)},{number_text(self.y)})"


def parse_number(text: str) -> int:
    """Return the whole number that digits, with a sign or not, are; of any length."""
    if len(text) <= MOST_DIGITS:
        return int(text)
    digits = text.lstrip("+-")
    ends = range(len(digits), 0, -MOST_DIGITS)
    parts = [int(digits[max(end - MOST_DIGITS, 0) : end]) for end in ends]
    power = _FIRST_LONG
    while len(parts) > 1:  # pieces grow together, two by two
        parts.append(0)
        parts = [low + high * power for low, high in zip(parts[:-1:2], parts[1::2], strict=True)]
        power *= power
    return -parts[0] if text.startswith("-") else parts[0]


def number_text(number: int) -> str:
    if -_FIRST_LONG < number < _FIRST_LONG:
        return str(number)
    most = int(number.bit_length() * 0.30103) + 2
    return ("-" if number < 0 else "") + _digits(abs(number), most)


def _digits(number: int, most: int) -> str:
    """Return the digits of a number that has at most so many, perhaps with a 0 before them."""
    if most <= MOST_DIGITS or number < _FIRST_LONG:
        return str(number)
    half = most // 2
    high, low = divmod(number, 10**half)
    return _digits(high, most - half) + _digits(low, half).rjust(half, "0")


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

    def location_type(self, cell: Cell) -> LocationType:
        return LOCATION_TYPES[self.tiles.get(cell, CLEAR)]

    def content(self, cell: Cell) -> str:
        return PIECE if cell in self.pieces else self.tiles.get(cell, CLEAR)

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
