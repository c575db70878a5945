"""The file of scores, made again from the journals of the games that have ended."""

import os
from contextlib import suppress

from attrs import evolve, frozen

from cc3k.content.layout.writer import LayoutError
from cc3k.engine.rules import Rules
from cc3k.play.quoting import shown
from cc3k.record.journal import JournalError
from cc3k.record.replay import Diverged, OtherRules
from cc3k.record.scores import Score, score_of, unique
from cc3k.record.summary import tale_of
from cc3k.storage.archive import counts
from cc3k.storage.disk import Disk, numbered
from cc3k.storage.lookup import SUFFIX, read_found
from cc3k.storage.paths import GAMES, SCORES
from cc3k.storage.recorder import timestamp
from cc3k.storage.scores import digest_of, read_scores, replace_scores

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
