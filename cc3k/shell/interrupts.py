"""Ctrl-C: heeded once and without a traceback, whenever it comes and however often."""

import atexit
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType

from cc3k.shell.streams import SIGNALLED, complain

SOON = 1.0
"""Seconds after an interrupt in which further ones mean the same, and change nothing."""

INTERRUPTION = "interrupted"
"""What a command tells of an interrupt if it tells of one."""


class Interrupts:
    """What SIGINT does to the program, and any other signal that is to end it in the same way.

    The first one does what is asked for. Those within a second of it do not disturb what it has
    begun: keys repeat, and files are to be put away. One that comes later ends the program at once:
    then something holds the first one up, such as a bot that has caught it.

    `line` is what there is to tell, and empty once it has been told.
    """

    def __init__(self) -> None:
        self.line = ""
        self._first: float | None = None
        self._act: Callable[[int], None] = _interrupt
        self._nested = False
        self._code: int | None = None

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
            sys.unraisablehook = self._heed_lost
            for number, handler in before.items():
                if handler is not signal.SIG_IGN:
                    _handle(number, self._heed)
            yield
        finally:
            for number, handler in before.items():
                _handle(number, signal.SIG_DFL if handler is None else handler)
            sys.unraisablehook = hook
            self._act, self._nested = outer

    def end_at_once(self, code: int | None = None) -> None:
        """Let an interrupt end the program on the spot, with that exit code or that of a SIGINT.

        It is for when nothing is open that is to be put away: before the program's work, and after.
        """
        self._code = code
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._leave)
            # Python lets go of its own handlers a moment before it ends.
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)

    def tell(self) -> None:
        """Tell of the interrupt, once, if there is anything to tell."""
        line, self.line = self.line, ""
        if line:
            complain(line)

    def _heed(self, number: int, _frame: FrameType | None) -> None:
        now = monotonic()
        if self._first is None:
            self._first = now
            self._act(number)
        elif now - self._first > SOON:
            self._leave(number, None)

    def _heed_lost(self, lost: "sys.UnraisableHookArgs") -> None:
        """End at once if an interrupt came amid what can raise nothing, such as a `__del__`."""
        if lost.exc_type is KeyboardInterrupt:
            self._leave(signal.SIGINT, None)
        sys.__unraisablehook__(lost)

    def _leave(self, number: int, _frame: FrameType | None) -> None:
        if self.line and self._code is None and sys.stderr is not None:
            with suppress(OSError):  # not through the stream, which may be in use just now
                os.write(2, f"cc3k: {self.line}\n".encode())
        os._exit(SIGNALLED + number if self._code is None else self._code)


def _handle(number: int, handler: Callable[[int, FrameType | None], None] | int) -> None:
    """Set what handles a signal; in another than the main thread, where none comes, nothing."""
    with suppress(ValueError):
        signal.signal(number, handler)


def _interrupt(_number: int) -> None:
    raise KeyboardInterrupt


INTERRUPTS = Interrupts()
"""Those of this process: there is one of each signal."""
