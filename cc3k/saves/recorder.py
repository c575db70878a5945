"""Recorder: keeper of games that writes each command and each ending to a journal."""

import errno
import os
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial

from attrs import field

from cc3k.engine.board import format_layout
from cc3k.engine.events import Descended
from cc3k.engine.game import GameState
from cc3k.engine.text import printable_name
from cc3k.engine.values import define
from cc3k.play.history import ScreenNote
from cc3k.play.messages import GAME_OVER, LAST_COMMAND_LOST, daily_label
from cc3k.play.session import Session
from cc3k.saves.disk import lock_file, sealed_line
from cc3k.saves.index import open_journals
from cc3k.saves.journal_format import (
    MAX_LINE_BYTES,
    NEWS_WORD,
    OPENED_WORD,
    JournalError,
    RecordError,
    StoredJournal,
    header_lines,
    note_line,
    read_header,
    step_line,
    undo_line,
)
from cc3k.saves.journal_reader import (
    JOURNAL_SUFFIX,
    read_stored_journal,
    read_unfinished_journal,
    resume_stored,
    rules_of_header,
)
from cc3k.saves.journal_writer import (
    GONE_ON,
    GameEnded,
    JournalFile,
    JournalLocked,
    JournalWriter,
    SaveContext,
    create_journal,
    home_of,
    open_existing_journal,
    replace_damaged_journal,
)
from cc3k.saves.open_files import (
    describe_error,
    format_timestamp,
    modification_time,
    open_regular,
    open_without_waiting,
    reason_of,
)
from cc3k.saves.paths import path_of_snapshot
from cc3k.saves.record import (
    DAILY,
    ORDINARY,
    PRACTICE,
    Header,
    RecordStep,
    daily_seed,
    effective_game_kind,
    state_fingerprint,
)
from cc3k.saves.results import result_line, result_of_game

READ_ONLY_ERRORS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
"""Error numbers of a journal that can be read at most."""

MANY_STEPS, FEW_STEPS = 10_000, 500
"""After how many commands a snapshot is taken in any case, and how many are worth one at stairs
and at the end: they are played again for it, which nobody waits for in the midst of a fight."""

MAX_NOTE_LETTERS = 500
"""Letters of a note at most, so that it fits into a line of a journal."""


