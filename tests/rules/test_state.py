"""Every field of a game's state: kept by a copy, seen by the digest, the journal and the player."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import TypeAlias

import attrs
import pytest
from attrs import define

from cc3k.bots.observation import observe
from cc3k.content.roster import BASE_RULES, SMALL_PILE
from cc3k.engine.actions import Move
from cc3k.engine.board import NORTH
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState, Outcome
from cc3k.engine.hero import Hero
from cc3k.engine.stats import StatModifier
from cc3k.saves.record import state_fingerprint
from tests.support.scenarios import MISS, race_named, room, scenario
from tests.support.stones import STONE_RULES
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


def guarded_room() -> GameState:
    game = scenario(room("9D..0", "@..14", "8..M\\"), luck=[MISS] * 4, rules=STONE_RULES)
    game.play(Move(NORTH))
    return game


def part_of(game: GameState, owner: type[Part]) -> Part:
    parts: tuple[Part, ...] = (game, game.hero, game.floor, *game.floor.enemies.values())
    return next(part for part in parts if type(part) is owner)


def replace_first_enemy(game: GameState) -> None:
    cell = min(game.floor.enemies)
    game.floor.remove_enemy(cell)
    game.floor.place_enemy(cell, Enemy(BASE_RULES.enemy_kind_named("elf")))


@define
class Bag:
    """A part of a game that an expansion might add."""

    coins: int

    def copy(self) -> "Bag":
        return Bag(self.coins)

    def digest_parts(self) -> object:
        return self.coins


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
    "GameState.parts": lambda game: game.parts.update({"bag": Bag(1)}),
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
