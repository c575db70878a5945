"""Which journal is meant: by its path, by its name among those that are kept, or the last one."""

import os
import sys

from cc3k.play.journal import MOST_BYTES
from cc3k.shell.files import UnreadableError, read_bounded, read_stream, reason_of
from cc3k.shell.found import SUFFIX
from cc3k.shell.home import GAMES, UNFINISHED

LAST, STANDARD_INPUT = "last", "-"

EXPECTED = f"the journal of a game, the name of one that is kept, '{LAST}' or '-'"


def journal_bytes(name: str, home: str | None) -> bytes:
    """Return what the journal of that path holds, or else the one of that name in the home.

    `-` is standard input, and `last` the game that has ended last. Raises `UnreadableError`.
    """
    try:
        data = _typed() if name == STANDARD_INPUT else read_bounded(_path(name, home), MOST_BYTES)
    except (OSError, ValueError) as error:
        message = f"found {reason_of(error)}; expected {EXPECTED}"
        raise UnreadableError(message) from error
    if len(data) > MOST_BYTES:
        message = f"found more than {MOST_BYTES} bytes; expected {EXPECTED}"
        raise UnreadableError(message)
    return data


def _typed() -> bytes:
    return b"" if sys.stdin is None else read_stream(sys.stdin.fileno(), MOST_BYTES)


def _path(name: str, home: str | None) -> str:
    """Return the path of a journal; a name of none is its own path, which is not there either."""
    if home is None or os.path.lexists(name):
        return name
    games = os.path.join(home, GAMES)
    if name == LAST:
        return os.path.join(games, _newest(games))
    places = [os.path.join(home, folder, name) for folder in (GAMES, UNFINISHED)]
    paths = [path for place in places for path in (place, place + SUFFIX)]
    return next(filter(os.path.isfile, paths), name) if os.path.basename(name) == name else name


def _newest(folder: str) -> str:
    """Return the name of the journal that was begun last, as their names begin with that time."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return max([name for name in names if name.endswith(SUFFIX)], default=LAST)
