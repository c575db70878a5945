"""Index: what came of the games of a home folder, derived from its journals, kept in SQLite.

Nothing is known by the index alone: it is made again whenever it is missing, old or damaged. Where
SQLite is not there, or cannot lock or write, the journals are read instead. So they are where the
file of that name is no regular file of ours, or the database of another program: it stays as it is.

A result counts without a replay if this home has sealed it: with a key that lies in no journal.
A journal from elsewhere, or of a release that wrote no results, is replayed. What came of that is
sealed in a file of its own, as later rules cannot replay it: the journal itself stays as it is.
Results of older releases are read where they lie, and need no journal at all: games of older rules
cannot be replayed.
"""

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cc3k.exit_codes import EXIT_DAMAGED, EXIT_DIVERGED, EXIT_OK, EXIT_OTHER_RULES
from cc3k.saves.disk import (
    Disk,
    make_seal,
    open_descriptor,
    owner_only_umask,
    read_key,
    seal_of,
    write_all,
)
from cc3k.saves.journal import StoredJournal, parse_facts, parse_score
from cc3k.saves.journal_file import add_marker, marker_of, open_sources
from cc3k.saves.ledger import RecordError
from cc3k.saves.lookup import (
    JOURNAL_SUFFIX,
    is_journal,
    read_end_line,
    read_stored_journal,
    summarize_by_its_rules,
)
from cc3k.saves.open_files import (
    UnreadableError,
    format_timestamp,
    list_folder,
    modification_time,
    open_plain_file,
    read_regular,
    reason_of,
)
from cc3k.saves.paths import (
    GAMES_FOLDER,
    INDEX_FILE,
    MORGUE_FOLDER,
    SCORES_FILE,
    UNFINISHED_FOLDER,
    VERIFIED_FILE,
)
from cc3k.saves.record import ENDINGS, PRACTICE, SLAIN, WON, Score, effective_game_kind

if TYPE_CHECKING:
    import sqlite3

VERSION = 4
"""Version of the tables: an index of another one is made again."""

SCHEMA = f"""
DROP TABLE IF EXISTS results; DROP TABLE IF EXISTS stamps;
CREATE TABLE results (source PRIMARY KEY, mark, is_scored, {", ".join(Score._fields)})
  WITHOUT ROWID;
CREATE INDEX by_date ON results (is_scored, date);
CREATE INDEX by_race ON results (race);
CREATE INDEX by_kind ON results (kind);
CREATE TABLE stamps (old TEXT, folder TEXT, damaged_lines INTEGER);
INSERT INTO stamps VALUES ('', '', 0);
PRAGMA user_version = {VERSION};
"""  # noqa: S608 - no text of others

SCHEMA_NAMES = frozenset(
    {"table results", "table stamps", "index by_date", "index by_race", "index by_kind"}
)
"""What an index has in it, of any version: a database with anything else is somebody else's."""

BUSY_SECONDS = 5.0
"""How long another process may write before the journals are read instead."""

PROGRESS_SECONDS, PROGRESS_STEP = 1.0, 500
"""After how long it is told how far the index is, and after how many journals each time."""

NO_STAMP = "-"
"""The stamp of what is not there."""

RACY_SECONDS = 2.0
"""A folder that was changed so lately may change again without another time."""

MAX_SCORES_BYTES, MAX_PAGE_BYTES = 1 << 28, 1 << 20
"""Bytes of the largest table of scores that is read, and of a page of a game."""

MAX_SCORE_BYTES = 8_192
"""Bytes of the longest line of a table of scores."""

OLD_MARK = "old "
"""How marks begin of results that older releases have left, with or without a journal."""

Tell: TypeAlias = Callable[[int, int], None]
"""Tells how many of all journals are read."""


class KeptResult(NamedTuple):
    """What came of a game.

    `source` is the path of its journal in the home folder. Of copies of a journal, which have one
    `mark`, the first counts. `is_scored` is False for games without a score (§5), as is a daily
    one of another day.
    """

    source: str
    mark: str
    is_scored: bool
    score: Score


