"""Recorder: session observer that writes each command and each ending to a journal."""

import errno
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import TypeAlias

from attrs import define, field

from cc3k.content.layout.diagnostics import format_layout
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.play.messages import (
    GAME_OVER,
    LAST_COMMAND_LOST,
    NO_FLOCK,
    SAVING_AGAIN,
    daily_label,
    day_has_turned,
    not_saved_message,
    not_yet_saved_message,
)
from cc3k.play.session import Session, SessionStage
from cc3k.record.journal import OPENED_WORD, footer_lines, header_lines, step_payload, undo_line
from cc3k.record.record import (
    DAILY,
    ORDINARY,
    PRACTICE,
    Header,
    RecordStep,
    daily_seed,
    effective_game_kind,
    ending_word,
    state_fingerprint,
)
from cc3k.record.replay import resume_session
from cc3k.storage.daily import DailyAttempt
from cc3k.storage.journal_file import (
    GameFinished,
    JournalFile,
    WriterContext,
    create_journal,
    open_existing_journal,
    replace_damaged_journal,
)
from cc3k.storage.lookup import StoredJournal, read_stored_journal

Archiver: TypeAlias = Callable[[str], list[str]]
"""Archives the journal of a finished game; returns what could not be saved.

It may be done again at any time, and does only what is not done yet. Raises `CannotArchive`.
"""


DailyClaim: TypeAlias = Callable[[str], AbstractContextManager[DailyAttempt | None]]
"""Keeps others from beginning the daily game of a date; gives the attempt that there was."""


def _claim_nothing(_date: str) -> AbstractContextManager[DailyAttempt | None]:
    """Return no attempt: where none is kept, none can be found."""
    return nullcontext()


def describe_daily_practice(attempt: DailyAttempt) -> str:
    """Return the message that a daily game is practice, as it was played before."""
    had = "is played" if attempt.is_over else "has been begun"
    return f"{daily_label(attempt.date)} {had}: this is practice."


class CannotArchive(Exception):
    """Raised for a journal whose game cannot be archived, with the reason as a sentence."""


