"""Journal files: create, lock, append turn by turn, and move when finished."""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Protocol

from attrs import define, field, frozen

from cc3k.play.quoting import printable_name
from cc3k.saves.disk import (
    Disk,
    atomic_write,
    create_first_free_file,
    create_partial_file,
    is_same_file,
    numbered_names,
    write_all,
)
from cc3k.saves.journal import JournalError, journal_lines
from cc3k.saves.ledger import add_checksums
from cc3k.saves.locks import lock_file, remove_lock_file
from cc3k.saves.lookup import JOURNAL_SUFFIX, MAX_JOURNAL_BYTES, read_stored_journal
from cc3k.saves.open_files import read_regular
from cc3k.saves.paths import FINISHED_FOLDER, UNFINISHED_FOLDER
from cc3k.saves.record import Record

DAMAGED_SUFFIX = ".damaged"
"""File name suffix for the copy of a damaged journal that was rewritten."""

GONE_ON = "another process has gone on with this game"

NO_HARD_LINK_ERRORS = frozenset(
    {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV}
)
"""Error numbers of disks on which a file cannot have two names."""


class WrittenLines(Protocol):
    """The intact lines of a file: their size, their checksum, and whether half a line follows."""

    @property
    def valid_bytes(self) -> int: ...

    @property
    def checksum(self) -> int: ...

    @property
    def has_torn_line(self) -> bool: ...


class JournalLocked(OSError):
    """Raised for a journal that another process is writing."""


class GameFinished(OSError):
    """Raised for a journal whose game has ended."""


@frozen
class WriterContext:
    """Shared context for writing journals: the disk, the process, and whether to fsync."""

    disk: Disk
    process_name: str
    fsync: bool = False

    def sync_parent_folder(self, path: str) -> None:
        if self.fsync:
            self.disk.sync_folder(os.path.dirname(os.path.abspath(path)))


@define(eq=False)
class JournalFile:
    """A journal open for writing, locked by this process.

    Lines that cannot be written are kept and written with the next one, so a disk that is full for
    a while leaves no gap. The first `_valid_bytes` bytes are on disk; with `_has_torn_line`, half a
    line may follow them. `lock_path` is its lock file, if it needs one.
    """

    path: str
    _descriptor: int
    _writer: WriterContext
    _checksum: int = field(default=0, init=False)
    _valid_bytes: int = field(default=0, init=False)
    _has_torn_line: bool = field(default=False, init=False)
    _unwritten: str = field(default="", init=False)
    lock_path: str = field(default="", init=False)

    def lock(self) -> None:
        """Lock the journal against other processes until this one ends; raise `JournalLocked`."""
        try:
            self.lock_path = lock_file(self._writer.disk, self.path, self._descriptor)
        except BlockingIOError as error:
            raise JournalLocked(
                errno.EAGAIN, f"{_locking_process(self.path)} has this game open"
            ) from error
        # Another process may have moved or replaced it meanwhile.
        if not is_same_file(self.path, self._descriptor):
            raise JournalLocked(errno.EAGAIN, GONE_ON)

    def continue_from(self, journal: WrittenLines) -> None:
        """Append after the valid lines of the file; remove a torn last line first."""
        self._has_torn_line = journal.has_torn_line
        self._checksum, self._valid_bytes = journal.checksum, journal.valid_bytes

    def append(self, *payloads: str) -> None:
        """Append lines; raise `OSError` if they, or earlier ones, cannot be written.

        It is also raised if the open file is no longer the one at its path.
        """
        lines, self._checksum = add_checksums(payloads, self._checksum)
        self._unwritten += lines
        self._remove_torn_line()
        data = self._unwritten.encode("ascii")
        try:
            write_all(self._writer.disk, self._descriptor, data)
            if self._writer.fsync:
                self.sync()
        except OSError:
            self._has_torn_line = True
            with suppress(OSError):
                self._remove_torn_line()
            raise
        self._valid_bytes += len(data)
        self._unwritten = ""
        self.check_in_place()

    def check_in_place(self) -> None:
        """Raise `OSError` if the file at its path is no longer the journal as it was written."""
        name = printable_name(self.path)
        if not is_same_file(self.path, self._descriptor):
            raise FileNotFoundError(errno.ENOENT, f"its journal is no longer at {name}")
        if os.fstat(self._descriptor).st_size < self._valid_bytes:
            raise OSError(errno.EIO, f"its journal has been cut short at {name}")

    def _remove_torn_line(self) -> None:
        if self._has_torn_line:
            self._writer.disk.truncate(self._descriptor, self._valid_bytes)
            self._has_torn_line = False

    def sync(self) -> None:
        self._writer.disk.sync(self._descriptor)

    def move_to_finished(self) -> None:
        """Make the journal durable; move it to the finished games, if it is among the unfinished.

        Whatever is derived from it is written after this.
        """
        self.sync()
        place, name = os.path.split(self.path)
        if os.path.basename(place) == UNFINISHED_FOLDER:
            games = os.path.join(os.path.dirname(place), FINISHED_FOLDER)
            self._writer.disk.make_folder(games)
            self.path = _move_without_overwriting(
                self._writer.disk, self.path, os.path.join(games, name)
            )
            self._writer.disk.sync_folder(place)

    def close(self) -> None:
        remove_lock_file(self._writer.disk, self.lock_path)
        self._writer.disk.close(self._descriptor)


