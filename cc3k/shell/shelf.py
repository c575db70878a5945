"""Which journal is meant: by its path, by its name among those that are kept, or the last one."""

import os
import sys
from io import BufferedReader, BytesIO
from typing import BinaryIO

from cc3k.play.quoting import shown
from cc3k.record.journal import Journal, read_journal
from cc3k.storage.files import PatientReader, UnreadableError, open_warily, reason_of
from cc3k.storage.lookup import SUFFIX
from cc3k.storage.paths import GAMES, UNFINISHED

LAST, STANDARD_INPUT = "last", "-"

EXPECTED = f"the journal of a game, the name of one that is kept, '{LAST}' or '-'"


def shelved(name: str, home: str | None) -> Journal:
    """Read the journal of that path, or else the one of that name in the home.

    `-` is standard input, and `last` the game that has ended last. Raises `UnreadableError`, and
    `JournalError` where it is damaged.
    """
    try:
        with _typed() if name == STANDARD_INPUT else open_warily(_path(name, home)) as stream:
            return read_journal(stream, shown(name))
    except (OSError, ValueError) as error:
        message = f"found {reason_of(error)}; expected {EXPECTED}"
        raise UnreadableError(message) from error


def _typed() -> BinaryIO:
    """Return standard input, which may come as slowly as it likes."""
    if sys.stdin is None:
        return BytesIO()
    return BufferedReader(PatientReader(os.dup(sys.stdin.fileno())))


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
