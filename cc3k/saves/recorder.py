"""Recorder: session observer that writes each command and each ending to a journal."""

import errno
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import TypeAlias

from attrs import define, field

from cc3k.content.layout.diagnostics import format_layout
from cc3k.engine.game import GameState
from cc3k.play.messages import (
    GAME_OVER,
    LAST_COMMAND_LOST,
    ScreenNote,
    attempt_unknown_message,
    daily_label,
    day_has_turned,
    not_yet_saved_message,
    nothing_more_saved_message,
)
from cc3k.play.session import Session, SessionStage
from cc3k.saves.daily import DailyAttempt
from cc3k.saves.expansion_errors import blaming_expansions
from cc3k.saves.journal import (
    OPENED_WORD,
    JournalError,
    footer_lines,
    header_lines,
    note_line,
    step_payload,
    undo_line,
)
from cc3k.saves.journal_file import (
    GONE_ON,
    GameFinished,
    JournalFile,
    JournalLocked,
    WriterContext,
    open_existing_journal,
    replace_damaged_journal,
)
from cc3k.saves.ledger_writer import LedgerWriter
from cc3k.saves.lookup import (
    StoredJournal,
    read_stored_journal,
    rules_of_header,
)
from cc3k.saves.open_files import describe_error
from cc3k.saves.record import (
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
from cc3k.saves.replay import resume_session

Archiver: TypeAlias = Callable[[str], list[str]]
"""Archive the journal of a finished game; return what could not be saved.

It is idempotent: it does only what has not been done. Raises `CannotArchive`.
"""


DailyClaim: TypeAlias = Callable[[str, Sequence[str]], AbstractContextManager[DailyAttempt | None]]
"""Lock the daily game of a date and a set of expansions, by their tags, against other processes.

The context is the earlier attempt, or None.
"""


def _claim_nothing(
    _date: str, _expansions: Sequence[str]
) -> AbstractContextManager[DailyAttempt | None]:
    """Return a context without an attempt, for journals outside a home folder."""
    return nullcontext()


def describe_daily_practice(attempt: DailyAttempt, today: str) -> str:
    if attempt.date > today:
        later = daily_label(attempt.date)
        return f"{later} has been begun, but the clock says {today}: this is practice."
    had = "is played" if attempt.is_over else "has been begun"
    return f"{daily_label(attempt.date)} {had}: this is practice."


READ_ONLY_ERRORS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
"""Error numbers of a journal that can be read at most."""


class CannotArchive(Exception):
    """Raised for a journal whose game cannot be archived, with the reason as a sentence."""


def format_timestamp(seconds: float) -> str:
    """Return a time, in seconds since 1970, as `2026-11-20T20:57:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


MAX_NOTE_LETTERS = 500
"""Letters of a note at most, so that it fits into a line of a journal."""


@define(eq=False)
class Recorder:
    """Records the games of a session in journals; problems are collected in `notices`.

    `journal_path` returns the path for the journal of a new game. `layout_name` is the name of the
    layout, `layout_path` its file if it is the player's own. `claim_daily` finds an earlier attempt
    at a daily game. `finished_path` is the journal of the game that ended last. Errors never stop a
    game: they become notices, and the game goes on.
    """

    writer: WriterContext
    clock: Callable[[], float]
    journal_path: Callable[[Header], str]
    archiver: Archiver
    game_kind: str = ORDINARY
    layout_name: str = ""
    layout_path: str = ""
    claim_daily: DailyClaim = _claim_nothing
    finished_path: str = field(default="", init=False)
    _started_at: str = field(default="", init=False)
    _note: ScreenNote = field(factory=ScreenNote, init=False)
    _latest_time: float = field(default=0.0, init=False)
    _ledger: LedgerWriter = field(init=False)

    @_ledger.default
    def _default_ledger(self) -> LedgerWriter:
        return LedgerWriter(self.writer)

    @property
    def notices(self) -> list[str]:
        return self._ledger.notices

    def now(self) -> str:
        """Return the time, which never goes back in one process, as `2026-11-20T20:57:00Z`."""
        self._latest_time = max(self.clock(), self._latest_time)
        return format_timestamp(self._latest_time)

    @property
    def is_resumable(self) -> bool:
        return self._ledger.is_whole

    def game_starting(self, session: Session) -> None:
        """Note the time; a daily game is that of the day on which it starts, always its first."""
        self._started_at = self.now()
        if session.daily_date:
            if self._started_at[:10] < session.daily_date:  # the clock was set back
                self._started_at = f"{session.daily_date}T00:00:00Z"
            today = self._started_at[:10]
            if today != session.daily_date:
                self.notices.append(day_has_turned(today))
            tags = session.rules.expansion_tags
            session.daily_date, session.seed = today, int(daily_seed(today, tags))
            session.games_started, session.is_practice = 0, self.game_kind == PRACTICE

    def game_started(self, session: Session) -> None:
        """Start a journal for a new game; only the first daily game of a date is scored."""
        if session.game is None:
            return
        self.finished_path = ""
        if not session.daily_date or session.is_practice:
            self._start_journal(session, session.game, self.game_kind)
            return
        date = session.daily_date
        try:
            with self.claim_daily(date, session.rules.expansion_tags) as earlier:
                session.is_practice = earlier is not None
                if earlier is not None:
                    self.notices.append(describe_daily_practice(earlier, date))
                self._start_journal(session, session.game, DAILY if earlier is None else PRACTICE)
        except OSError as error:
            self.notices.append(attempt_unknown_message(daily_label(date), describe_error(error)))
            session.is_practice = True
            self._start_journal(session, session.game, PRACTICE)

    def _start_journal(self, session: Session, game: GameState, game_kind: str) -> None:
        layout, begun = format_layout(session.floor_layouts), self._started_at
        tags = session.rules.expansion_tags
        header = Header(
            ruleset=session.rules.ruleset,
            seed=session.seed,
            game_number=session.games_started,
            race=game.race.name,
            started_at=begun,
            game_kind=effective_game_kind(game_kind, session.seed, begun, tags),
            layout_text=layout,
            layout_name=self.layout_name if layout else "",
            layout_path=self.layout_path if layout else "",
            expansions=tags,
        )
        lines, self._note = header_lines(header, state_fingerprint(game)), ScreenNote()
        self._ledger.begin(partial(self.journal_path, header), *lines, self._opened_line)

    def command_given(self, session: Session, command: str) -> None:
        game = session.game
        if game is None:
            return
        line, self._note = step_payload(RecordStep(command, state_fingerprint(game))), ScreenNote()
        if game.outcome is not None and not session.is_practice:
            self._finish_game(game, line)
        else:
            self._ledger.record(line)

    def commands_undone(self, _session: Session, commands_kept: int) -> None:
        self._note = ScreenNote()
        self._ledger.record(undo_line(commands_kept))

    def keep_note(self, note: ScreenNote) -> None:
        """Record what the screen shows now, if it is not what the last lines tell."""
        line = note_line(note)
        if note != self._note and len(line) <= MAX_NOTE_LETTERS:
            self._note = note
            self._ledger.record(line)

    def leaving_game(self, session: Session) -> None:
        """Finish the journal of a game that was abandoned, or that ended in practice."""
        if session.game is not None and self._ledger.is_open:
            self._finish_game(session.game)

    def resume(self, path: str) -> Session:
        """Resume the game of a journal; write nothing if that fails.

        Raises `OSError`, such as `JournalLocked` and `GameFinished`, and `JournalError`; also
        `LayoutError`, `ReplayDiverged` and `RulesMismatch` if the game cannot be played on.
        """
        file = None
        try:
            try:
                file = open_existing_journal(path, self.writer)
            except OSError as error:
                if error.errno not in READ_ONLY_ERRORS:
                    raise
                reason = error.strerror or str(error)
            found = _read_resumable_journal(path)
            record = found.record
            with blaming_expansions():
                session = resume_session(record, rules_of_header(record.header))
            if file is None:
                open_file = partial(self._open_later, found)
                self._ledger.go_on_unwritten(open_file, nothing_more_saved_message(reason))
            else:
                self._ledger.go_on(self._prepare_to_append(file, found))
        except BaseException:
            if file is not None:
                with suppress(OSError):
                    file.close()
            raise
        self.game_kind, self.layout_name = (
            found.record.header.game_kind,
            found.record.header.layout_name,
        )
        session.observer, self._note = self, session.note
        if (
            session.stage is SessionStage.GAME_OVER
            and session.game is not None
            and not session.is_practice
        ):
            self._finish_game(session.game)  # the process was killed before the last line
        else:
            self._ledger.record(self._opened_line)
        return session

    def _open_later(self, journal: StoredJournal, lines: Sequence[str]) -> JournalFile:
        """Open a journal that could only be read before, unless its game has gone on; append."""
        file = open_existing_journal(journal.path, self.writer)
        try:
            now = read_stored_journal(journal.path)
            if now.record.ending or now.record.steps != journal.record.steps:
                raise JournalLocked(errno.EAGAIN, GONE_ON)
            file = self._prepare_to_append(file, now)
            file.append(*lines)
        except (OSError, JournalError) as error:
            with suppress(OSError):
                file.close()
            raise OSError(errno.EIO, str(error)) from error
        return file

    def _prepare_to_append(self, file: JournalFile, journal: StoredJournal) -> JournalFile:
        if journal.damage:
            file = replace_damaged_journal(file, journal.record, self.writer)
            self.notices.append(journal.damage)
            return file
        file.continue_from(journal)
        self.notices.extend([LAST_COMMAND_LOST] * journal.has_torn_line)
        return file

    def take_notices(self) -> list[str]:
        return self._ledger.take_notices()

    def save_again(self) -> None:
        """Write what could not be written before, and see whether the journal is still there."""
        self._ledger.try_again()

    def close(self) -> None:
        """Stop recording, after a last try to write what is missing; the game can be resumed."""
        self._ledger.try_again()
        self._ledger.close()

    @property
    def _opened_line(self) -> str:
        return f"{OPENED_WORD} {self.writer.process_name}"

    def _finish_game(self, game: GameState, *last: str) -> None:
        """Write the ending, then move the journal, then archive it.

        After a crash in between, `clean_up_home` does the rest at the next start.
        """
        footer = footer_lines(ending_word(game), self.now())
        self._ledger.finish(self._put_away, *last, *footer)

    def _put_away(self, file: JournalFile) -> None:
        try:
            file.move_to_finished()
            self.finished_path = file.path
            self.notices.extend(self.archiver(file.path))
        except OSError as error:
            self.notices.append(
                not_yet_saved_message("What came of this game", error.strerror or str(error))
            )
        except CannotArchive as error:
            self.notices.append(str(error))


def _read_resumable_journal(path: str) -> StoredJournal:
    found = read_stored_journal(path)
    if found.record.ending:
        raise GameFinished(errno.EINVAL, GAME_OVER)
    return found
