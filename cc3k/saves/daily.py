"""Daily attempts: the one scored game of each day, found among the journals of a home folder."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from attrs import frozen

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.roster import BASE_RULES
from cc3k.saves.disk import Disk
from cc3k.saves.expansion_errors import blaming_expansions
from cc3k.saves.journal import JournalError
from cc3k.saves.locks import lock_with_timeout, remove_lock_file
from cc3k.saves.lookup import (
    JOURNAL_SUFFIX,
    read_stored_journal,
    rules_of_header,
)
from cc3k.saves.open_files import list_folder
from cc3k.saves.paths import FINISHED_FOLDER, UNFINISHED_FOLDER
from cc3k.saves.record import DAILY, Record, daily_date_of, daily_seed
from cc3k.saves.replay import ReplayDiverged, RulesMismatch, resume_session

_DAILY_NAME_PATTERN = re.compile(
    rf"([0-9]{{8}})-[0-9]{{6}}-[a-z]+-\1(?:[0-9]{{10}})?(?:-[0-9]+)?{re.escape(JOURNAL_SUFFIX)}"
)
"""Names of journals whose seed is of the date on which they were begun."""


@frozen
class DailyAttempt:
    """The scored attempt at the daily game of a date such as `2026-11-22`, as far as it is played.

    `path` is that of its journal.
    """

    date: str
    path: str
    record: Record

    @property
    def is_over(self) -> bool:
        return bool(self.record.ending)


def score_of_attempt(attempt: DailyAttempt) -> int:
    """Return the score of an attempt that is over (R15).

    Expansions may count more than gold, so their game is replayed. If one is not installed, the
    score is that of the gold.
    """
    record = attempt.record
    gold = record.last_state.gold
    if record.header.expansions:
        with suppress(ReplayDiverged, RulesMismatch, LayoutError), blaming_expansions():
            game = resume_session(record, rules_of_header(record.header)).game
            return gold if game is None else game.score
    race = next((race for race in BASE_RULES.races if race.name == record.header.race), None)
    return gold if race is None else race.score_scale(gold)


def find_daily_attempt(
    home: str, date: str, expansions: Sequence[str] | None = ()
) -> DailyAttempt | None:
    """Return the attempt at the daily game of a date, the first if there are several, or None.

    It is that of a set of expansions, by their tags; None means any set. Raises `OSError` if it
    cannot be looked for.
    """
    return next(_daily_attempts(home, daily_seed(date), expansions), None)


def find_latest_attempt(home: str, expansions: Sequence[str] | None = None) -> DailyAttempt | None:
    found = (_DAILY_NAME_PATTERN.fullmatch(name) for _, name in _journal_names(home))
    days = sorted({match[1] for match in found if match is not None}, reverse=True)
    return next(
        (attempt for day in days for attempt in _daily_attempts(home, day, expansions)), None
    )


def find_blocking_attempt(
    home: str, date: str, expansions: Sequence[str] = ()
) -> DailyAttempt | None:
    """Return the attempt that makes a game of a date practice: that of the date, or a later one.

    After a game of a later day the clock was set back: no attempt of a past day is used up by that.
    """
    found = find_daily_attempt(home, date, expansions)
    if found is None and (latest := find_latest_attempt(home)) is not None and latest.date > date:
        return latest
    return found


@contextmanager
def claim_daily_attempt(
    home: str, disk: Disk, date: str, expansions: Sequence[str] = ()
) -> Iterator[DailyAttempt | None]:
    """Context manager: return the attempt that makes this one practice, and lock out others.

    Two processes cannot both find none: the second waits until the first has its journal. If the
    lock fails, the player can play all the same. Raises `OSError` if the folder cannot be read.
    """
    folder, descriptor, lock_path = os.path.join(home, UNFINISHED_FOLDER), None, ""
    with suppress(OSError):
        disk.make_folder(folder)
        descriptor = disk.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        lock_path = lock_with_timeout(disk, folder, descriptor)
    try:
        yield find_blocking_attempt(home, date, expansions)
    finally:
        remove_lock_file(disk, lock_path)
        if descriptor is not None:
            disk.close(descriptor)


def _daily_attempts(
    home: str, day: str, expansions: Sequence[str] | None
) -> Iterator[DailyAttempt]:
    """Yield the attempts at the daily games of a day, in the order in which they were begun.

    `day` are the digits of its date. Those of one set of expansions, or with None of all.
    """
    day = day[:8]
    for folder, name in _journal_names(home):
        match = _DAILY_NAME_PATTERN.fullmatch(name)
        if match is None or match[1] != day:
            continue
        path = os.path.join(folder, name)
        with suppress(OSError, JournalError):
            record = read_stored_journal(path).record
            is_of_set = expansions in (None, record.header.expansions)
            is_daily = is_of_set and record.header.game_kind == DAILY
            if is_daily and (date := daily_date_of(record.header)):
                yield DailyAttempt(date, path, record)


def _journal_names(home: str) -> list[tuple[str, str]]:
    """Return the folders and names of all journals, by name; they begin with the time.

    Raises `OSError` if a folder cannot be read.

    Finished games are listed last: a journal that is being moved is in both folders for a moment,
    but never in none.
    """
    found = list[tuple[str, str]]()
    for folder in (UNFINISHED_FOLDER, FINISHED_FOLDER):
        place = os.path.join(home, folder)
        found += [(place, name) for name in list_folder(place)]
    return sorted(found, key=lambda entry: entry[1])
