"""Spawning: a floor without marks laid out by compiled functions, as `cc3k.content.spawn` does.

It has the same draws in the same order. What hardly ever happens is left to the engine, which then
lays out the whole floor anew: a chamber that is full, and a hoard with two guardians beside it.
"""

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.board import HERO_GLYPH, STAIRS_GLYPH, TILE
from cc3k.engine.dice import BYTE_VALUES
from cc3k.fast.combat import count_free_neighbours, free_neighbour, is_hostile
from cc3k.fast.compiler import compiled
from cc3k.fast.dice import below, draw_bits, seed_dice
from cc3k.fast.hero import place_item
from cc3k.fast.rows import (
    CELLS,
    GUARDIANS,
    ITEM_VALUE,
    KIND_GLYPH,
    KIND_HP,
    POSTS_AT,
    ROAMS,
    SPAWN_COUNTS,
    SPAWNED_POTIONS,
    beside,
    item_figure,
    kind_figure,
)
from cc3k.fast.state import (
    CELL,
    ENEMIES,
    ENEMY_FIGURES,
    ENEMY_HP,
    FIRST_POST,
    HERO,
    KIND,
    POSTS,
    STATIONARY,
    VALUE_SHIFT,
    GameRow,
    Plan,
)
from cc3k.fast.texts import NEIGHBOURS

_NOWHERE = -1
_BYTES, _BYTE_BITS = 4, 8
_KIND_BITS = (1 << VALUE_SHIFT) - 1

_POTIONS, _PILES = 0, 1
_GROUPS = 3
"""Groups of what is spawned, in this order; the last one are enemies."""


@compiled
def spawn_floor(
    game: GameRow, plan: Plan, key: NDArray[np.uint32], things: NDArray[np.int64]
) -> bool:
    """Lay out a floor for a game, its dice seeded by a key; tell whether that could be done.

    What is to be spawned is noted in `things`, an array with room for all of it.
    """
    cells = game.rules[CELLS]
    for cell in range(cells):
        game.seen[cell] = game.ground[cell] = plan.ground[cell]
        game.seen[cells + cell] = game.seen[2 * cells + cell] = 0
        game.items[cell] = 0
    game.numbers[ENEMIES] = 0
    seed_dice(game, key)
    return _place_ends(game, plan) and _spawn_contents(game, plan, things) and _assign_guards(game)


@compiled
def _place_ends(game: GameRow, plan: Plan) -> bool:
    chambers = int(plan.chambers[0])
    first = below(game, chambers)
    hero = _pick_tile(game, plan, first)
    game.numbers[HERO] = hero
    game.seen[hero] = HERO_GLYPH
    other = first
    if chambers > 1:
        other = below(game, chambers - 1)
        other += other >= first
    else:
        below(game, 1)
    stairs = _pick_tile(game, plan, other)
    if game.seen[stairs] != TILE:
        return False
    game.seen[stairs], game.ground[stairs] = STAIRS_GLYPH, STAIRS_GLYPH
    return True


@compiled
def _pick_tile(game: GameRow, plan: Plan, chamber: int) -> int:
    first, end = _places_of(plan, chamber)
    return int(plan.chambers[first + below(game, end - first)])


@compiled
def _places_of(plan: Plan, chamber: int) -> tuple[int, int]:
    return int(plan.chambers[1 + chamber]), int(plan.chambers[2 + chamber])


@compiled
def _spawn_contents(game: GameRow, plan: Plan, things: NDArray[np.int64]) -> bool:
    """Spawn potions, gold with its guardians, and enemies, in that order (§2.4, R26)."""
    rules, total = game.rules, 0
    for group in range(_GROUPS):
        table, count = SPAWNED_POTIONS + group, rules[rules[SPAWN_COUNTS] + group]
        pick_many(game, rules[table + 1] - rules[table], things, total, count)
        total += count
    pick_many(game, plan.chambers[0], things, total, total)
    placed = 0
    for group in range(_GROUPS):
        for _ in range(rules[rules[SPAWN_COUNTS] + group]):
            thing = rules[rules[SPAWNED_POTIONS + group] + things[placed]]
            cell = _pick_free_tile(game, plan, things[total + placed])
            if cell == _NOWHERE or not _place(game, group, cell, thing):
                return False
            placed += 1
    return True


