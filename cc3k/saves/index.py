"""Index: what came of the games of a home folder, derived from its journals, kept in SQLite.

Nothing is known by the index alone: it is made again whenever it is missing, old or damaged. Each
row is a text with its checksum, and what the rows of a race, of a kind and of all add up to is kept
as well, so that no row is changed or lost unnoticed. Where SQLite is not there, or cannot lock or
write, the journals are read instead. So they are where the file of that name is no regular file of
ours, or the database of another program: it stays as it is.

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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from zlib import crc32

from attrs import astuple, field

from cc3k.engine.values import define
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
from cc3k.saves.journal import StoredJournal, end_line, parse_facts, parse_score
from cc3k.saves.journal_file import (
    add_marker,
    are_unfinished_marked,
    is_racy,
    marker_of,
    note_unfinished_marked,
    open_sources,
    stamp_of,
)
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

VERSION = 5
"""Version of the tables: an index of another one is made again."""

SCHEMA = (
    ("TABLE", "results (source PRIMARY KEY, race, kind, text, checksum) WITHOUT ROWID"),
    ("INDEX", "by_race ON results (race)"),
    ("INDEX", "by_kind ON results (kind)"),
    ("TABLE", "stamps (text, checksum)"),
)
"""All that is known is in the texts; the other columns only find them."""

SCHEMA_NAMES = frozenset(
    {"table results", "table stamps", "index by_date", "index by_race", "index by_kind"}
)
"""What an index has in it, of any version: a database with anything else is somebody else's."""

BUSY_SECONDS = 5.0
"""How long another process may write before the journals are read instead."""

PROGRESS_SECONDS, PROGRESS_STEP = 1.0, 500
"""After how long it is told how far the index is, and after how many journals each time."""

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


@define(eq=False)
class _Stamps:
    """What the index knows of its rows, and of the files that it has read.

    `counts` are the number of rows and the sum of their checksums: of all, and of each race and
    kind. `last` is the date and the source of the scored result with the latest date. `old` and
    `folder` are the stamps of what older releases have left, and of the folder of games.
    """

    old: str = ""
    folder: str = ""
    damaged_lines: int = 0
    last: Sequence[str] = ()
    counts: dict[str, list[int]] = field(factory=dict)

    def count(self, result: KeptResult, checksum: int, change: int) -> None:
        for group in ("", f"race {result.score.race}", f"kind {result.score.kind}"):
            games, total = self.counts.get(group, (0, 0))
            self.counts[group] = [games + change, total + change * checksum]


class _Query(NamedTuple):
    """What is asked: results with the `wanted` race or kind, or any; or only the last score.

    Only one that `lists_all` finds journals that were copied into the folder of games.
    """

    wanted: dict[str, str]
    only_last: bool = False
    lists_all: bool = False


def _say_nothing(_done: int, _total: int) -> None:
    """Tell of no progress."""


def find_results(home: str, tell: Tell = _say_nothing) -> GameResults:
    """Return the results of all games in a home folder; raise `OSError`."""
    return _find(home, _Query({}, lists_all=True), tell)


def find_known_results(home: str, **wanted: str) -> GameResults:
    """Return the results of a `race` or a `kind`, without listing all games; raise `OSError`."""
    return _find(home, _Query(wanted))


def find_last_score(home: str) -> Score | None:
    """Return the score of the game that ended last, if there is one; raise `OSError`."""
    scores = _find(home, _Query({}, only_last=True)).scores
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
                if not _is_ours(connection):
                    break
                connection.execute("PRAGMA journal_mode = WAL")
                stamps = _update(home, connection, tell, lists_all=query.lists_all)
                return _select(connection, stamps, query)
        except (sqlite3.DatabaseError, ValueError, TypeError) as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                break
            for suffix in _DATABASE_SUFFIXES:  # it is damaged
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


def _select(connection: "sqlite3.Connection", stamps: _Stamps, query: _Query) -> GameResults:
    wanted = {"source": "".join(stamps.last[1:])} if query.only_last else query.wanted
    conditions = "".join([f" WHERE {name} = :{name}" for name in wanted])
    rows = _read_rows(connection, f"results{conditions} ORDER BY source", wanted)
    if query.only_last:
        _require_whole(len(rows) == bool(stamps.last))
    else:
        (group,) = [f"{name} {value}" for name, value in wanted.items()] or [""]
        found = [len(rows), sum([checksum for _, checksum in rows])]
        _require_whole(found == stamps.counts.get(group, [0, 0]))
    results = _parse_rows(rows)
    results.sort(key=lambda each: each.score.date)
    return GameResults(_without_copies(results), stamps.damaged_lines)


_EXPANSIONS, _FEATS = map(Score._fields.index, ("expansions", "feats"))
"""Where the fields of a score stand that are lists."""


def _read_rows(
    connection: "sqlite3.Connection", of: str, wanted: dict[str, str]
) -> list[tuple[bytes, int]]:
    select = f"SELECT text, checksum FROM {of}"  # noqa: S608 - no text of others
    rows = connection.execute(select, wanted).fetchall()
    _require_whole([crc32(text) for text, _ in rows] == [checksum for _, checksum in rows])
    return rows


def _parse_rows(rows: Sequence[tuple[bytes, int]]) -> list[KeptResult]:
    import json

    results = list[KeptResult]()
    for *known, facts in json.loads(b"[%b]" % b",".join([text for text, _ in rows])):
        facts[_EXPANSIONS], facts[_FEATS] = tuple(facts[_EXPANSIONS]), tuple(facts[_FEATS])
        results.append(KeptResult._make((*known, Score._make(facts))))
    return results


