"""Ctrl-C where nothing is open that is to be put away: before a program's work, and after it.

It stands apart as it is imported before all else. So it needs nothing that takes a moment to
import, as even the module `signal` does.
"""

import atexit
import os
import sys
from importlib import import_module

SIGNALLED = 128
"""What a signal's number is added to for the exit code of a program that it ends, as in a shell."""

INTERRUPTION = "interrupted"
"""What a command tells of an interrupt, if it tells of one."""

_signal = import_module("_signal")  # what `signal` gives names to


class Leaving:
    """The end of the program on the spot, by a signal.

    `line` is what is to be told then, empty if there is nothing, or nothing any more.
    """

    def __init__(self) -> None:
        self.line = ""
        self._code: int | None = None

    def by_interrupt(self, code: int | None = None) -> None:
        """Let an interrupt end the program from now on, with that exit code or that of a SIGINT.

        Where interrupts are ignored, or somebody else sees to them, that stays so.
        """
        self._code = code
        if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
            _signal.signal(_signal.SIGINT, self)
            atexit.register(_hold)  # Python lets go of its handlers a moment before it ends

    def __call__(self, number: int, _frame: object = None) -> None:
        """End now: as a handler of signals."""
        _hold()
        if self.line and self._code is None and sys.stderr is not None:
            try:  # not through the stream, which may be in use just now
                os.write(2, f"cc3k: {self.line}\n".encode())
            except OSError:
                self.line = ""  # nobody is there to read it
        os._exit(SIGNALLED + number if self._code is None else self._code)


def _hold() -> None:
    """Let no further interrupt come through: not even to be ignored, which Python may tell of."""
    _signal.pthread_sigmask(_signal.SIG_BLOCK, [_signal.SIGINT])


LEAVING = Leaving()
"""That of this process, which can be left but once."""
