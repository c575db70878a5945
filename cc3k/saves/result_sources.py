"""Result sources: what results count, from sealed last lines, replays, and older releases.

A result counts without a replay if this home has sealed it: with a key that lies in no journal.
A journal from elsewhere, or of a release that wrote no results, is replayed. What came of that is
sealed in a file of its own, as later rules cannot replay it: the journal itself stays as it is.
Results of older releases are read where they lie, and need no journal at all: games of older rules
cannot be replayed.
"""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from cc3k.exit_codes import EXIT_DAMAGED, EXIT_DIVERGED, EXIT_OK, EXIT_OTHER_RULES
from cc3k.play.endings import ENDINGS, SLAIN, WON
from cc3k.saves.disk import Disk, make_seal, open_descriptor, read_key, seal_of, write_all
from cc3k.saves.journal_format import RecordError, StoredJournal
from cc3k.saves.journal_reader import (
    JOURNAL_SUFFIX,
    is_journal,
    read_result_line,
    read_stored_journal,
)
from cc3k.saves.journal_writer import add_marker
from cc3k.saves.open_files import (
    UnreadableError,
    format_timestamp,
    list_folder,
    modification_time,
    open_regular,
    read_regular,
    reason_of,
)
from cc3k.saves.paths import GAMES_FOLDER, MORGUE_FOLDER, SCORES_FILE, VERIFIED_FILE
from cc3k.saves.record import PRACTICE, effective_game_kind
from cc3k.saves.results import GameResult, ResultLine, parse_facts, parse_result, result_line

PROGRESS_SECONDS, PROGRESS_STEP = 1.0, 500
"""After how long it is told how far the index is, and after how many journals each time."""

MAX_SCORES_BYTES, MAX_PAGE_BYTES = 1 << 28, 1 << 20
"""Bytes of the largest table of scores that is read, and of a page of a game."""

MAX_SCORE_BYTES = 8_192
"""Bytes of the longest line of a table of scores."""

OLD = "old"
"""The stamp of a result that an older release has left, with or without a journal."""

Tell: TypeAlias = Callable[[int, int], None]
"""Tells how many of all journals are read."""


class IndexEntry(NamedTuple):
    """What came of a game, as the index has it.

    `source` is the path of its journal in the home folder. Of copies of a journal, which have one
    `mark`, the first counts. `is_scored` is False for games without a score (§5), as is a daily
    one of another day.
    """

    source: str
    mark: str
    is_scored: bool
    result: GameResult


def say_nothing(_done: int, _total: int) -> None:
    """Tell of no progress."""


def read_journals(
    home: str, sources: Sequence[str], tell: Tell
) -> tuple[list[IndexEntry], list[str], bool]:
    """Read journals that the index does not know; mark those that have not ended.

    Returns the results of those that have ended, the others, and whether there are unread ones:
    those of a stranger that cannot be replayed, as an expansion may be missing.
    """
    results, unfinished, has_unread = list[IndexEntry](), list[str](), False
    key, began = read_key(home), time.monotonic()
    read_verified = lru_cache(lambda: _read_verified(home, key))
    for done, source in enumerate(sources):
        if done % PROGRESS_STEP == 0 and time.monotonic() - began > PROGRESS_SECONDS:
            tell(done, len(sources))
            began = time.monotonic()
        with suppress(OSError, RecordError):
            path = os.path.join(home, source)
            end = read_result_line(path)
            if end is not None:
                result = _result_of(home, source, end, key, read_verified)
                results += [result] if result else []
                has_unread |= result is None
            elif is_journal(path):
                unfinished.append(source)
                add_marker(Disk(), path)
    return results, unfinished, has_unread


def _result_of(
    home: str,
    source: str,
    end: ResultLine,
    key: bytes,
    read_verified: Callable[[], dict[str, IndexEntry]],
) -> IndexEntry | None:
    """Return what a journal came to by its seal, or by a replay, now or before; None if neither."""
    path, name = os.path.join(home, source), os.path.basename(source).removesuffix(JOURNAL_SUFFIX)
    if end.result is not None and end.seal and end.seal == seal_of(key, end.text):
        result = end.result._replace(journal=name)
        return IndexEntry(source, end.seal, result.is_scored, result)
    mark, verified = _digest_of(path), read_verified()
    found = verified.get(mark) or _replayed_result(mark, read_stored_journal(path))
    if found is None:
        return None
    if mark not in verified:
        verified[mark] = found
        _keep_verified(home, found)
    if end.result is not None:  # a copy of a journal of this home has its mark
        mark = seal_of(key, result_line(found.result._replace(journal=end.result.journal))) or mark
    return IndexEntry(source, mark, found.is_scored, found.result._replace(journal=name))


def _digest_of(path: str) -> str:
    from hashlib import file_digest

    with open_regular(path) as file:
        return file_digest(file, "sha256").hexdigest()