def format_timestamp(seconds: float) -> str:
    """Return a time, in seconds since 1970, as `2026-11-20T20:57:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


@define(eq=False)
class Recorder:
    """Records the games of a session in journals; problems are collected in `notices`.

    `journal_path` says where the journal of a game is to be, `layout_name` and `layout_path` what
    the layout is called and, if it is the player's own, where its file is. `claim_daily` finds an
    earlier attempt at a daily game. `finished_path` is the journal of the game that ended last. A
    game is never lost for a journal: what cannot be kept is told, and the game goes on. The lines
    of a journal that could not be begun yet are `_pending_lines`, and `_header` is its game's.
    """

    writer: WriterContext
    clock: Callable[[], float]
    journal_path: Callable[[Header], str]
    archiver: Archiver
    game_kind: str = ORDINARY
    layout_name: str = ""
    layout_path: str = ""
    claim_daily: DailyClaim = _claim_nothing
    notices: list[str] = field(factory=list, init=False)
    finished_path: str = field(default="", init=False)
    _started_at: str = field(default="", init=False)
    _file: JournalFile | None = field(default=None, init=False)
    _is_failing: bool = field(default=False, init=False)
    _header: Header | None = field(default=None, init=False)
    _pending_lines: list[str] = field(factory=list, init=False)
    _noticed_no_flock: bool = field(default=False, init=False)

    @property
    def is_resumable(self) -> bool:
        """Return True if all of the game so far is on disk."""
        self._check_journal_in_place()
        return self._file is not None and not self._is_failing

    def game_starting(self, session: Session) -> None:
        """Note the time; a daily game is that of the day on which it starts, always its first."""
        self._started_at = format_timestamp(self.clock())
        if session.daily_date:
            today = self._started_at[:10]
            if today != session.daily_date:
                self.notices.append(day_has_turned(today))
            session.daily_date, session.seed = today, int(daily_seed(today))
            session.games_started, session.is_practice = 0, self.game_kind == PRACTICE

    def game_started(self, session: Session) -> None:
        """Start a journal for a new game; only the first daily game of a date is scored."""
        if session.game is None:
            return
        self.finished_path = ""
        if not session.daily_date or session.is_practice:
            self._start_journal(session, session.game, self.game_kind)
            return
        with self.claim_daily(session.daily_date) as earlier:
            session.is_practice = earlier is not None
            self.notices += [] if earlier is None else [describe_daily_practice(earlier)]
            self._start_journal(session, session.game, DAILY if earlier is None else PRACTICE)

    def _start_journal(self, session: Session, game: GameState, game_kind: str) -> None:
        layout, begun = format_layout(session.floor_layouts), self._started_at
        header = Header(
            ruleset=session.rules.ruleset,
            seed=session.seed,
            game_number=session.games_started,
            race=game.race.name,
            started_at=begun,
            game_kind=effective_game_kind(game_kind, session.seed, begun),
            layout_text=layout,
            layout_name=self.layout_name if layout else "",
            layout_path=self.layout_path if layout else "",
        )
        self._header, self._is_failing, self._pending_lines = header, False, []
        self._record(*header_lines(header, state_fingerprint(game)), self._opened_line)

    def command_given(self, session: Session, command: str) -> None:
        """Record a command; finish the journal if that command ends the game."""
        game = session.game
        if game is None:
            return
        line = step_payload(RecordStep(command, state_fingerprint(game)))
        if game.outcome is not None and not session.is_practice:
            self._finish_game(game, line)
        else:
            self._record(line)

    def commands_undone(self, _session: Session, commands_kept: int) -> None:
        """Record that commands were undone."""
        self._record(undo_line(commands_kept))

    def leaving_game(self, session: Session) -> None:
        """Finish the journal of a game that is abandoned, or that ended in practice."""
        if session.game is not None and self._is_recording:
            self._finish_game(session.game)

    def resume(self, path: str, rules: Rules) -> Session:
        """Resume the game of a journal; nothing is written unless that works.

        Raises `OSError`, such as `Held` and `GameFinished`, and `JournalError`; `LayoutError`,
        `ReplayDiverged` and `RulesMismatch` where it is no game of these rules.
        """
        file = open_existing_journal(path, self.writer)
        try:
            found = _read_resumable_journal(path)
            session = resume_session(found.record, rules)
            self._file = self._prepare_to_append(file, found)
        except BaseException:
            with suppress(OSError):
                file.close()
            raise
        self.game_kind, self.layout_name = (
            found.record.header.game_kind,
            found.record.header.layout_name,
        )
        session.observer, self._is_failing = self, False
        self._add_no_flock_notice()
        if (
            session.stage is SessionStage.GAME_OVER
            and session.game is not None
            and not session.is_practice
        ):
            self._finish_game(session.game)  # it came to a sudden end before its last line
        else:
            self._record(self._opened_line)
        return session

    def _prepare_to_append(self, file: JournalFile, journal: StoredJournal) -> JournalFile:
        """Return the file to append to, after noting any damage."""
        if journal.damage:
            file = replace_damaged_journal(file, journal.record, self.writer)
            self.notices.append(journal.damage)
            return file
        file.continue_from(journal)
        self.notices += [LAST_COMMAND_LOST] * journal.has_torn_line
        return file

    def take_notices(self) -> list[str]:
        """Return the notices for the player, each once."""
        self._check_journal_in_place()
        notices, self.notices = self.notices, []
        return notices

    def close(self) -> None:
        """Stop recording; an unfinished game can be resumed."""
        self._check_journal_in_place()
        self._close_file()

    @property
    def _is_recording(self) -> bool:
        """Return True if the game has a journal, or is to have one as soon as it can be written."""
        return self._file is not None or self._header is not None

    def _close_file(self) -> None:
        """Close the journal without another look at it: it may have just been moved."""
        file, self._file, self._header = self._file, None, None
        self._is_failing, self._pending_lines = False, []
        if file is not None:
            with suppress(OSError):
                file.close()

    @property
    def _opened_line(self) -> str:
        return f"{OPENED_WORD} {self.writer.process_name}"

    def _check_journal_in_place(self) -> None:
        """Report if the journal has disappeared since the last command was written."""
        if self._file is not None and not self._is_failing:
            self._try_write(self._file.check_in_place)

    def _record(self, *lines: str) -> None:
        """Write lines of the game; after its end, when nothing is recorded, do nothing."""
        if self._is_recording:
            self._try_write(partial(self._append, *lines))

    def _finish_game(self, game: GameState, *last: str) -> None:
        """Write down the end, then put the journal away, then archive it.

        Whatever comes in between, the next start finds what is not done yet by what is there.
        """
        self._record(*last, *footer_lines(ending_word(game), format_timestamp(self.clock())))
        if self._file is not None and not self._is_failing:
            try:
                self._file.move_to_finished()
                self.finished_path = self._file.path
                self.notices += self.archiver(self._file.path)
            except OSError as error:
                self.notices.append(
                    not_yet_saved_message("What came of this game", error.strerror or str(error))
                )
            except CannotArchive as error:
                self.notices.append(str(error))
        self._close_file()

    def _try_write(self, write: Callable[[], None]) -> None:
        """Write something; note the first failure once, and when writing works again."""
        try:
            write()
        except OSError as error:
            if not self._is_failing:
                self.notices.append(not_saved_message(error.strerror or str(error)))
            self._is_failing = True
        else:
            if self._is_failing:
                self.notices.append(SAVING_AGAIN)
            self._is_failing = False

    def _append(self, *lines: str) -> None:
        """Append lines to the journal, which is created with the first that can be written."""
        if self._file is not None:
            self._file.append(*lines)
        elif self._header is not None:
            self._pending_lines += lines
            path = self.journal_path(self._header)
            self._file = create_journal(path, self.writer, self._pending_lines)
            self._pending_lines = []
            self._add_no_flock_notice()

    def _add_no_flock_notice(self) -> None:
        """Add a notice, once, that `flock` is missing."""
        if self._file is not None and self._file.lock_path and not self._noticed_no_flock:
            self._noticed_no_flock = True
            self.notices.append(NO_FLOCK)


def _read_resumable_journal(path: str) -> StoredJournal:
    found = read_stored_journal(path)
    if found.record.ending:
        raise GameFinished(errno.EINVAL, GAME_OVER)
    return found
