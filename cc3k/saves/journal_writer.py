"""Journal writer: creates, locks and appends to journals turn by turn; errors become notices.

A journal lies where it was begun for ever: its last line says whether the game is over. Beside the
folder of the games a marker is kept for each that has begun, until the index knows its end; so the
games that can be gone on with are found without a look at all others.
"""

import errno
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import TypeAlias

from attrs import evolve, field

from cc3k.engine.text import printable_name
from cc3k.engine.values import define, frozen
from cc3k.saves.disk import (
    Disk,
    atomic_write,
    create_first_free_file,
    create_partial_file,
    is_same_file,
    lock_file,
    numbered_names,
    open_descriptor,
    write_all,
)
from cc3k.saves.journal_format import JournalError, WrittenLines, add_checksums, journal_lines
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, MAX_JOURNAL_BYTES, read_stored_journal
from cc3k.saves.open_files import format_timestamp, list_folder, read_regular, reason_of
from cc3k.saves.paths import GAMES_FOLDER, OPEN_FOLDER, UNFINISHED_FOLDER
from cc3k.saves.record import Record

DAMAGED_SUFFIX = ".damaged"
"""File name suffix for the copy of a damaged journal that was rewritten."""

NOTED_FILE = ".games"
"""File beside the markers that says how the folder of games was when all of it was known."""

NOT_INDEXED = 1 << 60
"""Stands for results that no index has."""

RACY_SECONDS = 2.0
"""A folder that was changed so lately may change again without another time."""

NO_STAMP, MAX_STAMP_BYTES = "-", 100
"""The stamp of what is not there, and bytes of one that is read."""

SAVING_AGAIN = "This game is kept again."
ENDED_GAME_KEPT = "The game before is kept after all."
ENDED_GAME_LOST = "The end of a game is not kept."
NO_FLOCK = "Nothing can be locked here: play no game in two programs at once."
GONE_ON = "another process has gone on with this game"


class JournalLocked(OSError):
    """Raised for a journal that another process is writing."""


class GameEnded(OSError):
    """Raised for a journal whose game has ended."""


@frozen
class SaveContext:
    """How the journals of a process are written, and the name it has in them."""

    disk: Disk = field(factory=Disk)
    process_name: str = field(
        factory=lambda: f"process {os.getpid()} since {format_timestamp(time.time())}"
    )
    fsync: bool = False


def home_of(path: str) -> str:
    return os.path.dirname(os.path.dirname(os.path.abspath(path))) if path else ""


def marker_of(path: str) -> str:
    folder, name = os.path.split(os.path.abspath(path))
    home, place = os.path.split(folder)
    root = name.removesuffix(JOURNAL_SUFFIX)
    is_marked = place == GAMES_FOLDER and root != name
    return os.path.join(home, OPEN_FOLDER, root) if is_marked else ""


def open_sources(home: str) -> Iterator[str]:
    """Yield the journals whose end may be unknown, by their paths in a home folder.

    They are those marked, and those of release 1. Raises `OSError` if a folder cannot be read.
    """
    for name in sorted(list_folder(os.path.join(home, OPEN_FOLDER))):
        if name != NOTED_FILE:
            yield f"{GAMES_FOLDER}/{name}{JOURNAL_SUFFIX}"
    for name in sorted(list_folder(os.path.join(home, UNFINISHED_FOLDER))):
        if name.endswith(JOURNAL_SUFFIX):
            yield f"{UNFINISHED_FOLDER}/{name}"


def add_marker(disk: Disk, path: str) -> None:
    marker = marker_of(path)
    if marker:
        disk.make_folder(os.path.dirname(marker))
        disk.close(disk.open(marker, os.O_WRONLY | os.O_CREAT))


def stamp_of(path: str) -> str:
    """Return what changes whenever a file, or the names in a folder, change."""
    with suppress(OSError):
        status = os.stat(path)
        return f"{status.st_mtime_ns} {status.st_size}"
    return NO_STAMP


def is_racy(stamp: str) -> bool:
    """Tell whether it is so new that a further change within its clock tick would not show."""
    return stamp != NO_STAMP and time.time() - int(stamp.partition(" ")[0]) / 1e9 < RACY_SECONDS


def noted_results(home: str) -> int | None:
    """Return how many results the index had when it had all of the folder of games, as that is.

    `NOT_INDEXED` is more than it ever has: then each game that has not ended is marked, but no
    more is known. None where the folder has changed since.
    """
    stamp, noted = stamp_of(os.path.join(home, GAMES_FOLDER)), b""
    with suppress(OSError):
        path = os.path.join(home, OPEN_FOLDER, NOTED_FILE)
        noted = read_regular(path, MAX_STAMP_BYTES)
    of, _, count = noted.decode("ascii", "replace").rpartition(" ")
    known = int(count) if of == stamp and count.isdecimal() else None
    return 0 if stamp == NO_STAMP else known