class GameResults(NamedTuple):
    """Results of games by date, and how many lines of an older release's table are damaged."""

    results: list[KeptResult]
    damaged_lines: int = 0

    @property
    def scores(self) -> list[Score]:
        """The scores of the games that have one."""
        return [each.score for each in self.results if each.is_scored]


class _Query(NamedTuple):
    """What is asked: the end of a SELECT, and the values of the fields that it names.

    Only one that `lists_all` finds journals that were copied into the folder of games.
    """

    conditions: str
    wanted: dict[str, str]
    lists_all: bool = False


def _say_nothing(_done: int, _total: int) -> None:
    """Tell of no progress."""


def find_results(home: str, tell: Tell = _say_nothing) -> GameResults:
    """Return the results of all games in a home folder; raise `OSError`."""
    return _find(home, _Query("1 ORDER BY date, source", {}, lists_all=True), tell)


def find_known_results(home: str, **wanted: str) -> GameResults:
    """Return the results of a `race` or a `kind`, without listing all games; raise `OSError`."""
    conditions = " AND ".join([f"{name} = :{name}" for name in wanted])
    return _find(home, _Query(f"{conditions} ORDER BY date, source", wanted))


def find_last_score(home: str) -> Score | None:
    """Return the score of the game that ended last, if there is one; raise `OSError`."""
    scores = _find(home, _Query("is_scored = 1 ORDER BY date DESC LIMIT 1", {})).scores
    return scores[-1] if scores else None  # without the index there may be others


def _find(home: str, query: _Query, tell: Tell = _say_nothing) -> GameResults:
    if not any(os.path.lexists(os.path.join(home, name)) for name in _SOURCES):
        return GameResults([])
    if sys.platform == "emscripten":  # in a browser: few games, and SQLite takes long to load
        return _read_all(home, tell, query.wanted)
    try:
        # Imported only here: not every Python has it.
        import sqlite3
    except ImportError:
        return _read_all(home, tell, query.wanted)
    path = os.path.join(home, INDEX_FILE)
    for _ in range(2):
        if not all(_is_ours_or_new(f"{path}{suffix}") for suffix in _DATABASE_SUFFIXES):
            break
        try:
            with owner_only_umask():
                connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            with closing(connection):
                found = connection.execute("SELECT type || ' ' || name FROM sqlite_master")
                if not SCHEMA_NAMES.issuperset([row[0] for row in found]):
                    break
                connection.execute("PRAGMA journal_mode = WAL")
                _update(home, connection, tell, lists_all=query.lists_all)
                return _select(connection, query)
        except sqlite3.OperationalError:  # it is locked, or cannot be written
            break
        except (sqlite3.DatabaseError, ValueError, TypeError):  # none, or not as we write it
            for suffix in _DATABASE_SUFFIXES:
                with suppress(OSError):
                    os.unlink(f"{path}{suffix}")
    return _read_all(home, tell, query.wanted)


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


_SEED, _EXPANSIONS, _FEATS = map(Score._fields.index, ("seed", "expansions", "feats"))
"""Where the fields of a score stand that a row has as texts."""


def _select(connection: "sqlite3.Connection", query: _Query) -> GameResults:
    select = f"SELECT * FROM results WHERE {query.conditions}"  # noqa: S608 - no text of others
    found = connection.execute(select, query.wanted)
    damaged = connection.execute("SELECT damaged_lines FROM stamps").fetchone()[0]
    as_list = lru_cache(lambda text: tuple(text.splitlines()))
    results = list[KeptResult]()
    for row in found:
        facts = [*row[3:]]
        facts[_SEED], facts[_FEATS] = int(facts[_SEED]), as_list(facts[_FEATS])
        facts[_EXPANSIONS] = as_list(facts[_EXPANSIONS])
        results.append(KeptResult._make((*row[:3], Score._make(facts))))
    return GameResults(_without_copies(results), damaged)


