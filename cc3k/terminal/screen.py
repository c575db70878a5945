"""Screen: the whole terminal taken over, painted with minimal output, and restored."""

import errno
import os
import select
import sys
import termios
from collections.abc import Callable, MutableMapping
from typing import ParamSpec, TextIO, TypeAlias, TypeVar

from cc3k.engine.text import escape_text
from cc3k.terminal.app import Canvas
from cc3k.terminal.paint import Painter, Palette, ScreenCodes, read_screen_codes

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")
Modes: TypeAlias = list[int | list[bytes | int]]
DUMB_TERMINALS = ("", "dumb", "unknown")
DEFAULT_SIZE = (80, 24)
MAX_SIZE = (500, 200)
"""The largest part of a terminal that is drawn on; what is beyond it stays blank."""

BELL = "\a"
SYNC_BEGIN, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
MAX_UNSYNCED = 1_000
"""Characters that go through a terminal or a network in one piece: nobody sees half of them, so
they need no marks of a synchronized update, which take 16 more."""

MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
SAVE_TITLE, SET_TITLE = "\x1b[22;0;0t", "\x1b]2;{}\a"
"""Codes that save the window title until exit, and set a new one."""

PASTE_ON, PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"


def open_screen(
    environ: MutableMapping[str, str], palette: Palette, *, mouse: bool = True
) -> "Screen | None":
    kind = environ.get("TERM", "")
    if kind in DUMB_TERMINALS:
        return None
    # A stream of its own: one that is not `sys.stdout` keeps blessed from asking questions.
    stream = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    colours = not environ.get("NO_COLOR")
    first_page = read_screen_codes(kind, stream.fileno(), palette, with_colours=colours)
    if first_page is None:
        stream.close()
        return None

    def detect_codes() -> ScreenCodes:
        # Imported only here: it takes as long as all the rest of the start.
        from cc3k.terminal.blessed_codes import load_screen_codes

        return load_screen_codes(stream, environ, palette)

    return Screen(stream, first_page, detect_codes, mouse=mouse)


class Screen:
    """The whole terminal while a program is on it.

    The first page is painted with `codes`, which have named colours only; `detect` returns
    those of blessed, but takes a while.
    """

    def __init__(
        self, stream: TextIO, codes: ScreenCodes, detect: Callable[[], ScreenCodes], *, mouse: bool
    ) -> None:
        self.keyboard_descriptor = sys.stdin.fileno()
        self._stream = stream  # kept, as it would be closed with its last user
        self._output_descriptor = stream.fileno()
        self._codes, self._detect_codes = codes, detect
        self._input_on = f"{PASTE_ON}{MOUSE_ON if mouse else ''}"
        self._input_off = f"{MOUSE_OFF if mouse else ''}{PASTE_OFF}"
        self._saved_modes = call_termios(termios.tcgetattr, self.keyboard_descriptor)
        self._is_entered = False
        self._painter = Painter(codes.painting)
        self._rings_bell = False

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the terminal now, as far as they are drawn on."""
        columns, rows = os.get_terminal_size(self._output_descriptor)
        shown = columns or DEFAULT_SIZE[0], rows or DEFAULT_SIZE[1]
        return min(shown[0], MAX_SIZE[0]), min(shown[1], MAX_SIZE[1])

    def enter(self) -> None:
        """Take over the terminal: raw keys without echo, on the alternate screen."""
        self._is_entered = True
        modes = call_termios(termios.tcgetattr, self.keyboard_descriptor)
        modes[0] &= ~termios.IXON  # a Ctrl-S must not stop the screen
        modes[1] &= ~termios.ONLCR  # a line feed is the shortest way down
        modes[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        # At once, not TCSAFLUSH, which would lose the keys typed already: as in a shell, an editor
        # or a pager, `cc3k`, Enter, `s` begins as a shade, however slow the start. A stray key may
        # begin a game, too, but that costs nothing: `r` leads back.
        self._set_modes(modes)
        self._painter.forget()
        self._write(self._codes.enter + self._input_on)

    def leave(self, exit_message: str = "") -> None:
        """Restore the terminal and print the exit message, unless that is done."""
        if self._is_entered:
            self._set_modes(self._saved_modes)
            farewell = escape_text(exit_message, "\n")
            self._write(f"{SYNC_END}{self._input_off}{self._codes.leave}{farewell}")
            self._is_entered = False

    def drop_output(self) -> None:
        """Drop the output that the terminal, which may be blocked, has not accepted yet."""
        if self._is_entered:
            call_termios(termios.tcflush, self._output_descriptor, termios.TCOFLUSH)

    def show(self, canvas: Canvas, title: str = "") -> None:
        """Paint what has changed since the last canvas, in one write."""
        is_first = self._painter.painted is None
        changes = self._painter.paint(canvas)
        if is_first and SAVE_TITLE in self._codes.enter:
            changes += SET_TITLE.format(escape_text(title))
        self._write(synchronized_update(changes) + BELL * self._rings_bell)
        self._rings_bell = False

    def ring_bell(self) -> None:
        """Ring the terminal's bell with the next canvas."""
        self._rings_bell = True

    def load_codes(self) -> None:
        """Load the codes and colours of blessed; if they differ, everything is painted again."""
        first = self._codes
        self._codes = self._detect_codes()
        self._painter.codes = self._codes.painting
        if self._codes.painting.styles != first.painting.styles:
            self.invalidate()

    def invalidate(self) -> None:
        """Repaint everything next time, as the terminal may have changed the screen."""
        self._painter.forget()

    def _set_modes(self, modes: Modes) -> None:
        call_termios(termios.tcsetattr, self.keyboard_descriptor, termios.TCSANOW, modes)

    def _write(self, text: str) -> None:
        data = text.encode("utf-8")
        while data:
            try:
                data = data[os.write(self._output_descriptor, data) :]
            except BlockingIOError:  # another program has made the terminal non-blocking
                select.select([], [self._output_descriptor], [])


def call_termios(
    call: Callable[Arguments, Returned], *arguments: Arguments.args, **options: Arguments.kwargs
) -> Returned:
    """Call a function of `termios`, again if a signal interrupts it; raise `OSError`."""
    while True:
        try:
            return call(*arguments, **options)
        except termios.error as error:
            if error.args[0] != errno.EINTR:
                raise OSError(*error.args) from error


def synchronized_update(output: str) -> str:
    return output if len(output) <= MAX_UNSYNCED else f"{SYNC_BEGIN}{output}{SYNC_END}"
