"""Interrupts: handle the first Ctrl-C cleanly, ignore key repeats, exit at once on a later one."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from types import FrameType

from attrs import field

from cc3k.engine.values import define
from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT

KEY_REPEAT_SECONDS = 1.0
"""Seconds after an interrupt in which further ones are ignored."""


class InterruptHandler:
    """Handler of SIGINT, and of other signals that should end the program in the same way.

    The first signal runs an action. Those within a second of it are ignored, as keys repeat and
    files are being closed. A later one ends the program at once: something has blocked the first,
    such as a bot that catches every exception.
    """

    def __init__(self) -> None:
        self._first_time: float | None = None
        self._action: Callable[[int], None] = _raise_keyboard_interrupt
        self._is_active = False

    @contextmanager
    def handle_first_signal(
        self,
        action: Callable[[int], None] | None = None,
        signal_numbers: Sequence[int] = (signal.SIGINT,),
    ) -> Iterator[None]:
        """Context manager: the first of these signals calls `action`, or raises KeyboardInterrupt.

        A signal that is ignored stays ignored, as the parent process asked for.
        """
        outer, hook = (self._action, self._is_active), sys.unraisablehook
        before = {number: signal.getsignal(number) for number in signal_numbers}
        if not self._is_active:
            self._first_time = None
        self._action, self._is_active = action or _raise_keyboard_interrupt, True
        try:
            sys.unraisablehook = partial(_exit_on_lost_interrupt, hook)
            for number, handler in before.items():
                if handler is not signal.SIG_IGN:
                    _set_signal_handler(number, self._on_signal)
            yield
        finally:
            for number, handler in before.items():
                _set_signal_handler(number, signal.SIG_DFL if handler is None else handler)
            sys.unraisablehook = hook
            self._action, self._is_active = outer

    def _on_signal(self, signal_number: int, _frame: FrameType | None) -> None:
        now = monotonic()
        if self._first_time is None:
            self._first_time = now
            self._action(signal_number)
        elif now - self._first_time > KEY_REPEAT_SECONDS:
            IMMEDIATE_EXIT(signal_number)


def _exit_on_lost_interrupt(
    hook: Callable[["sys.UnraisableHookArgs"], object], unraisable: "sys.UnraisableHookArgs"
) -> None:
    """Exit if a KeyboardInterrupt is lost in a `__del__`: Python would print it and continue."""
    if unraisable.exc_type is KeyboardInterrupt:
        IMMEDIATE_EXIT(signal.SIGINT)
    hook(unraisable)


def _set_signal_handler(
    signal_number: int, handler: Callable[[int, FrameType | None], None] | int
) -> None:
    with suppress(ValueError):
        signal.signal(signal_number, handler)


def _raise_keyboard_interrupt(_signal_number: int) -> None:
    raise KeyboardInterrupt


INTERRUPT_HANDLER = InterruptHandler()


FATAL = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT})
ALARM = frozenset({signal.SIGALRM})
HANDLED = FATAL | ALARM | {signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH}


def never() -> bool:
    return False


class Interrupted(KeyboardInterrupt):
    """Raised to end running code at once; no bot can have raised it."""


@define(eq=False, repr=False)
class SignalQueue:
    """Signals that wait to be handled; while there are any, `wake_descriptor` is readable."""

    wake_descriptor: int
    _pending: list[int] = field(factory=list, init=False)
    _interrupting: frozenset[int] = field(default=frozenset(), init=False)
    _should_stop: Callable[[], bool] = field(default=never, init=False)

    def take_pending(self) -> list[int]:
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
