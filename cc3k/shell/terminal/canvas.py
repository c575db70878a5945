"""What stands on the screen, cell by cell, and the least that has to be painted for a new one."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from attrs import frozen

NEAR = 4
"""So many unchanged cells are painted again rather than skipped: a cursor motion costs more."""

PLAIN = " "
"""The role of a cell without any."""


@frozen
class Line:
    """A line of the screen: its text, and for each cell the letter of its role."""

    text: str
    roles: str

    def padded(self, width: int) -> "Line":
        """Return the line cut or filled with blanks to that many cells."""
        return Line(self.text[:width].ljust(width), self.roles[:width].ljust(width, PLAIN))


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


@frozen
class Brush:
    """How to paint: a style by the letter of a role, what ends it, and how to move and clear."""

    styles: Mapping[str, str]
    normal: str
    clear: str
    move: Callable[[int, int], str]


def paint(old: Canvas | None, new: Canvas, brush: Brush) -> str:
    """Return what turns the old screen into the new; without an old one, all of it."""
    if old is None or (old.width, len(old.lines)) != (new.width, len(new.lines)):
        cleared = Canvas.of(new.width, len(new.lines), [])
        return brush.normal + brush.clear + paint(cleared, new, brush)
    return "".join(
        [
            _strokes(number, before, after, brush)
            for number, (before, after) in enumerate(zip(old.lines, new.lines, strict=True))
            if before != after
        ]
    )


def _strokes(number: int, old: Line, new: Line, brush: Brush) -> str:
    painted = []
    for begin, end in _changes(old, new):
        painted.append(brush.move(number, begin))
        cells = zip(new.roles[begin:end], new.text[begin:end], strict=True)
        for role, run in groupby(cells, key=lambda cell: cell[0]):
            style = brush.styles.get(role, "")
            text = "".join([character for _, character in run])
            painted.append(f"{style}{text}{brush.normal}" if style else text)
    return "".join(painted)


def _changes(old: Line, new: Line) -> Iterator[tuple[int, int]]:
    """Yield the stretches of cells to paint, from and up to."""
    changed = [
        column
        for column, cells in enumerate(zip(old.text, new.text, old.roles, new.roles, strict=True))
        if cells[0] != cells[1] or cells[2] != cells[3]
    ]
    begin = end = changed[0]
    for column in changed:
        if column - end > NEAR:
            yield begin, end
            begin = column
        end = column + 1
    yield begin, end