def _move_without_overwriting(disk: Disk, path: str, target: str) -> str:
    """Move a journal to a free name and return that name; complete an interrupted move.

    The new name is durable before the old one is removed, so the journal always has a name. A
    journal that is already in the target's folder stays as it is.
    """
    for name in _candidate_names(target):
        if _is_same_entry(path, name):
            return path
        if _add_name(disk, path, name):
            disk.sync_folder(os.path.dirname(name))
            disk.remove(path)
            return name
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)


def _is_same_entry(path: str, other_path: str) -> bool:
    """Return True if two paths lead to one entry of one folder, as folders may be links.

    Two names of a file are two entries: one of them can be removed without losing the file.
    """
    (folder, name), (other_folder, other_name) = os.path.split(path), os.path.split(other_path)
    return name == other_name and os.path.samefile(folder or ".", other_folder or ".")


def _add_name(disk: Disk, path: str, new_path: str) -> bool:
    try:
        disk.link(path, new_path)
    except FileExistsError:
        return os.path.samestat(os.lstat(path), os.lstat(new_path))
    except OSError as error:
        if error.errno not in NO_HARD_LINK_ERRORS:
            raise
        return _add_copy(disk, path, new_path)
    return True


def _add_copy(disk: Disk, path: str, new_path: str) -> bool:
    """Copy a file to a second name, atomically, on a disk without hard links."""
    if os.path.lexists(new_path):
        return _read(new_path) == _read(path)
    atomic_write(disk, new_path, [_read(path)])
    return True


def _read(path: str) -> bytes:
    return read_regular(path, MAX_JOURNAL_BYTES)


def _locking_process(path: str) -> str:
    with suppress(OSError, JournalError):
        return read_stored_journal(path).record.opened_by or "another process"
    return "another process"


def create_journal(path: str, writer: WriterContext, payloads: Sequence[str]) -> JournalFile:
    """Create a journal in a new file, under another name if that one is taken."""
    writer.disk.make_folder(os.path.dirname(os.path.abspath(path)))
    flags = os.O_WRONLY | os.O_APPEND
    file = JournalFile(*create_first_free_file(writer.disk, _candidate_names(path), flags), writer)
    try:
        file.lock()
        file.append(*payloads)
        writer.sync_parent_folder(file.path)
    except OSError:
        with suppress(OSError):
            file.close()
        with suppress(OSError):
            writer.disk.remove(file.path)
        raise
    return file


def _candidate_names(path: str) -> Iterator[str]:
    yield path
    yield from islice(numbered_names(path.removesuffix(JOURNAL_SUFFIX), JOURNAL_SUFFIX), 1, None)


def open_existing_journal(path: str, writer: WriterContext) -> JournalFile:
    """Open a journal to append to it, and write nothing yet; raise `OSError`, `JournalLocked`."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK  # a pipe must not be waited for
    file = JournalFile(path, writer.disk.open(path, flags), writer)
    try:
        file.lock()
    except OSError:
        with suppress(OSError):
            file.close()
        raise
    return file


def replace_damaged_journal(
    file: JournalFile, record: Record, writer: WriterContext
) -> JournalFile:
    """Replace a damaged journal atomically by the game so far; keep the old one beside it.

    At every moment there is a complete journal under the name.
    """
    disk, path = writer.disk, file.path
    new = JournalFile(*create_partial_file(disk, path, os.O_WRONLY | os.O_APPEND), writer)
    try:
        if not file.lock_path:
            new.lock()
        new.append(*journal_lines(record))
        new.sync()
        next(
            name
            for name in numbered_names(f"{path}{DAMAGED_SUFFIX}")
            if _add_name(disk, path, name)
        )
        disk.sync_folder(os.path.dirname(path))
        disk.rename(new.path, path)
    except OSError:
        with suppress(OSError):
            new.close()
        with suppress(OSError):
            disk.remove(new.path)
        raise
    new.path = path
    with suppress(OSError):  # under its name is the one or the other, each with the game so far
        disk.sync_folder(os.path.dirname(path))
    if file.lock_path:
        new.lock_path, file.lock_path = file.lock_path, ""
    with suppress(OSError):
        file.close()
    return new
