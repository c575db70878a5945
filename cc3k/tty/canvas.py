"""Painting of a canvas: the shortest output that turns one screen into another."""

from collections.abc import Iterable
from itertools import compress
from operator import ne

from cc3k.cells.canvas import PLAIN_ROLE, Canvas, Line
from cc3k.tty.paint_order import ScreenPosition, order_cells
from cc3k.tty.terminal_codes import PAST_LAST_COLUMN, TerminalCodes

ORIGIN: ScreenPosition = (0, 0)


def render_changes(old: Canvas | None, new: Canvas, codes: TerminalCodes) -> str:
    """Return the output that turns the old screen into the new; without an old one, all of it.

    The order of the cells is that of `paint_order`.
    """
    if old is None or (old.width, len(old.lines)) != (new.width, len(new.lines)):
        cleared = Canvas.from_lines(new.width, len(new.lines), [])
        return codes.reset + codes.clear_screen + _render(cleared, new, codes, ORIGIN)
    return _render(old, new, codes, None)


def _render(old: Canvas, new: Canvas, codes: TerminalCodes, cursor: ScreenPosition | None) -> str:
    roles = [line.roles for line in new.lines]
    order = order_cells(_changed_cells(old, new), roles, codes.styles)
    return _Painter(codes, old, new).paint_cells(order, cursor)


def _changed_cells(old: Canvas, new: Canvas) -> list[ScreenPosition]:
    cells = list[ScreenPosition]()
    for row, (before, after) in enumerate(zip(old.lines, new.lines, strict=True)):
        if before != after:
            cells += [(row, column) for column in _changed_columns(before, after, new.width)]
    return cells


def _changed_columns(before: Line, after: Line, width: int) -> Iterable[int]:
    """Return the columns in which two lines of that width differ.

    This is done for most rows of every key. Of ASCII text all cells are compared at once, as one
    large number: the byte of a cell that is as before is zero then.
    """
    columns = range(width)
    if not (before.text.isascii() and after.text.isascii()):
        cells_before = zip(before.text, before.roles, strict=True)
        return compress(columns, map(ne, cells_before, zip(after.text, after.roles, strict=True)))
    rewritten = _as_number(before.text) ^ _as_number(after.text)
    recoloured = _as_number(before.roles) ^ _as_number(after.roles)
    return compress(columns, (rewritten | recoloured).to_bytes(width))


def _as_number(text: str) -> int:
    return int.from_bytes(text.encode("ascii"))


class _Painter:
    """One painting in progress: the codes, both screens, and the cells still to paint."""

    def __init__(self, codes: TerminalCodes, old: Canvas, new: Canvas) -> None:
        self._codes, self._old, self._new = codes, old, new
        self._remaining: set[ScreenPosition] = set()

    def paint_cells(self, cells: list[ScreenPosition], cursor: ScreenPosition | None) -> str:
        """Return the output that paints those cells, ending in the plain style.

        This is done for every key, so it is one loop.
        """
        codes, lines, edge = self._codes, self._new.lines, self._new.width
        painted, erased, current = list[str](), dict[int, int](), PLAIN_ROLE
        self._remaining.update(cells)
        for cell in cells:
            self._remaining.discard(cell)
            row, column = cell
            end = erased.get(row, edge)
            if column >= end:
                continue
            text, roles = lines[row]
            character, role = text[column], roles[column]
            if cursor != cell:
                painted.append(self._cursor_move(cursor, cell, current))
            if role != current and not (
                character == " " and codes.looks_same_in(character, role, current)
            ):
                painted.append(codes.change_style(current, role))
                current = role
            if character == " " and role == PLAIN_ROLE and self._should_erase(row, column, end):
                painted.append(codes.erase_to_line_end)
                erased[row] = column
                cursor = cell
            else:
                painted.append(character)
                cursor = (row, column + 1 if column + 1 < edge else PAST_LAST_COLUMN)
        painted.append(codes.change_style(current, PLAIN_ROLE))
        return "".join(painted)

    def _should_erase(self, row: int, column: int, end: int) -> bool:
        """Return True if erasing a row up to its end is shorter than painting blanks there.

        From `end` on it is erased already.
        """
        cells = min(self._old.lines[row].trimmed_width, end) - column
        return (
            self._new.lines[row].trimmed_width <= column
            and 0 < len(self._codes.erase_to_line_end) < cells
        )

    def _cursor_move(
        self, cursor: ScreenPosition | None, cell: ScreenPosition, current_role: str
    ) -> str:
        """Return the cursor move to a cell, or the cells in between if they are shorter.

        A cell in between that is still to be painted may look wrong until then.
        """
        row, column = cell
        if cursor is None:
            return self._codes.move_to(row, column)
        move = self._codes.move_cursor(cursor, cell)
        at_row, at_column = cursor
        if at_row == row and at_column != PAST_LAST_COLUMN and 0 < column - at_column <= len(move):
            between = range(at_column, column)
            if all(self._is_paintable(row, other, current_role) for other in between):
                return self._new.lines[row].text[at_column:column]
        return move

    def _is_paintable(self, row: int, column: int, current_role: str) -> bool:
        line = self._new.lines[row]
        return (row, column) in self._remaining or self._codes.looks_same_in(
            line.text[column], line.roles[column], current_role
        )