def _to_row(result: KeptResult) -> tuple[object, ...]:
    facts, score = list[object](result.score), result.score
    facts[_SEED], facts[_FEATS] = str(score.seed), "\n".join(score.feats)
    facts[_EXPANSIONS] = "\n".join(score.expansions)
    return (*result[:3], *facts)


def _without_copies(results: list[KeptResult]) -> list[KeptResult]:
    """Return the first result of each mark."""
    if len({each.mark.removeprefix(OLD_MARK) for each in results}) == len(results):
        return results
    found = {each.mark.removeprefix(OLD_MARK): each for each in reversed(results)}
    return [*reversed(found.values())]


def _update(home: str, connection: "sqlite3.Connection", tell: Tell, *, lists_all: bool) -> None:
    """Add what has ended since the index was written, or make it again, all at once."""
    if connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")
    old, folder, _ = connection.execute("SELECT * FROM stamps").fetchone()
    old_now = " ".join([_stamp(os.path.join(home, name)) for name in (SCORES_FILE, MORGUE_FOLDER)])
    folder_now = _stamp(os.path.join(home, GAMES_FOLDER))
    sources = [*open_sources(home)]
    is_new, lists = old != old_now, old != old_now or (folder != folder_now and lists_all)
    if not (lists or any(_has_ended(os.path.join(home, source)) for source in sources)):
        return
    connection.execute("BEGIN IMMEDIATE")
    if is_new:
        results, damaged_lines = _old_results(home)
        connection.execute("DELETE FROM results")
        _insert(connection, results)
        connection.execute("UPDATE stamps SET damaged_lines = ?", (damaged_lines,))
    known = {row[0] for row in connection.execute("SELECT source FROM results")} if lists else set()
    if lists:
        listed = _all_sources(home)
        gone = "DELETE FROM results WHERE source = ? AND mark NOT LIKE ?"
        connection.executemany(gone, [(each, f"{OLD_MARK}%") for each in known.difference(listed)])
        sources = [source for source in listed if source not in known]
    unread = list[str]()
    _insert(connection, _read_results(home, sources, tell, unread))
    if lists:
        changed_at = float(folder_now.split()[0]) / 1e9 if folder_now != NO_STAMP else 0.0
        if unread or time.time() - changed_at < RACY_SECONDS:
            folder_now = ""  # look again the next time
        connection.execute("UPDATE stamps SET old = ?, folder = ?", (old_now, folder_now))
    connection.execute("COMMIT")
    for source in open_sources(home):
        found = connection.execute("SELECT 1 FROM results WHERE source = ?", (source,)).fetchone()
        if found and source.startswith(f"{GAMES_FOLDER}/"):
            with suppress(OSError):
                os.unlink(marker_of(os.path.join(home, source)))


def _insert(connection: "sqlite3.Connection", results: Iterable[KeptResult]) -> None:
    places = ", ".join("?" * len([*KeptResult._fields[:3], *Score._fields]))
    insert = f"INSERT OR IGNORE INTO results VALUES ({places})"  # noqa: S608 - no text of others
    connection.executemany(insert, map(_to_row, results))


def _read_all(home: str, tell: Tell, wanted: dict[str, str]) -> GameResults:
    """Return what is wanted, read from the journals themselves."""
    results, damaged_lines = _old_results(home)
    known = {each.source for each in results}
    sources = [source for source in _all_sources(home) if source not in known]
    results += _read_results(home, sources, tell, [])
    chosen = [
        each for each in results if all(getattr(each.score, k) == v for k, v in wanted.items())
    ]
    chosen.sort(key=lambda each: (each.score.date, each.source))
    return GameResults(_without_copies(chosen), damaged_lines)


def _stamp(path: str) -> str:
    """Return what changes whenever a file, or the names in a folder, change."""
    with suppress(OSError):
        status = os.stat(path)
        return f"{status.st_mtime_ns} {status.st_size}"
    return NO_STAMP


def _all_sources(home: str) -> list[str]:
    games = list_folder(os.path.join(home, GAMES_FOLDER))
    journals = [f"{GAMES_FOLDER}/{name}" for name in games if name.endswith(JOURNAL_SUFFIX)]
    return sorted({*journals, *open_sources(home)})


