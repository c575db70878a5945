"""What stands on the screen, cell by cell, and the least that has to be painted for a new one."""

from collections.abc import Iterator
from itertools import compress
from operator import ne
from typing import TypeAlias

from attrs import frozen

from cc3k.tty.terminal_codes import EDGE, PLAIN, Brush


@frozen
class Line:
    """A line of the screen: its text, and for each cell the letter of its role."""

    text: str
    roles: str

    def padded(self, width: int) -> "Line":
        """Return the line cut or filled with blanks to that many cells."""
        if len(self.text) == len(self.roles) == width:
            return self
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
LONG = 310
"""Characters of a painting for which it pays to look for a shorter one."""

AREA = 100
"""Cells; a style that has more is painted row by row with its like."""


def paint(old: Canvas | None, new: Canvas, brush: Brush) -> str:
    """Return what turns the old screen into the new; without an old one, all of it.

    Cells are painted style by style, which saves changes of style. Where that takes long, the other
    orders are tried as well: that from the other end, and reading order, which saves moves of the
    cursor.
    """
    if old is None or (old.width, len(old.lines)) != (new.width, len(new.lines)):
        cleared = Canvas.of(new.width, len(new.lines), [])
        return brush.normal + brush.clear + _painting(cleared, new, brush, HOME)
    return _painting(old, new, brush, None)


def _painting(old: Canvas, new: Canvas, brush: Brush, at: Place | None) -> str:
    cells = list(_changes(old, new))
    painting = _Strokes(brush, old, new, at).painted(_by_style(cells, new, brush))
    if len(painting) < LONG:
        return painting
    orders = (cells, _by_style(cells, new, brush, last=True))
    others = [_Strokes(brush, old, new, at).painted(order) for order in orders]
    return min([painting, *others], key=len)


def _changes(old: Canvas, new: Canvas) -> Iterator[Place]:
    """Yield the cells that are to be painted, in reading order."""
    columns = range(new.width)
    for row, (before, after) in enumerate(zip(old.lines, new.lines, strict=True)):
        if before is not after and before != after:
            rewritten = compress(columns, map(ne, before.text, after.text))
            recoloured = compress(columns, map(ne, before.roles, after.roles))
            for column in sorted({*rewritten, *recoloured}):
                yield row, column


def _by_style(
    cells: list[Place], canvas: Canvas, brush: Brush, *, last: bool = False
) -> list[Place]:
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
        self._at = at
        self._role = PLAIN
        self._left: set[Place] = set()

    def painted(self, cells: list[Place]) -> str:
        """Return the painting of those cells, the terminal's style being plain again.

        This is done for every key, so it is one loop.
        """
        brush, lines, edge = self._brush, self._new.lines, self._new.width
        painted, erased = list[str](), dict[int, int]()
        self._left.update(cells)
        for cell in cells:
            self._left.discard(cell)
            row, column = cell
            if column >= erased.get(row, edge):
                continue
            line = lines[row]
            character, role = line.text[column], line.roles[column]
            if self._at != cell:
                painted.append(self._way(row, column, line))
            if role != self._role and not brush.hides_in(character, role, self._role):
                painted.append(brush.turn(self._role, role))
                self._role = role
            if character == " " and role == PLAIN and self._erases(row, column):
                painted.append(brush.erase)
                erased[row] = column
                self._at = cell
            else:
                painted.append(character)
                self._at = (row, column + 1 if column + 1 < edge else EDGE)
        painted.append(brush.turn(self._role, PLAIN))
        return "".join(painted)

    def _erases(self, row: int, column: int) -> bool:
        """Tell whether to erase the rest of a row is shorter than to paint its blanks."""
        cells = self._old.lines[row].end - column
        return self._new.lines[row].end <= column and 0 < len(self._brush.erase) < cells

    def _way(self, row: int, column: int, line: Line) -> str:
        """Return how the cursor gets there: by what lies between painted again if that is short.

        What is to be painted later anyway may look wrong meanwhile.
        """
        if self._at is None:
            return self._brush.move(row, column)
        way = self._brush.go(self._at, (row, column))
        at_row, at_column = self._at
        if at_row == row and at_column != EDGE and 0 < column - at_column <= len(way):
            between = range(at_column, column)
            if all(self._is_indifferent(row, cell, line) for cell in between):
                return line.text[at_column:column]
        return way

    def _is_indifferent(self, row: int, column: int, line: Line) -> bool:
        """Tell whether a cell may be painted in the style that is on now."""
        return (row, column) in self._left or self._brush.hides_in(
            line.text[column], line.roles[column], self._role
        )
