"""A game on a screen from the first key to the last: waiting, resizing, suspending, ending."""

import os
import select
import signal
import termios
from contextlib import suppress

from cc3k.play.messages import greeting
from cc3k.play.session import Session
from cc3k.shell.settings import Settings
from cc3k.shell.terminal.console import Console
from cc3k.shell.terminal.hush import Hush
from cc3k.shell.terminal.keys import Keyboard
from cc3k.shell.terminal.screen import Screen
from cc3k.shell.terminal.signals import ALARM, FATAL, Interrupted, Signals, noted_signals
from cc3k.shell.terminal.view import View

CHUNK = 1 << 16
"""Bytes of keys read at once."""

PACE = 0.02
"""Seconds between two steps of a journey, so that it can be seen and stopped."""

LAST_WORDS = 2
"""Seconds that a blocked terminal has to take what restores it, before it is left as it is."""

OK, SIGNALLED = 0, 128
"""The exit code of a game that was left, and what a signal's number is added to for its own."""


def run_terminal(session: Session, screen: Screen, settings: Settings) -> int:
    """Play a session on the screen; return the exit code, with the terminal left as it was."""
    with noted_signals() as signals:
        code = SIGNALLED
        try:
            with signals.cut_short_by(FATAL):
                screen.enter()
            code = _Loop(session, screen, signals, settings).run()
        except Interrupted:
            code = SIGNALLED + next(number for number in signals.take() if number in FATAL)
        finally:
            _leave(screen, signals, f"{greeting(session.seed)}\n", at_once=code != OK)
    return code


def _leave(screen: Screen, signals: Signals, farewell: str, *, at_once: bool) -> None:
    """Restore the terminal and show the seed (R34); do not wait for ever for one that is stopped.

    At once, output that still waits is dropped to get through.
    """
    lost = (OSError, termios.error, Interrupted)
    with suppress(*lost), signals.cut_short_by(ALARM, LAST_WORDS):
        if at_once:
            screen.drop_output()
        screen.leave(farewell)


class _Loop:
    def __init__(
        self, session: Session, screen: Screen, signals: Signals, settings: Settings
    ) -> None:
        self._session, self._screen, self._signals = session, screen, signals
        self._console = Console(session, *screen.size, settings)
        self._keyboard = Keyboard()
        self._view = View(session.rules, settings.glyphs)
        self._hush = Hush()

    def run(self) -> int:
        """Show, wait, act, until the session or the program is to end; return the exit code."""
        self._open()
        while not self._session.ended:
            self._show()
            ready = select.select(
                [self._screen.keyboard, self._signals.wake], [], [], self._patience()
            )[0]
            for number in self._signals.take():
                if number in FATAL:
                    return SIGNALLED + number
                self._act_on(number)
            if self._screen.keyboard in ready:
                data = self._read()
                if not data:
                    return OK
                self._press(self._keyboard.feed(data))
            elif not ready and self._keyboard.patience is not None:
                self._press(self._keyboard.give_up())
            elif not ready:
                self._console.travel()
        return OK

    def _open(self) -> None:
        """Show the menu at once, and have the colours while it is read; a game waits for them."""
        if self._session.game is None:
            self._show()
        self._screen.take_colours()

    def _patience(self) -> float | None:
        """Return the seconds to wait for a key: as long as it takes, but on a journey."""
        pace = None if self._console.journey is None else PACE
        return pace if self._keyboard.patience is None else self._keyboard.patience

    def _show(self) -> None:
        with self._signals.cut_short_by(FATAL):
            self._screen.show(self._view.draw(self._console))

    def _read(self) -> bytes:
        """Return the bytes of keys; nothing when the terminal is gone."""
        try:
            return os.read(self._screen.keyboard, CHUNK)
        except OSError:
            return b""

    def _press(self, keys: list[str]) -> None:
        """Press keys; with one that stops a journey all that is typed in the same breath goes."""
        for key in () if self._hush.lasts() else keys:
            stops = self._console.journey is not None
            if self._console.keymap.get(key) == "redraw":
                self._screen.forget()
            elif not self._session.ended:
                self._console.press(key)
                if stops:
                    self._hush.begin()
                    break

    def _act_on(self, number: int) -> None:
        if number == signal.SIGTSTP:
            self._console.journey = None
            self._suspend()
        elif number == signal.SIGCONT:
            self._resume()
        if number in (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH):
            self._screen.forget()
            self._console.resize(*self._screen.size)

    def _suspend(self) -> None:
        """Stop as any program does on Ctrl-Z, with the terminal as it was meanwhile."""
        with self._signals.cut_short_by(FATAL):
            self._screen.leave()
        with self._signals.by_default(signal.SIGTSTP, signal.SIGCONT):
            os.kill(os.getpid(), signal.SIGTSTP)
        self._resume()

    def _resume(self) -> None:
        """Take the terminal again, unless the program was killed while it was stopped."""
        with self._signals.cut_short_by(FATAL):
            self._screen.enter()
