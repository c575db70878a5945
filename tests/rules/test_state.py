"""States: copied, told apart by digests, kept in journals and observed, field by field (R34)."""

from collections.abc import Callable, Iterator
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.bots.game import observe
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES, MERCHANT_HOARD, SMALL_PILE
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import DIRECTIONS, EAST, NORTH
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Event, Slain
from cc3k.engine.floor import Floor
from cc3k.engine.game import Action, GameState, Outcome
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import Item, Potion
from cc3k.engine.refusals import Impossible, Refusal
from cc3k.engine.rules import Rules
from cc3k.engine.stats import StatModifier, Stats
from cc3k.engine.view import GameView
from cc3k.saves.record import state_fingerprint
from tests.support.scenarios import MISS, race_named, room, scenario, seeded, snapshot, weakened
from tests.support.stones import STONE_RULES, Stones
from tests.support.tables import for_each

Change: TypeAlias = Callable[[GameState], object]
Part: TypeAlias = Hero | Enemy | Floor | GameState

CLASSES: tuple[type[Part], ...] = (Hero, Enemy, Floor, GameState)

FIXED = {
    "Floor._items_digest": "a cache of what the other fields say",
    "Floor._ground": "a cache of what the other fields say",
    "Floor._pedestals": "a cache of what the other fields say",
    "Floor._terrain_checksum": "a cache of what the other fields say",
    "Floor.item_changes": "it only tells caches of what is seen to look again",
    "Floor.board": "a floor has the same board for ever",
    "GameState._sight": "a cache of what the other fields say",
    "GameState.rules": "a game has the same rules for ever",
    "GameState.floor_layouts": "a game has the same layouts for ever",
    "GameState.hero": "its fields are changed one by one",
    "GameState.floor": "its fields are changed one by one",
}
"""Fields that are not changed, and why."""

REPLACED = {"Hero.facts", "Hero.statuses", "Enemy.statuses", "Enemy.facts"}
"""Mappings that are replaced, never changed: a copy shares them."""

NOT_DIGESTED = {
    "Floor.stationary": "follows from the kinds of the enemies and where they stand",
    "GameState.race": "the hero's race is digested",
    "GameState.dice": "only forked, by labels that the depth tells",
    "GameState.last_events": "what led to the state, no part of it",
    "Enemy.identity": "it tells one enemy from another, and nothing of either",
    "Floor.carried": "only floors to look at have it, which nobody plays on",
}
"""Fields that the digest, and so the journal, need not see, and why."""

NOT_OBSERVED = {
    "Floor.stationary": "follows from the kinds of the enemies and where they stand",
    "GameState.dice": "nobody sees the dice",
    "GameState.last_events": "messages tell them",
    "Hero.facts": "rows of the expansions that note them tell what a player may know",
    "Enemy.stats": "only what is thrown changes them, and looking at the enemy tells",
    "Hero.statuses": "a row of the expansion that gives one tells of it",
    "Enemy.carries": "nobody sees what an enemy carries",
    "Enemy.wares": "a merchant tells them when it is asked",
    "GameState.parts": "the rows of expansions tell what a player may know",
    "Enemy.guarded_cells": "a hoard does not show whose it is",
    "Floor.guardian_by_cell": "a hoard does not show whose it is",
    "GameState.turn_dice": "nobody sees the dice",
    "Enemy.identity": "enemies of a kind look alike",
    "Floor.carried": "nobody sees what an enemy carries",
}
"""Fields that an observation need not show, and why."""


def guarded_room(rules: Rules = STONE_RULES) -> GameState:
    game = scenario(room("9D..0", "@..14", "8..M\\"), luck=[MISS] * 4, rules=rules)
    game.play(Move(NORTH))
    return game


def part_of(game: GameState, owner: type[Part]) -> Part:
    parts: tuple[Part, ...] = (game, game.hero, game.floor, *game.floor.enemies.values())
    return next(part for part in parts if type(part) is owner)


def replace_first_enemy(game: GameState) -> None:
    cell = min(game.floor.enemies)
    game.floor.remove_enemy(cell)
    game.floor.place_enemy(cell, Enemy(BASE_RULES.enemy_kind_named("elf")))


def weaken(enemy: Part) -> None:
    assert isinstance(enemy, Enemy)
    enemy.stats = StatModifier(enemy.stats, -5)


def guard_another_cell(game: GameState) -> None:
    game.floor.assign_guard(max(game.floor.enemies), (game.floor.hero_cell + 2,))