@compiled
def _place(game: GameRow, group: int, cell: int, thing: int) -> bool:
    if group == _POTIONS:
        place_item(game, cell, thing, 0)
    elif group == _PILES:
        return _place_pile(game, cell, thing)
    else:
        _place_enemy(game, cell, thing)
    return True


@compiled
def pick_many(
    game: GameRow, options: int, numbers: NDArray[np.int64], first: int, count: int
) -> None:
    """Write random numbers below `options`, from one place on: a byte decides each."""
    limit, found = BYTE_VALUES - BYTE_VALUES % options, 0
    while found < count:
        missing, word = count - found, 0
        for byte in range(missing):
            if byte % _BYTES == 0:
                word = draw_bits(game, _BYTE_BITS * min(_BYTES, missing - byte))
            value = word & (BYTE_VALUES - 1)
            word >>= _BYTE_BITS
            if value < limit:
                numbers[first + found] = value % options
                found += 1


@compiled
def _pick_free_tile(game: GameRow, plan: Plan, chamber: int) -> int:
    cell = _pick_tile(game, plan, chamber)
    if game.seen[cell] != TILE:
        cell = _pick_tile(game, plan, chamber)
    if game.seen[cell] == TILE:
        return cell
    free, (first, end) = 0, _places_of(plan, chamber)
    for place in range(first, end):
        free += game.seen[plan.chambers[place]] == TILE
    if free == 0:
        return _NOWHERE
    number = below(game, free)
    for place in range(first, end):
        if game.seen[plan.chambers[place]] == TILE:
            if number == 0:
                return int(plan.chambers[place])
            number -= 1
    return _NOWHERE


@compiled
def _place_pile(game: GameRow, cell: int, item: int) -> bool:
    """Put gold on a cell, and its guardian beside it; tell whether there is room (R27)."""
    guardian = _guardian_of(game, item)
    if guardian < 0:
        place_item(game, cell, item, item_figure(game, item, ITEM_VALUE))
        return True
    free = count_free_neighbours(game, cell)
    if free == 0:
        return False
    place_item(game, cell, item, item_figure(game, item, ITEM_VALUE))
    _place_enemy(game, free_neighbour(game, cell, below(game, free)), guardian)
    return True


@compiled
def _place_enemy(game: GameRow, cell: int, kind: int) -> None:
    row, cells = game.numbers[ENEMIES] * ENEMY_FIGURES, game.rules[CELLS]
    game.numbers[ENEMIES] += 1
    game.enemies[row + CELL], game.enemies[row + KIND] = cell, kind
    game.enemies[row + ENEMY_HP] = kind_figure(game, kind, KIND_HP)
    game.enemies[row + STATIONARY] = 1 - kind_figure(game, kind, ROAMS)
    game.enemies[row + FIRST_POST], game.enemies[row + POSTS] = 0, 0
    game.seen[cell] = kind_figure(game, kind, KIND_GLYPH)
    game.seen[cells + cell] = kind_figure(game, kind, KIND_HP)
    game.seen[2 * cells + cell] = is_hostile(game, kind)


@compiled
def _assign_guards(game: GameRow) -> bool:
    """Make guardians guard their hoards; tell whether each hoard has one guardian beside it."""
    posts = 0
    for row in range(0, game.numbers[ENEMIES] * ENEMY_FIGURES, ENEMY_FIGURES):
        kind, cell = game.enemies[row + KIND], game.enemies[row + CELL]
        game.enemies[row + FIRST_POST] = posts
        for place in range(NEIGHBOURS):
            hoard = cell + beside(game, place)
            if _guardian_at(game, hoard) == kind:
                if _count_guardians(game, hoard, kind) > 1:
                    return False
                game.numbers[game.rules[POSTS_AT] + posts] = hoard
                posts += 1
        game.enemies[row + POSTS] = posts - game.enemies[row + FIRST_POST]
    return True


@compiled
def _guardian_at(game: GameRow, cell: int) -> int:
    item = (game.items[cell] & _KIND_BITS) - 1
    return _guardian_of(game, item) if item >= 0 else -1


@compiled
def _guardian_of(game: GameRow, item: int) -> int:
    return int(game.rules[game.rules[GUARDIANS] + item])


@compiled
def _count_guardians(game: GameRow, hoard: int, kind: int) -> int:
    count = 0
    for place in range(NEIGHBOURS):
        count += game.seen[hoard + beside(game, place)] == kind_figure(game, kind, KIND_GLYPH)
    return count
