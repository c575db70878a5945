"""Apps: programs on a screen of a terminal or a web page, their canvases, and their mouse keys."""

from typing import NamedTuple, Protocol

from cc3k.engine.text import escape_text
from cc3k.engine.values import frozen

MOUSE_BUTTONS = {"0": "click", "2": "point"}
"""Mouse buttons by their numbers in a report: the left and the right one."""

MOUSE_KEYS = tuple([f"{button} " for button in MOUSE_BUTTONS.values()])
"""How the names of mouse keys begin: a place comes after."""

WHEEL_KEYS = {"64": "scroll up", "65": "scroll down"}
"""The ways of the mouse wheel by their numbers in a report; where it points does not matter."""

PLAIN_ROLE = " "


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
    """The cells of a screen: its lines from the top, each as wide as the screen."""

    width: int
    lines: tuple[Line, ...]

    @classmethod
    def from_lines(cls, columns: int, rows: int, lines: list[Line]) -> "Canvas":
        blank = [Line("", "")] * (rows - len(lines))
        return cls(columns, tuple([line.padded(columns) for line in (*lines[:rows], *blank)]))


class ScreenApp(Protocol):
    """A program on a screen: handles keys, may tick without any, and can be drawn."""

    @property
    def is_ended(self) -> bool:
        """Return True if the program is done with the screen."""

    @property
    def tick_seconds(self) -> float | None:
        """Seconds until the next tick without a key; None if it waits for one."""

    @property
    def exit_message(self) -> str:
        """Text that is left on the terminal after exit."""

    @property
    def title(self) -> str: ...

    def draw(self) -> Canvas:
        """Return the screen to show now."""

    def press_keys(self, keys: list[str]) -> bool:
        """Handle keys that came together; return True if everything must be repainted."""

    def report_paste(self, key_count: int) -> None:
        """Show that a paste of that many keys was ignored."""

    def after_drawing(self) -> bool:
        """Note that the last drawing is shown; return True to drop the keys typed before that."""
        return False

    @property
    def may_hang(self) -> bool:
        """Return True if the next tick may take forever, and may be interrupted."""
        return False

    def tick(self) -> None:
        """Do the next step that needs no key."""

    def stop_ticking(self) -> None:
        """Stop whatever continues without a key."""
        return

    def resize(self, columns: int, rows: int) -> None:
        """Continue on a screen of another size."""


def fits_cells(text: str) -> bool:
    """Return True if each character of a text takes one cell, neither two nor none."""
    if text.isascii():
        return True
    # Imported here for a fast start: few screens have such a text.
    from unicodedata import combining, east_asian_width

    return not any(combining(one) or east_asian_width(one) in "FW" for one in text)
