"""Saved games: the unfinished games in the home folder, listed, described and deleted."""

import os
import re
import time
from contextlib import suppress

from attrs import frozen

from cc3k.play.messages import daily_label, describe_saved_game
from cc3k.play.quoting import printable_name
from cc3k.saves.disk import sealed_line
from cc3k.saves.index import open_journals
from cc3k.saves.journal import StoredJournal, end_line
from cc3k.saves.journal_file import (
    WriterContext,
    home_of,
    marker_of,
    open_existing_journal,
)
from cc3k.saves.ledger import JournalError
from cc3k.saves.lookup import (
    JOURNAL_NAME_REGEX,
    JOURNAL_SUFFIX,
    read_unfinished_journal,
    rules_of_header,
)
from cc3k.saves.open_files import format_timestamp, modification_time, reason_of
from cc3k.saves.paths import path_of_snapshot
from cc3k.saves.record import (
    ABANDONED,
    DAILY,
    ORDINARY,
    PRACTICE,
    daily_date_of,
    score_of_record,
    with_expansions,
)
from cc3k.saves.replay import RulesMismatch, race_of_header


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
        figures = (last.floor, last.hp, last.gold, record.turn_count)
        return describe_saved_game(header.race, figures, self.last_played, other, self.problem)


def load_saved_games(home: str) -> list[SavedGame]:
    """Return the unfinished games in a home folder, the one played last first.

    Journals that cannot be read are included, with the reason. Raises `OSError` if a folder cannot
    be read.
    """
    found = unfinished_journals_by_time(home)
    games = [_read_saved_game(home, path, played) for path, played in found]
    return [
        each
        for each in games
        if each is not None and (each.journal is None or not each.journal.record.ending)
    ]


def unfinished_journals_by_time(home: str) -> list[tuple[str, float]]:
    """Return the paths of unfinished journals and their modification times, newest first.

    Of them only the last lines are read, so resuming one is not slowed down by the others. One
    whose time cannot be read comes last. Raises `OSError` if a folder cannot be read.
    """
    times = list[tuple[float, str]]()
    for path in open_journals(home):
        with suppress(FileNotFoundError):
            times.append((modification_time(path), path))
    return [(path, played) for played, path in sorted(times, reverse=True)]


def delete_saved_game(game: SavedGame, writer: WriterContext) -> None:
    """Delete a game for good; raise `OSError`, or `JournalLocked` while it is being played.

    A daily attempt is given up instead, as a date has only one.
    """
    journal = game.journal
    if journal is None or not game.is_daily_attempt or journal.damage:
        delete_journal(game.path, writer)
        return
    file = open_existing_journal(game.path, writer)
    try:
        file.written = journal.written
        now = format_timestamp(time.time())
        line = end_line(ABANDONED, score_of_record(journal.record, game.name, now))
        file.append(sealed_line(home_of(game.path), writer.disk, line))
    finally:
        file.close()


def delete_journal(path: str, writer: WriterContext) -> None:
    file = open_existing_journal(path, writer)
    try:
        writer.disk.remove(path)
        for derived in filter(None, (marker_of(path), path_of_snapshot(home_of(path), path))):
            with suppress(OSError):
                writer.disk.remove(derived)
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
