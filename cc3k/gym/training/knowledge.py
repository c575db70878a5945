"""Knowledge: what a player knows of the rules, as tables that compiled functions read."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.actions import ALL_ACTIONS
from cc3k.engine.board import (
    DIRECTIONS,
    GOLD_GLYPH,
    HERO_GLYPH,
    PASSABLE_GLYPHS,
    POTION_GLYPH,
    STAIRS_GLYPH,
)
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.hero import Hero, Race
from cc3k.engine.rules import Rules

BLOCKED, FREE, GOLD, STAIRS, POTION, FIRST_KIND = range(6)
"""Classes of what a cell shows; an enemy's is `FIRST_KIND` and the number of its kind."""

(ATTACK, DEFENCE, EVADES, ROAMS) = range(4)
KIND_FIGURES = 4
"""Columns of a kind of enemy; `EVADES` is the share of attacks on it that miss."""

(BLOW_PERCENT, BLOWS, LOOT, GAIN_A_HIT) = range(4)
VERSUS_FIGURES = 4
"""Columns of a kind of enemy against a race: how hard and how often it strikes in a turn, the gold
that slaying it brings on average, and the HP that a hit on it brings."""

ACTION_COUNT = len(ALL_ACTIONS)
WAYS = len(DIRECTIONS)

_SAMPLES = 256
"""Rolls of the dice by which averages are found."""


class Knowledge(NamedTuple):
    """Tables of the rules.

    `classes` [128]: the class of each glyph. `kinds` [kinds, 4] and `versus` [races, kinds, 4]: the
    figures above. `most_hp` [races]: the `max_hp` by which an agent knows its race, and `regrowth`
    [races]: the HP that it regains in a turn. `offsets` [8]: cells from one to the next each way.
    """

    classes: NDArray[np.uint8]
    kinds: NDArray[np.float32]
    versus: NDArray[np.float32]
    most_hp: NDArray[np.int64]
    regrowth: NDArray[np.float32]
    offsets: NDArray[np.int64]


def read_knowledge(rules: Rules, columns: int) -> Knowledge:
    races, kinds = rules.races, rules.enemy_kinds
    return Knowledge(
        classes=_glyph_classes(kinds),
        kinds=np.array([_kind_figures(kind) for kind in kinds], np.float32),
        versus=np.array(
            [[_versus_figures(kind, race) for kind in kinds] for race in races], np.float32
        ),
        most_hp=np.array([race.max_hp or 0 for race in races], np.int64),
        regrowth=np.array([_regrowth(race) for race in races], np.float32),
        offsets=np.array([way.offset(columns) for way in DIRECTIONS], np.int64),
    )


def _glyph_classes(kinds: Iterable[EnemyKind]) -> NDArray[np.uint8]:
    classes = np.full(128, BLOCKED, np.uint8)
    classes[list(PASSABLE_GLYPHS)] = FREE
    classes[HERO_GLYPH] = FREE
    classes[[GOLD_GLYPH, STAIRS_GLYPH, POTION_GLYPH]] = GOLD, STAIRS, POTION
    for number, kind in enumerate(kinds):
        classes[ord(kind.glyph)] = FIRST_KIND + number
    return classes


def _kind_figures(kind: EnemyKind) -> list[float]:
    dice = Dice("evasion")
    evaded = sum(kind.evades(dice) for _ in range(_SAMPLES)) / _SAMPLES
    return [kind.stats.attack, kind.stats.defence, evaded, kind.roams]


def _versus_figures(kind: EnemyKind, race: Race) -> list[float]:
    hero, dice = _hurt_hero(race), Dice("loot")
    hits = hero.copy()
    list(race.on_hit(hits, kind.name))
    list(race.on_slaying(hero, kind.name))
    loot = [kind.loot(dice) for _ in range(_SAMPLES)]
    gold = sum(each.gold + sum(pile.value for pile in each.piles) for each in loot) / _SAMPLES
    return [
        kind.damage_percent(race),
        kind.attacks_per_turn(race),
        gold + hero.gold,
        hits.hp - _hurt_hero(race).hp,
    ]


def _regrowth(race: Race) -> int:
    hero = _hurt_hero(race)
    before = hero.hp
    list(race.each_turn(hero))
    return hero.hp - before


def _hurt_hero(race: Race) -> Hero:
    return Hero(race, hp=race.hp // 2)
