"""Ledger writer: writes the lines of a game to a file, and turns errors into notices.

The recorders of the dungeon and of the arcade give it the header, a line for each command, and the
ending. A line that cannot be written is tried again with the next one.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from attrs import define, field

from cc3k.play.messages import NO_FLOCK, SAVING_AGAIN, not_saved_message
from cc3k.storage.journal_file import JournalFile, WriterContext, create_journal


@define(eq=False)
class LedgerWriter:
    """A file of lines, created with the first line that can be written.

    Problems are collected in `notices`. `_find_path` returns the path for a new file, or raises
    `OSError`. `_pending_lines` are the lines of a file that could not be created yet.
    """

    writer: WriterContext
    notices: list[str] = field(factory=list, init=False)
    file: JournalFile | None = field(default=None, init=False)
    is_failing: bool = field(default=False, init=False)
    _find_path: Callable[[], str] | None = field(default=None, init=False)
    _pending_lines: list[str] = field(factory=list, init=False)
    _noticed_no_flock: bool = field(default=False, init=False)

    @property
    def is_open(self) -> bool:
        """Return True if there is a file, or will be one as soon as it can be created."""
        return self.file is not None or self._find_path is not None

    @property
    def is_whole(self) -> bool:
        """Return True if every line so far is on disk."""
        self.check_in_place()
        return self.file is not None and not self.is_failing

    def begin(self, find_path: Callable[[], str], *lines: str) -> None:
        """Begin a file with these lines."""
        self._find_path, self.is_failing, self._pending_lines = find_path, False, []
        self.record(*lines)

    def go_on(self, file: JournalFile) -> None:
        """Append to an existing file."""
        self.file, self.is_failing = file, False
        self._add_no_flock_notice()

    def record(self, *lines: str) -> None:
        """Write lines; where nothing is recorded, do nothing."""
        if self.is_open:
            self._try_write(partial(self._append, *lines))

    def check_in_place(self) -> None:
        """Add a notice if the file has disappeared since the last line was written."""
        if self.file is not None and not self.is_failing:
            self._try_write(self.file.check_in_place)

    def take_notices(self) -> list[str]:
        """Return the notices for the player, each once."""
        self.check_in_place()
        notices, self.notices = self.notices, []
        return notices

    def close(self) -> None:
        """Close the file without another look at it: it may have just been moved."""
        file, self.file, self._find_path = self.file, None, None
        self.is_failing, self._pending_lines = False, []
        if file is not None:
            with suppress(OSError):
                file.close()

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
        """Append lines to the file, which is created with the first that can be written."""
        if self.file is not None:
            self.file.append(*lines)
        elif self._find_path is not None:
            self._pending_lines += lines
            self.file = create_journal(self._find_path(), self.writer, self._pending_lines)
            self._pending_lines = []
            self._add_no_flock_notice()

    def _add_no_flock_notice(self) -> None:
        """Add a notice, once, that `flock` is missing."""
        if self.file is not None and self.file.lock_path and not self._noticed_no_flock:
            self._noticed_no_flock = True
            self.notices.append(NO_FLOCK)
