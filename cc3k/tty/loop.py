"""A screen from the first key to the last: waiting, resizing, suspending, ending."""

import os
import select
import signal
import termios
from contextlib import suppress
from typing import Protocol

from cc3k.tty.canvas import Canvas
from cc3k.tty.early_interrupts import SIGNALLED
from cc3k.tty.keys import Keyboard
from cc3k.tty.screen import Screen
from cc3k.tty.signals import ALARM, FATAL, Interrupted, Signals, noted_signals
from cc3k.tty.streams import OK

CHUNK = 1 << 16
"""Bytes of keys read at once."""

LAST_WORDS = 2
"""Seconds that a blocked terminal has to take what restores it, before it is left as it is."""


class Actor(Protocol):
    """Who is on a screen: takes keys, may go on without any, and can be drawn."""

    @property
    def ended(self) -> bool:
        """Whether the screen is to be given back."""
        ...

    @property
    def pace(self) -> float | None:
        """Seconds until it goes on without a key; None if it waits for one."""
        ...

    @property
    def in_colour(self) -> bool:
        """Whether its first page waits until the colours of the terminal are known."""
        ...

    @property
    def farewell(self) -> str:
        """What is left on the terminal in the end."""
        ...

    @property
    def title(self) -> str:
        """What stands over the screen, where a terminal has a place for it."""
        ...

    def draw(self) -> Canvas:
        """Return the screen as it is to be now."""
        ...

    def press(self, keys: list[str]) -> bool:
        """Take keys that came together; return whether all is to be painted anew."""
        ...

    @property
    def hangs(self) -> bool:
        """Whether to go on may take for ever, and can be broken off."""
        ...

    def go_on(self) -> None:
        """Do what is to be done without a key."""
        ...

    def halt(self) -> None:
        """Go on no further without a key."""
        ...

    def resize(self, columns: int, rows: int) -> None:
        """Go on with a screen of another size."""
        ...


def perform(actor: Actor, screen: Screen) -> int:
    """Let somebody be on the screen; return the exit code, with the terminal left as it was."""
    with noted_signals() as signals:
        code = SIGNALLED
        try:
            with signals.cut_short_by(FATAL):
                screen.enter()
            code = _Loop(actor, screen, signals).run()
        except Interrupted:
            code = SIGNALLED + next(number for number in signals.take() if number in FATAL)
        finally:
            _leave(screen, signals, actor.farewell, at_once=code != OK)
    return code


def _leave(screen: Screen, signals: Signals, farewell: str, *, at_once: bool) -> None:
    """Restore the terminal and say farewell; do not wait for ever for one that is stopped.

    At once, output that still waits is dropped to get through.
    """
    lost = (OSError, termios.error, Interrupted)
    with suppress(*lost), signals.cut_short_by(ALARM, LAST_WORDS):
        if at_once:
            screen.drop_output()
        screen.leave(farewell)


class _Loop:
    def __init__(self, actor: Actor, screen: Screen, signals: Signals) -> None:
        self._actor, self._screen, self._signals = actor, screen, signals
        self._keyboard = Keyboard()

    def run(self) -> int:
        """Show, wait, act, until the actor or the program is to end; return the exit code."""
        self._open()
        while not self._actor.ended:
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
                self._go_on()
        return OK

    def _go_on(self) -> None:
        """Let the actor go on; a key or a signal breaks off what may never end, and nothing else.

        A turn that is being kept would be played by half.
        """
        if not self._actor.hangs:
            self._actor.go_on()
            return
        try:
            with self._signals.cut_short_by(FATAL, enough=self._is_typed):
                self._actor.go_on()
        except Interrupted:
            if not self._is_typed():
                raise

    def _is_typed(self) -> bool:
        """Tell whether a key waits to be read."""
        return bool(select.select([self._screen.keyboard], [], [], 0)[0])

    def _open(self) -> None:
        """Show a first page at once that needs no colours, and have them while it is read."""
        if not self._actor.in_colour:
            self._show()
        self._screen.take_colours()

    def _patience(self) -> float | None:
        """Return the seconds to wait for a key."""
        unfinished = self._keyboard.patience
        return self._actor.pace if unfinished is None else unfinished

    def _show(self) -> None:
        with self._signals.cut_short_by(FATAL):
            self._screen.show(self._actor.draw(), self._actor.title)

    def _read(self) -> bytes:
        """Return the bytes of keys; nothing when the terminal is gone."""
        try:
            return os.read(self._screen.keyboard, CHUNK)
        except OSError:
            return b""

    def _press(self, keys: list[str]) -> None:
        if self._actor.press(keys):
            self._screen.forget()

    def _act_on(self, number: int) -> None:
        if number == signal.SIGTSTP:
            self._actor.halt()
            self._suspend()
        elif number == signal.SIGCONT:
            self._resume()
        if number in (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH):
            self._screen.forget()
            self._actor.resize(*self._screen.size)

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
