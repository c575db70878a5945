"""Tables: the rules of a game as one array, read from the roster's rows.

A figure that depends on the race is asked of its row once for each race, so whatever strategy
answers is known. Strategies that act in a game are known to `support.py`, which refuses all
others by name. The places of all figures are those of `state.py`.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cc3k.content import spawn
from cc3k.engine.board import DIRECTIONS, PASSABLE_GLYPHS, WALL_GLYPHS
from cc3k.engine.dice import BYTE_VALUES
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.hero import Race
from cc3k.engine.items import GoldPile, Item
from cc3k.engine.rules import Rules
from cc3k.fast import state, support
from cc3k.fast.state import Sizes
from cc3k.fast.writing import read_texts

Figures = TypeVar("Figures")
"""What is read of an ability."""

_GREATEST = np.iinfo(np.int64).max
_GLYPHS = 256


def list_items(rules: Rules) -> tuple[Item, ...]:
    dropped = [pile for kind in rules.enemy_kinds for pile in _piles_of(kind)]
    return tuple(dict.fromkeys([*rules.potions, *rules.piles, *dropped]))


def is_spawned_here(rules: Rules) -> bool:
    tables = (rules.potion_spawn_table, rules.pile_spawn_table, rules.enemy_spawn_table)
    is_standard = rules.generate_floor is spawn.generate_floor
    return is_standard and all(0 < len(table) <= BYTE_VALUES for table in tables)


def spawn_counts(rules: Rules) -> tuple[int, int, int]:
    return rules.potions_per_floor, rules.piles_per_floor, rules.enemies_per_floor


def read_rules(
    rules: Rules, sizes: Sizes, columns: int, limits: Sequence[int | None]
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the array of rules, on boards of so many columns, and the letters of all texts.

    `limits` are the turns and the steps of a game, None for no limit.
    """
    items = list_items(rules)
    texts, groups = read_texts(rules, items)
    tables = [list(table) for table in _tables(rules, items, columns)]
    tables += [list(accumulate([0, *map(len, texts)])), groups]
    firsts = accumulate([state.HEADER, *map(len, tables[:-1])])
    most = [state.NO_LIMIT if limit is None else min(limit, _GREATEST) for limit in limits]
    header = [
        *(columns, sizes.cells, rules.floor_count, *most),
        *(sizes.message_at, sizes.letters, sizes.mask_at, sizes.stats_at),
        *(len(rules.enemy_kinds), len(rules.potions), len(items)),
        *(sizes.posts_at, sizes.layers_at, *firsts),
    ]
    figures = [*header, *[figure for table in tables for figure in table]]
    return np.array(figures, np.int64), np.frombuffer(b"".join(texts), np.uint8)


def _tables(rules: Rules, items: Sequence[Item], columns: int) -> Iterable[Iterable[int]]:
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
    yield [
        figure
        for potion in rules.potions
        for race in races
        for figure in _known(support.read_brew(potion, race), "effect", potion.name)
    ]
    gold = [item.value if isinstance(item, GoldPile) else 0 for item in items]
    yield [
        figure
        for item, value in zip(items, gold, strict=True)
        for figure in (ord(item.glyph), value)
    ]
    yield [items.index(pile) for kind in rules.enemy_kinds for pile in _piles_of(kind)]
    yield _glyph_classes(rules)
    yield offsets
    yield sorted(offsets)
    yield from _spawn_tables(rules, items)


def _spawn_tables(rules: Rules, items: Sequence[Item]) -> Iterable[Iterable[int]]:
    kinds = list(rules.enemy_kinds)
    is_known = is_spawned_here(rules)
    yield [items.index(row) for row in rules.potion_spawn_table if is_known]
    yield [items.index(row) for row in rules.pile_spawn_table if is_known]
    yield [kinds.index(row) for row in rules.enemy_spawn_table if is_known]
    yield spawn_counts(rules)
    names = [kind.name for kind in kinds]
    guardians = [item.guardian if isinstance(item, GoldPile) else None for item in items]
    yield [names.index(guardian) if guardian in names else -1 for guardian in guardians]


def _race_row(race: Race, number: int, rules: Rules) -> list[int]:
    kinds = rules.enemy_kinds
    return [
        *(race.hp, race.stats.attack, race.stats.defence),
        state.NO_MAXIMUM if race.max_hp is None else race.max_hp,
        *_known(support.read_turn_effect(race), "each_turn", race.name),
        *_known(support.read_hit_effect(race.on_hit, kinds), "on_hit", race.name),
        *_known(support.read_hit_effect(race.on_slaying, kinds), "on_slaying", race.name),
        *_known(support.read_score_scale(race), "score_scale", race.name),
        number,
    ]


def _kind_rows(rules: Rules) -> Iterable[list[int]]:
    first = 0
    for kind in rules.enemy_kinds:
        stats = kind.stats
        loot, piles = _known(support.read_loot(kind), "loot", kind.name)
        evades = _known(support.read_evasion(kind), "evades", kind.name)
        is_neutral = _known(support.read_neutrality(kind), "is_hostile", kind.name)
        row = [kind.hp, stats.attack, stats.defence, evades, is_neutral, kind.roams]
        yield [*row, ord(kind.glyph), loot, first, len(piles)]
        first += len(piles)


def _piles_of(kind: EnemyKind) -> tuple[GoldPile, ...]:
    return _known(support.read_loot(kind), "loot", kind.name)[1]


def _known(figures: Figures | None, ability: str, name: str) -> Figures:
    """Return what the core has read of an ability; raise TypeError if it knows none such."""
    if figures is None:
        message = f"{ability} of {name}: expected an ability that the fast core knows"
        raise TypeError(message)
    return figures


def _glyph_classes(rules: Rules) -> list[int]:
    classes = [0] * _GLYPHS
    for glyphs, bit in (
        (PASSABLE_GLYPHS, state.IS_PASSABLE),
        (rules.enemy_glyphs, state.IS_ENEMY),
        (rules.potion_glyphs, state.IS_POTION),
        (WALL_GLYPHS, state.IS_WALL),
    ):
        for glyph in glyphs:
            classes[glyph] |= bit
    return classes
