"""Which signals have come: noted by handlers, acted on between turns."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from attrs import define, field

FATAL = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
NOTED = (*FATAL, signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)


class Interrupted(Exception):  # noqa: N818 - it tells of the world outside, not of an error
    """A fatal signal, or an alarm, came while the program could not go on."""


@define(eq=False)
class Signals:
    """The signals that came and are still to be acted on.

    `alarm` is a file that can be read from once there is one. While `blocked` is set a fatal
    signal raises `Interrupted`, as nothing else would end the wait.
    """

    alarm: int
    blocked: bool = field(default=False, init=False)
    _seen: list[int] = field(factory=list, init=False)

    def take(self) -> list[int]:
        """Return what came since the last time, in order."""
        while True:
            try:
                os.read(self.alarm, 512)
            except BlockingIOError:
                break
        seen, self._seen = self._seen, []
        return seen

    def note(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal."""
        self._seen.append(number)
        if self.blocked and number in (*FATAL, signal.SIGALRM):
            raise Interrupted

    @contextmanager
    def by_default(self, number: int) -> Iterator[None]:
        """Let a signal do for a while what it does to any program."""
        signal.signal(number, signal.SIG_DFL)
        try:
            yield
        finally:
            signal.signal(number, self.note)


@contextmanager
def noted_signals() -> Iterator[Signals]:
    """Note signals instead of suffering them, and handle them as before in the end."""
    wake, woken = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signals = Signals(wake)
    before_wakeup = signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    before = {number: signal.signal(number, signals.note) for number in (*NOTED, signal.SIGALRM)}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before_wakeup)
        os.close(wake)
        os.close(woken)
