"""Saved games: the unfinished ones, the one that has just ended, and the attempt of each day."""

import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress

from cc3k.engine.text import printable_name
from cc3k.engine.values import frozen
from cc3k.play.endings import GIVEN_UP
from cc3k.play.messages import daily_label
from cc3k.saves.disk import sealed_line
from cc3k.saves.index import find_results, open_journals
from cc3k.saves.journal_format import JournalError, StoredJournal, read_header
from cc3k.saves.journal_reader import (
    JOURNAL_NAME_REGEX,
    JOURNAL_SUFFIX,
    read_stored_journal,
    read_unfinished_journal,
    rules_of_header,
)
from cc3k.saves.journal_writer import SaveContext, home_of, marker_of, open_existing_journal
from cc3k.saves.open_files import format_timestamp, modification_time, open_regular, reason_of
from cc3k.saves.paths import path_of_snapshot
from cc3k.saves.record import (
    DAILY,
    ORDINARY,
    PRACTICE,
    daily_date_of,
    daily_seed,
    is_date,
    with_expansions,
)
from cc3k.saves.replay import RulesMismatch, race_of_header
from cc3k.saves.results import GameResult, result_line, result_of_record


@frozen
class SavedGame:
    """An unfinished game: its journal, when it was last played, and any known problem.

    `modified_at` is the time of its last write, in seconds since 1970. `problem` is the reason why
    it cannot be resumed; `journal` is None if it cannot be read.
    """

    path: str
    modified_at: float
    journal: StoredJournal | None
    problem: str = ""

    @property
    def name(self) -> str:
        return os.path.basename(self.path).removesuffix(JOURNAL_SUFFIX)

    @property
    def is_daily_attempt(self) -> bool:
        header = None if self.journal is None else self.journal.record.header
        return header is not None and header.game_kind == DAILY and bool(daily_date_of(header))

    @property
    def last_played(self) -> str:
        return format_timestamp(self.modified_at)

    @property
    def description(self) -> str:
        if self.journal is None:
            return self.problem
        record = self.journal.record
        header, last = record.header, record.last_state
        kind = "" if header.game_kind == ORDINARY else header.game_kind
        if date := daily_date_of(header):
            kind = daily_label(date, is_practice=header.game_kind == PRACTICE)
        other = " on ".join(filter(None, [kind, header.layout_name]))
        other = f"{other}{with_expansions(header.expansions)}".lstrip()
        figures = (
            *(f"floor {last.floor}", f"{last.hp} HP", f"{last.gold} gold"),
            f"turn {record.turn_count}",
        )
        time = f"played {self.last_played[:10]} {self.last_played[11:16]} UTC"
        told = ", ".join(filter(None, [header.race, *figures, time, other]))
        trouble = f"; it cannot be gone on with: {self.problem}" if self.problem else ""
        return f"{told}{trouble}."


def load_saved_games(home: str) -> list[SavedGame]:
    """Return the unfinished games in a home folder, the one played last first.

    Journals that cannot be read are included, with the reason. Raises `OSError` if a folder cannot
    be read.
    """
    found = unfinished_journals_by_time(home)
    games = [_read_saved_game(home, path, played) for path, played in found]
    return [each for each in games if each and not (each.journal and each.journal.record.ending)]


def unfinished_journals_by_time(home: str) -> list[tuple[str, float]]:
    """Return the paths of unfinished journals and their modification times, newest first.

    Of them only the last lines are read, so resuming one is not slowed down by the others. One
    whose time cannot be read comes last. Of two of one name, in the folders of two releases, there
    is the newer. Raises `OSError` if a folder cannot be read.
    """
    times, found = list[tuple[float, str]](), dict[str, tuple[str, float]]()
    for path in open_journals(home):
        with suppress(FileNotFoundError):
            times.append((modification_time(path), path))
    for played, path in sorted(times, reverse=True):
        found.setdefault(os.path.basename(path), (path, played))
    return [*found.values()]


def delete_saved_game(game: SavedGame, context: SaveContext) -> None:
    """Delete a game for good; raise `OSError`, or `JournalLocked` while it is being played.

    A daily attempt is given up instead, as a date has only one.
    """
    journal = game.journal
    if journal is None or not game.is_daily_attempt or journal.damage:
        delete_journal(game.path, context)
        return
    file = open_existing_journal(game.path, context)
    try:
        file.written = journal.written
        now = format_timestamp(time.time())
        result = result_of_record(journal.record, game.name, now)._replace(ending=GIVEN_UP)
        line = result_line(result)
        file.append(sealed_line(home_of(game.path), context.disk, line))
    finally:
        file.close()


