"""Early and late interrupts: Ctrl-C before a command has started and after it has ended.

It stands apart as it is imported before all else. So it needs nothing that takes a moment to
import, as even the module `signal` does.
"""

import atexit
import os
import sys
from importlib import import_module

EXIT_SIGNAL_BASE = 128
"""Base of the exit code of a program killed by a signal, as in a shell: add its number."""

INTERRUPT_MESSAGE = "interrupted"
"""The message that a command prints when it is interrupted."""

_signal = import_module("_signal")  # what `signal` gives names to


class ImmediateExit:
    """Signal handler that ends the program at once, after printing `line`.

    `line` is what is to be told then, empty if there is nothing, or nothing any more.
    """

    def __init__(self) -> None:
        self.message = ""
        self._exit_code: int | None = None

    def exit_on_interrupt(self, exit_code: int | None = None) -> None:
        """Make an interrupt end the program at once, with that exit code or that of SIGINT.

        Where interrupts are ignored, or somebody else sees to them, that stays so.
        """
        self._exit_code = exit_code
        if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
            _signal.signal(_signal.SIGINT, self)
            atexit.register(
                _block_interrupts
            )  # Python lets go of its handlers a moment before it ends

    def __call__(self, signal_number: int, _frame: object = None) -> None:
        """Exit now; this is a signal handler."""
        _block_interrupts()
        if self.message and self._exit_code is None and sys.stderr is not None:
            try:  # not through the stream, which may be in use just now
                os.write(2, f"cc3k: {self.message}\n".encode())
            except OSError:
                self.message = ""  # nobody is there to read it
        os._exit(EXIT_SIGNAL_BASE + signal_number if self._exit_code is None else self._exit_code)


def _block_interrupts() -> None:
    """Block further interrupts."""
    _signal.pthread_sigmask(_signal.SIG_BLOCK, [_signal.SIGINT])


IMMEDIATE_EXIT = ImmediateExit()
"""The only instance of this process."""