def open_journals(home: str) -> list[str]:
    """Return the journals of a home folder that have not ended; raise `OSError`.

    None but those that are marked are looked at.
    """
    paths = [os.path.join(home, source) for source in open_sources(home)]
    return [path for path in paths if not _has_ended(path)]


def _has_ended(path: str) -> bool:
    try:
        return read_end_line(path) is not None
    except FileNotFoundError:
        return True  # it is nobody's game any more
    except OSError:
        return False


def _read_results(
    home: str, sources: list[str], tell: Tell, unread: list[str]
) -> Iterator[KeptResult]:
    """Yield the results of journals that have ended; mark those that have not.

    Those of a stranger that cannot be replayed, as an expansion may be missing, are `unread`.
    """
    key, began = read_key(home), time.monotonic()
    read_verified = lru_cache(lambda: _read_verified(home, key))
    for done, source in enumerate(sources):
        if done % PROGRESS_STEP == 0 and time.monotonic() - began > PROGRESS_SECONDS:
            tell(done, len(sources))
            began = time.monotonic()
        with suppress(OSError, RecordError):
            path = os.path.join(home, source)
            end = read_end_line(path)
            if end is None:
                if is_journal(path):
                    add_marker(Disk(), path)
                continue
            name = os.path.basename(source).removesuffix(JOURNAL_SUFFIX)
            if end.result is not None and end.seal and end.seal == seal_of(key, end.text):
                score = end.result._replace(journal=name)
                yield KeptResult(source, end.seal, score.is_scored, score)
            else:
                mark, verified = _digest_of(path), read_verified()
                found = verified.get(mark) or _replayed_result(mark, read_stored_journal(path))
                if found is None:
                    unread.append(source)
                    continue
                if mark not in verified:
                    verified[mark] = found
                    _keep_verified(home, found)
                yield found._replace(source=source, score=found.score._replace(journal=name))


def _digest_of(path: str) -> str:
    from hashlib import file_digest

    with open_plain_file(path) as file:
        return file_digest(file, "sha256").hexdigest()


def _replayed_result(mark: str, journal: StoredJournal) -> KeptResult | None:
    """Return the result of a journal that this home has not written: what a replay comes to."""
    record, header = journal.record, journal.record.header
    with suppress(RecordError):
        if journal.damage:
            return None
        summary = summarize_by_its_rules(record)
        date = record.ended_at or format_timestamp(modification_time(journal.path))
        tags, kind = header.expansions, header.game_kind
        is_of_day = effective_game_kind(kind, header.seed, header.started_at, tags) == kind
        score = summary.to_score("", date)
        return KeptResult("", mark, score.is_scored and is_of_day, score)
    return None


SAME, DIVERGED, OTHER_RULES = "same", "diverged", "other rules"
DAMAGED, MISSING = "damaged", "missing"
VERDICTS = {
    SAME: EXIT_OK,
    DIVERGED: EXIT_DIVERGED,
    OTHER_RULES: EXIT_OTHER_RULES,
    DAMAGED: EXIT_DAMAGED,
    MISSING: EXIT_DAMAGED,
}
"""What replaying the game behind a score can come to, and the exit codes."""


def verify_score(home: str, result: KeptResult) -> tuple[str, str]:  # noqa: PLR0911 - a verdict each
    """Replay the game of a result; return the verdict, and the reason if they differ."""
    score = result.score
    if os.path.basename(score.journal) != score.journal:
        return MISSING, "no name of a journal"
    try:
        found = read_stored_journal(os.path.join(home, result.source))
        if found.damage:
            return DAMAGED, found.damage
        summary = summarize_by_its_rules(found.record)
    except FileNotFoundError:
        return MISSING, "no journal"
    except RecordError as error:
        return next(each for each in VERDICTS if VERDICTS[each] == error.exit_code), str(error)
    except OSError as error:
        return DAMAGED, reason_of(error)
    replayed = summary.to_score(score.journal, found.record.ended_at or score.date)
    for name, true, shown in zip(score._fields, replayed, score, strict=True):
        is_older = name == "digest" or shown is None  # earlier releases wrote another, or none
        if true != shown and not is_older:
            return DIVERGED, f"{name} is {true!a}; the score has {shown!a}"
    return SAME, ""


