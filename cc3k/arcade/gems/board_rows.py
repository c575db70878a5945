"""Rows of a board on a screen: gems with marks around them, scrolled to the cursor."""

from collections.abc import Collection
from typing import NamedTuple

from cc3k.arcade.gems.board import GemBoard
from cc3k.arcade.protocols import Row, Span
from cc3k.arcade.rows import plain

GEM_ROLES = 6
"""Roles `gem1` to `gem6`; kinds beyond begin again."""

CURSOR, LIT, HINT = ("[", "]"), ("(", ")"), ("<", ">")
"""Marks around a gem: everything is told apart without colour."""

NO_MARKS = (" ", " ")
WIDER, HIGHER = 2, 2
"""More columns of a cell where there is room, and its rows."""

HEAD_ROWS, NUMBER_COLUMNS = 2, 4
"""Rows above the board, and columns left of it, for the numbers of columns and rows."""


class Marks(NamedTuple):
    """What is marked on a board: cells, counted row by row."""

    cursor: int | None = None
    lit: Collection[int] = ()
    hints: Collection[int] = ()


class Window(NamedTuple):
    """The part of a board that is shown: its first row and column, and how many of each."""

    row: int
    column: int
    rows: int
    columns: int
    cell_width: int
    row_height: int

    def cell_at(self, board: GemBoard, row: int, column: int) -> int | None:
        """Return the cell that is drawn at a place below and right of the board's first, or None.

        Counted from the first row of the picture, its numbers included.
        """
        down, right = row - HEAD_ROWS, column - NUMBER_COLUMNS
        if not (
            0 <= down < self.rows * self.row_height and 0 <= right < self.columns * self.cell_width
        ):
            return None
        at = self.column + right // self.cell_width
        return (self.row + down // self.row_height) * board.columns + at


def window_of(board: GemBoard, cursor: int, columns: int, rows: int) -> Window:
    """Return the window of a board for that many columns and rows of a screen, cursor in sight.

    A board that leaves enough room is drawn wider and higher.
    """
    cell_width, row_height = len(str(max(board.kinds))) + 2, 1
    is_wide = board.columns * (cell_width + WIDER) <= columns - NUMBER_COLUMNS
    if is_wide and board.rows * HIGHER <= rows - HEAD_ROWS:
        cell_width, row_height = cell_width + WIDER, HIGHER
    shown_rows = min(board.rows, max(1, (rows - HEAD_ROWS) // row_height))
    shown_columns = min(board.columns, max(1, (columns - NUMBER_COLUMNS) // cell_width))
    row, column = divmod(cursor, board.columns)
    return Window(
        _first(row, shown_rows, board.rows),
        _first(column, shown_columns, board.columns),
        shown_rows,
        shown_columns,
        cell_width,
        row_height,
    )


def _first(at: int, shown: int, total: int) -> int:
    """Return the first row or column of a window that has the one at the cursor in its middle."""
    return max(0, min(at - shown // 2, total - shown))


def board_rows(board: GemBoard, window: Window, marks: Marks) -> list[Row]:
    width = window.cell_width
    columns = range(window.column, window.column + window.columns)
    numbers = "".join([f"{column % 100:^{width}}" for column in columns])
    rows: list[Row] = [
        ((" " * NUMBER_COLUMNS + numbers, "heading"),),
        ((" " * NUMBER_COLUMNS + "-" * width * window.columns, ""),),
    ]
    for row in range(window.row, window.row + window.rows):
        cells = [_cell(board, row * board.columns + column, width, marks) for column in columns]
        rows.append(((f"{row % 1000:>3}", "heading"), ("|", ""), *cells))
        rows += [plain("   |")] * (window.row_height - 1)
    return rows


def _cell(board: GemBoard, cell: int, width: int, marks: Marks) -> Span:
    kind = board.kinds[cell]
    role = f"gem{(kind - 1) % GEM_ROLES + 1}" if kind >= 0 else ""
    around = NO_MARKS
    if cell == marks.cursor:
        around, role = CURSOR, "cursor"
    elif cell in marks.hints:
        around, role = HINT, "legal"
    elif cell in marks.lit:
        around, role = LIT, "hit"
    text = str(kind) if kind >= 0 else ""
    return f"{around[0]}{text:^{width - 2}}{around[1]}", role
