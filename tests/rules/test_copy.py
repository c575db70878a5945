"""A copy plays on as its original would, and a digest tells one state from another."""

import subprocess
import sys
from collections.abc import Callable
from itertools import product
from typing import TypeAlias

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES, MERCHANT_HOARD, SMALL_PILE
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import DIRECTIONS, EAST, NORTH
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event, Slain
from cc3k.engine.game import Action, GameState, Outcome
from cc3k.engine.hero import Hero, Race
from cc3k.engine.refusals import Impossible, Refusal
from cc3k.engine.stats import StatModifier, Stats
from tests.support.processes import environment
from tests.support.scenarios import MISS, race_named, room, scenario, snapshot, weakened

POTIONS = {potion.name: potion for potion in BASE_RULES.potions}
ACTIONS: list[Action] = [
    *[act(way) for act in (Move, Attack, Drink) for way in DIRECTIONS],
    ToggleFreeze(),
]
SEEDS = st.integers(0, 10**9)
RACES = st.sampled_from(BASE_RULES.races)
ROOMS = st.lists(st.text("....0123456789HWEOMDL+#", min_size=6, max_size=6), min_size=1, max_size=6)
ACTS = st.lists(st.sampled_from(ACTIONS), max_size=60)

WALK = 120
"""Commands, most of which cannot be done."""
FIRST, AFTER_A_WALK = 722174088, 885603851
"""Digests of the first turn of a game, and after some commands of another."""

Change: TypeAlias = Callable[[GameState], object]


def fresh(seed: int = 42, race: str = "Shade") -> GameState:
    return GameState(BASE_RULES, race_named(race), Dice(f"{seed}/game 1"))


def drawn(seed: int, race: Race, rows: list[str]) -> GameState:
    """Return a game that begins in a drawn room, the stairs close by, and goes on anywhere."""
    data = room(*rows, "@....\\").encode("ascii")
    return GameState(
        BASE_RULES, race, Dice(f"{seed}"), read_layout(data, "any", BASE_RULES).floor_layouts
    )


def outcome_of(game: GameState, action: Action) -> tuple[Event, ...] | Refusal:
    try:
        return game.play(action)
    except Impossible as refusal:
        return refusal.reason


@given(SEEDS, ROOMS, RACES, ACTS, ACTS)
def test_a_copy_leaves_its_original_alone_and_both_play_alike(
    seed: int, rows: list[str], race: Race, before: list[Action], after: list[Action]
) -> None:
    game = drawn(seed, race, rows)
    for action in before:
        outcome_of(game, action)
    kept, digest = snapshot(game), game.digest()
    twin = game.copy()
    assert snapshot(twin)[0] == kept[0]
    spent = game.copy()
    for action in after:
        outcome_of(spent, action)
    assert (snapshot(game), game.digest()) == (kept, digest)
    for action in after:
        assert outcome_of(twin, action) == outcome_of(game, action)
        assert twin.floor.glyphs == game.floor.glyphs
        assert twin.digest() == game.digest()
    assert (twin.score, twin.outcome) == (game.score, game.outcome)


def test_a_guardian_is_one_and_the_same_in_a_copy() -> None:
    """R31: who guards a hoard is who stands on the floor; slain in a copy, it lives on here."""
    game = dragon_and_hoard()
    twin = game.copy()
    dragon, _ = twin.floor.enemies.values()
    assert list(twin.floor.guardian_by_cell.values()) == [dragon]
    weakened(twin).play(Attack(EAST))
    assert (twin.floor.guardian_by_cell, twin.hero.gold) == ({}, 6)
    assert (len(game.floor.guardian_by_cell), game.hero.gold) == (1, 0)
    assert next(iter(game.floor.enemies.values())).hp == 150


def dragon_and_hoard() -> GameState:
    game = scenario(room("9D..0", "@..14", "8..M\\"), luck=[MISS] * 4)
    game.play(Move(NORTH))
    return game


def another_potion(game: GameState) -> None:
    cell = next(cell for cell, item in game.floor.items.items() if item.name == "RH")
    game.floor.items[cell] = POTIONS["PH"]


def another_pile(game: GameState) -> None:
    cell = next(cell for cell, item in game.floor.items.items() if item.name == "merchant hoard")
    game.floor.items[cell] = SMALL_PILE


def a_heap(game: GameState) -> None:
    cell = next(cell for cell, item in game.floor.items.items() if item.name == "merchant hoard")
    game.floor.items[cell] = attrs.evolve(MERCHANT_HOARD, value=5)


def swapped_wounds(game: GameState) -> None:
    first, *_, last = game.floor.enemies.values()
    first.hp, last.hp = last.hp, first.hp


def another_guard(game: GameState) -> None:
    dragon, merchant = game.floor.enemies.values()
    dragon.guarded_cells, merchant.guarded_cells = merchant.guarded_cells, dragon.guarded_cells


CHANGES: dict[str, Change] = {
    "another slayer": lambda game: setattr(game, "outcome", Outcome(Slain("PC", "D"))),
    "two brews": lambda game: setattr(game.hero, "stats", two_brews(game.hero, 5, -5)),
    "two brews in another order": lambda game: setattr(
        game.hero, "stats", two_brews(game.hero, -5, 5)
    ),
    "who has lost them": swapped_wounds,
    "who guards": another_guard,
    "a potion that looks the same": another_potion,
    "a pile that looks the same": another_pile,
    "a heap that looks the same": a_heap,
}


def two_brews(hero: Hero, first: int, second: int) -> Stats:
    return StatModifier(StatModifier(hero.stats, first), second)


def test_a_digest_differs_when_any_part_of_the_state_does() -> None:
    """What looks alike on the picture counts; tests/rules/test_state.py has each field."""
    digests = {"as it was": dragon_and_hoard().digest()}
    for name, change in CHANGES.items():
        game = dragon_and_hoard()
        change(game)
        digests[name] = game.digest()
    alike = [names for names in product(digests, digests) if digests[names[0]] == digests[names[1]]]
    assert alike == [(name, name) for name in digests]


def test_a_digest_is_of_the_state_and_not_of_the_way_there() -> None:
    """The order in which things were learnt or laid down is no part of a state."""
    one, other = dragon_and_hoard(), dragon_and_hoard()
    for game, names in ((one, ("RH", "BA", "WD")), (other, ("WD", "BA", "RH"))):
        game.known_names.update(names)
        game.hero.provoked_kinds.update(names)
    other.floor.enemies = dict(reversed(other.floor.enemies.items()))
    other.floor.items = dict(reversed(other.floor.items.items()))
    assert one.digest() == other.digest()


def walked() -> GameState:
    game, ways = drawn(0, race_named("Troll"), ["012345", "H.W.L.", "543210"]), Dice("ways 0")
    for _ in range(WALK):
        outcome_of(game, ways.pick(ACTIONS))
    assert len(game.known_names) > 2
    assert len(game.hero.provoked_kinds) > 1
    assert game.outcome is None
    return game


@pytest.mark.seeded
def test_digests_never_change() -> None:
    """R34: numbers kept once, for every Python there is."""
    assert (fresh().digest(), walked().digest()) == (FIRST, AFTER_A_WALK)


@pytest.mark.seeded
def test_digests_are_the_same_however_strings_hash() -> None:
    """R34: no order of a set is in them."""
    program = "from tests.rules.test_copy import walked; print(walked().digest())"
    hashing = {**environment(), "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", program]
    said = subprocess.check_output(command, env=hashing, text=True)
    assert int(said) == AFTER_A_WALK
