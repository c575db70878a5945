"""A terminal as a screen: what blessed knows of it, and the modes it is put into and out of.

This is the only module that imports blessed. A `blessed.Terminal` that owns the keyboard asks the
terminal questions when it is made, waits up to ten seconds for the answers, and loses the keys
typed meanwhile. One that writes to a stream of its own does not: so output goes through a
duplicate of standard output, and `keys` reads the keyboard.
"""

import os
import sys
import termios
from collections.abc import MutableMapping
from typing import TextIO

from cc3k.shell.terminal.canvas import Brush, Canvas, paint
from cc3k.shell.terminal.palette import LETTERS, styles_for

DUMB = ("", "dumb", "unknown")
USUAL_SIZE = (80, 24)
"""Of a terminal that does not know its own."""

ATOMIC_BEGIN, ATOMIC_END = "\x1b[?2026h", "\x1b[?2026l"
PASTE_ON, PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"


def open_screen(environ: MutableMapping[str, str]) -> "Screen | None":
    """Return the terminal as a screen, or None where it can only show lines (`TERM`)."""
    kind = environ.get("TERM", "")
    if kind in DUMB:
        return None
    # Imported for a screen alone: what can only show lines need not wait for it.
    from blessed import Terminal  # noqa: PLC0415

    stream = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # With NO_COLOR set, blessed would switch off cursor movement and the full screen as well.
    without_colour = environ.pop("NO_COLOR", "")
    try:
        terminal = Terminal(stream=stream)
    finally:
        if without_colour:
            environ["NO_COLOR"] = without_colour
    if terminal.kind != kind:
        stream.close()
        return None
    if without_colour:
        terminal.number_of_colors = 0
    styles = styles_for(terminal.number_of_colors)
    brush = Brush(
        {LETTERS[role]: str(terminal.formatter(style)) for role, style in styles.items()},
        str(terminal.normal),
        str(terminal.clear),
        lambda row, column: str(terminal.move_yx(row, column)),
    )
    begin = f"{terminal.enter_fullscreen}{terminal.hide_cursor}{PASTE_ON}"
    # A terminal without an alternate screen gets none of its own back, but an empty one.
    clear = terminal.exit_fullscreen or terminal.clear
    end = f"{ATOMIC_END}{terminal.normal}{PASTE_OFF}{terminal.normal_cursor}{clear}"
    return Screen(stream, brush, begin, end)


class Screen:
    """The whole of a terminal while a game is on it, taken by `begin` and left by `end`."""

    def __init__(self, stream: TextIO, brush: Brush, begin: str, end: str) -> None:
        self.keyboard = sys.stdin.fileno()
        self._stream = stream  # kept, as it would be closed with its last user
        self._output = stream.fileno()
        self._brush, self._begin, self._end = brush, begin, end
        self._cooked = termios.tcgetattr(self.keyboard)
        self._taken = False
        self._shown: Canvas | None = None

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the terminal now."""
        columns, rows = os.get_terminal_size(self._output)
        return columns or USUAL_SIZE[0], rows or USUAL_SIZE[1]

    def enter(self) -> None:
        """Take the terminal: each key at once, unechoed, on the alternate screen."""
        self._taken = True
        modes = termios.tcgetattr(self.keyboard)
        modes[0] &= ~termios.IXON  # a Ctrl-S must not stop the screen
        modes[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        # At once, not TCSAFLUSH: that would lose the keys typed already.
        termios.tcsetattr(self.keyboard, termios.TCSANOW, modes)
        self._shown = None
        self._write(self._begin)

    def leave(self, farewell: str = "") -> None:
        """Give the terminal back as it was, with a few words on it, unless that is done."""
        if self._taken:
            termios.tcsetattr(self.keyboard, termios.TCSANOW, self._cooked)
            self._write(self._end + farewell)
            self._taken = False

    def drop_output(self) -> None:
        """Forget what the terminal has not taken yet, which may be blocked."""
        if self._taken:
            termios.tcflush(self._output, termios.TCOFLUSH)

    def show(self, canvas: Canvas) -> None:
        """Paint what has changed since the last canvas, in one write."""
        changes = paint(self._shown, canvas, self._brush)
        self._shown = canvas
        if changes:
            self._write(f"{ATOMIC_BEGIN}{changes}{ATOMIC_END}")

    def forget(self) -> None:
        """Paint everything the next time: the screen may no longer be as it was left."""
        self._shown = None

    def _write(self, text: str) -> None:
        data = text.encode("utf-8")
        while data:
            data = data[os.write(self._output, data) :]
