"""Which signals have come: noted by handlers, acted on between turns."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from attrs import define, field

FATAL = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT})
ALARM = frozenset({signal.SIGALRM})
NOTED = FATAL | ALARM | {signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH}


def never() -> bool:
    """Let what goes on take as long as it does."""
    return False


class Interrupted(KeyboardInterrupt):
    """What goes on is to end now; it is no error that somebody's bot could have made."""


@define(eq=False)
class Signals:
    """The signals still to be acted on; the file `wake` can be read from once there is one."""

    wake: int
    _seen: list[int] = field(factory=list, init=False)
    _cutting: frozenset[int] = field(default=frozenset(), init=False)
    _enough: Callable[[], bool] = field(default=never, init=False)

    def take(self) -> list[int]:
        """Return what came since the last time, in order."""
        while True:
            try:
                os.read(self.wake, 512)
            except BlockingIOError:
                break
        seen, self._seen = self._seen, []
        return seen

    def note(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal; of several at once only the first cuts short what goes on."""
        if number not in ALARM:
            self._seen.append(number)
        if number in self._cutting or (number in ALARM and self._enough()):
            self._cutting, self._enough = frozenset(), never
            raise Interrupted

    @contextmanager
    def cut_short_by(
        self, numbers: frozenset[int], pulse: float = 1.0, enough: Callable[[], bool] = never
    ) -> Iterator[None]:
        """Do what may block for ever; any of those signals ends it by `Interrupted`.

        One that has come already and was not taken yet does so before it begins. One that comes
        just before the program waits is not handled until the wait is broken: that is what the
        alarm is for, which rings every `pulse` seconds. What goes on as it rings also ends if it
        is `enough`.
        """
        self._cutting, self._enough = numbers, enough
        signal.setitimer(signal.ITIMER_REAL, pulse, pulse)
        try:
            if not numbers.isdisjoint(self._seen):
                raise Interrupted
            yield
        finally:
            self._cutting, self._enough = frozenset(), never
            signal.setitimer(signal.ITIMER_REAL, 0)

    @contextmanager
    def by_default(self, *numbers: int) -> Iterator[None]:
        """Let signals do for a while what they do to any program."""
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
        try:
            yield
        finally:
            for number in numbers:
                signal.signal(number, self.note)


@contextmanager
def noted_signals() -> Iterator[Signals]:
    """Note signals instead of suffering them, and handle them as before in the end."""
    wake, woken = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signals = Signals(wake)
    before_wakeup = signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    before = {number: signal.signal(number, signals.note) for number in NOTED}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before_wakeup)
        os.close(wake)
        os.close(woken)