def _read_stamps(connection: "sqlite3.Connection") -> _Stamps:
    """Return what the index knows of itself; nothing, so that all is read again, if it is new."""
    import json

    rows = _read_rows(connection, "stamps", {})
    _require_whole(len(rows) <= 1)
    return _Stamps(*json.loads(rows[0][0])) if rows else _Stamps()


def _insert(
    connection: "sqlite3.Connection", stamps: _Stamps, results: Iterable[KeptResult]
) -> None:
    import json

    insert = "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?)"
    for result in results:
        source, score, text = result.source, result.score, json.dumps(result).encode("ascii")
        row = (source, score.race, score.kind, text, crc32(text))
        if connection.execute(insert, row).rowcount:
            stamps.count(result, crc32(text), 1)
            if result.is_scored:
                stamps.last = max([*stamps.last], [score.date, source])


def _delete(connection: "sqlite3.Connection", stamps: _Stamps, sources: set[str]) -> None:
    """Delete the results of journals that are gone, but for those that older releases have left."""
    for source in sources:
        rows = _read_rows(connection, "results WHERE source = :source", {"source": source})
        for result, (_, checksum) in zip(_parse_rows(rows), rows, strict=True):
            if not result.mark.startswith(OLD_MARK):
                connection.execute("DELETE FROM results WHERE source = ?", (source,))
                stamps.count(result, checksum, -1)
    if stamps.last and stamps.last[-1] in sources:
        others = _parse_rows(_read_rows(connection, "results", {}))
        dates = [[each.score.date, each.source] for each in others if each.is_scored]
        stamps.last = max(dates, default=[])


def _without_copies(results: list[KeptResult]) -> list[KeptResult]:
    """Return the first result of each mark."""
    if len({each.mark.removeprefix(OLD_MARK) for each in results}) == len(results):
        return results
    found = {each.mark.removeprefix(OLD_MARK): each for each in reversed(results)}
    return [*reversed(found.values())]


def _update(home: str, connection: "sqlite3.Connection", tell: Tell, *, lists_all: bool) -> _Stamps:
    """Add what has ended since the index was written, or make it again, all at once."""
    import json

    stamps = _read_stamps(connection)
    old = " ".join([stamp_of(os.path.join(home, name)) for name in (SCORES_FILE, MORGUE_FOLDER)])
    folder = stamp_of(os.path.join(home, GAMES_FOLDER))
    sources = [*open_sources(home)]
    lists = stamps.old != old or (lists_all and stamps.folder != folder)
    lists |= lists_all and not are_unfinished_marked(home)
    if not (lists or any(_has_ended(os.path.join(home, source)) for source in sources)):
        return stamps
    connection.execute("BEGIN IMMEDIATE")
    stamps = _read_stamps(connection)
    if stamps.old != old:
        results, damaged_lines = _old_results(home)
        stamps = _Stamps(old, damaged_lines=damaged_lines)
        connection.execute("DELETE FROM results")
        _insert(connection, stamps, results)
        lists = True
    if lists:
        known = {row[0] for row in connection.execute("SELECT source FROM results")}
        listed = _all_sources(home)
        _delete(connection, stamps, known.difference(listed))
        sources = [source for source in listed if source not in known]
    unread = list[str]()
    _insert(connection, stamps, _read_results(home, sources, tell, unread))
    if lists:
        stamps.folder = "" if unread or is_racy(folder) else folder  # or look again the next time
    text = json.dumps(astuple(stamps)).encode("ascii")
    connection.execute("DELETE FROM stamps")
    connection.execute("INSERT INTO stamps VALUES (?, ?)", (text, crc32(text)))
    connection.execute("COMMIT")
    if lists and not is_racy(folder):
        note_unfinished_marked(home, folder)
    for source in open_sources(home):
        found = connection.execute("SELECT 1 FROM results WHERE source = ?", (source,)).fetchone()
        if found and source.startswith(f"{GAMES_FOLDER}/"):
            with suppress(OSError):
                os.unlink(marker_of(os.path.join(home, source)))
    return stamps


def _read_all(home: str, tell: Tell, wanted: dict[str, str]) -> GameResults:
    """Return what is wanted, read from the journals themselves."""
    results, damaged_lines = _old_results(home)
    known, folder = {each.source for each in results}, stamp_of(os.path.join(home, GAMES_FOLDER))
    sources = [source for source in _all_sources(home) if source not in known]
    results += _read_results(home, sources, tell, [])
    if not is_racy(folder):
        note_unfinished_marked(home, folder)
    chosen = [
        each for each in results if all(getattr(each.score, k) == v for k, v in wanted.items())
    ]
    chosen.sort(key=lambda each: (each.score.date, each.source))
    return GameResults(_without_copies(chosen), damaged_lines)


def _all_sources(home: str) -> list[str]:
    games = list_folder(os.path.join(home, GAMES_FOLDER))
    journals = [f"{GAMES_FOLDER}/{name}" for name in games if name.endswith(JOURNAL_SUFFIX)]
    return sorted({*journals, *open_sources(home)})


def open_journals(home: str) -> list[str]:
    """Return the journals of a home folder that have not ended; raise `OSError`.

    None but those that are marked are looked at, if the folder of games is as it was noted.
    """
    if not are_unfinished_marked(home):
        _find(home, _Query({}, only_last=True, lists_all=True))
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
                score = found.score._replace(journal=name)
                if end.result is not None:  # a copy of a journal of this home has its mark
                    line = end_line(score._replace(journal=end.result.journal))
                    mark = seal_of(key, line) or mark
                yield KeptResult(source, mark, found.is_scored, score)


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
