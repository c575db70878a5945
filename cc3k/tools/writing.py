"""How a file is written that somebody asks for on the command line, and what if it cannot be."""

from collections.abc import Callable

from cc3k.play.quoting import shown
from cc3k.storage.files import reason_of
from cc3k.tty.streams import FAILED, OK, complain


def written(path: str, write: Callable[[], None]) -> int:
    """Let the file of that path be written, or complain that it cannot be; return the exit code."""
    try:
        write()
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        complain(f"{shown(path)}: {reason_of(error)}")
        return FAILED
    return OK
