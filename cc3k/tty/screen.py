"""Screen: the whole terminal taken over, painted with minimal output, and restored."""

import os
import sys
import termios
from collections.abc import Callable, MutableMapping
from typing import TextIO

from cc3k.tty.canvas import Canvas, render_changes
from cc3k.tty.terminal_codes import TerminalCodes
from cc3k.tty.terminfo import read_terminfo

DUMB_TERMINALS = ("", "dumb", "unknown")
DEFAULT_SIZE = (80, 24)
"""Size of a terminal that does not know its own."""

SYNC_BEGIN, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
MAX_UNSYNCED = 1_000
"""Characters that go through a terminal or a network in one piece: nobody sees half of them, so
that they need not be marked as one picture, which takes 16 more."""

MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
SAVE_TITLE, SET_TITLE = "\x1b[22;0;0t", "\x1b]2;{}\a"
"""Codes that save the window title until exit, and set another."""

PASTE_ON, PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"


def open_screen(
    environ: MutableMapping[str, str], palette: str, *, mouse: bool = True
) -> "Screen | None":
    """Return the terminal as a screen, or None if it can only print lines (`TERM`)."""
    kind = environ.get("TERM", "")
    if kind in DUMB_TERMINALS:
        return None
    stream = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    described = read_terminfo(kind, stream.fileno())
    if described is None:
        stream.close()
        return None
    begin = f"{described.enter_codes}{PASTE_ON}{MOUSE_ON if mouse else ''}"
    end = f"{SYNC_END}{MOUSE_OFF if mouse else ''}{PASTE_OFF}{described.exit_codes}"

    def colours(brush: TerminalCodes) -> TerminalCodes:
        # Imported only here: it takes as long as all the rest of the start.
        from cc3k.tty.colour_support import detect_colours

        return detect_colours(brush, stream, environ, palette)

    return Screen(stream, described.codes, colours, begin, end)


class Screen:
    """The whole terminal while a game is on it, entered by `enter_codes`, left by `exit_codes`.

    The first page is painted by a `brush` without the `colours`, which take a while to be had.
    """

    def __init__(
        self,
        stream: TextIO,
        codes: TerminalCodes,
        detect_colours: Callable[[TerminalCodes], TerminalCodes],
        enter_codes: str,
        exit_codes: str,
    ) -> None:
        self.keyboard_descriptor = sys.stdin.fileno()
        self._stream = stream  # kept, as it would be closed with its last user
        self._output_descriptor = stream.fileno()
        self._codes, self._detect_colours = codes, detect_colours
        self._enter_codes, self._exit_codes = enter_codes, exit_codes
        self._saved_modes = termios.tcgetattr(self.keyboard_descriptor)
        self._is_entered = False
        self._painted: Canvas | None = None

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the terminal now."""
        columns, rows = os.get_terminal_size(self._output_descriptor)
        return columns or DEFAULT_SIZE[0], rows or DEFAULT_SIZE[1]

    def enter(self) -> None:
        """Take over the terminal: raw keys without echo, on the alternate screen."""
        self._is_entered = True
        modes = termios.tcgetattr(self.keyboard_descriptor)
        modes[0] &= ~termios.IXON  # a Ctrl-S must not stop the screen
        modes[1] &= ~termios.ONLCR  # a line feed is the shortest way down
        modes[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        # At once, not TCSAFLUSH: that would lose the keys typed already.
        termios.tcsetattr(self.keyboard_descriptor, termios.TCSANOW, modes)
        self._painted = None
        self._write(self._enter_codes)

    def leave(self, exit_message: str = "") -> None:
        """Restore the terminal and print the exit message, unless that is done."""
        if self._is_entered:
            termios.tcsetattr(self.keyboard_descriptor, termios.TCSANOW, self._saved_modes)
            self._write(self._exit_codes + exit_message)
            self._is_entered = False

    def drop_output(self) -> None:
        """Drop the output that the terminal, which may be blocked, has not accepted yet."""
        if self._is_entered:
            termios.tcflush(self._output_descriptor, termios.TCOFLUSH)

    def show(self, canvas: Canvas, title: str = "") -> None:
        """Paint what has changed since the last canvas, in one write."""
        changes = render_changes(self._painted, canvas, self._codes)
        if self._painted is None and SAVE_TITLE in self._enter_codes:
            changes += SET_TITLE.format(title)
        self._painted = canvas
        self._write(synchronized_update(changes))

    def load_colours(self) -> None:
        """Load the terminal's colours and paint with them; no key typed meanwhile is lost."""
        self._codes = self._detect_colours(self._codes)

    def invalidate(self) -> None:
        """Repaint everything the next time: the terminal may have changed the screen."""
        self._painted = None

    def _write(self, text: str) -> None:
        data = text.encode("utf-8")
        while data:
            data = data[os.write(self._output_descriptor, data) :]


def synchronized_update(output: str) -> str:
    """Wrap output so that the terminal shows all of it at once."""
    return output if len(output) <= MAX_UNSYNCED else f"{SYNC_BEGIN}{output}{SYNC_END}"
