"""Window on a board: which cell is shown where, squares as a grid and hexes as staggered rows.

Rows have one x each, the least at the bottom. A hex stands half a cell to the right of the one
with the same y below it, so that all six neighbours touch. The window scrolls with the cursor.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cc3k.arcade.escape.board import Cell, EscapeBoard, Rectangle
from cc3k.arcade.escape.terms import HEX

CELL_COLUMNS = 3


class Projection(NamedTuple):
    """Columns from one cell to the next in its row, and from a cell to the one above it."""

    per_y: int
    per_x: int


PROJECTIONS = {HEX: Projection(per_y=4, per_x=2)}
SQUARES = Projection(per_y=CELL_COLUMNS, per_x=0)


class BoardWindow:
    """A part of the board, as high and wide as there is room."""

    __slots__ = ("_projection", "columns", "left", "low_x", "rows")

    def __init__(self, coordinate_type: str) -> None:
        self._projection = PROJECTIONS.get(coordinate_type, SQUARES)
        self.rows, self.columns = 1, CELL_COLUMNS
        self.low_x, self.left = 0, 0
        """The x of the lowest row, and the column of the board that is leftmost."""

    @property
    def is_staggered(self) -> bool:
        return self._projection.per_x != 0

    def column_of(self, cell: Cell) -> int:
        return self._projection.per_y * cell[1] + self._projection.per_x * cell[0] - self.left

    def show(self, board: EscapeBoard, cell: Cell, size: tuple[int, int]) -> None:
        """Take that many rows and columns, and scroll no farther than it takes to show a cell.

        It never leaves an axis that ends, and one that fits is shown whole.
        """
        self.rows, self.columns = max(size[0], 1), max(size[1], CELL_COLUMNS)
        self.low_x = _scrolled(self.low_x, cell[0], self.rows, 1)
        if board.x_max:
            self.low_x = max(min(self.low_x, board.x_max - self.rows + 1), 1)
        begins = self.column_of(cell) + self.left
        self.left = _scrolled(self.left, begins, self.columns, CELL_COLUMNS)
        if board.y_max:
            edges = [
                self.column_of((x, y)) + self.left
                for x in (self.low_x, self.low_x + self.rows - 1)
                for y in (1, board.y_max)
            ]
            last = max(edges) + CELL_COLUMNS - self.columns
            self.left = max(min(self.left, last), min(edges))

    def centre(self, cell: Cell) -> None:
        self.low_x = cell[0] - self.rows // 2
        self.left = self.column_of(cell) + self.left - self.columns // 2

    def row_cells(self, x: int) -> Iterator[Cell]:
        per_y, per_x = self._projection
        y = -((per_x * x - self.left) // per_y)
        while self.column_of((x, y)) + CELL_COLUMNS <= self.columns:
            yield x, y
            y += 1

    def xs(self) -> range:
        return range(self.low_x + self.rows - 1, self.low_x - 1, -1)

    def area(self) -> Rectangle:
        cells = [cell for x in (self.low_x, self.low_x + self.rows) for cell in self.row_cells(x)]
        ys = [y for _, y in cells]
        return self.low_x, self.low_x + self.rows - 1, min(ys), max(ys)

    def cell_at(self, row: int, column: int) -> Cell | None:
        x = self.low_x + self.rows - 1 - row
        if not 0 <= row < self.rows:
            return None
        for cell in self.row_cells(x):
            if 0 <= column - self.column_of(cell) < CELL_COLUMNS:
                return cell
        return None


def _scrolled(first: int, wanted: int, shown: int, size: int) -> int:
    return min(max(first, wanted + size - shown), wanted)