def note_results(home: str, stamp: str, count: int) -> None:
    """Note that of the folder of games, with that stamp, all is marked or in so many results."""
    disk, path = Disk(), os.path.join(home, OPEN_FOLDER, NOTED_FILE)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK
    with suppress(OSError):  # then they are looked at again
        disk.make_folder(os.path.dirname(path))
        with open_descriptor(disk, path, flags) as descriptor:
            write_all(disk, descriptor, f"{stamp} {count}".encode("ascii"))


@define(eq=False)
class JournalFile:
    """A journal open for writing, locked by this process.

    What is `written` is on disk. What is appended follows it, once a torn last line is removed.
    """

    path: str
    _descriptor: int
    _context: SaveContext
    written: WrittenLines = field(factory=WrittenLines, init=False)
    is_locked: bool = field(default=False, init=False)

    def lock(self) -> None:
        """Lock the journal against other processes until this one ends; raise `JournalLocked`."""
        try:
            self.is_locked = lock_file(self._descriptor)
        except BlockingIOError as error:
            holder = ""
            with suppress(OSError, JournalError):
                holder = read_stored_journal(self.path).record.opened_by
            message = f"{holder or 'another process'} has this game open"
            raise JournalLocked(errno.EAGAIN, message) from error
        if not is_same_file(self.path, self._descriptor):  # replaced by another process meanwhile
            raise JournalLocked(errno.EAGAIN, GONE_ON)

    def append(self, *payloads: str) -> None:
        """Append lines, all or none; raise `OSError` if they cannot be written."""
        lines, checksum = add_checksums(payloads, self.written.checksum)
        data = lines.encode("ascii")
        self._remove_torn_line()
        try:
            write_all(self._context.disk, self._descriptor, data)
            if self._context.fsync:
                self.sync()
        except OSError:
            self.written = evolve(self.written, has_torn_line=True)
            with suppress(OSError):
                self._remove_torn_line()
            raise
        self.written = WrittenLines(self.written.valid_bytes + len(data), checksum)

    def check_in_place(self) -> None:
        """Raise `OSError` if the file at its path is no longer the journal as it was written."""
        name = printable_name(self.path)
        if not is_same_file(self.path, self._descriptor):
            raise FileNotFoundError(errno.ENOENT, f"its journal is no longer at {name}")
        if os.fstat(self._descriptor).st_size < self.written.valid_bytes:
            raise OSError(errno.EIO, f"its journal has been cut short at {name}")

    def _remove_torn_line(self) -> None:
        if self.written.has_torn_line:
            self._context.disk.truncate(self._descriptor, self.written.valid_bytes)
            self.written = evolve(self.written, has_torn_line=False)

    def sync(self) -> None:
        self._context.disk.sync(self._descriptor)

    def close(self) -> None:
        with suppress(OSError):
            self._context.disk.close(self._descriptor)


def create_journal(path: str, context: SaveContext, payloads: Sequence[str]) -> JournalFile:
    """Create a journal in a new file, under another name if that one is taken."""
    disk, home = context.disk, home_of(path)
    noted = noted_results(home)
    disk.make_folder(os.path.dirname(os.path.abspath(path)))
    flags = os.O_WRONLY | os.O_APPEND
    others = islice(numbered_names(path.removesuffix(JOURNAL_SUFFIX), JOURNAL_SUFFIX), 1, None)
    file = JournalFile(*create_first_free_file(disk, chain([path], others), flags), context)
    try:
        file.lock()
        add_marker(disk, file.path)
        file.append(*payloads)
        if context.fsync:
            disk.sync_folder(os.path.dirname(os.path.abspath(path)))
    except OSError:
        file.close()
        with suppress(OSError):
            disk.remove(file.path)
        raise
    if noted is not None and marker_of(file.path):
        note_results(home, stamp_of(os.path.dirname(file.path)), noted)
    return file


def open_existing_journal(path: str, context: SaveContext) -> JournalFile:
    flags = os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK  # a pipe must not be waited for
    file = JournalFile(path, context.disk.open(path, flags), context)
    try:
        file.lock()
    except OSError:
        file.close()
        raise
    return file


def replace_damaged_journal(file: JournalFile, record: Record, context: SaveContext) -> JournalFile:
    """Replace a damaged journal atomically by the game so far; keep a copy of it beside it.

    At every moment there is a complete journal under the name.
    """
    disk, path = context.disk, file.path
    new = JournalFile(*create_partial_file(disk, path, os.O_WRONLY | os.O_APPEND), context)
    try:
        new.lock()
        new.append(*journal_lines(record))
        new.sync()
        damaged = read_regular(path, MAX_JOURNAL_BYTES)
        names = numbered_names(f"{path}{DAMAGED_SUFFIX}")
        copied = next(name for name in names if not os.path.lexists(name))
        atomic_write(disk, copied, [damaged])
        disk.rename(new.path, path)
    except OSError:
        new.close()
        with suppress(OSError):
            disk.remove(new.path)
        raise
    new.path = path
    with suppress(OSError):  # under its name is the one or the other, each with the game so far
        disk.sync_folder(os.path.dirname(path))
    file.close()
    return new


