"""Index: what came of the games of a home folder, derived from its journals, kept in SQLite.

It is as it is for 100,000 finished games: the start of a game never lists them, as markers name the
others, and scores take less than a second, as only the rows that are shown are parsed. Nothing is
known by the index alone: it is made again whenever it is deleted, old or damaged, and for each
journal that is gone or has changed. The rows of each board add up to a checksum, so that none is
changed or lost unnoticed. Where SQLite is not there, or cannot lock or write, the journals are read
instead. So they are where the file of that name is no regular file of ours, or the database of
another program: it stays as it is.
"""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from zlib import crc32

from attrs import astuple, field

from cc3k.engine.values import define
from cc3k.saves.disk import owner_only_umask
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, has_ended
from cc3k.saves.journal_writer import (
    NO_STAMP,
    NOT_INDEXED,
    is_racy,
    marker_of,
    note_results,
    noted_results,
    open_sources,
    stamp_of,
)
from cc3k.saves.open_files import list_folder
from cc3k.saves.paths import (
    GAMES_FOLDER,
    INDEX_FILE,
    KEY_FILE,
    MORGUE_FOLDER,
    SCORES_FILE,
    UNFINISHED_FOLDER,
)
from cc3k.saves.result_sources import OLD, IndexEntry, Tell, old_results, read_journals, say_nothing
from cc3k.saves.results import BoardResults, GameResult, rank_by_board, rank_key

if TYPE_CHECKING:
    import sqlite3

VERSION = 8
"""Version of the tables: an index of another one is made again."""

_RANKED = "minus_score, turns, date, source"
"""The columns that rank results, as `rank_key` does, then by date."""

COLUMNS = f"board, {_RANKED}, stamp, mark, text"

SCHEMA = (
    ("TABLE", f"results ({COLUMNS}, PRIMARY KEY (board, {_RANKED})) WITHOUT ROWID"),
    ("INDEX", "by_source ON results (source)"),
    ("TABLE", "stamps (text, checksum)"),
)
"""All that is known is in the texts; the other columns find them, and what has changed."""

SCHEMA_NAMES = frozenset(
    ["table results", "table stamps"]
    + [f"index by_{each}" for each in ("date", "race", "kind", "source")]
)
"""What an index has in it, of any version: a database with anything else is somebody else's."""

FEW_RESULTS = 1_000
"""Up to here each journal is looked at whenever all results are asked for: it may be another."""

BUSY_SECONDS = 5.0
"""How long another process may write before the journals are read instead."""

T = TypeVar("T")


class FoundResults(NamedTuple):
    """Results of games by date, and how many lines of an older release's table are damaged."""

    results: list[IndexEntry]
    damaged_lines: int = 0

    @property
    def scored(self) -> list[GameResult]:
        return [each.result for each in self.results if each.is_scored]

    @property
    def last_scored(self) -> GameResult | None:
        return next((each.result for each in reversed(self.results) if each.is_scored), None)


class BestResults(NamedTuple):
    """The best results of each board, and the last of all; `damaged_lines` as in `FoundResults`."""

    boards: list[BoardResults]
    last_scored: GameResult | None
    damaged_lines: int = 0


@define(eq=False)
class _Stamps:
    """What the index knows of its rows, and of what it has read.

    Each board, a text of whether its games are scored, their race and their category, has a number
    of rows and the sum of their checksums. `old` is the stamp of what older releases have left, and
    of the key. With `has_copies` some of the games are there twice. `last` is the date, the source
    and the text of the last score.
    """

    old: str = ""
    damaged_lines: int = 0
    has_copies: bool = False
    boards: dict[str, list[int]] = field(factory=dict)
    last: list[str] = field(factory=lambda: ["", "", ""])

    @property
    def rows(self) -> int:
        return sum([rows for rows, _ in self.boards.values()])

    def choose(self, **wanted: str | bool) -> Iterator[str]:
        """Yield the boards with a `race` or a `kind`, or any."""
        import json

        for board in self.boards:
            is_scored, race, *_, kind = json.loads(board)
            facts = {"is_scored": is_scored, "race": race, "kind": kind}
            if wanted.items() <= facts.items():
                yield board

    def last_scored(self) -> GameResult | None:
        return _parse_results([self.last[2]])[0].result if self.last[2] else None