def delete_journal(path: str, context: SaveContext) -> None:
    file = open_existing_journal(path, context)
    try:
        context.disk.remove(path)
        for derived in filter(None, (marker_of(path), path_of_snapshot(home_of(path), path))):
            with suppress(OSError):
                context.disk.remove(derived)
    finally:
        file.close()


def _read_saved_game(home: str, path: str, modified_at: float) -> SavedGame | None:
    """Return the saved game of a journal, with the error if it cannot be read or resumed.

    Return None if the program was killed before it could begin a game.
    """
    try:
        journal = read_unfinished_journal(path, home)
    except JournalError as error:
        if error.is_cut_short and re.fullmatch(JOURNAL_NAME_REGEX, os.path.basename(path)):
            return None
        return SavedGame(path, modified_at, None, str(error))
    except OSError as error:
        return SavedGame(path, modified_at, None, f"{printable_name(path)}: {reason_of(error)}")
    try:
        header = journal.record.header
        race_of_header(header, rules_of_header(header))
    except RulesMismatch as error:
        return SavedGame(path, modified_at, journal, str(error))
    return SavedGame(path, modified_at, journal)


@frozen
class DailyAttempt:
    """The scored attempt at the daily game of a date such as `2026-11-22`, as far as it is played.

    `path` is that of its journal.
    """

    date: str
    path: str
    result: GameResult

    @property
    def is_over(self) -> bool:
        return bool(self.result.ending)


def find_daily_attempt(
    home: str | None, date: str, expansions: Sequence[str] | None = ()
) -> DailyAttempt | None:
    """Return the attempt at the daily game of a date, the first if there are several, or None.

    It is that of a set of expansions, by their tags; None means any set. Raises `OSError` if it
    cannot be looked for.
    """
    return next((each for each in _daily_attempts(home, expansions) if each.date == date), None)


def find_latest_attempt(
    home: str | None, expansions: Sequence[str] | None = None
) -> DailyAttempt | None:
    return max(_daily_attempts(home, expansions), key=lambda each: each.date, default=None)


def find_blocking_attempt(
    home: str | None, date: str, expansions: Sequence[str] = ()
) -> DailyAttempt | None:
    """Return the attempt that makes a game of a date practice: that of the date, or a later one.

    After a game of a later day the clock was set back: no attempt of a past day is used up by that.
    """
    attempts, wanted = _daily_attempts(home, None), (date, tuple(expansions))
    of_the_date = [each for each in attempts if (each.date, each.result.expansions) == wanted]
    latest = max(attempts, key=lambda each: each.date, default=None)
    if of_the_date:
        return of_the_date[0]
    return latest if latest is not None and latest.date > date else None


def describe_daily_practice(attempt: DailyAttempt, today: str) -> str:
    if attempt.date > today:
        later = daily_label(attempt.date)
        return f"{later} has been begun, but the clock says {today}: this is practice."
    had = "is played" if attempt.is_over else "has been begun"
    return f"{daily_label(attempt.date)} {had}: this is practice."


def _daily_attempts(home: str | None, expansions: Sequence[str] | None) -> list[DailyAttempt]:
    """Return all attempts, in the order in which they were begun: of a set of expansions, or any.

    A game that has ended is a daily one only if its seed is that of a day.
    """
    found = list[tuple[str, DailyAttempt]]()
    if home is None:
        return []
    for path in open_journals(home):
        with suppress(OSError, JournalError):
            with open_regular(path) as file:
                header = read_header(file)
            if header.game_kind == DAILY and (date := daily_date_of(header)):
                record, name = read_stored_journal(path).record, os.path.basename(path)
                result = result_of_record(record, name, "")
                found.append((name, DailyAttempt(date, path, result)))
    for source, _, _, result in find_results(home, kind=DAILY).results:
        day = f"{result.seed:08d}"
        date = f"{day[:4]}-{day[4:6]}-{day[6:8]}"
        is_of_day = is_date(date) and str(result.seed) == daily_seed(date, result.expansions)
        if is_of_day and not result.layout:
            attempt = DailyAttempt(date, os.path.join(home, source), result)
            found.append((result.journal, attempt))
    found.sort(key=lambda each: each[0])
    return [each for _, each in found if expansions in (None, each.result.expansions)]
