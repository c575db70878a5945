"""What stands on the screen, cell by cell, and the least that has to be painted for a new one."""

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from cc3k.shell.terminal.brush import EDGE, PLAIN, Brush


@frozen
class Line:
    """A line of the screen: its text, and for each cell the letter of its role."""

    text: str
    roles: str

    def padded(self, width: int) -> "Line":
        """Return the line cut or filled with blanks to that many cells."""
        return Line(self.text[:width].ljust(width), self.roles[:width].ljust(width, PLAIN))

    @property
    def end(self) -> int:
        """The column from which on there are only plain blanks."""
        return max(len(self.text.rstrip(" ")), len(self.roles.rstrip(PLAIN)))


@frozen
class Canvas:
    """The lines of a screen, from the top, each as wide as the screen."""

    width: int
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, columns: int, rows: int, lines: list[Line]) -> "Canvas":
        """Return a screen of that size with those lines, blank below them."""
        blank = [Line("", "")] * (rows - len(lines))
        return cls(columns, tuple([line.padded(columns) for line in (*lines[:rows], *blank)]))


Place: TypeAlias = tuple[int, int]
"""The row and the column of a cell."""

HOME: Place = (0, 0)
AREA = 100
"""Cells; a style that has more is painted row by row with its like."""


def paint(old: Canvas | None, new: Canvas, brush: Brush) -> str:
    """Return what turns the old screen into the new; without an old one, all of it.

    Cells are painted style by style, from either end, or in reading order, whichever is shortest:
    the first saves changes of style, the last moves of the cursor.
    """
    if old is None or (old.width, len(old.lines)) != (new.width, len(new.lines)):
        cleared = Canvas.of(new.width, len(new.lines), [])
        return brush.normal + brush.clear + _painting(cleared, new, brush, HOME)
    return _painting(old, new, brush, None)


def _painting(old: Canvas, new: Canvas, brush: Brush, at: Place | None) -> str:
    cells = list(_changes(old, new))
    orders = (cells, *[_by_style(cells, new, brush, last=last) for last in (False, True)])
    return min([_Strokes(brush, old, new, at).painted(order) for order in orders], key=len)


def _changes(old: Canvas, new: Canvas) -> Iterator[Place]:
    """Yield the cells that are to be painted, in reading order."""
    for row, (before, after) in enumerate(zip(old.lines, new.lines, strict=True)):
        if before == after:
            continue
        cells = zip(before.text, after.text, before.roles, after.roles, strict=True)
        for column, (was, character, role_was, role) in enumerate(cells):
            if was != character or role_was != role:
                yield row, column


def _by_style(cells: list[Place], canvas: Canvas, brush: Brush, *, last: bool) -> list[Place]:
    """Return cells style by style; a style begins in the row where the one before it ended.

    Styles that cover areas are painted together, as the plain one, which comes first or `last`.
    """
    groups: dict[str, list[Place]] = {}
    for row, column in cells:
        style = brush.styles.get(canvas.lines[row].roles[column], "")
        groups.setdefault(style, []).append((row, column))
    areas = [style for style, group in groups.items() if len(group) > AREA]
    groups[""] = sorted(
        [*groups.get("", []), *[cell for one in areas if one for cell in groups.pop(one)]]
    )
    order: list[Place] = []
    for _, group in sorted(groups.items(), reverse=last):
        at = order[-1] if order else (-1, 0)
        onward = (number for number, cell in enumerate(group) if at < cell < (at[0] + 1, 0))
        first = next(onward, 0)
        order += group[first:] + group[:first]
    return order


class _Strokes:
    """A painting in progress: where the cursor is, how it paints, and what is left to paint."""

    def __init__(self, brush: Brush, old: Canvas, new: Canvas, at: Place | None) -> None:
        self._brush, self._old, self._new = brush, old, new
        self._painted: list[str] = []
        self._at = at
        self._role = PLAIN
        self._erased: dict[int, int] = {}
        self._left: set[Place] = set()

    def painted(self, cells: list[Place]) -> str:
        """Return the painting of those cells, the terminal's style being plain again."""
        self._left.update(cells)
        for row, column in cells:
            self._left.discard((row, column))
            self._paint(row, column)
        return "".join([*self._painted, self._brush.turn(self._role, PLAIN)])

    def _paint(self, row: int, column: int) -> None:
        line = self._new.lines[row]
        if column >= self._erased.get(row, self._new.width):
            return
        if self._at != (row, column):
            self._painted.append(self._way(row, column, line))
        character, role = line.text[column], line.roles[column]
        if not self._brush.hides_in(character, role, self._role):
            self._painted.append(self._brush.turn(self._role, role))
            self._role = role
        erase = self._brush.erase
        if column >= line.end and 0 < len(erase) < self._old.lines[row].end - column:
            self._painted.append(erase)
            self._erased[row] = column
            self._at = (row, column)
        else:
            self._painted.append(character)
            self._at = (row, column + 1 if column + 1 < self._new.width else EDGE)

    def _way(self, row: int, column: int, line: Line) -> str:
        """Return how the cursor gets there: by what lies between painted again if that is short.

        What is to be painted later anyway may look wrong meanwhile.
        """
        if self._at is None:
            return self._brush.move(row, column)
        way = self._brush.go(self._at, (row, column))
        same_row = self._at[0] == row and self._at[1] != EDGE
        between = range(self._at[1], column) if same_row else range(0)
        if 0 < len(between) <= len(way) and all(
            (row, cell) in self._left
            or self._brush.hides_in(line.text[cell], line.roles[cell], self._role)
            for cell in between
        ):
            return line.text[between.start : between.stop]
        return way
