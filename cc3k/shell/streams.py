"""How a command ends, and what it complains of on the way."""

import os
import sys
from typing import TextIO

OK, FAILED, USAGE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
"""Exit codes; the last two are a shell's for a program ended by SIGINT or SIGPIPE."""


def complain(text: str) -> None:
    """Tell on standard error what is wrong."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"cc3k: {text}\n")
    except OSError:
        give_up(sys.stderr)


def give_up(stream: TextIO | None) -> None:
    """Let what is still buffered go nowhere: a broken stream must not be flushed to at exit."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