@define(eq=False)
class Recorder:
    """Records the games of a session in journals; problems are collected in `notices`.

    `journal_path` returns the path for the journal of a new game. `layout_name` is the name of the
    layout, `layout_path` its file if it is the player's own. `header` is that of the latest game,
    and `ended_game` has the journal of the one that ended last. The `home` folder, if any, has
    the daily attempts, the seal of the results of its games, and snapshots of long games. Errors
    never stop a game: they become notices, and the game goes on.
    """

    context: SaveContext
    clock: Callable[[], float]
    journal_path: Callable[[Header], str]
    game_kind: str = ORDINARY
    layout_name: str = ""
    layout_path: str = ""
    home: str | None = None
    ended_game: tuple[str, Header] | None = field(default=None, init=False)
    header: Header | None = field(default=None, init=False)
    _started_at: str = field(default="", init=False)
    _note: ScreenNote = field(factory=ScreenNote, init=False)
    _latest_time: float = field(default=0.0, init=False)
    _new_steps: int | None = field(default=None, init=False)
    """Commands since the last snapshot; None where none is taken."""
    _writer: JournalWriter = field(factory=JournalWriter, init=False)

    @property
    def notices(self) -> list[str]:
        return self._writer.notices

    def now(self) -> str:
        """Return the time, which never goes back in one process, as `2026-11-20T20:57:00Z`."""
        self._latest_time = max(self.clock(), self._latest_time)
        return format_timestamp(self._latest_time)

    def try_to_save(self) -> bool:
        return self._writer.try_to_save()

    def game_starting(self, session: Session) -> None:
        """Note the time; a daily game is that of the day on which it starts, always its first."""
        self._started_at = self.now()
        session.start_history()  # so that turns are counted
        if session.daily_date:
            if self._started_at[:10] < session.daily_date:  # the clock was set back
                self._started_at = f"{session.daily_date}T00:00:00Z"
            today = self._started_at[:10]
            if today != session.daily_date:
                notice = f"It is past midnight (UTC): this is {daily_label(today)}."
                self.notices.append(notice)
            tags = session.rules.expansion_tags
            session.daily_date, session.seed = today, int(daily_seed(today, tags))
            session.games_started, session.is_practice = 0, self.game_kind == PRACTICE

    def game_started(self, session: Session) -> None:
        """Start a journal for a new game; only the first daily game of a date is scored.

        Of programs that begin one at once the home folder's lock lets one be the first.
        """
        assert session.game is not None  # noqa: S101 - it has just been started
        self.ended_game = None
        if not session.daily_date or session.is_practice or self.home is None:
            self._start_journal(session, session.game, self.game_kind)
            return
        with ExitStack() as stack:
            with suppress(OSError):  # a folder that cannot be locked keeps nobody away
                folder = open_without_waiting(self.home)
                stack.callback(os.close, folder)
                lock_file(folder, waits=True)
            self._start_daily_game(session, session.game, self.home)

    def _start_daily_game(self, session: Session, game: GameState, home: str) -> None:
        from cc3k.saves.saved_games import describe_daily_practice, find_blocking_attempt

        date, tags = session.daily_date, session.rules.expansion_tags
        try:
            earlier = find_blocking_attempt(home, date, tags)
        except OSError as error:
            unseen = f"It cannot be seen whether {daily_label(date)} is played"
            self.notices.append(f"{unseen} ({describe_error(error)}): this is practice.")
            session.is_practice = True
        else:
            session.is_practice = earlier is not None
            if earlier is not None:
                self.notices.append(describe_daily_practice(earlier, date))
        self._start_journal(session, game, PRACTICE if session.is_practice else DAILY)

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
        self.header = header
        start, self._note = state_fingerprint(game), ScreenNote()
        self._new_steps = 0 if self._is_snapshot_kept(session) else None
        told = [f"{NEWS_WORD} {line}" for line in session.news_of_game]
        lines = [*header_lines(header, start), *told]
        self._writer.begin(
            lambda lines: create_journal(self.journal_path(header), self.context, lines),
            *lines,
            self._opened_line,
        )
        path = self._writer.path
        is_named = bool(path) and not path.startswith(f"{self.home}{os.sep}")
        if is_named and path != self.journal_path(header):  # which has an earlier game
            self.notices.append(f"This game is kept in {printable_name(path)}.")

    def command_given(self, session: Session, command: str) -> None:
        """Write a command, and in the same write the result if it ends the game.

        So no crash at the end screen loses it. Practice stays open: its last turn can be undone.
        """
        game = session.game
        assert game is not None  # noqa: S101 - the command was given in it
        line = step_line(RecordStep(command, state_fingerprint(game)))
        self._note = ScreenNote()
        if self._new_steps is not None:
            self._new_steps += 1
        if game.is_over and not session.is_practice:
            self._write_result(session, game, line)
        else:
            self._writer.record(line)
            is_at_stairs = any(isinstance(event, Descended) for event in session.last_events)
            self._take_snapshot(FEW_STEPS if is_at_stairs else MANY_STEPS)

    def commands_undone(self, _session: Session, commands_kept: int) -> None:
        self._note = ScreenNote()
        self._writer.record(undo_line(commands_kept))

    def keep_note(self, note: ScreenNote) -> None:
        """Record what the screen shows now, if it is not what the last lines tell."""
        line = note_line(note)
        if note != self._note and len(line) <= MAX_NOTE_LETTERS:
            self._note = note
            self._writer.record(line)

    def leaving_game(self, session: Session) -> None:
        """Write the result of a game that is given up, or of practice, which ends only here."""
        if session.game is not None and self._writer.is_open:
            self._write_result(session, session.game)

    def resume(self, path: str) -> Session:
        """Resume the game of a journal; write nothing if that fails.

        Raises `OSError`, such as `JournalLocked` and `GameEnded`, and `RecordError`.
        """
        with ExitStack() as stack:
            file, reason = None, ""
            try:
                file = open_existing_journal(path, self.context)
                stack.callback(file.close)
            except OSError as error:
                if error.errno not in READ_ONLY_ERRORS:
                    raise
                reason = reason_of(error)
            found = read_unfinished_journal(path, None if file is None else self.home)
            if found.record.ending:
                raise GameEnded(errno.EINVAL, GAME_OVER)
            session = resume_stored(found)
            if file is None:
                why = f"Nothing more can be kept: {reason[:1].lower()}{reason[1:]}."
                self.notices.append(f"This game goes on from what is kept of it. {why}")
                self._writer.begin(partial(self._open_later, found), is_failing=True)
            else:
                file = self._prepare_to_append(file, found)
                self._writer.begin(lambda _: file)
            stack.pop_all()
        self.header = header = found.record.header
        self.game_kind, self.layout_name = header.game_kind, header.layout_name
        session.keeper, self._note = self, session.note
        self._new_steps = len(found.record.steps) if self._is_snapshot_kept(session) else None
        game = session.game
        if game is not None and game.is_over and not session.is_practice:
            # the process was killed before the last line
            self._write_result(session, game)
        else:
            self._writer.record(self._opened_line)
            self._take_snapshot(MANY_STEPS, None if found.damage else (found, session))
        return session

    def _is_snapshot_kept(self, session: Session) -> bool:
        """Tell whether a long game gets snapshots: not where turns are taken back."""
        is_plain = not session.is_practice and session.tutorial is None
        return is_plain and self.home is not None

    def _take_snapshot(
        self, least: int, resumed: tuple[StoredJournal, Session] | None = None
    ) -> None:
        """Take a snapshot of the game, if so many commands were given since the last one.

        It is that of the journal just `resumed`, or else of what is played again since then.
        """
        home = self.home
        if self._new_steps is None or self._new_steps < least or home is None:
            return
        path = self._writer.path
        if not path or self._writer.is_failing:  # the journal lacks lines
            return
        from cc3k.saves.snapshots import write_snapshot

        self._new_steps = None  # what fails halfway is not tried again
        with suppress(Exception):  # a plug-in's, too: it is only missed by whoever waits
            with suppress(OSError):
                if resumed is None:
                    journal = read_unfinished_journal(path, home)
                    resumed = journal, resume_stored(journal)
                write_snapshot(home, *resumed)
            self._new_steps = 0

    def _open_later(self, journal: StoredJournal, lines: Sequence[str]) -> JournalFile:
        """Open a journal that could only be read before, unless its game has gone on; append."""
        file = open_existing_journal(journal.path, self.context)
        try:
            now = read_stored_journal(journal.path)
            if now.record.ending or now.record.steps != journal.record.steps:
                raise JournalLocked(errno.EAGAIN, GONE_ON)
            file = self._prepare_to_append(file, now)
            file.append(*lines)
        except (OSError, JournalError) as error:
            file.close()
            raise OSError(errno.EIO, str(error)) from error
        return file

    def _prepare_to_append(self, file: JournalFile, journal: StoredJournal) -> JournalFile:
        if journal.damage:
            file = replace_damaged_journal(file, journal.record, self.context)
            self.notices.append(journal.damage)
            return file
        file.written = journal.written
        self.notices.extend([LAST_COMMAND_LOST] * journal.written.has_torn_line)
        return file

    def take_notices(self) -> list[str]:
        return self._writer.take_notices()

    def close(self) -> None:
        """Stop recording, after a last try to write what is missing; the game can be resumed."""
        if self._writer.try_to_save():
            self._take_snapshot(FEW_STEPS)
        self._writer.close()

    @property
    def _opened_line(self) -> str:
        return f"{OPENED_WORD} {self.context.process_name}"

    def _write_result(self, session: Session, game: GameState, *last: str) -> None:
        """Write the `last` line of the game and its result at once; its snapshot is of no more use.

        The result is sealed, so that it counts without a replay, unless the journal lies elsewhere
        than in the home folder.
        """
        path, header = self._writer.path, self.header
        assert header is not None  # noqa: S101 - a game that is recorded has begun
        name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)
        frozen_turns = session.tally.frozen_turns
        line = result_line(result_of_game(header, game, frozen_turns, name, self.now()))
        if self.home is not None and home_of(path) in ("", os.path.abspath(self.home)):
            line = sealed_line(self.home, self.context.disk, line)
        self.ended_game = (path, header) if self._writer.finish(*last, line) else None
        self._new_steps = None
        if self.home is not None:
            with suppress(OSError):
                self.context.disk.remove(path_of_snapshot(self.home, path))


