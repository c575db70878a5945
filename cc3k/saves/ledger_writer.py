"""Ledger writer: writes the lines of a game to a file, and turns errors into notices.

The recorders of the dungeon and of the arcade give it the header, a line for each command, and the
ending. Lines that cannot be written are tried again with the next one, whenever the player is
asked for a key, and at the end; so is the ending of a game that is over.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from typing import TypeAlias

from attrs import define, field

from cc3k.play.messages import NO_FLOCK, SAVING_AGAIN, not_saved_message
from cc3k.saves.journal_file import JournalFile, WriterContext, create_journal

OpenFile: TypeAlias = Callable[[Sequence[str]], JournalFile]
"""Create or open a file and append lines to it; raise `OSError`."""


@define(eq=False)
class LedgerWriter:
    """A file of lines, created or opened with the first line that can be written.

    Problems are collected in `notices`. `_open_file` creates or opens the file; `_pending_lines`
    wait for that. `_ended` are files whose ending is not written yet, each with what is done with
    it then.
    """

    writer: WriterContext
    notices: list[str] = field(factory=list, init=False)
    file: JournalFile | None = field(default=None, init=False)
    is_failing: bool = field(default=False, init=False)
    _open_file: OpenFile | None = field(default=None, init=False)
    _pending_lines: list[str] = field(factory=list, init=False)
    _ended: list[tuple["LedgerWriter", Callable[[JournalFile], None]]] = field(
        factory=list, init=False
    )
    _noticed_no_flock: bool = field(default=False, init=False)

    @property
    def is_open(self) -> bool:
        """Return True if there is a file, or will be one as soon as it can be created."""
        return self.file is not None or self._open_file is not None

    @property
    def is_whole(self) -> bool:
        """Return True if every line so far is on disk, after trying again what was not."""
        self.try_again()
        return self.file is not None and not self.is_failing

    def begin(self, find_path: Callable[[], str], *lines: str) -> None:
        """Begin a file with these lines; `find_path` returns its path, or raises `OSError`."""
        self._open_file = lambda lines: create_journal(find_path(), self.writer, lines)
        self.is_failing, self._pending_lines = False, []
        self.record(*lines)

    def go_on(self, file: JournalFile) -> None:
        self.file, self.is_failing = file, False
        self._add_no_flock_notice()

    def go_on_unwritten(self, open_file: OpenFile, notice: str) -> None:
        """Append to an existing file as soon as it can be opened; the notice says why it cannot."""
        self._open_file, self.is_failing, self._pending_lines = open_file, True, []
        self.notices.append(notice)

    def record(self, *lines: str) -> None:
        if self.is_open:
            self._try_write(partial(self._append, *lines))

    def finish(self, put_away: Callable[[JournalFile], None], *lines: str) -> None:
        """Write the last lines, put the file away and close it; later, if the disk fails now."""
        self.record(*lines)
        if self.is_open:
            self._ended.append((copy(self), put_away))
        self._forget()
        self._put_away_ended()

    def _put_away_ended(self) -> None:
        waiting, self._ended = self._ended, []
        for ended, put_away in waiting:
            if ended.is_failing:  # it is a copy, of which only the lines are used
                ended.record()
            if ended.file is None or ended.is_failing:
                self._ended.append((ended, put_away))
            else:
                put_away(ended.file)
                _close(ended.file)

    def try_again(self) -> None:
        """Write what could not be written; add a notice if the file has disappeared."""
        if self.is_failing:
            self.record()
        elif self.file is not None:
            self._try_write(self.file.check_in_place)
        self._put_away_ended()

    def take_notices(self) -> list[str]:
        """Return the notices for the player, each once, after trying again what they tell."""
        if not self.notices:
            self.try_again()
        notices = [*self.notices]
        self.notices.clear()
        return notices

    def close(self) -> None:
        """Close the file without another look at it: it may have just been moved."""
        files = [self.file, *[ended.file for ended, _ in self._ended]]
        self._forget()
        self._ended.clear()
        for file in files:
            if file is not None:
                _close(file)

    def _forget(self) -> None:
        self.file, self._open_file = None, None
        self.is_failing, self._pending_lines = False, []

    def _try_write(self, write: Callable[[], None]) -> None:
        """Write something; note the first failure once, and when writing works again."""
        try:
            write()
        except OSError as error:
            if not self.is_failing:
                self.notices.append(not_saved_message(error.strerror or str(error)))
            self.is_failing = True
        else:
            if self.is_failing:
                self.notices.append(SAVING_AGAIN)
            self.is_failing = False

    def _append(self, *lines: str) -> None:
        """Append lines to the file, which is opened with the first that can be written."""
        if self.file is not None:
            self.file.append(*lines)
        elif self._open_file is not None:
            self._pending_lines += lines
            self.file = self._open_file(self._pending_lines)
            self._pending_lines = []
            self._add_no_flock_notice()

    def _add_no_flock_notice(self) -> None:
        if self.file is not None and self.file.lock_path and not self._noticed_no_flock:
            self._noticed_no_flock = True
            self.notices.append(NO_FLOCK)


def _close(file: JournalFile) -> None:
    with suppress(OSError):
        file.close()
