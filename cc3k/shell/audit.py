"""Whether scores are those of the games that are kept: each game is played again."""

import os
from enum import Enum

from attrs import fields, frozen

from cc3k.content.drawings import LayoutError
from cc3k.engine.rules import Rules
from cc3k.play.journal import JournalError
from cc3k.play.record import Record
from cc3k.play.replay import Diverged, OtherRules
from cc3k.play.score import Score, score_of
from cc3k.play.tale import tale_of
from cc3k.shell.found import SUFFIX, read_found
from cc3k.shell.home import GAMES


class Finding(Enum):
    """What came of playing a game again."""

    SAME = "same"
    DIVERGED = "diverged"
    OTHER_RULES = "other rules"
    DAMAGED = "damaged"
    MISSING = "missing"


@frozen
class Audit:
    """What was found of a score, and why it is not the same, if it is not."""

    score: Score
    finding: Finding
    reason: str = ""


def audit(home: str, score: Score, rules: Rules) -> Audit:
    """Play the game behind a score again, and compare."""
    name = score.journal
    if not name or os.path.basename(name) != name:
        return Audit(score, Finding.MISSING, "no name of a journal")
    try:
        found = read_found(os.path.join(home, GAMES, f"{name}{SUFFIX}"))
    except FileNotFoundError:
        return Audit(score, Finding.MISSING, "no journal")
    except (OSError, JournalError) as error:
        return Audit(score, Finding.DAMAGED, str(error))
    if found.damage:
        return Audit(score, Finding.DAMAGED, found.damage)
    return _played(score, found.record, rules)


def _played(score: Score, record: Record, rules: Rules) -> Audit:
    try:
        tale = tale_of(record, rules)
    except OtherRules as error:
        return Audit(score, Finding.OTHER_RULES, str(error))
    except Diverged as error:
        return Audit(score, Finding.DIVERGED, str(error))
    except LayoutError as error:
        return Audit(score, Finding.DAMAGED, str(error))
    if not tale.counts:
        return Audit(score, Finding.DIVERGED, "the journal's game has no score")
    reason = _difference(score, score_of(tale, score.journal, score.date))
    return Audit(score, Finding.DIVERGED if reason else Finding.SAME, reason)


def _difference(kept: Score, found: Score) -> str:
    """Return the first thing in which a score is not that of its game, if there is one."""
    for part in fields(Score):
        shown, true = getattr(kept, part.name), getattr(found, part.name)
        if shown != true:
            return f"{part.name} is {true!a}; the line has {shown!a}"
    return ""