def find_results(home: str, tell: Tell = say_nothing, **wanted: str) -> FoundResults:
    """Return the results of all games in a home folder, or of a `race` or `kind`; raise `OSError`.

    Only if all are asked for, it lists the games where somebody else may have changed or copied in
    any.
    """

    def ask(connection: "sqlite3.Connection", stamps: _Stamps) -> FoundResults:
        texts = list[str]()
        for board in stamps.choose(**wanted):
            _require_all_rows(connection, stamps, board)
            texts += _select_texts(connection, board)
        return FoundResults(_in_order(_parse_results(texts)), stamps.damaged_lines)

    found = _ask_index(home, ask, tell, lists_all=not wanted)
    if found is not None:
        return found
    results, damaged_lines = _read_all(home, tell)[0]
    chosen = [each for each in results if wanted.items() <= each.result._asdict().items()]
    return FoundResults(chosen, damaged_lines)


def find_last_scored(home: str) -> GameResult | None:
    """Return the score of the game that ended last, if there is one; raise `OSError`."""
    stamps = _ask_index(home, lambda _, stamps: stamps)
    return _read_all(home)[0].last_scored if stamps is None else stamps.last_scored()


def find_best_results(home: str, tell: Tell, top: int) -> BestResults:
    """Return the `top` scores of each board, and the last one, as `find_results` would have them.

    Of a hundred thousand results only those are read that are shown.
    """

    def ask(connection: "sqlite3.Connection", stamps: _Stamps) -> BestResults | None:
        return None if stamps.has_copies else _select_best(connection, stamps, top)

    found = _ask_index(home, ask, tell, lists_all=True)
    if found is None:
        results = find_results(home, tell)
        last = results.last_scored
        boards = rank_by_board(results.scored, top, last)
        found = BestResults(boards, last, results.damaged_lines)
    return found


def open_journals(home: str) -> list[str]:
    """Return the journals of a home folder that have not ended; raise `OSError`.

    None but those that are marked are looked at, if the folder of games is as it was noted.
    """
    unmarked = list[str]()
    if noted_results(home) is None and not _ask_index(home, lambda *_: True, lists_all=True):
        unmarked = _read_all(home)[1]  # a marker may not be made
    paths = [os.path.join(home, source) for source in sorted({*open_sources(home), *unmarked})]
    return [path for path in paths if not has_ended(path, if_unread=False)]


def _ask_index(
    home: str,
    ask: "Callable[[sqlite3.Connection, _Stamps], T]",
    tell: Tell = say_nothing,
    *,
    lists_all: bool = False,
) -> T | None:
    """Bring the index up to date and return what is asked of it; None where there can be none."""
    if sys.platform == "emscripten":  # in a browser: few games, and SQLite takes long to load
        return None
    if not any(os.path.lexists(os.path.join(home, name)) for name in _SOURCES):
        return None
    try:
        # Imported only here: not every Python has it.
        import sqlite3
    except ImportError:
        return None
    path = os.path.join(home, INDEX_FILE)
    for _ in range(2):
        if not all(_is_ours_or_new(f"{path}{suffix}") for suffix in _DATABASE_SUFFIXES):
            break
        try:
            with owner_only_umask():
                connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            with closing(connection):
                if not _is_ours(connection):
                    break
                connection.execute("PRAGMA journal_mode = WAL")
                connection.create_function("checksum", 1, _checksum)
                return ask(connection, _update(home, connection, tell, lists_all=lists_all))
        except (sqlite3.DatabaseError, ValueError, TypeError) as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                break
            for suffix in _DATABASE_SUFFIXES:  # it is damaged
                with suppress(OSError):
                    os.unlink(f"{path}{suffix}")
    return None


_SOURCES = (GAMES_FOLDER, UNFINISHED_FOLDER, SCORES_FILE, MORGUE_FOLDER)

