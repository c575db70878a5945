"""Endings: how games end, as voices, the end screen, pages and tables of scores tell it (R15).

Each of them has its own length: the lines below the last frame, a sentence of a story, a clause, or
the cell of a table.
"""

from typing import assert_never

from cc3k.engine.events import Means
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.text import escape_text, potion_name
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


def document_ending(game: GameState) -> str:
    """Return the end of a game as the document has it (R15)."""
    if ending_word(game) == WON:
        return "Victory! PC has left the dungeon alive."
    return f"Defeat. PC died on floor {game.depth}."


def ending_sentence(game: GameState) -> str:
    """Return the end of a game as it is spoken: who or what, where and when; else empty."""
    outcome = game.outcome
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


def fate_word(ending: str, cause: str) -> str:
    """Return how a game ended, as a list has it: `won`, `given up`, `elf`; else empty."""
    return {WON: "won", GIVEN_UP: "given up"}.get(ending, cause)


def fate_cell(ending: str, cause: str, floor: int) -> str:
    """Return how a game that was won or lost ended, as a cell of a table: `floor 3, elf`."""
    word = fate_word(ending, cause)
    return word if ending == WON else f"floor {floor}, {word}"


def describe_fate(ending: str, cause: str, floor: int) -> str:
    """Return how a game ended, within a sentence: `killed by an elf on floor 3`."""
    killed = f"killed by {with_article(cause)}" if ending == SLAIN else ""
    told = killed or fate_word(ending, cause)
    return told if ending == WON else f"{told or 'not over yet:'} on floor {floor}"


def score_line(game: GameState) -> str:
    """Return the score and how it is made up (R15): `Score: 16 (11 gold + 5 for a shade)`."""
    return f"Score: {game.score} ({_score_sum(game, ' + {} {}')})"


def score_row(game: GameState) -> str:
    """Return the same without the label: `16: 11 gold and 5 more for a shade.`, in a report."""
    return f"{game.score}: {_score_sum(game, ' and {} more {}', ',')}."


def _score_sum(game: GameState, extra: str, between: str = "") -> str:
    """Return the gold, each `extra`, and factors such as `, times 120 % for the trial`."""
    gold, race = game.hero.gold, with_article(game.race.name.lower())
    of_race = game.race.score_scale(gold) - gold, f"for {race}"
    sums = [each for each in (of_race, *game.score_bonuses()) if each[0]]
    extras = between.join([extra.format(points, escape_text(reason)) for points, reason in sums])
    factors = [f", times {n} % {escape_text(reason)}" for n, reason in game.score_factors()]
    return f"{gold} gold{extras}{''.join(factors)}"


def feats_of(game: GameState) -> tuple[str, ...]:
    """Return what expansions say that was achieved, as a result keeps it."""
    return tuple([escape_text(feat) for hook in game.rules.hooks.feats for feat in hook(game)])


def end_rows(game: GameState) -> list[tuple[str, str]]:
    """Return what expansions report of a game: labels, each with a text."""
    found = [row for hook in game.rules.hooks.end_rows for row in hook(game)]
    return [(escape_text(label), escape_text(text)) for label, text in found]
