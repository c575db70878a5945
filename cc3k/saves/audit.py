"""Score audit: replay the game behind a score and compare the result."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import Enum

from attrs import evolve, fields, frozen

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.play.quoting import printable_name
from cc3k.saves.archive import is_ranked
from cc3k.saves.disk import Disk, numbered_names
from cc3k.saves.expansion_errors import blaming_expansions
from cc3k.saves.journal import JournalError, is_timestamp
from cc3k.saves.journal_ends import read_ending
from cc3k.saves.lookup import (
    JOURNAL_NAME_PATTERN,
    JOURNAL_SUFFIX,
    is_journal,
    read_stored_journal,
    rules_of_header,
)
from cc3k.saves.open_files import list_folder
from cc3k.saves.paths import FINISHED_FOLDER, SCORES_FILE
from cc3k.saves.record import ABANDONED, PRACTICE, Header, Record, effective_game_kind
from cc3k.saves.recorder import format_timestamp
from cc3k.saves.replay import ReplayDiverged, RulesMismatch
from cc3k.saves.score import Score
from cc3k.saves.scores import deduplicate_scores, score_from_summary
from cc3k.saves.scores_file import file_digest_of, read_scores, replace_scores
from cc3k.saves.summary import GameSummary, summarize_record


class AuditStatus(Enum):
    """Result of replaying the game behind a score."""

    SAME = "same"
    DIVERGED = "diverged"
    OTHER_RULES = "other rules"
    DAMAGED = "damaged"
    MISSING = "missing"
    REPEATED = "repeated"


@frozen
class ScoreAudit:
    """The audit result of one score, with the reason if they differ."""

    score: Score
    status: AuditStatus
    reason: str = ""


def audit_scores(home: str, scores: Iterable[Score], now: str) -> Iterator[ScoreAudit]:
    """Replay the game behind each score and compare; a second score of one game is reported.

    `now` is a time such as `2026-11-20T20:57:00Z`: no game has ended later.
    """
    lines: dict[str, str] = {}
    for score in scores:
        digest = _journal_digest(home, score.journal)
        first = lines.get(digest)
        if first is None:
            yield audit_score(home, score, now)
        else:
            yield ScoreAudit(
                score, AuditStatus.REPEATED, f"the game of {first}, which has its line"
            )
        if digest:
            lines.setdefault(digest, score.journal)


@frozen
class UnlistedGame:
    """A finished game that should have a score and has none in the table.

    `score` is what its journal says, or None if that cannot be read; `reason` says so.
    """

    journal: str
    score: Score | None
    reason: str = "its game has no line"


def find_unlisted_games(home: str, scores: Iterable[Score]) -> Iterator[UnlistedGame]:
    """Replay the finished games that these scores do not list, and yield those with a score.

    Copies of a journal that has a score are left out.
    """
    listed = list(scores)
    names = {score.journal for score in listed}
    digests = {
        each for score in listed for each in (score.digest, _journal_digest(home, score.journal))
    }
    for path in _finished_journals(home):
        name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)
        if name in names or not _is_ours(path) or _journal_digest(home, name) in digests - {""}:
            continue
        try:
            for score in _scores_of_journal(path, {}):
                yield UnlistedGame(name, score)
        except _SkippedJournalError as error:
            if error.should_have_score:
                yield UnlistedGame(
                    name, None, f"its game has no line, and none can be made: {error}"
                )


def _finished_journals(home: str) -> list[str]:
    folder = os.path.join(home, FINISHED_FOLDER)
    names = sorted(list_folder(folder))
    return [os.path.join(folder, name) for name in names if name.endswith(JOURNAL_SUFFIX)]


def _is_ours(path: str) -> bool:
    """Return True for a journal, whole or damaged, and for a regular file of a journal's name."""
    return is_journal(path) or (
        os.path.isfile(path) and bool(JOURNAL_NAME_PATTERN.fullmatch(os.path.basename(path)))
    )


def _journal_digest(home: str, name: str) -> str:
    with suppress(OSError, ValueError):
        return file_digest_of(_finished_journal_path(home, name)) if _is_plain_name(name) else ""
    return ""


def _is_plain_name(name: str) -> bool:
    return bool(name) and os.path.basename(name) == name


def _finished_journal_path(home: str, name: str) -> str:
    return os.path.join(home, FINISHED_FOLDER, f"{name}{JOURNAL_SUFFIX}")


def audit_score(home: str, score: Score, now: str) -> ScoreAudit:
    if not _is_plain_name(score.journal):
        return ScoreAudit(score, AuditStatus.MISSING, "no name of a journal")
    try:
        found = read_stored_journal(_finished_journal_path(home, score.journal))
        digest = file_digest_of(found.path) if score.digest else ""
    except FileNotFoundError:
        return ScoreAudit(score, AuditStatus.MISSING, "no journal")
    except OSError as error:
        return ScoreAudit(score, AuditStatus.DAMAGED, error.strerror or str(error))
    except JournalError as error:
        return ScoreAudit(score, AuditStatus.DAMAGED, str(error))
    if found.damage:
        return ScoreAudit(score, AuditStatus.DAMAGED, found.damage)
    return _audit_record(score, found.record, now, digest)


def _audit_record(score: Score, record: Record, now: str, digest: str) -> ScoreAudit:
    try:
        with blaming_expansions():
            tale = summarize_record(record, rules_of_header(record.header))
    except RulesMismatch as error:
        return ScoreAudit(score, AuditStatus.OTHER_RULES, str(error))
    except ReplayDiverged as error:
        return ScoreAudit(score, AuditStatus.DIVERGED, str(error))
    except LayoutError as error:
        return ScoreAudit(score, AuditStatus.DAMAGED, str(error))
    reason = _find_flaw(score, tale, record.ended_at, now)
    if not reason:
        true = score_from_summary(tale, score.journal, record.ended_at or score.date, digest)
        reason = _find_difference(score, true)
    return ScoreAudit(score, AuditStatus.DIVERGED if reason else AuditStatus.SAME, reason)