CHANGES: dict[str, Change] = {
    "Hero.race": lambda game: setattr(game.hero, "race", race_named("Drow")),
    "Hero.stats": lambda game: setattr(game.hero, "stats", StatModifier(game.hero.stats, 5)),
    "Enemy.kind": replace_first_enemy,
    "Enemy.stats": lambda game: weaken(part_of(game, Enemy)),
    "Enemy.carries": lambda game: setattr(part_of(game, Enemy), "carries", (SMALL_PILE,)),
    "Enemy.identity": lambda game: setattr(part_of(game, Enemy), "identity", "another"),
    "Enemy.wares": lambda game: setattr(part_of(game, Enemy), "wares", BASE_RULES.potions[:1]),
    "GameState.parts": lambda game: game.parts.update({"bag": Stones()}),
    "Floor.hero_cell": lambda game: game.floor.place_hero(game.floor.hero_cell + 2),
    "Floor.stairs_cell": lambda game: game.floor.place_stairs(game.floor.hero_cell),
    "Floor.items": lambda game: game.floor.place_item(game.floor.hero_cell, SMALL_PILE),
    "Floor.guardian_by_cell": guard_another_cell,
    "Floor.glyphs": lambda game: game.floor.glyphs.reverse(),
    "GameState.race": lambda game: setattr(game, "race", race_named("Drow")),
    "GameState.dice": lambda game: setattr(game, "dice", Dice("another")),
    "GameState.turn_dice": lambda game: setattr(game, "turn_dice", Dice("another")),
    "GameState.outcome": lambda game: setattr(game, "outcome", Outcome()),
    "GameState.last_events": lambda game: setattr(game, "last_events", ()),
}
"""How to change the fields that cannot be changed by their type alone."""


def changed(value: object, name: str) -> object:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}x"
        case tuple() | list():
            return type(value)([*value, 1])
        case set():
            return value | {"merchant", "WA"}  # a kind of enemy, and a kind of potion
        case dict() | MappingProxyType():
            return dict(list(value.items())[1:]) if value else {"1": 1}
    pytest.fail(f"{name}: found {value!r}; expected a row in CHANGES that says how to change it")


def fields_to_change() -> Iterator[str]:
    """Yield each field of the state that can change, as `Class.field`."""
    for owner in CLASSES:
        for attribute in attrs.fields(owner):
            if f"{owner.__name__}.{attribute.name}" not in FIXED:
                yield f"{owner.__name__}.{attribute.name}"


def split(name: str) -> tuple[type[Part], str]:
    owner, field = name.split(".")
    return next(one for one in CLASSES if one.__name__ == owner), field


def changed_game(name: str) -> GameState:
    game, (owner, field) = guarded_room(), split(name)
    if name in CHANGES:
        CHANGES[name](game)
    else:
        part = part_of(game, owner)
        setattr(part, field, changed(getattr(part, field), name))
    return game


def plain(value: object) -> object:
    """Return a value that is equal for a thing and its copy."""
    match value:
        case Enemy():
            return [plain(getattr(value, field.name)) for field in attrs.fields(Enemy)]
        case Dice():
            return value.path, value.digest()
        case dict():
            return {key: plain(one) for key, one in value.items()}
    return value


@for_each("name", list(fields_to_change()))
def test_copy_keeps_a_field(name: str) -> None:
    game, (owner, field) = changed_game(name), split(name)
    unchanged, kept = guarded_room(), getattr(part_of(game, owner), field)
    assert plain(kept) != plain(getattr(part_of(unchanged, owner), field))
    copied = getattr(part_of(game.copy(), owner), field)
    assert plain(copied) == plain(kept)
    is_mutable = isinstance(kept, (dict, set, list, bytearray, Enemy)) and name not in REPLACED
    assert not is_mutable or copied is not kept


@for_each("name", list(fields_to_change()))
def test_digest_and_journal_see_a_field(name: str) -> None:
    before, after = guarded_room(), changed_game(name)
    seen = name not in NOT_DIGESTED
    assert (after.digest() != before.digest()) is seen
    assert (state_fingerprint(after) != state_fingerprint(before)) is seen


@for_each("name", list(fields_to_change()))
def test_observation_shows_a_field(name: str) -> None:
    shown = observe(changed_game(name)) != observe(guarded_room())
    assert shown is (name not in NOT_OBSERVED)


