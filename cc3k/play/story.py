"""The story of a game in ten lines: what was done on each floor, and what it cost."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import evolve

from cc3k.engine.game import GameState
from cc3k.play.messages import article, count_names, count_text, join_list
from cc3k.play.tally import FloorTally, GameTally
from cc3k.play.voices import ending_sentence

MOST_LINES = 10
"""Lines of a story: the first says who set out, the last how it ended."""

MOST_DEEDS = 4
"""Deeds of a line that are told one by one; of the others only their number."""


def story_lines(game: GameState, tally: GameTally) -> tuple[str, ...]:
    """Return the story of a game so far, at most ten lines.

    Where there are more floors than lines, those next to one another on which least happened share
    one.
    """
    race, floors = game.race.name.lower(), count_text(game.rules.floor_count, "floor")
    first = f"{article(race).capitalize()} {race} goes down into a dungeon of {floors}."
    last = ending_sentence(game)
    told = list(tally.floors)
    while len(told) > MOST_LINES - 1 - bool(last):
        weights = [_weight(one) + _weight(other) for one, other in pairwise(told)]
        at = weights.index(min(weights))
        told[at : at + 2] = [_joined(*told[at : at + 2])]
    return (first, *_floor_lines(told), *[last] * bool(last))


def _weight(floor: FloorTally) -> int:
    """Return how much there is to tell of a floor."""
    return floor.kills.total() + floor.potions.total() + len(floor.deeds)


def _joined(one: FloorTally, other: FloorTally) -> FloorTally:
    """Return floors next to one another as one, with the number of the other."""
    return evolve(
        other,
        first=one.first,
        kills=one.kills + other.kills,
        potions=one.potions + other.potions,
        hp_lost=one.hp_lost + other.hp_lost,
        deeds=[*one.deeds, *other.deeds],
    )


def _floor_lines(told: Sequence[FloorTally]) -> Iterator[str]:
    before = 0
    for visit in told:
        where = f"Floor {visit.floor}"
        if visit.floor - before > 1:
            where = f"Floors {before + 1} to {visit.floor}"
        before = visit.floor
        cost = f"lost {visit.hp_lost} HP to blows" if visit.hp_lost else "unhurt"
        done = "; ".join([join_list([*_deeds(visit)]) or "passed through", cost])
        yield f"{where}, {count_text(visit.turns, 'turn')}: {done}."


def _deeds(floor: FloorTally) -> Iterator[str]:
    if floor.kills:
        yield f"slew {count_names([*floor.kills.elements()])}"
    if floor.potions:
        drunk = [f"{count} {name}" if count > 1 else name for name, count in floor.potions.items()]
        yield f"drank {join_list(drunk)}"
    if floor.gold:
        yield f"{'took' if floor.gold > 0 else 'spent'} {abs(floor.gold)} gold"
    deeds = floor.deeds
    yield from deeds[:MOST_DEEDS]
    if len(deeds) > MOST_DEEDS:
        yield f"did {count_text(len(deeds) - MOST_DEEDS, 'thing')} more"