def _keep_verified(home: str, result: KeptResult) -> None:
    """Append a sealed result; half a line of before, cut off, ends where this begins."""
    import json

    disk, path = Disk(), os.path.join(home, VERIFIED_FILE)
    score = result.score
    text = json.dumps([result.mark, score.ending, result.is_scored, score.facts])
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK  # a pipe is not waited for
    with suppress(OSError), open_descriptor(disk, path, flags) as descriptor:
        write_all(disk, descriptor, f"\n{text} {make_seal(home, disk, text)}".encode("ascii"))


def _read_verified(home: str, key: bytes) -> dict[str, KeptResult]:
    """Return the results that this home has sealed after a replay, by the digests of journals."""
    lines, found = list[bytes](), dict[str, KeptResult]()
    with suppress(OSError):
        path = os.path.join(home, VERIFIED_FILE)
        lines = read_regular(path, MAX_SCORES_BYTES, follow_links=False).splitlines()
    import json

    for line in lines:
        text, _, seal = line.decode("ascii", "replace").rpartition(" ")
        facts: object = json.loads(text) if seal and seal == seal_of(key, text) else None
        match facts:
            case [str(mark), str(ending), bool(is_scored), score] if known := parse_facts(
                score, ending
            ):
                found[mark] = KeptResult("", mark, is_scored, known)
    return found


def _old_results(home: str) -> tuple[list[KeptResult], int]:
    """Return the results that releases 1 and 2 have left, and how many lines are damaged."""
    lines = list[bytes]()
    with suppress(FileNotFoundError):
        lines = read_regular(os.path.join(home, SCORES_FILE), MAX_SCORES_BYTES).splitlines()
    lines = [line for line in lines if line.strip()]
    parsed = [parse_score(line, WON) if len(line) <= MAX_SCORE_BYTES else None for line in lines]
    scores = [score for score in parsed if score is not None and score.kind != PRACTICE]
    found = {
        each.journal: _old_result(each._replace(ending=SLAIN) if each.cause else each, each.digest)
        for each in reversed(scores)
    }
    folder = os.path.join(home, MORGUE_FOLDER)
    for name in sorted(list_folder(folder)):
        root = name.removesuffix(".json")
        if root != name and root not in found:
            facts = read_page_facts(os.path.join(folder, name))
            score = _score_of_page(facts, root)
            if score is not None and score.ending in ENDINGS:
                found[root] = _old_result(score)
    return [*found.values()], len(lines) - len(scores)


def _old_result(score: Score, digest: str = "") -> KeptResult:
    source = f"{GAMES_FOLDER}/{score.journal}{JOURNAL_SUFFIX}"
    return KeptResult(source, f"{OLD_MARK}{digest or source}", score.is_scored, score)


def read_page_facts(path: str) -> dict[str, object]:
    """Return the facts of a page that release 2 has written, or nothing if it cannot be read."""
    from cc3k.saves.open_files import parse_json

    found: object = None
    with suppress(OSError, UnreadableError):
        found = parse_json(read_regular(path, MAX_PAGE_BYTES, follow_links=False))
    return found if isinstance(found, dict) else {}


def _score_of_page(facts: dict[str, object], journal: str) -> Score | None:
    layout, floors, score = facts.get("layout"), facts.get("floors"), facts.get("score")
    named = layout if isinstance(layout, dict) else {}
    found = {
        **facts,
        "score": 0 if score is None else score,
        "floors": len(floors) if isinstance(floors, list) else 1,
        "called": named.get("name", ""),
        "layout": named.get("digest", ""),
        "journal": journal,
        "date": facts.get("begun"),
    }
    return parse_facts(found, str(facts.get("ending")))
