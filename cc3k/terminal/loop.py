"""Main loop of a screen program: wait, read keys, tick, resize, suspend, exit."""

import os
import select
import signal
from contextlib import suppress

from cc3k.exit_codes import EXIT_OK, EXIT_SIGNAL_BASE
from cc3k.terminal.app import ScreenApp
from cc3k.terminal.interrupts import ALARM, FATAL, Interrupted, SignalQueue, catch_signals
from cc3k.terminal.screen import Screen

READ_BYTES = 1 << 16
EXIT_TIMEOUT = 2
"""Seconds that a blocked terminal has to accept the restoring codes before it is left as it is."""


RESTORE_ATTEMPTS = 2
"""A call that fails once must not leave the terminal without echo."""


def run_app(app: ScreenApp, screen: Screen) -> int:
    """Run a program on the screen; return the exit code, with the terminal left as it was."""
    with catch_signals() as signals:
        code = EXIT_SIGNAL_BASE
        try:
            with signals.interruptible_by(FATAL):
                screen.enter()
            code = _AppLoop(app, screen, signals).run()
        except Interrupted:
            code = EXIT_SIGNAL_BASE + next(each for each in signals.take_pending() if each in FATAL)
        finally:
            _restore_screen(screen, signals, app.exit_message, at_once=code != EXIT_OK)
    return code


def _restore_screen(screen: Screen, signals: SignalQueue, farewell: str, *, at_once: bool) -> None:
    """Restore the terminal and print the farewell; give up on a terminal that stays blocked.

    With `at_once`, output that the terminal has not accepted yet is dropped.
    """
    with suppress(Interrupted), signals.interruptible_by(ALARM, EXIT_TIMEOUT):
        if at_once:
            with suppress(OSError):
                screen.drop_output()
        for _ in range(RESTORE_ATTEMPTS):
            with suppress(OSError):
                screen.leave(farewell)
                return


class _AppLoop:
    def __init__(self, app: ScreenApp, screen: Screen, signals: SignalQueue) -> None:
        self._app, self._screen, self._signals = app, screen, signals

    def run(self) -> int:
        """Show, wait and handle, until the program or a signal ends it; return the exit code."""
        self._paint()
        self._screen.load_codes()  # while the player reads the first page
        # Imported here for a fast start: nobody has pressed a key before.
        from cc3k.terminal.keys import KeyDecoder, PasteGuard

        self._decoder, self._guard = KeyDecoder(), PasteGuard()
        while not self._app.is_ended:
            self._show()
            waits = (self._guard.timeout, self._decoder.timeout, self._app.tick_seconds)
            seconds = next((wait for wait in waits if wait is not None), None)
            keyboard, woken = self._screen.keyboard_descriptor, self._signals.wake_descriptor
            ready = select.select([keyboard, woken], [], [], seconds)[0]
            for number in self._signals.take_pending():
                if number in FATAL:
                    return EXIT_SIGNAL_BASE + number
                self._handle_signal(number)
            if keyboard in ready:
                data = self._read_keys()
                if data is None:
                    continue
                if not data:
                    self._press(self._guard.settle())
                    return EXIT_OK
                self._press(self._guard.pass_on(self._decoder.feed(data)))
            elif not ready and self._guard.timeout is not None:
                self._press(self._guard.settle())
            elif not ready and self._decoder.timeout is not None:
                self._press(self._guard.pass_on(self._decoder.flush()))
            elif not ready:
                self._tick()
        return EXIT_OK

    def _tick(self) -> None:
        """Tick the program; a key or a signal interrupts only a tick that may hang.

        An interrupted tick of any other kind could leave half a turn in the journal.
        """
        if not self._app.may_hang:
            self._app.tick()
            return
        try:
            with self._signals.interruptible_by(FATAL, should_stop=self._has_key_waiting):
                self._app.tick()
        except Interrupted:
            if not self._has_key_waiting():
                raise

    def _has_key_waiting(self) -> bool:
        return bool(select.select([self._screen.keyboard_descriptor], [], [], 0)[0])

    def _paint(self) -> None:
        with self._signals.interruptible_by(FATAL):
            self._screen.show(self._app.draw(), self._app.title)

    def _show(self) -> None:
        self._paint()
        if self._app.after_drawing():  # drop the keys that are waiting
            while self._has_key_waiting() and (data := self._read_keys()):
                self._decoder.feed(data)
            self._guard.settle()

    def _read_keys(self) -> bytes | None:
        """Return the bytes of keys; empty when the terminal is gone, None if there are none yet."""
        try:
            return os.read(self._screen.keyboard_descriptor, READ_BYTES)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _press(self, keys: list[str]) -> None:
        pasted = self._guard.take_dropped() + self._decoder.take_pasted()
        if pasted:
            self._app.report_paste(pasted)
        if self._app.press_keys(keys):
            self._screen.invalidate()

    def _handle_signal(self, number: int) -> None:
        if number == signal.SIGTSTP:
            self._app.stop_ticking()
            self._suspend()
        elif number == signal.SIGCONT:
            self._resume()
        if number in (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH):
            self._screen.invalidate()
            self._app.resize(*self._screen.size)

    def _suspend(self) -> None:
        with self._signals.interruptible_by(FATAL):
            self._screen.leave()
        with self._signals.default_handlers(signal.SIGTSTP, signal.SIGCONT):
            os.kill(os.getpid(), signal.SIGTSTP)
        self._resume()

    def _resume(self) -> None:
        with self._signals.interruptible_by(FATAL):
            self._screen.enter()
