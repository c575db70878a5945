"""Endings: how games end, as voices, the end screen, pages and tables of scores tell it (R15)."""

from typing import NamedTuple, assert_never

from cc3k.engine.events import Means
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.text import escape_text, potion_name
from cc3k.engine.values import frozen
from cc3k.play.messages import with_article

WON, SLAIN, GIVEN_UP = "won", "slain", "left"
ENDINGS = (WON, SLAIN, GIVEN_UP)
"""The ways in which a game can end, as journals have them."""


def ending_word(game: GameState) -> str:
    """Return the ending of a game; an unfinished one counts as given up."""
    if game.outcome is None:
        return GIVEN_UP
    return WON if game.outcome.won else SLAIN


def cause_of_death(outcome: Outcome | None) -> str:
    """Return the kind of enemy or potion that slew the PC; empty if none did."""
    if outcome is None or outcome.death is None:
        return ""
    death = outcome.death
    return f"{death.by} potion" if death.means is Means.POTION else death.by


class Fate(NamedTuple):
    """How a game ended, as lists tell it: with an ending, a cause of death, and the last floor.

    An unfinished game has no `ending`.
    """

    ending: str
    cause: str
    floor: int

    @property
    def word(self) -> str:
        """Such as `won`, `given up`, `elf`; empty if it has not ended."""
        return {WON: "won", GIVEN_UP: "given up"}.get(self.ending, self.cause)

    @property
    def cell(self) -> str:
        """That of a game that was won or lost, in a table: `won`, `floor 3, elf`."""
        return self.word if self.ending == WON else f"floor {self.floor}, {self.word}"

    @property
    def clause(self) -> str:
        """Within a sentence: `killed by an elf on floor 3`."""
        told = f"killed by {with_article(self.cause)}" if self.ending == SLAIN else self.word
        return told if self.ending == WON else f"{told or 'not over yet:'} on floor {self.floor}"


@frozen
class Ending:
    """What is told of a game at its end: each voice, report, page and result takes it from here."""

    game: GameState

    @property
    def document_lines(self) -> tuple[str, str]:
        """The end and the score as the document has them (R15)."""
        is_won = ending_word(self.game) == WON
        defeat = f"Defeat. PC died on floor {self.game.depth}."
        return "Victory! PC has left the dungeon alive." if is_won else defeat, self.score_line

    @property
    def sentence(self) -> str:
        """The end as it is spoken: who or what, where and when; empty if it is not over."""
        game, outcome = self.game, self.game.outcome
        if outcome is None:
            return ""
        if outcome.death is None:
            return f"Victory! You leave the dungeon alive on turn {game.turns}."
        by = outcome.death.by
        match outcome.death.means:
            case Means.POTION:
                names = {potion.name: potion.full_name for potion in game.rules.potions}
                killer = potion_name(names.get(by, by))
            case Means.BLOOD:
                killer = f"the blood of {with_article(by)}"
            case Means.BLOW:
                killer = with_article(by)
            case _:
                assert_never(outcome.death.means)
        return f"Killed by {killer} on floor {game.depth}, turn {game.turns}."

    @property
    def score_line(self) -> str:
        """The score and how it is made up (R15): `Score: 16 (11 gold + 5 for a shade)`."""
        return f"Score: {self.game.score} ({self._score_sum(' + {} {}')})"

    @property
    def score_row(self) -> str:
        """The same without the label: `16: 11 gold and 5 more for a shade.`, in a report."""
        return f"{self.game.score}: {self._score_sum(' and {} more {}', ',')}."

    def _score_sum(self, extra: str, between: str = "") -> str:
        """Return the gold, each `extra`, and factors such as `, times 120 % for the trial`."""
        game, gold = self.game, self.game.hero.gold
        of_race = game.race.score_scale(gold) - gold, f"for {with_article(game.race.name.lower())}"
        sums = [each for each in (of_race, *game.score_bonuses()) if each[0]]
        extras = between.join([extra.format(points, escape_text(why)) for points, why in sums])
        factors = [f", times {n} % {escape_text(why)}" for n, why in game.score_factors()]
        return f"{gold} gold{extras}{''.join(factors)}"

    @property
    def feats(self) -> tuple[str, ...]:
        """What expansions say that was achieved, as a result keeps it."""
        hooks = self.game.rules.hooks.feats
        return tuple([escape_text(feat) for hook in hooks for feat in hook(self.game)])

    @property
    def rows(self) -> list[tuple[str, str]]:
        """What expansions report of the game: labels, each with a text."""
        found = [row for hook in self.game.rules.hooks.end_rows for row in hook(self.game)]
        return [(escape_text(label), escape_text(text)) for label, text in found]
