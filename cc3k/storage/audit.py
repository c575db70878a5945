"""Whether scores are those of the games that are kept: each game is played again."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import Enum

from attrs import fields, frozen

from cc3k.content.layout.writer import LayoutError
from cc3k.engine.rules import Rules
from cc3k.play.kind import kind_on
from cc3k.record.journal import JournalError, is_time
from cc3k.record.record import Record
from cc3k.record.replay import Diverged, OtherRules
from cc3k.record.scores import Score, score_of
from cc3k.record.summary import Tale, tale_of
from cc3k.storage.lookup import SUFFIX, read_found
from cc3k.storage.paths import GAMES
from cc3k.storage.scores import digest_of


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