def _find_flaw(score: Score, summary: GameSummary, ended_at: str, now: str) -> str:
    """Return the reason why a game cannot have such a score, or nothing."""
    header = summary.header
    if (
        effective_game_kind(header.game_kind, header.seed, header.started_at, header.expansions)
        != header.game_kind
    ):
        return _false_day(header)
    if not summary.is_scored:
        return "the journal's game has no score"
    if not ended_at and not (is_timestamp(score.date) and header.started_at <= score.date <= now):
        return f"no game begun {header.started_at!a} has ended {score.date!a}"
    return ""


def _false_day(header: Header) -> str:
    return f"the game of the day of {header.started_at[:10]!a} has not the seed {header.seed}"


def _find_difference(recorded: Score, replayed: Score) -> str:
    """Return the first field in which a score differs from its game, or nothing."""
    for part in fields(Score):
        shown, true = getattr(recorded, part.name), getattr(replayed, part.name)
        is_untold = part.name == "frozen_turns" and shown is None  # by a line of release 1
        if shown != true and not is_untold:
            return f"{part.name} is {true!a}; the line has {shown!a}"
    return ""


BACKUP_SUFFIX = ".before"
"""Suffix of the old score file that is kept; further ones get a number."""


@frozen
class RebuildResult:
    """The number of scores and of journals read, and what was skipped, with the reasons.

    `skipped` are journals that should have a score; `passed_over` are other files, and games that
    cannot have one. `backup_path` is the copy of the old score file, if lines were dropped.
    """

    score_count: int
    journal_count: int
    skipped: tuple[str, ...]
    passed_over: tuple[str, ...]
    backup_path: str


class _SkippedJournalError(Exception):
    """Raised for a journal whose game cannot get a score, with the reason.

    `should_have_score` says whether it would have one, could it be read.
    """

    def __init__(self, reason: str, *, should_have_score: bool = True) -> None:
        super().__init__(reason)
        self.should_have_score = should_have_score


def rebuild_scores(home: str, disk: Disk) -> RebuildResult:
    """Rebuild the score file from the finished journals, ordered by date; raise `OSError`.

    A line stays whose journal is by other rules, as it cannot be made again.
    """
    path, journals = os.path.join(home, SCORES_FILE), 0
    old = {score.journal: score for score in read_scores(path).scores}
    found, skipped, passed_over = list[Score](), list[str](), list[str]()
    for journal in _finished_journals(home):
        name = os.path.basename(journal)
        if not _is_ours(journal) and name.removesuffix(JOURNAL_SUFFIX) not in old:
            passed_over.append(f"{printable_name(name)}: no journal")
            continue
        journals += 1
        try:
            found += _scores_of_journal(journal, old)
        except _SkippedJournalError as error:
            reasons = skipped if error.should_have_score else passed_over
            reasons.append(f"{printable_name(name)}: {error}")
    scores = sorted(deduplicate_scores(found), key=lambda score: score.date)
    before = _back_up_scores(path, disk, scores)
    replace_scores(path, disk, scores)
    return RebuildResult(len(scores), journals, tuple(skipped), tuple(passed_over), before)


def _scores_of_journal(path: str, old_scores: dict[str, Score]) -> list[Score]:
    name = os.path.basename(path).removesuffix(JOURNAL_SUFFIX)
    try:
        found, digest = read_stored_journal(path), file_digest_of(path)
        if found.damage:
            expected = found.record.header.game_kind != PRACTICE and read_ending(path) != ABANDONED
            raise _SkippedJournalError(
                _without_name(found.damage, path), should_have_score=expected
            )
        if not found.record.ending:
            reason = "the game has not ended"
            raise _SkippedJournalError(reason, should_have_score=name in old_scores)
        with blaming_expansions():
            summary = summarize_record(found.record, rules_of_header(found.record.header))
    except RulesMismatch as error:
        if name in old_scores:
            return [evolve(old_scores[name], digest=digest)]
        raise _SkippedJournalError(str(error)) from error
    except OSError as error:
        raise _SkippedJournalError(error.strerror or str(error)) from error
    except JournalError as error:
        raise _SkippedJournalError(_without_name(str(error), path)) from error
    except (ReplayDiverged, LayoutError) as error:
        raise _SkippedJournalError(str(error)) from error
    if not is_ranked(summary):
        if summary.is_scored:
            raise _SkippedJournalError(_false_day(summary.header), should_have_score=False)
        return []
    date = old_scores[name].date if name in old_scores else format_timestamp(os.stat(path).st_mtime)
    return [score_from_summary(summary, name, found.record.ended_at or date, digest)]


def _without_name(error: str, path: str) -> str:
    """Return an error in a journal without the journal's name, but with its line and byte."""
    return error.removeprefix(f"{printable_name(os.path.basename(path))}:")


def _back_up_scores(path: str, disk: Disk, scores: list[Score]) -> str:
    """Keep the old file under a second name if the new one would lack anything of it."""
    kept = {score.journal for score in scores}
    old = read_scores(path)
    if not old.damaged_lines and all(score.journal in kept for score in old.scores):
        return ""
    for name in numbered_names(f"{path}{BACKUP_SUFFIX}"):
        with suppress(FileExistsError):
            disk.link(path, name)
            disk.sync_folder(os.path.dirname(path))
            return name
    raise FileExistsError(path)
