"""Journals as files: begun, locked, written on turn by turn and put away."""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from attrs import define, field, frozen

from cc3k.play.quoting import shown
from cc3k.record.journal import JournalError, rewritten, sealed
from cc3k.record.record import Record
from cc3k.storage.disk import Disk, is_at, numbered, open_new, open_partial, put_file, write_all
from cc3k.storage.locks import lock, unlock
from cc3k.storage.lookup import SUFFIX, Found, read_bytes, read_found
from cc3k.storage.paths import GAMES, UNFINISHED

DAMAGED = ".damaged"
"""How a journal is called from then on whose game went on in a new one without the damage; a second
one of that name has a number."""

NO_LINKS = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV})
"""What a disk says on which no file can have two names."""


class Held(OSError):
    """A journal that another process is writing."""


class Over(OSError):
    """A journal whose game has ended."""


@frozen
class Clerk:
    """Who writes journals: to which disk, as which process, and whether so that power may go."""

    disk: Disk
    name: str
    durable: bool = False

    def settle(self, path: str) -> None:
        """Wait, if power may go, until the name of a file that was just put there is safe."""
        if self.durable:
            self.disk.sync_folder(os.path.dirname(os.path.abspath(path)))


@define(eq=False)
class JournalFile:
    """A journal that is being written, by this process alone.

    What cannot be written is tried again with the next line, so that a disk that was full for a
    while leaves no gap. The first `_length` bytes are safely there; while it is `_torn`, half a
    line may stand behind them. `stand_in` is the file that stands for its lock, if one does.
    """

    path: str
    _descriptor: int
    _clerk: Clerk
    _checksum: int = field(default=0, init=False)
    _length: int = field(default=0, init=False)
    _torn: bool = field(default=False, init=False)
    _waiting: str = field(default="", init=False)
    stand_in: str = field(default="", init=False)

    def lock(self) -> None:
        """Let no other process write the journal, until this one ends; raise `Held`."""
        try:
            self.stand_in = lock(self._clerk.disk, self.path, self._descriptor)
        except BlockingIOError as error:
            raise Held(errno.EAGAIN, f"{_holder(self.path)} has this game open") from error
        # It may have been put away, or replaced, by a process that had it open meanwhile.
        if not is_at(self.path, self._descriptor):
            raise Held(errno.EAGAIN, "another process has gone on with this game")

    def go_on(self, found: Found) -> None:
        """Write on after what was found there, without a torn last line."""
        self._torn = found.torn
        self._checksum, self._length = found.checksum, found.length

    def add(self, *payloads: str) -> None:
        """Write lines; raise `OSError` when they, and all that waited, still cannot be written.

        It does also when the file that they are in is no longer under its name.
        """
        lines, self._checksum = sealed(payloads, self._checksum)
        self._waiting += lines
        self._mend()
        data = self._waiting.encode("ascii")
        try:
            write_all(self._clerk.disk, self._descriptor, data)
            if self._clerk.durable:
                self.sync()
        except OSError:
            self._torn = True
            with suppress(OSError):
                self._mend()
            raise
        self._length += len(data)
        self._waiting = ""
        self.look()

    def look(self) -> None:
        """Raise `OSError` if the journal is not, or no longer, what is under its name."""
        if not is_at(self.path, self._descriptor):
            reason = f"its journal is no longer at {shown(self.path)}"
            raise FileNotFoundError(errno.ENOENT, reason)

    def _mend(self) -> None:
        """Remove half a line, which must not stand before the next one."""
        if self._torn:
            self._clerk.disk.truncate(self._descriptor, self._length)
            self._torn = False

    def sync(self) -> None:
        """Wait until what was written is safe from a loss of power."""
        self._clerk.disk.sync(self._descriptor)

    def move(self) -> None:
        """Move the journal to those of games that have ended, if it is among the unfinished."""
        place, name = os.path.split(self.path)
        if os.path.basename(place) == UNFINISHED:
            games = os.path.join(os.path.dirname(place), GAMES)
            self._clerk.disk.folder(games)
            self.path = _moved(self._clerk.disk, self.path, os.path.join(games, name))
            self._clerk.settle(self.path)

    def close(self) -> None:
        """Write no more; another process may."""
        unlock(self._clerk.disk, self.stand_in)
        self._clerk.disk.close(self._descriptor)


def _moved(disk: Disk, path: str, to: str) -> str:
    """Give a journal another name, or one beside it, and return that; nothing is written over.

    A move that was cut short between its two steps is gone on with.
    """
    for name in _names(to):
        if _named(disk, path, name):
            disk.remove(path)
            return name
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), to)


def _named(disk: Disk, path: str, name: str) -> bool:
    """Give a file a second name, and tell whether it has it."""
    try:
        disk.link(path, name)
    except FileExistsError:
        return os.path.samestat(os.lstat(path), os.lstat(name))
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        return _copied(disk, path, name)
    return True


def _copied(disk: Disk, path: str, name: str) -> bool:
    """Give a file a second name where no file can have two: in a copy, whole before it counts."""
    if os.path.lexists(name):
        return read_bytes(name) == read_bytes(path)
    put_file(disk, name, read_bytes(path))
    return True


def _holder(path: str) -> str:
    with suppress(OSError, JournalError):
        return read_found(path).record.holder or "another process"
    return "another process"


def begin_journal(path: str, clerk: Clerk, payloads: Sequence[str]) -> JournalFile:
    """Begin a journal in a file that is not there yet, or else one of a name beside it."""
    clerk.disk.folder(os.path.dirname(os.path.abspath(path)))
    flags = os.O_WRONLY | os.O_APPEND
    file = JournalFile(*open_new(clerk.disk, _names(path), flags), clerk)
    try:
        file.lock()
        file.add(*payloads)
        clerk.settle(file.path)
    except OSError:
        with suppress(OSError):
            file.close()
        with suppress(OSError):
            clerk.disk.remove(file.path)
        raise
    return file


def _names(path: str) -> Iterator[str]:
    """Yield a name for a journal, and others for when that is taken."""
    yield path
    yield from islice(numbered(path.removesuffix(SUFFIX), SUFFIX), 1, None)


def open_journal(path: str, clerk: Clerk) -> JournalFile:
    """Open a journal to go on with it, and write nothing yet; raise `OSError`, such as `Held`."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK  # a pipe must not be waited for
    file = JournalFile(path, clerk.disk.open(path, flags), clerk)
    try:
        file.lock()
    except OSError:
        with suppress(OSError):
            file.close()
        raise
    return file


def begin_again(file: JournalFile, record: Record, clerk: Clerk) -> JournalFile:
    """Put a journal of the game so far in the place of a damaged one, which is kept beside it.

    At every moment either is whole under its name.
    """
    disk, path = clerk.disk, file.path
    new = JournalFile(*open_partial(disk, path, os.O_WRONLY | os.O_APPEND), clerk)
    try:
        if not file.stand_in:
            new.lock()
        new.add(*rewritten(record))
        new.sync()
        next(name for name in numbered(f"{path}{DAMAGED}") if _named(disk, path, name))
        disk.rename(new.path, path)
        clerk.settle(path)
    except OSError:
        with suppress(OSError):
            new.close()
        with suppress(OSError):
            disk.remove(new.path)
        raise
    new.path = path
    if file.stand_in:
        new.stand_in, file.stand_in = file.stand_in, ""
    with suppress(OSError):
        file.close()
    return new
