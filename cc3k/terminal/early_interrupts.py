"""Early and late interrupts: Ctrl-C before a command has started and after it has ended.

This module is imported before all others, so it imports nothing slow itself: even the module
`signal` takes too long.
"""

import atexit
import os
import sys
from importlib import import_module

from cc3k.exit_codes import EXIT_SIGNAL_BASE

INTERRUPT_MESSAGE = "interrupted"
_signal = import_module("_signal")  # the part of `signal` that is written in C


class ImmediateExit:
    """Signal handler that ends the program at once, after printing `message` unless it is empty."""

    def __init__(self) -> None:
        self.message = ""
        self._exit_code: int | None = None

    def set_message_for(self, arguments: list[str]) -> None:
        """Print a message when an arena is interrupted: all other commands end without a word."""
        self.message = INTERRUPT_MESSAGE if arguments[:1] == ["arena"] else ""

    def exit_on_interrupt(self, exit_code: int | None = None) -> None:
        """Make an interrupt end the program at once, with that exit code or that of SIGINT.

        Does nothing if interrupts are ignored or have a handler already.
        """
        self._exit_code = exit_code
        if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
            _signal.signal(_signal.SIGINT, self)
            # Python drops its handlers a moment before it ends.
            atexit.register(_block_interrupts)

    def __call__(self, signal_number: int, _frame: object = None) -> None:
        _block_interrupts()
        if self.message and self._exit_code is None and sys.stderr is not None:
            try:  # not through `sys.stderr`, which may be in the middle of a write
                os.write(2, f"cc3k: {self.message}\n".encode())
            except OSError:
                self.message = ""  # there is nobody to read it
        os._exit(EXIT_SIGNAL_BASE + signal_number if self._exit_code is None else self._exit_code)


def _block_interrupts() -> None:
    _signal.pthread_sigmask(_signal.SIG_BLOCK, [_signal.SIGINT])


IMMEDIATE_EXIT = ImmediateExit()