_STATE_REGEX = rb" (\d+) \d+ (\d+) \d+ [0-9a-f]{8}$"


def close_killed_games(home: str) -> None:
    """Write the last line of games that are over without it, as their program was killed.

    Only a game whose PC is dead, or may have left, is replayed to see that.
    """
    journals = list[str]()
    with suppress(OSError):  # whoever needs the folder says that it cannot be read
        journals = open_journals(home)
    for path in journals:
        with suppress(OSError, RecordError):
            if not _may_be_over(path):
                continue
            journal = read_unfinished_journal(path, home)
            game = resume_stored(journal).game
            if game is not None and game.is_over:
                clock = partial(modification_time, path)
                recorder = Recorder(SaveContext(), clock, lambda _: "", home=home)
                recorder.resume(path)
                recorder.close()


def _may_be_over(path: str) -> bool:
    """Tell whether the last whole line of a journal leaves a dead PC, or one on the last floor."""
    with open_regular(path) as file:
        header = read_header(file)
        file.seek(max(0, os.fstat(file.fileno()).st_size - MAX_LINE_BYTES))
        last = [re.search(_STATE_REGEX, line) for line in file.read().split(b"\n")[:-1]]
    found = next((each for each in reversed(last) if each is not None), None)
    if found is None or header.game_kind == PRACTICE:
        return False
    return int(found[1]) == 0 or int(found[2]) == rules_of_header(header).floor_count
