"""How a command ends, what it complains of on the way, and whether somebody looks on."""

import os
import sys
from typing import TextIO

from cc3k.play.quoting import legible
from cc3k.tty.early_interrupts import SIGNALLED

OK, FAILED, USAGE = 0, 1, 2
"""The exit codes of every command."""

DIVERGED, OTHER_RULES, DAMAGED = 3, 4, 5
"""Those of a kept game: it goes another way, is of another ruleset, or its journal is damaged."""

INTERRUPTED, BROKEN_PIPE = SIGNALLED + 2, SIGNALLED + 13
"""The exit codes of SIGINT and SIGPIPE."""


def is_terminal() -> bool:
    """Return whether somebody types and reads: at both ends there is a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def complain(text: str, *more: str) -> None:
    """Tell on standard error what is wrong, in a line, and in more where there is more to tell."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.writelines([f"{legible(line)}\n" for line in (f"cc3k: {text}", *more)])
    except OSError:
        give_up(sys.stderr)


def give_up(stream: TextIO | None) -> None:
    """Let what is still buffered go nowhere: a broken stream must not be flushed to at exit."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
