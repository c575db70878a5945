"""A further row of the roster is played by the core, or refused by name and left to the engine."""

import numpy as np
import pytest
from attrs import evolve, frozen

from cc3k.content.abilities import GoldToPurse, Regenerate, StatPotion, evades_half
from cc3k.content.roster import BASE_RULES, NORMAL_PILE
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import GoldPile, Loot, Potion
from cc3k.engine.rules import Rules
from cc3k.engine.stats import BaseStats
from cc3k.fast import support
from cc3k.gym import settings
from cc3k.gym.vector import CC3kVectorEnv
from tests.fast.differential import GAMES, Comparison, Scenario
from tests.support.fixtures import Patch
from tests.support.scenarios import room

pytestmark = pytest.mark.core

WYVERN = EnemyKind(
    "wyvern", "Y", 20, BaseStats(15, 5), 3, evades=evades_half, loot=GoldToPurse((NORMAL_PILE,))
)
GOLEM = EnemyKind("golem", "Z", 200, BaseStats(1, 1), 1, roams=False)
GHOUL = Race("Ghoul", "u", 300, BaseStats(60, 20), max_hp=400, each_turn=Regenerate(2))
BREW = Potion("FR", "raises both by 3", "a", StatPotion(3, 3), spawn_weight=2)
TRIBUTE = GoldPile("tribute", 9, "b", spawn_weight=2, guardian="golem")


def further_rules() -> Rules:
    rules = BASE_RULES
    return evolve(
        rules,
        races=(*rules.races, GHOUL),
        enemy_kinds=(WYVERN, *rules.enemy_kinds, GOLEM),
        potions=(BREW, *rules.potions),
        piles=(*rules.piles, TRIBUTE),
    )


def play_by(monkeypatch: Patch, rules: Rules) -> None:
    monkeypatch.setattr(settings, "choose_api_rules", lambda *_chosen: rules)
    monkeypatch.setattr(settings, "race_by_name", lambda _name, _rules: rules.races[-1])


@pytest.mark.parametrize("drawing", [None, room("@Y.Zb", "a6.D9", "...\\0")])
def test_further_rows_are_played_by_the_core(monkeypatch: Patch, drawing: str | None) -> None:
    rules = further_rules()
    assert support.find_unknown_part(rules) is None
    play_by(monkeypatch, rules)
    comparison = Comparison.begin(Scenario("further rows", {"drawing": drawing}, 1))
    assert comparison.fast.engine == "fast"
    comparison.play(150 * GAMES)


@frozen
class FeastOn:
    hp: int

    def __call__(self, hero: Hero, _victim: str) -> tuple[()]:
        hero.heal(self.hp)
        return ()


SHADE, HUMAN, RESTORE = BASE_RULES.races[0], BASE_RULES.enemy_kinds[0], BASE_RULES.potions[0]


def with_row(row: Race | EnemyKind | Potion) -> Rules:
    rules = BASE_RULES
    if isinstance(row, Race):
        return evolve(rules, races=(row, *rules.races[1:]))
    if isinstance(row, EnemyKind):
        return evolve(rules, enemy_kinds=(row, *rules.enemy_kinds[1:]))
    return evolve(rules, potions=(row, *rules.potions[1:]))


UNKNOWN: dict[str, Race | EnemyKind | Potion] = {
    "on_slaying of race Shade": evolve(SHADE, on_slaying=FeastOn(7)),
    "on_hit of race Shade": evolve(SHADE, on_hit=FeastOn(7)),
    "each_turn of race Shade": evolve(SHADE, each_turn=lambda _hero: ()),
    "score_scale of race Shade": evolve(SHADE, score_scale=lambda gold: gold + 1),
    "a figure of more than 1048576 of race Shade": evolve(SHADE, hp=2**21),
    "evades of enemy human": evolve(HUMAN, evades=lambda _dice: True),
    "is_hostile of enemy human": evolve(HUMAN, is_hostile=lambda _enemy, _hero: False),
    "loot of enemy human": evolve(HUMAN, loot=lambda _dice: Loot()),
    "more than 255 HP of enemy human": evolve(HUMAN, hp=256),
    "the effect of potion RH": evolve(RESTORE, effect=lambda _hero: None),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_the_core_does_not_know_is_named(name: str, monkeypatch: Patch) -> None:
    rules = with_row(UNKNOWN[name])
    assert support.find_unknown_part(rules) == name
    monkeypatch.setattr(settings, "choose_api_rules", lambda *_chosen: rules)
    with pytest.warns(UserWarning, match=f"does not know {name}: the reference engine plays"):
        envs = CC3kVectorEnv(2)
    assert envs.engine == "reference"
    with pytest.raises(ValueError, match=f"^fast=True: the fast core does not know {name}; "):
        CC3kVectorEnv(2, fast=True)
    assert CC3kVectorEnv(2, fast=False).engine == "reference"


def test_a_field_that_an_expansion_adds_and_a_further_action_are_named(monkeypatch: Patch) -> None:
    known = {**support.KNOWN_FIELDS, Rules: support.KNOWN_FIELDS[Rules][:-2]}
    monkeypatch.setattr(support, "KNOWN_FIELDS", known)
    assert support.find_unknown_part(BASE_RULES) is None
    fewer = evolve(BASE_RULES, enemies_per_floor=3)
    assert support.find_unknown_part(fewer) == "enemies_per_floor 3 of the rules"
    monkeypatch.setattr(support, "ALL_ACTIONS", range(26))
    assert support.find_unknown_part(BASE_RULES) == "a game of 26 actions"


def test_any_way_to_lay_out_floors_is_known(monkeypatch: Patch) -> None:
    made = list[FloorLayout]()

    def generate(layout: FloorLayout, rules: Rules, dice: Dice) -> Floor:
        made.append(layout)
        return BASE_RULES.generate_floor(layout, rules, dice)

    rules = evolve(BASE_RULES, generate_floor=generate)
    assert support.find_unknown_part(rules) is None
    monkeypatch.setattr(settings, "choose_api_rules", lambda *_chosen: rules)
    fast, reference = (CC3kVectorEnv(2, fast=is_fast) for is_fast in (True, False))
    seen, expected = (envs.reset(seed=3)[0] for envs in (fast, reference))
    assert len(made) == 4
    assert all(np.array_equal(seen[name], expected[name]) for name in expected)


def test_without_its_library_the_engine_plays(monkeypatch: Patch) -> None:
    monkeypatch.setattr(support, "find_spec", {"numpy": True}.get)
    assert CC3kVectorEnv(2).engine == "reference"
    with pytest.raises(ValueError, match="numba is not installed"):
        CC3kVectorEnv(2, fast=True)
