"""Lines of sight: the cells of a board that can be seen from one of them (X40, X50).

Symmetric shadowcasting: walls and solid rock end a line, and nobody and nothing else does. Of two
cells that can be walked on, one sees the other just when the other sees the one. Walls are seen
where any part of them is.

Each quarter of the view is scanned line by line, outward. What is open on a line between two slopes
comes in runs, and every run bounds a narrower view of the next line. A line is one integer with a
bit for each of its cells, so that an open one costs no more than a narrow one.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from attrs import frozen

from cc3k.engine.board import WALKABLE, Board, Cell
from cc3k.expansions.cell_sets import CellSet

Slope: TypeAlias = tuple[int, int]
"""Cells sideways for so many cells outward."""

Span: TypeAlias = tuple[int, int, int]
"""Seen cells: the number of their line, and the first and the last of them."""

_OPEN_DIGITS = bytes(49 if glyph in WALKABLE else 48 for glyph in range(256))


@lru_cache(maxsize=2048)
def visible_from(board: Board, cell: Cell, radius: int | None = None) -> CellSet:
    """Return the cells in sight from one, itself among them, as bits by their numbers.

    With a radius, only those within so many steps.
    """
    lines, (row, column) = _lines_of(board), board.row_and_column(cell)
    seen, stride = 1 << cell, board.stride
    for outward in (-1, 1):
        for line, first, last in _seen_spans(lines.rows, row, column, outward, radius):
            seen |= ((1 << last - first + 1) - 1) << line * stride + first
        for line, first, last in _seen_spans(lines.columns, column, row, outward, radius):
            count = (last - first + 1) * stride
            seen |= (lines.upright & ((1 << count) - 1)) << first * stride + line
    return seen


@frozen
class _Lines:
    """The open cells of each row and column; `upright` has the first cell of every row."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    upright: int


@lru_cache(maxsize=32)
def _lines_of(board: Board) -> _Lines:
    digits, stride = board.terrain.translate(_OPEN_DIGITS), board.stride
    starts = range(0, board.height * stride, stride)
    return _Lines(
        tuple([int(digits[start : start + board.width][::-1], 2) for start in starts]),
        tuple([int(digits[column::stride][::-1], 2) for column in range(board.width)]),
        sum([1 << start for start in starts]),
    )


def _seen_spans(
    lines: tuple[int, ...], line: int, centre: int, outward: int, radius: int | None
) -> Iterator[Span]:
    """Yield the seen spans of a quarter: of the lines on one side of a cell, within 45 degrees."""
    farthest = len(lines) if radius is None else radius
    views: list[tuple[int, Slope, Slope]] = [(1, (-1, 1), (1, 1))]
    while views:
        distance, start, end = views.pop()
        at = line + outward * distance
        if distance > farthest or not 0 <= at < len(lines):
            continue
        first, last = _outer_cells(distance, start, end)
        first = max(first, -centre)
        open_cells = (lines[at] >> centre + first) & ((1 << last - first + 1) - 1)
        # An open cell is seen if its middle is in view; a wall, if any part of it is.
        middle, middle_end = -(-distance * start[0] // start[1]), distance * end[0] // end[1]
        seen_first = middle if open_cells & 1 else first
        seen_last = middle_end if open_cells >> last - first & 1 else last
        if seen_first <= seen_last:
            yield at, centre + seen_first, centre + seen_last
        for a, b in _runs(open_cells, first):
            views.append(
                (
                    distance + 1,
                    start if a == first else (2 * a - 1, 2 * distance),
                    end if b == last else (2 * b + 1, 2 * distance),
                )
            )


def _outer_cells(distance: int, start: Slope, end: Slope) -> tuple[int, int]:
    """Return the first and the last cell of a line of which a part is between two slopes."""
    (rise, run), (end_rise, end_run) = start, end
    first = (2 * distance * rise + run) // (2 * run)
    return first, -((end_run - 2 * distance * end_rise) // (2 * end_run))


def _runs(cells: int, first: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last cell of each run of set bits; `first` is what bit 0 is."""
    while cells:
        skipped = (cells & -cells).bit_length() - 1
        cells >>= skipped
        length = (~cells & (cells + 1)).bit_length() - 1
        yield first + skipped, first + skipped + length - 1
        first += skipped + length
        cells >>= length
