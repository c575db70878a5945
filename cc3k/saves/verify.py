"""Verification of scores: the game behind one is replayed, and its result compared."""

import os
from enum import Enum

from cc3k.content.layout.text import LayoutError
from cc3k.saves.expansion_errors import blaming_expansions
from cc3k.saves.index import KeptResult
from cc3k.saves.journal import JournalError
from cc3k.saves.lookup import read_stored_journal, rules_of_header
from cc3k.saves.replay import ReplayDiverged, RulesMismatch
from cc3k.saves.summary import score_from_summary, summarize_record


class ReplayStatus(Enum):
    """Result of replaying the game behind a score."""

    SAME = "same"
    DIVERGED = "diverged"
    OTHER_RULES = "other rules"
    DAMAGED = "damaged"
    MISSING = "missing"


def verify_score(  # noqa: PLR0911 - a status each
    home: str, result: KeptResult
) -> tuple[ReplayStatus, str]:
    """Replay the game of a result; return what that comes to, and the reason if they differ."""
    score = result.score
    if os.path.basename(score.journal) != score.journal:
        return ReplayStatus.MISSING, "no name of a journal"
    try:
        found = read_stored_journal(os.path.join(home, result.source))
        if found.damage:
            return ReplayStatus.DAMAGED, found.damage
        with blaming_expansions():
            summary = summarize_record(found.record, rules_of_header(found.record.header))
    except FileNotFoundError:
        return ReplayStatus.MISSING, "no journal"
    except OSError as error:
        return ReplayStatus.DAMAGED, error.strerror or str(error)
    except RulesMismatch as error:
        return ReplayStatus.OTHER_RULES, str(error)
    except ReplayDiverged as error:
        return ReplayStatus.DIVERGED, str(error)
    except (JournalError, LayoutError) as error:
        return ReplayStatus.DAMAGED, str(error)
    replayed = score_from_summary(summary, score.journal, found.record.ended_at or score.date)
    for name, true, shown in zip(score._fields, replayed, score, strict=True):
        is_older = name == "digest" or shown is None  # earlier releases wrote another, or none
        if true != shown and not is_older:
            return ReplayStatus.DIVERGED, f"{name} is {true!a}; the score has {shown!a}"
    return ReplayStatus.SAME, ""
