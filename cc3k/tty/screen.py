"""A terminal as a screen: the modes it is put into and out of, and what is painted on it."""

import os
import sys
import termios
from collections.abc import Callable, MutableMapping
from typing import TextIO

from cc3k.tty.canvas import Canvas, paint
from cc3k.tty.terminal_codes import Brush
from cc3k.tty.terminfo import description_of

DUMB = ("", "dumb", "unknown")
USUAL_SIZE = (80, 24)
"""Of a terminal that does not know its own."""

ATOMIC_BEGIN, ATOMIC_END = "\x1b[?2026h", "\x1b[?2026l"
AT_ONCE = 1_000
"""Characters that go through a terminal or a network in one piece: nobody sees half of them, so
that they need not be marked as one picture, which takes 16 more."""

MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
TITLE_KEPT, TITLE = "\x1b[22;0;0t", "\x1b]2;{}\a"
"""What keeps the title of the window until it is left, and what gives it another."""

PASTE_ON, PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"


def open_screen(
    environ: MutableMapping[str, str], palette: str, *, mouse: bool = True
) -> "Screen | None":
    """Return the terminal as a screen, or None where it can only show lines (`TERM`)."""
    kind = environ.get("TERM", "")
    if kind in DUMB:
        return None
    stream = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    described = description_of(kind, stream.fileno())
    if described is None:
        stream.close()
        return None
    begin = f"{described.begin}{PASTE_ON}{MOUSE_ON if mouse else ''}"
    end = f"{ATOMIC_END}{MOUSE_OFF if mouse else ''}{PASTE_OFF}{described.end}"

    def colours(brush: Brush) -> Brush:
        # Imported only here: it takes as long as all the rest of the start.
        from cc3k.tty.colour_support import coloured

        return coloured(brush, stream, environ, palette)

    return Screen(stream, described.brush, colours, begin, end)


class Screen:
    """The whole of a terminal while a game is on it, taken by `begin` and left by `end`.

    The first page is painted by a `brush` without the `colours`, which take a while to be had.
    """

    def __init__(
        self,
        stream: TextIO,
        brush: Brush,
        colours: Callable[[Brush], Brush],
        begin: str,
        end: str,
    ) -> None:
        self.keyboard = sys.stdin.fileno()
        self._stream = stream  # kept, as it would be closed with its last user
        self._output = stream.fileno()
        self._brush, self._colours = brush, colours
        self._begin, self._end = begin, end
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
        modes[1] &= ~termios.ONLCR  # a line feed is the shortest way down
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

    def show(self, canvas: Canvas, title: str = "") -> None:
        """Paint what has changed since the last canvas, in one write."""
        changes = paint(self._shown, canvas, self._brush)
        if self._shown is None and TITLE_KEPT in self._begin:
            changes += TITLE.format(title)
        self._shown = canvas
        self._write(atomic(changes))

    def take_colours(self) -> None:
        """Paint in colour from now on; no key typed meanwhile is lost."""
        self._brush = self._colours(self._brush)

    def forget(self) -> None:
        """Paint everything the next time: the screen may no longer be as it was left."""
        self._shown = None

    def _write(self, text: str) -> None:
        data = text.encode("utf-8")
        while data:
            data = data[os.write(self._output, data) :]


def atomic(changes: str) -> str:
    """Return changes so that a terminal shows all of them at the same time."""
    return changes if len(changes) <= AT_ONCE else f"{ATOMIC_BEGIN}{changes}{ATOMIC_END}"
