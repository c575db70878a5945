"""Daily attempts: the one scored game of each day, found among the journals of a home folder."""

import os
from collections.abc import Sequence
from contextlib import suppress

from attrs import frozen

from cc3k.play.messages import daily_label
from cc3k.saves.index import find_results, open_journals
from cc3k.saves.journal import read_header
from cc3k.saves.ledger import JournalError
from cc3k.saves.lookup import read_stored_journal
from cc3k.saves.open_files import open_plain_file
from cc3k.saves.record import DAILY, Score, daily_date_of, daily_seed, is_date, score_of_record


@frozen
class DailyAttempt:
    """The scored attempt at the daily game of a date such as `2026-11-22`, as far as it is played.

    `path` is that of its journal; `ending` is empty until it was won, lost or given up.
    """

    date: str
    path: str
    ending: str
    score: Score

    @property
    def is_over(self) -> bool:
        return bool(self.ending)


def find_daily_attempt(
    home: str, date: str, expansions: Sequence[str] | None = ()
) -> DailyAttempt | None:
    """Return the attempt at the daily game of a date, the first if there are several, or None.

    It is that of a set of expansions, by their tags; None means any set. Raises `OSError` if it
    cannot be looked for.
    """
    return next((each for each in _daily_attempts(home, expansions) if each.date == date), None)


def find_latest_attempt(home: str, expansions: Sequence[str] | None = None) -> DailyAttempt | None:
    return max(_daily_attempts(home, expansions), key=lambda each: each.date, default=None)


def find_blocking_attempt(
    home: str, date: str, expansions: Sequence[str] = ()
) -> DailyAttempt | None:
    """Return the attempt that makes a game of a date practice: that of the date, or a later one.

    After a game of a later day the clock was set back: no attempt of a past day is used up by that.
    """
    attempts, wanted = _daily_attempts(home, None), (date, tuple(expansions))
    of_the_date = [each for each in attempts if (each.date, each.score.expansions) == wanted]
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


def _daily_attempts(home: str, expansions: Sequence[str] | None) -> list[DailyAttempt]:
    """Return all attempts, in the order in which they were begun: of a set of expansions, or any.

    A game that has ended is a daily one only if its seed is that of a day.
    """
    found = list[tuple[str, DailyAttempt]]()
    for path in open_journals(home):
        with suppress(OSError, JournalError):
            with open_plain_file(path) as file:
                header = read_header(file)
            if header.game_kind == DAILY and (date := daily_date_of(header)):
                record, name = read_stored_journal(path).record, os.path.basename(path)
                score = score_of_record(record, name, "")
                found.append((name, DailyAttempt(date, path, record.ending, score)))
    for source, _, ending, _, score in find_results(home, is_start=True, kind=DAILY).results:
        day = f"{score.seed:08d}"
        date = f"{day[:4]}-{day[4:6]}-{day[6:8]}"
        if (
            score.layout
            or not is_date(date)
            or str(score.seed) != daily_seed(date, score.expansions)
        ):
            continue
        attempt = DailyAttempt(date, os.path.join(home, source), ending, score)
        found.append((score.journal, attempt))
    found.sort(key=lambda each: each[0])
    return [each for _, each in found if expansions in (None, each.score.expansions)]
