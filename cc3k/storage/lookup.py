"""Journals that were found, and what they say."""

import errno
import os
import stat
import sys
from io import BufferedReader, BytesIO
from typing import BinaryIO

from attrs import frozen

from cc3k.play.quoting import shown
from cc3k.record.journal import Journal, JournalError, read_journal
from cc3k.record.record import Record
from cc3k.storage.files import PatientReader, UnreadableError, open_warily, reason_of
from cc3k.storage.paths import GAMES, UNFINISHED

SUFFIX = ".cc3k"


@frozen
class Found:
    """A journal that was found, and its game as far as it is whole.

    `torn` says that a last line was dropped, `damage` what is wrong with the rest, if something is.
    """

    path: str
    record: Record
    length: int = 0
    checksum: int = 0
    torn: bool = False
    damage: str = ""


def read_found(path: str) -> Found:
    """Read a journal; raise `OSError`, or `JournalError` where there is no game in it at all."""
    try:
        with _open(path) as file:
            read = read_journal(file, shown(os.path.basename(path)))
    except JournalError as error:
        if error.intact is None:
            raise
        return Found(path, error.intact, damage=str(error))
    return Found(path, read.record, read.length, read.checksum, read.torn)


def read_bytes(path: str) -> bytes:
    """Return what is in a regular file."""
    with _open(path) as file:
        return file.read()


def _open(path: str) -> BinaryIO:
    """Open a regular file to be read, without waiting for anything."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", path)
    return os.fdopen(descriptor, "rb")


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
