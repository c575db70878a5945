"""Tables: the rules of a game as one array, read from the roster's rows.

A figure that depends on the race is asked of its row once for each race, so whatever strategy
answers is known. Strategies that act in a game are known by their type; `support.py` refuses all
others by name. The places of all figures are those of `rows.py`.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from cc3k.content.abilities import (
    Drain,
    DropPiles,
    GoldToPurse,
    Heal,
    Poison,
    Regenerate,
    ScaleBy,
    StatPotion,
    Steal,
    evades_half,
    hostile_once_provoked,
)
from cc3k.engine.board import DIRECTIONS, PASSABLE_GLYPHS, WALL_GLYPHS
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.hero import HitEffect, Race
from cc3k.engine.items import GoldPile, Item, Potion
from cc3k.engine.rules import Rules
from cc3k.fast.rows import (
    CHANGES_STATS,
    DRAINS,
    DROPPED,
    HEADER,
    HEALS,
    IS_ENEMY,
    IS_PASSABLE,
    IS_POTION,
    IS_WALL,
    NO_EFFECT,
    NO_LIMIT,
    NO_LOOT,
    NO_MAXIMUM,
    POISONS,
    STEALS,
    TO_PURSE,
)
from cc3k.fast.state import Sizes
from cc3k.fast.texts import read_texts

_GREATEST = np.iinfo(np.int64).max
_GLYPHS = 256


def list_items(rules: Rules) -> tuple[Item, ...]:
    """Return every item there can be: potions, piles, and the piles that only enemies drop."""
    dropped = [pile for kind in rules.enemy_kinds for pile in _piles_of(kind)]
    return tuple(dict.fromkeys([*rules.potions, *rules.piles, *dropped]))


def read_rules(
    rules: Rules, sizes: Sizes, columns: int, limits: Sequence[int | None]
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the array of rules, on boards of so many columns, and the letters of all texts.

    `limits` are the turns and the steps of a game, None for no limit.
    """
    items = list_items(rules)
    texts = read_texts(rules, items)
    tables = [list(table) for table in _tables(rules, items, columns)]
    tables += [list(accumulate([0, *map(len, texts.texts)])), list(texts.groups)]
    firsts = accumulate([HEADER, *map(len, tables[:-1])])
    most = [NO_LIMIT if limit is None else min(limit, _GREATEST) for limit in limits]
    header = [
        *(columns, sizes.cells, rules.floor_count, *most),
        *(sizes.message_at, sizes.letters, sizes.mask_at, sizes.stats_at),
        *(len(rules.enemy_kinds), len(rules.potions), len(items)),
        *(sizes.posts_at, sizes.layers_at, *firsts),
    ]
    figures = [*header, *[figure for table in tables for figure in table]]
    return np.array(figures, np.int64), np.frombuffer(b"".join(texts.texts), np.uint8)


def _tables(rules: Rules, items: Sequence[Item], columns: int) -> Iterable[Iterable[int]]:
    """Yield the tables in the order of the header, but for those of texts."""
    races = rules.races
    offsets = [direction.offset(columns) for direction in DIRECTIONS]
    yield [figure for number, race in enumerate(races) for figure in _race_row(race, number, rules)]
    yield [figure for row in _kind_rows(rules) for figure in row]
    yield [
        figure
        for kind in rules.enemy_kinds
        for race in races
        for figure in (kind.attacks_per_turn(race), kind.damage_percent(race))
    ]
    yield [figure for potion in rules.potions for race in races for figure in _brew(potion, race)]
    yield [figure for item in items for figure in (ord(item.glyph), _gold_of(item))]
    yield [items.index(pile) for kind in rules.enemy_kinds for pile in _piles_of(kind)]
    yield _glyph_classes(rules)
    yield offsets
    yield sorted(offsets)


def _race_row(race: Race, number: int, rules: Rules) -> list[int]:
    regrowth, scale = race.each_turn, race.score_scale
    return [
        *(race.hp, race.stats.attack, race.stats.defence),
        NO_MAXIMUM if race.max_hp is None else race.max_hp,
        *((1, regrowth.hp) if isinstance(regrowth, Regenerate) else (0, 0)),
        *_hit_effect(race.on_hit, rules),
        *_hit_effect(race.on_slaying, rules),
        *((scale.numerator, scale.denominator) if isinstance(scale, ScaleBy) else (1, 1)),
        number,
    ]


def _hit_effect(effect: HitEffect, rules: Rules) -> tuple[int, int, int]:
    """Return what an effect does, how much, and the kind that it is allergic to, -1 for none."""
    if isinstance(effect, Drain):
        names = [kind.name for kind in rules.enemy_kinds]
        allergy = names.index(effect.allergic_to) if effect.allergic_to in names else -1
        return DRAINS, effect.hp, allergy
    return (STEALS, effect.gold, -1) if isinstance(effect, Steal) else (NO_EFFECT, 0, -1)


def _kind_rows(rules: Rules) -> Iterable[list[int]]:
    first = 0
    for kind in rules.enemy_kinds:
        piles, stats, loot = _piles_of(kind), kind.stats, NO_LOOT
        if piles:
            loot = TO_PURSE if isinstance(kind.loot, GoldToPurse) else DROPPED
        is_neutral, evades = kind.is_hostile is hostile_once_provoked, kind.evades is evades_half
        row = [kind.hp, stats.attack, stats.defence, evades, is_neutral, kind.roams]
        yield [*row, ord(kind.glyph), loot, first, len(piles)]
        first += len(piles)


def _piles_of(kind: EnemyKind) -> tuple[GoldPile, ...]:
    return kind.loot.piles if isinstance(kind.loot, GoldToPurse | DropPiles) else ()


def _brew(potion: Potion, race: Race) -> tuple[int, int, int]:
    """Return what a potion does to a hero of a race: an effect and its scaled amounts."""
    effect, scale = potion.effect, race.potion_scale
    if isinstance(effect, StatPotion):
        return CHANGES_STATS, scale(effect.attack), scale(effect.defence)
    if isinstance(effect, Heal | Poison):
        return HEALS if isinstance(effect, Heal) else POISONS, scale(effect.hp), 0
    message = f"potion {potion.name}: expected an effect that the fast core knows"
    raise TypeError(message)


def _gold_of(item: Item) -> int:
    return item.value if isinstance(item, GoldPile) else 0


def _glyph_classes(rules: Rules) -> list[int]:
    classes = [0] * _GLYPHS
    for glyphs, bit in (
        (PASSABLE_GLYPHS, IS_PASSABLE),
        (rules.enemy_glyphs, IS_ENEMY),
        (rules.potion_glyphs, IS_POTION),
        (WALL_GLYPHS, IS_WALL),
    ):
        for glyph in glyphs:
            classes[glyph] |= bit
    return classes
