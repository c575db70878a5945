"""Exit codes, error output, and the check for a terminal."""

import os
import sys
from typing import TextIO

from cc3k.play.quoting import escape_text
from cc3k.tty.early_interrupts import EXIT_SIGNAL_BASE

EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2
"""Exit codes of every command."""

EXIT_DIVERGED, EXIT_OTHER_RULES, EXIT_DAMAGED = 3, 4, 5
"""Exit codes for a stored game: it diverges, has another ruleset, or a damaged journal."""

EXIT_INTERRUPTED, EXIT_BROKEN_PIPE = EXIT_SIGNAL_BASE + 2, EXIT_SIGNAL_BASE + 13
"""Exit codes for SIGINT and SIGPIPE."""


def is_interactive() -> bool:
    """Return True if standard input and output are both terminals."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def print_error(text: str, *more: str) -> None:
    """Print an error message on standard error, with further lines if there are any."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.writelines([f"{escape_text(line)}\n" for line in (f"cc3k: {text}", *more)])
    except OSError:
        discard_output(sys.stderr)


def discard_output(stream: TextIO | None) -> None:
    """Redirect a broken stream to the null device, so that Python can flush it at exit."""
    if stream is not None:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)
