"""Journals that were found, and what they say."""

import errno
import os
import stat
from typing import BinaryIO

from attrs import frozen

from cc3k.play.quoting import shown
from cc3k.record.journal import JournalError, read_journal
from cc3k.record.record import Record

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