def _replayed_result(mark: str, journal: StoredJournal) -> IndexEntry | None:
    """Return the result of a journal that this home has not written: what a replay comes to."""
    from cc3k.saves.game_page import summarize_record

    record, header = journal.record, journal.record.header
    with suppress(RecordError):
        if journal.damage:
            return None
        summary = summarize_record(record)
        date = record.ended_at or format_timestamp(modification_time(journal.path))
        tags, kind = header.expansions, header.game_kind
        is_of_day = effective_game_kind(kind, header.seed, header.started_at, tags) == kind
        result = summary.to_result("", date)
        return IndexEntry("", mark, result.is_scored and is_of_day, result)
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


def verify_result(home: str, kept: IndexEntry) -> tuple[str, str]:  # noqa: PLR0911 - a verdict each
    """Replay the game of a result; return the verdict, and the reason if they differ."""
    from cc3k.saves.game_page import summarize_record

    result = kept.result
    if os.path.basename(result.journal) != result.journal:
        return MISSING, "no name of a journal"
    try:
        found = read_stored_journal(os.path.join(home, kept.source))
        if found.damage:
            return DAMAGED, found.damage
        summary = summarize_record(found.record)
    except FileNotFoundError:
        return MISSING, "no journal"
    except RecordError as error:
        return next(each for each in VERDICTS if VERDICTS[each] == error.exit_code), str(error)
    except OSError as error:
        return DAMAGED, reason_of(error)
    replayed = summary.to_result(result.journal, found.record.ended_at or result.date)
    for name, true, shown in zip(result._fields, replayed, result, strict=True):
        is_older = name == "digest" or shown is None  # earlier releases wrote another, or none
        if true != shown and not is_older:
            return DIVERGED, f"{name} is {true!a}; the score has {shown!a}"
    return SAME, ""


def _keep_verified(home: str, kept: IndexEntry) -> None:
    """Append a sealed result; half a line of before, cut off, ends where this begins."""
    import json

    disk, path = Disk(), os.path.join(home, VERIFIED_FILE)
    result = kept.result
    text = json.dumps([kept.mark, result.ending, kept.is_scored, result.facts])
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK  # a pipe is not waited for
    with suppress(OSError), open_descriptor(disk, path, flags) as descriptor:
        write_all(disk, descriptor, f"\n{text} {make_seal(home, disk, text)}".encode("ascii"))


def _read_verified(home: str, key: bytes) -> dict[str, IndexEntry]:
    """Return the results that this home has sealed after a replay, by the digests of journals."""
    lines, found = list[bytes](), dict[str, IndexEntry]()
    with suppress(OSError):
        path = os.path.join(home, VERIFIED_FILE)
        lines = read_regular(path, MAX_SCORES_BYTES).splitlines()
    import json

    for line in lines:
        text, _, seal = line.decode("ascii", "replace").rpartition(" ")
        facts: object = json.loads(text) if seal and seal == seal_of(key, text) else None
        match facts:
            case [str(mark), str(ending), bool(is_scored), result] if known := parse_facts(
                result, ending
            ):
                found[mark] = IndexEntry("", mark, is_scored, known)
    return found


def old_results(home: str) -> tuple[list[IndexEntry], int]:
    """Return the results that releases 1 and 2 have left, and how many lines are damaged."""
    lines = list[bytes]()
    with suppress(FileNotFoundError, NotADirectoryError):
        path = os.path.join(home, SCORES_FILE)
        lines = read_regular(path, MAX_SCORES_BYTES, follow_links=True).splitlines()
    lines = [line for line in lines if line.strip()]
    parsed = [parse_result(line, WON) if len(line) <= MAX_SCORE_BYTES else None for line in lines]
    results = [each for each in parsed if each is not None and each.kind != PRACTICE]
    found = {
        each.journal: _old_result(each._replace(ending=SLAIN) if each.cause else each, each.digest)
        for each in reversed(results)
    }
    folder = os.path.join(home, MORGUE_FOLDER)
    for name in sorted(list_folder(folder)):
        root = name.removesuffix(".json")
        if root != name and root not in found:
            facts = read_page_facts(os.path.join(folder, name))
            result = _result_of_page(facts, root)
            if result is not None and result.ending in ENDINGS:
                found[root] = _old_result(result)
    return [*found.values()], len(lines) - len(results)


def _old_result(result: GameResult, digest: str = "") -> IndexEntry:
    source = f"{GAMES_FOLDER}/{result.journal}{JOURNAL_SUFFIX}"
    return IndexEntry(source, digest or source, result.is_scored, result)


def read_page_facts(path: str) -> dict[str, object]:
    """Return the facts of a page that release 2 has written, or nothing if it cannot be read."""
    from cc3k.saves.open_files import parse_json

    found: object = None
    with suppress(OSError, UnreadableError):
        found = parse_json(read_regular(path, MAX_PAGE_BYTES))
    return found if isinstance(found, dict) else {}


def _result_of_page(facts: dict[str, object], journal: str) -> GameResult | None:
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