OpenFile: TypeAlias = Callable[[Sequence[str]], JournalFile]
"""Create or open a file and append lines to it; raise `OSError`."""


@define(eq=False)
class _OpenJournal:
    """A journal that is being written: its `lines` are not on disk, nor is an unopened `file`."""

    open_file: OpenFile
    file: JournalFile | None = None
    lines: list[str] = field(factory=list)
    is_failing: bool = False

    def write(self) -> list[str]:
        """Append the lines to the file, which is opened with the first; return new notices."""
        was_failing, self.is_failing = self.is_failing, True
        try:
            if self.file is None:
                self.file = self.open_file(self.lines)
            elif self.lines:
                self.file.append(*self.lines)
            self.lines = []
            self.file.check_in_place()
        except OSError as error:
            return [] if was_failing else [not_saved_message(reason_of(error))]
        self.is_failing = False
        return [SAVING_AGAIN] if was_failing else []


@define(eq=False)
class JournalWriter:
    """Writes a journal, which is created or opened with the first line that can be written.

    The recorders of the dungeon and of the arcade give it the header, a line for each command, and
    the ending. Lines that cannot be written are tried again with the next one, whenever the player
    is asked for a key, and at the end; so is the ending of a game that is over. So a disk that is
    full for a while leaves no gap. Problems are collected in `notices`. `_journal` is that of the
    game that is played, if any, and `_ended` are those whose ending is not written yet.
    """

    notices: list[str] = field(factory=list, init=False)
    _journal: _OpenJournal | None = field(default=None, init=False)
    _ended: list[_OpenJournal] = field(factory=list, init=False)
    _noticed_no_flock: bool = field(default=False, init=False)

    @property
    def is_open(self) -> bool:
        """Return True if there is a file, or will be one as soon as it can be created."""
        return self._journal is not None

    @property
    def path(self) -> str:
        """The path of the file that is open; empty if there is none."""
        file = None if self._journal is None else self._journal.file
        return "" if file is None else file.path

    @property
    def is_failing(self) -> bool:
        return self._journal is not None and self._journal.is_failing

    def begin(self, open_file: OpenFile, *lines: str, is_failing: bool = False) -> None:
        """Write these lines to a file as soon as it can be created or opened."""
        self._journal = _OpenJournal(open_file, is_failing=is_failing)
        self.record(*lines)

    def record(self, *lines: str) -> None:
        """Write what could not be written before, and then these lines."""
        if self._journal is None:
            return
        self._journal.lines += lines
        self.notices += self._journal.write()
        file = self._journal.file
        if file is not None and not file.is_locked and not self._noticed_no_flock:
            self._noticed_no_flock = True
            self.notices.append(NO_FLOCK)

    def finish(self, *lines: str) -> bool:
        """Write the last lines and close the file, and tell whether the disk did not fail.

        If it did they are written later.
        """
        self.record(*lines)
        if self._journal is not None:
            self._ended.append(self._journal)
        self._journal = None
        self._close_ended()
        return not self._ended

    def _close_ended(self) -> None:
        """Close what is written of the games that have ended, after another try if it was not."""
        waiting, self._ended = self._ended, []
        for ended in waiting:
            was_failing = ended.is_failing
            if was_failing:
                ended.write()  # its failure was told when it failed first
            if ended.file is None or ended.is_failing:
                self._ended.append(ended)
                continue
            if was_failing:
                is_earlier = self.is_open or ended is not waiting[-1]
                self.notices.append(ENDED_GAME_KEPT if is_earlier else SAVING_AGAIN)
            try:
                ended.file.sync()
            except OSError as error:
                self.notices.append(not_saved_message(reason_of(error)))
            ended.file.close()

    def try_to_save(self) -> bool:
        """Write what could not be written; return True if every line so far is on disk.

        Adds a notice if the file has disappeared.
        """
        self.record()
        self._close_ended()
        return self.path != "" and not self.is_failing

    def take_notices(self) -> list[str]:
        """Return the notices for the player, each once, after trying again what they tell."""
        if not self.notices:
            self.try_to_save()
        notices = [*self.notices]
        self.notices.clear()
        return notices

    def close(self) -> None:
        self.notices.extend([ENDED_GAME_LOST] * bool(self._ended))
        for each in (self._journal, *self._ended):
            if each is not None and each.file is not None:
                each.file.close()
        self._journal, self._ended = None, []


def not_saved_message(reason: str) -> str:
    return f"This game cannot be kept: {reason[:1].lower()}{reason[1:]}."