_DATABASE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite opens for one database."""


def _is_ours_or_new(path: str) -> bool:
    """Tell whether SQLite may open a file: a regular one of ours under this name alone, or none.

    It would write through a link, and wait for a pipe.
    """
    try:
        status = os.lstat(path)
    except OSError:
        return True  # none; what else there may be SQLite tells itself
    is_ours = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
    return is_ours and status.st_nlink == 1


def _is_ours(connection: "sqlite3.Connection") -> bool:
    """Tell whether a database is ours, with the tables of this version: an empty one gets them.

    Raises ValueError for those of another version.
    """
    select = "SELECT type || ' ' || name, sql FROM sqlite_master ORDER BY rowid"
    found = connection.execute(select).fetchall()
    if not found:
        tables = [f"CREATE {kind} IF NOT EXISTS {each};" for kind, each in SCHEMA]
        script = f"BEGIN IMMEDIATE; {''.join(tables)} PRAGMA user_version = {VERSION}; COMMIT"
        connection.executescript(script)
    elif SCHEMA_NAMES.issuperset([name for name, _ in found]):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        ours = [f"CREATE {kind} {each}" for kind, each in SCHEMA]
        _require_whole(version == VERSION and [sql for _, sql in found] == ours)
    else:
        return False
    return True


def _require_whole(is_whole: bool) -> None:  # noqa: FBT001 - a condition
    if not is_whole:
        message = "the index is damaged"
        raise ValueError(message)


def _require_all_rows(connection: "sqlite3.Connection", stamps: _Stamps, board: str) -> None:
    """Raise an error that has the index made again if a row was lost, added or changed."""
    row = COLUMNS.replace(", ", " || ")
    add_up = f"SELECT count(*), total(checksum({row})) FROM results WHERE board = ?"  # noqa: S608 - all ours
    _require_whole([*connection.execute(add_up, [board]).fetchone()] == stamps.boards[board])


def _checksum(text: str) -> int:
    return crc32(text.encode("utf-8"))


def _select_texts(
    connection: "sqlite3.Connection", board: str, more: str = "", *values: str | int
) -> list[str]:
    select = f"SELECT text FROM results WHERE board = ? {more}"  # noqa: S608 - no text of others
    return [text for (text,) in connection.execute(select, (board, *values))]


def _select_best(connection: "sqlite3.Connection", stamps: _Stamps, top: int) -> BestResults:
    boards, last = list[BoardResults](), stamps.last_scored()
    for board in stamps.choose(is_scored=True):
        _require_all_rows(connection, stamps, board)
        latest_first = "ORDER BY date DESC, source DESC LIMIT 1"
        (latest,) = _parse_results(_select_texts(connection, board, latest_first))
        texts = _select_texts(connection, board, f"ORDER BY {_RANKED} LIMIT ?", top)
        best = [each.result for each in _parse_results(texts)]
        ranked = [*enumerate(best, start=1)]
        if latest.result == last and last not in best:
            key = (*rank_key(last), last.date, latest.source)
            before = _select_texts(connection, board, f"AND ({_RANKED}) < (?, ?, ?, ?)", *key)
            ranked.append((1 + len(before), last))
        rows, _ = stamps.boards[board]
        boards.append(BoardResults(rows, latest.result, ranked))
    return BestResults(boards, last, stamps.damaged_lines)


_EXPANSIONS, _FEATS = map(GameResult._fields.index, ("expansions", "feats"))
"""Where the fields of a score stand that are lists."""


def _parse_results(texts: Sequence[str]) -> list[IndexEntry]:
    import json

    results = list[IndexEntry]()
    for *known, facts in json.loads(f"[{','.join(texts)}]"):
        facts[_EXPANSIONS], facts[_FEATS] = tuple(facts[_EXPANSIONS]), tuple(facts[_FEATS])
        results.append(IndexEntry._make((*known, GameResult._make(facts))))
    return results


def _read_stamps(connection: "sqlite3.Connection") -> _Stamps:
    """Return what the index knows of itself; nothing, so that all is read again, if it is new."""
    import json

    rows = connection.execute("SELECT text, checksum FROM stamps").fetchall()
    _require_whole([_checksum(f"{text}") for text, _ in rows] == [each for _, each in rows][:1])
    return _Stamps(*json.loads(rows[0][0])) if rows else _Stamps()


def _insert(
    connection: "sqlite3.Connection",
    stamps: _Stamps,
    results: Iterable[IndexEntry],
    files: Mapping[str, str],
) -> None:
    import json

    copy = "SELECT 1 FROM results WHERE board = ? AND minus_score = ? AND turns = ? AND mark = ?"
    insert = "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    for kept in results:
        source, mark, is_scored, result = kept
        board = json.dumps([is_scored, result.race, *result.category])
        place = (board, *rank_key(result))
        stamps.has_copies |= connection.execute(copy, (*place, mark)).fetchone() is not None
        found, text = [result.date, source], json.dumps(kept)
        row = (*place, *found, files[source], mark, text)
        connection.execute(insert, row)
        rows, checksum = stamps.boards.get(board, (0, 0))
        stamps.boards[board] = [rows + 1, checksum + _checksum("".join(map(str, row)))]
        stamps.last = max(stamps.last, [*found, text]) if is_scored else stamps.last


def _update(home: str, connection: "sqlite3.Connection", tell: Tell, *, lists_all: bool) -> _Stamps:
    """Add what has ended or changed since the index was written, or make it again, all at once."""
    import json

    stamps = _read_stamps(connection)
    folder, noted = stamp_of(os.path.join(home, GAMES_FOLDER)), noted_results(home)
    is_known = noted is not None and FEW_RESULTS < stamps.rows >= noted
    lists = stamps.old != _stamp_of_others(home) or (lists_all and not is_known)
    paths = [] if lists else [os.path.join(home, source) for source in open_sources(home)]
    if not (lists or any(has_ended(path, if_unread=False) for path in paths)):
        return stamps
    connection.execute("BEGIN IMMEDIATE")
    before = astuple(_read_stamps(connection))
    stamps, has_unread = _read_changes(home, connection, tell, lists=lists)
    if astuple(stamps) != before:
        text = json.dumps(astuple(stamps))
        connection.execute("DELETE FROM stamps")
        connection.execute("INSERT INTO stamps VALUES (?, ?)", (text, _checksum(text)))
    connection.execute("COMMIT")
    if lists and not is_racy(folder):  # or look again the next time
        note_results(home, folder, NOT_INDEXED if has_unread else stamps.rows)
    for source in _known_stamps(connection, [*open_sources(home)]):
        with suppress(OSError):  # of release 1 there is no marker
            os.unlink(marker_of(os.path.join(home, source)))
    return stamps


def _read_changes(
    home: str, connection: "sqlite3.Connection", tell: Tell, *, lists: bool
) -> tuple[_Stamps, bool]:
    """Read the journals that may have ended, or all that are new; tell whether one was unread.

    All are read again if one is gone, or has another stamp, as what older releases left may have.
    """
    stamps, old = _read_stamps(connection), _stamp_of_others(home)
    sources = _all_sources(home) if lists else [*open_sources(home)]
    files = {source: stamp_of(os.path.join(home, source)) for source in sources}
    known = _known_stamps(connection, None if lists else sources)
    has_changed = any(stamp not in (OLD, files.get(source)) for source, stamp in known.items())
    if stamps.old != old or has_changed:
        if not lists:
            return _read_changes(home, connection, tell, lists=True)
        results, damaged_lines = old_results(home)
        stamps, known = _Stamps(old, damaged_lines), {each.source: OLD for each in results}
        connection.execute("DELETE FROM results")
        _insert(connection, stamps, results, known)
    unknown = [source for source in sources if source not in known]
    results, _, has_unread = read_journals(home, unknown, tell)
    _insert(connection, stamps, results, files)
    return stamps, has_unread


def _stamp_of_others(home: str) -> str:
    """Return the stamp of what results come from besides journals.

    Releases 1 and 2 have left theirs, and with another key copies have other marks.
    """
    names = (SCORES_FILE, MORGUE_FOLDER, KEY_FILE)
    return " ".join([stamp_of(os.path.join(home, name)) for name in names])


def _known_stamps(
    connection: "sqlite3.Connection", sources: Sequence[str] | None
) -> dict[str, str]:
    """Return the stamps of the journals with a result: of these, or of all if None."""
    select = "SELECT source, stamp FROM results"
    if sources is None:
        return dict(connection.execute(select).fetchall())
    found = [connection.execute(f"{select} WHERE source = ?", [each]) for each in sources]
    return dict([row for rows in found for row in rows])


def _read_all(home: str, tell: Tell = say_nothing) -> tuple[FoundResults, list[str]]:
    """Return all results, read from the journals themselves, and the journals without an end."""
    results, damaged_lines = old_results(home)
    known, folder = {each.source for each in results}, stamp_of(os.path.join(home, GAMES_FOLDER))
    sources = [source for source in _all_sources(home) if source not in known]
    read, unfinished, _ = read_journals(home, sources, tell)
    if folder != NO_STAMP and not is_racy(folder):
        note_results(home, folder, NOT_INDEXED)
    return FoundResults(_in_order([*results, *read]), damaged_lines), unfinished


def _in_order(results: list[IndexEntry]) -> list[IndexEntry]:
    """Return results by date, of copies only the first."""
    results.sort(key=attrgetter("result.date", "source"))
    if len({each.mark for each in results}) == len(results):
        return results
    return [*reversed({each.mark: each for each in reversed(results)}.values())]


def _all_sources(home: str) -> list[str]:
    games = list_folder(os.path.join(home, GAMES_FOLDER))
    journals = [f"{GAMES_FOLDER}/{name}" for name in games if name.endswith(JOURNAL_SUFFIX)]
    return sorted({*journals, *open_sources(home)})