def test_every_exception_is_a_field() -> None:
    names = {f"{owner.__name__}.{field.name}" for owner in CLASSES for field in attrs.fields(owner)}
    assert {*FIXED, *NOT_DIGESTED, *NOT_OBSERVED, *CHANGES} <= names


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
    game = guarded_room(BASE_RULES)
    twin = game.copy()
    dragon, _ = twin.floor.enemies.values()
    assert list(twin.floor.guardian_by_cell.values()) == [dragon]
    weakened(twin).play(Attack(EAST))
    assert (twin.floor.guardian_by_cell, twin.hero.gold) == ({}, 6)
    assert (len(game.floor.guardian_by_cell), game.hero.gold) == (1, 0)
    assert next(iter(game.floor.enemies.values())).hp == 150


def replace_item(game: GameState, name: str, item: Item) -> None:
    cell = next(cell for cell, found in game.floor.items.items() if found.name == name)
    game.floor.items[cell] = item


def swapped_wounds(game: GameState) -> None:
    first, *_, last = game.floor.enemies.values()
    first.hp, last.hp = last.hp, first.hp


def another_guard(game: GameState) -> None:
    dragon, merchant = game.floor.enemies.values()
    dragon.guarded_cells, merchant.guarded_cells = merchant.guarded_cells, dragon.guarded_cells


PLAYED_CHANGES: dict[str, Change] = {
    "another slayer": lambda game: setattr(game, "outcome", Outcome(Slain("PC", "D"))),
    "two brews": lambda game: setattr(game.hero, "stats", two_brews(game.hero, 5, -5)),
    "two brews in another order": lambda game: setattr(
        game.hero, "stats", two_brews(game.hero, -5, 5)
    ),
    "who has lost them": swapped_wounds,
    "who guards": another_guard,
    "a potion that looks the same": lambda game: replace_item(game, "RH", POTIONS["PH"]),
    "a pile that looks the same": lambda game: replace_item(game, MERCHANT_HOARD.name, SMALL_PILE),
    "a heap that looks the same": lambda game: replace_item(
        game, MERCHANT_HOARD.name, attrs.evolve(MERCHANT_HOARD, value=5)
    ),
}


def two_brews(hero: Hero, first: int, second: int) -> Stats:
    return StatModifier(StatModifier(hero.stats, first), second)


def test_a_digest_differs_when_any_part_of_the_state_does() -> None:
    """What looks alike on the picture counts; the test above has each field."""
    digests = {"as it was": guarded_room(BASE_RULES).digest()}
    for name, change in PLAYED_CHANGES.items():
        game = guarded_room(BASE_RULES)
        change(game)
        digests[name] = game.digest()
    alike = [names for names in product(digests, digests) if digests[names[0]] == digests[names[1]]]
    assert alike == [(name, name) for name in digests]


def test_a_digest_is_of_the_state_and_not_of_the_way_there() -> None:
    """The order in which things were learnt or laid down is no part of a state."""
    one, other = guarded_room(BASE_RULES), guarded_room(BASE_RULES)
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
    assert (seeded().digest(), walked().digest()) == (FIRST, AFTER_A_WALK)


def kinds(game: GameState) -> list[str]:
    items = sorted(game.floor.items.items())
    return [item.name for _, item in items if isinstance(item, Potion)]


def test_luck_deals_anew_what_a_player_cannot_know_and_nothing_else() -> None:
    """R18: unknown kinds, the dice to come, floors below; what is seen and known stays."""
    game = seeded(seed=3)
    game.known_names.update(("RH", "WD"))
    seen, before = GameView(game), snapshot(game)
    dealt = [game.copy_with_luck(luck) for luck in range(60)]
    assert snapshot(game) == before
    for twin in dealt:
        assert GameView(twin).glyphs == seen.glyphs
        assert GameView(twin).potions == seen.potions
        assert GameView(twin).gold == seen.gold
        assert [e.hp for e in GameView(twin).enemies.values()] == [
            e.hp for e in seen.enemies.values()
        ]
    hidden = [[kind for kind in kinds(twin) if kind not in game.known_names] for twin in dealt]
    unknown = {potion.name for potion in BASE_RULES.potions} - game.known_names
    assert {kind for row in hidden for kind in row} == unknown
    assert len({tuple(row) for row in hidden}) > 50
    assert len({twin.turn_dice.below(10**9) for twin in dealt}) == 60
    below = []
    for twin in dealt[:5]:
        twin.take_stairs()
        below.append(bytes(twin.floor.glyphs))
    assert len(set(below)) == 5
