"""Signals: noted by handlers, handled between turns."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from attrs import define, field

FATAL = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT})
ALARM = frozenset({signal.SIGALRM})
HANDLED = FATAL | ALARM | {signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH}


def never() -> bool:
    """Return False: the running code may take as long as it needs."""
    return False


class Interrupted(KeyboardInterrupt):
    """Raised to end running code at once; no bot can have raised it."""


@define(eq=False)
class SignalQueue:
    """Signals that wait to be handled; while there are any, `wake_descriptor` is readable."""

    wake_descriptor: int
    _pending: list[int] = field(factory=list, init=False)
    _interrupting: frozenset[int] = field(default=frozenset(), init=False)
    _should_stop: Callable[[], bool] = field(default=never, init=False)

    def take_pending(self) -> list[int]:
        """Return the signals since the last call, in order."""
        while True:
            try:
                os.read(self.wake_descriptor, 512)
            except BlockingIOError:
                break
        pending, self._pending = self._pending, []
        return pending

    def handle(self, number: int, _frame: FrameType | None) -> None:
        """Queue a signal; the first of several at once interrupts the running code."""
        if number not in ALARM:
            self._pending.append(number)
        if number in self._interrupting or (number in ALARM and self._should_stop()):
            self._interrupting, self._should_stop = frozenset(), never
            raise Interrupted

    @contextmanager
    def interruptible_by(
        self,
        signal_numbers: frozenset[int],
        alarm_seconds: float = 1.0,
        should_stop: Callable[[], bool] = never,
    ) -> Iterator[None]:
        """Let these signals interrupt a blocking `with` block by raising `Interrupted`.

        A signal that is pending already does so before the block begins. One that arrives just
        before a blocking call is not noticed until the call is interrupted, so an alarm does that
        every `alarm_seconds` seconds. The alarm also ends the block if `should_stop` returns True.
        """
        self._interrupting, self._should_stop = signal_numbers, should_stop
        signal.setitimer(signal.ITIMER_REAL, alarm_seconds, alarm_seconds)
        try:
            if not signal_numbers.isdisjoint(self._pending):
                raise Interrupted
            yield
        finally:
            self._interrupting, self._should_stop = frozenset(), never
            signal.setitimer(signal.ITIMER_REAL, 0)

    @contextmanager
    def default_handlers(self, *numbers: int) -> Iterator[None]:
        """Restore the default handlers of some signals for the length of a `with` block."""
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
        try:
            yield
        finally:
            for number in numbers:
                signal.signal(number, self.handle)


@contextmanager
def catch_signals() -> Iterator[SignalQueue]:
    """Queue signals for the length of a `with` block, and restore the handlers after it."""
    wake, woken = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signals = SignalQueue(wake)
    before_wakeup = signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    before = {number: signal.signal(number, signals.handle) for number in HANDLED}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before_wakeup)
        os.close(wake)
        os.close(woken)
