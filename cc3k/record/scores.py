"""What is kept of a game that was won or lost: its score, and what it was won or lost by (§5)."""

from collections.abc import Iterable

from attrs import frozen

from cc3k.play.kind import DAILY, ORDINARY
from cc3k.record.summary import Tale

TABLED = (ORDINARY, DAILY)
"""The kinds of game that have scores."""


@frozen
class Score:
    """The score of one game, and how to have the game again.

    `floors` is how many the PC came to, `cause` what slew it, empty if it won. `layout` tells
    layouts apart and is empty for floors furnished at random; `called` is what it was called.
    `journal` is the name of the game's journal without its suffix, `date` when the game ended.
    `digest` is that of the journal, by which one game has one place; older lines tell none.
    """

    race: str
    score: int
    gold: int
    turns: int
    floors: int
    cause: str
    seed: int
    game: int
    layout: str
    called: str
    expansions: tuple[str, ...]
    ruleset: int
    kind: str
    journal: str
    date: str
    digest: str = ""

    @property
    def won(self) -> bool:
        """Whether the PC left the dungeon alive."""
        return not self.cause


def score_of(tale: Tale, journal: str, date: str, digest: str = "") -> Score:
    """Return the score of a game that has one."""
    header = tale.header
    return Score(
        race=header.race,
        score=tale.score,
        gold=tale.gold,
        turns=tale.turns,
        floors=tale.depth,
        cause=tale.cause,
        seed=header.seed,
        game=header.game,
        layout=tale.layout,
        called=header.called,
        expansions=header.expansions,
        ruleset=header.ruleset,
        kind=header.kind,
        journal=journal,
        date=date,
        digest=digest,
    )


def unique(scores: Iterable[Score]) -> list[Score]:
    """Return the first score of each game: one game, one place."""
    found, names, digests = [], set[str](), set[str]()
    for score in scores:
        if score.journal not in names and score.digest not in digests:
            found.append(score)
        names.add(score.journal)
        digests |= {score.digest} - {""}
    return found
