"""Ctrl-C: heeded once and without a traceback, whenever it comes and however often."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType
from typing import TypeAlias

from cc3k.tty.early_interrupts import LEAVING
from cc3k.tty.streams import complain

SOON = 1.0
"""Seconds after an interrupt in which further ones mean the same, and change nothing."""

UnraisableHook: TypeAlias = Callable[["sys.UnraisableHookArgs"], object]
"""What is called for an error that nobody could be told of by raising it."""


class Interrupts:
    """What SIGINT does to the program, and any other signal that is to end it in the same way.

    The first one does what is asked for. Those within a second of it do not disturb what it has
    begun: keys repeat, and files are to be put away. One that comes later ends the program at once:
    then something holds the first one up, such as a bot that has caught it.
    """

    def __init__(self) -> None:
        self._first: float | None = None
        self._act: Callable[[int], None] = _interrupt
        self._nested = False

    @contextmanager
    def heeded(
        self,
        act: Callable[[int], None] | None = None,
        numbers: Sequence[int] = (signal.SIGINT,),
    ) -> Iterator[None]:
        """Let the first of those signals call `act`, by default to raise KeyboardInterrupt.

        One that is ignored stays so: whoever has started the program wants it like that.
        """
        outer, hook = (self._act, self._nested), sys.unraisablehook
        before = {number: signal.getsignal(number) for number in numbers}
        if not self._nested:
            self._first = None
        self._act, self._nested = act or _interrupt, True
        try:
            sys.unraisablehook = _heeding(hook)
            for number, handler in before.items():
                if handler is not signal.SIG_IGN:
                    _handle(number, self._heed)
            yield
        finally:
            for number, handler in before.items():
                _handle(number, signal.SIG_DFL if handler is None else handler)
            sys.unraisablehook = hook
            self._act, self._nested = outer

    def _heed(self, number: int, _frame: FrameType | None) -> None:
        now = monotonic()
        if self._first is None:
            self._first = now
            self._act(number)
        elif now - self._first > SOON:
            LEAVING(number)


def tell_interrupt() -> None:
    """Tell of an interrupt, once, if this command tells of one."""
    line, LEAVING.line = LEAVING.line, ""
    if line:
        complain(line)


def _heeding(
    hook: Callable[["sys.UnraisableHookArgs"], object],
) -> Callable[["sys.UnraisableHookArgs"], None]:
    """Return a hook that ends the program if an interrupt came amid what can raise nothing.

    Such is a `__del__`, where Python would tell of it, and go on.
    """

    def heed(lost: "sys.UnraisableHookArgs") -> None:
        if lost.exc_type is KeyboardInterrupt:
            LEAVING(signal.SIGINT)
        hook(lost)

    return heed


def _handle(number: int, handler: Callable[[int, FrameType | None], None] | int) -> None:
    """Set what handles a signal; in another than the main thread, where none comes, nothing."""
    with suppress(ValueError):
        signal.signal(number, handler)


def _interrupt(_number: int) -> None:
    raise KeyboardInterrupt


INTERRUPTS = Interrupts()
"""Those of this process: there is one of each signal."""
