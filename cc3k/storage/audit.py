"""Whether scores are those of the games that are kept: each game is played again."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import Enum

from attrs import evolve, fields, frozen

from cc3k.content.layout.writer import LayoutError
from cc3k.engine.rules import Rules
from cc3k.play.quoting import shown
from cc3k.record.journal import JournalError, is_time
from cc3k.record.record import Record, kind_on
from cc3k.record.replay import Diverged, OtherRules
from cc3k.record.scores import Score, score_of, unique
from cc3k.record.summary import Tale, tale_of
from cc3k.storage.archive import counts
from cc3k.storage.disk import Disk, numbered
from cc3k.storage.lookup import SUFFIX, read_found
from cc3k.storage.paths import GAMES, SCORES
from cc3k.storage.recorder import timestamp
from cc3k.storage.scores import digest_of, read_scores, replace_scores


class Finding(Enum):
    """What came of playing a game again."""

    SAME = "same"
    DIVERGED = "diverged"
    OTHER_RULES = "other rules"
    DAMAGED = "damaged"
    MISSING = "missing"
    REPEATED = "repeated"


@frozen
class Audit:
    """What was found of a score, and why it is not the same, if it is not."""

    score: Score
    finding: Finding
    reason: str = ""


def audits(home: str, scores: Iterable[Score], rules: Rules, now: str) -> Iterator[Audit]:
    """Play the game behind each score again, and compare; one game has one place.

    `now` is a time such as `2026-11-20T20:57:00Z`: no game has ended later.
    """
    lines: dict[str, str] = {}
    for score in scores:
        digest = _digest(home, score.journal)
        first = lines.get(digest)
        if first is None:
            yield audit(home, score, rules, now)
        else:
            yield Audit(score, Finding.REPEATED, f"the game of {first}, which has its line")
        if digest:
            lines.setdefault(digest, score.journal)


def _digest(home: str, name: str) -> str:
    """Return what tells the journal of that name from others, or nothing if it cannot be had."""
    with suppress(OSError, ValueError):
        return digest_of(_path(home, name)) if _is_name(name) else ""
    return ""


def _is_name(name: str) -> bool:
    return bool(name) and os.path.basename(name) == name


def _path(home: str, name: str) -> str:
    return os.path.join(home, GAMES, f"{name}{SUFFIX}")


def audit(home: str, score: Score, rules: Rules, now: str) -> Audit:
    """Play the game behind a score again, and compare."""
    if not _is_name(score.journal):
        return Audit(score, Finding.MISSING, "no name of a journal")
    try:
        found = read_found(_path(home, score.journal))
        digest = digest_of(found.path) if score.digest else ""
    except FileNotFoundError:
        return Audit(score, Finding.MISSING, "no journal")
    except (OSError, JournalError) as error:
        return Audit(score, Finding.DAMAGED, str(error))
    if found.damage:
        return Audit(score, Finding.DAMAGED, found.damage)
    return _played(score, found.record, rules, now, digest)


def _played(score: Score, record: Record, rules: Rules, now: str, digest: str) -> Audit:
    try:
        tale = tale_of(record, rules)
    except OtherRules as error:
        return Audit(score, Finding.OTHER_RULES, str(error))
    except Diverged as error:
        return Audit(score, Finding.DIVERGED, str(error))
    except LayoutError as error:
        return Audit(score, Finding.DAMAGED, str(error))
    reason = _flaw(score, tale, record.ended, now)
    if not reason:
        true = score_of(tale, score.journal, record.ended or score.date, digest)
        reason = _difference(score, true)
    return Audit(score, Finding.DIVERGED if reason else Finding.SAME, reason)


def _flaw(score: Score, tale: Tale, ended: str, now: str) -> str:
    """Return why a game can have no such score, or nothing."""
    header = tale.header
    if kind_on(header.kind, header.seed, header.begun) != header.kind:
        return f"the game of the day of {header.begun[:10]!a} has not the seed {header.seed}"
    if not tale.counts:
        return "the journal's game has no score"
    if not ended and not (is_time(score.date) and header.begun <= score.date <= now):
        return f"no game begun {header.begun!a} has ended {score.date!a}"
    return ""


def _difference(kept: Score, found: Score) -> str:
    """Return the first thing in which a score is not that of its game, if there is one."""
    for part in fields(Score):
        shown, true = getattr(kept, part.name), getattr(found, part.name)
        if shown != true:
            return f"{part.name} is {true!a}; the line has {shown!a}"
    return ""


BEFORE = ".before"
"""How the file is called from then on that was there before; a second one has a number."""


@frozen
class Rebuilt:
    """How many scores were found in how many journals, and which journals had to be left out.

    `before` is where the file is kept that was there, if the new one has not all that was in it.
    """

    scores: int
    journals: int
    left_out: tuple[str, ...]
    before: str


class _LeftOutError(Exception):
    """Why the game of a journal cannot be given its score."""


def rebuild(home: str, disk: Disk, rules: Rules) -> Rebuilt:
    """Make the file of scores again, in the order in which the games ended; raise `OSError`.

    A line stays whose journal is by other rules, as it cannot be made again.
    """
    path, games = os.path.join(home, SCORES), os.path.join(home, GAMES)
    names = sorted(os.listdir(games)) if os.path.isdir(games) else []
    journals = [name for name in names if name.endswith(SUFFIX)]
    old = {score.journal: score for score in read_scores(path).kept}
    found, left_out = list[Score](), list[str]()
    for name in journals:
        try:
            found += _score(os.path.join(games, name), old, rules)
        except _LeftOutError as error:
            left_out.append(f"{shown(name)}: {error}")
    scores = sorted(unique(found), key=lambda score: score.date)
    before = _put_by(path, disk, scores)
    replace_scores(path, disk, scores)
    return Rebuilt(len(scores), len(journals), tuple(left_out), before)


def _score(path: str, old: dict[str, Score], rules: Rules) -> list[Score]:
    """Return the score of a journal's game, or none; raise `_LeftOutError`."""
    name = os.path.basename(path).removesuffix(SUFFIX)
    try:
        found, digest = read_found(path), digest_of(path)
        if found.damage or not found.record.ending:
            raise _LeftOutError(found.damage or "the game has not ended")
        tale = tale_of(found.record, rules)
    except OtherRules as error:
        if name in old:
            return [evolve(old[name], digest=digest)]
        raise _LeftOutError(str(error)) from error
    except (OSError, JournalError, Diverged, LayoutError) as error:
        raise _LeftOutError(str(error)) from error
    told = old[name].date if name in old else timestamp(os.stat(path).st_mtime)
    return [score_of(tale, name, found.record.ended or told, digest)] if counts(tale) else []


def _put_by(path: str, disk: Disk, scores: list[Score]) -> str:
    """Give the old file a second name if anything is in it that will not be in the new one."""
    kept = {score.journal for score in scores}
    old = read_scores(path)
    if not old.damaged and all(score.journal in kept for score in old.kept):
        return ""
    for name in numbered(f"{path}{BEFORE}"):
        with suppress(FileExistsError):
            disk.link(path, name)
            return name
    raise FileExistsError(path)
