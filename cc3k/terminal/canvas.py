"""Canvas: the cells of a screen, each with a character and a role."""

from typing import NamedTuple

from cc3k.engine.text import escape_text
from cc3k.engine.values import frozen

PLAIN_ROLE = " "
"""The role of a cell without any style."""


def fits_cells(text: str) -> bool:
    """Return True if each character of a text takes one cell, neither two nor none."""
    if text.isascii():
        return True
    # Imported here for a fast start: few screens have such a text.
    from unicodedata import combining, east_asian_width

    return not any(combining(one) or east_asian_width(one) in "FW" for one in text)


class Line(NamedTuple):
    """A line of the screen: its text, and the role letter of each cell.

    A tuple, as it takes the least time to make, and every key makes a hundred.
    """

    text: str
    roles: str

    def padded(self, width: int) -> "Line":
        text, roles = self
        if not text.isprintable():
            text = escape_text(text)
            self = Line(text, roles)  # noqa: PLW0642 - the same line, which no terminal obeys
        if len(text) == len(roles) == width:
            return self
        return Line(text[:width].ljust(width), roles[:width].ljust(width, PLAIN_ROLE))

    @property
    def trimmed_width(self) -> int:
        """The column after the last cell that is not a plain blank."""
        return max(len(self.text.rstrip(" ")), len(self.roles.rstrip(PLAIN_ROLE)))


@frozen
class Canvas:
    """The lines of a screen, from the top, each as wide as the screen."""

    width: int
    lines: tuple[Line, ...]

    @classmethod
    def from_lines(cls, columns: int, rows: int, lines: list[Line]) -> "Canvas":
        blank = [Line("", "")] * (rows - len(lines))
        return cls(columns, tuple([line.padded(columns) for line in (*lines[:rows], *blank)]))
