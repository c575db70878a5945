"""Spawning: a floor without marks laid out by compiled functions, as `cc3k.content.spawn` does.

It has the same draws in the same order. What hardly ever happens is left to the engine, which then
lays out the whole floor anew: a chamber that is full, and a hoard with two guardians beside it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cc3k.content import spawn
from cc3k.engine.board import HERO_GLYPH, STAIRS_GLYPH, TILE, Board
from cc3k.engine.dice import BYTE_VALUES
from cc3k.engine.items import GoldPile
from cc3k.engine.rules import Rules
from cc3k.fast.combat import count_free_neighbours, free_neighbour, is_hostile
from cc3k.fast.compiler import compiled, entry_point
from cc3k.fast.dice import below, draw_bits, seed_dice
from cc3k.fast.hero import place_item
from cc3k.fast.rows import (
    CELLS,
    ITEM_VALUE,
    KIND_GLYPH,
    KIND_HP,
    POSTS_AT,
    ROAMS,
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
    Core,
    GameRow,
    game_row,
)
from cc3k.fast.tables import list_items
from cc3k.fast.texts import NEIGHBOURS

_BLANK, _NOWHERE = ord(" "), -1
_BYTES, _BYTE_BITS = 4, 8
_KIND_BITS = (1 << VALUE_SHIFT) - 1


class Plan(NamedTuple):
    """A board to spawn on: its terrain, the tiles of all chambers, and where each one begins."""

    ground: NDArray[np.uint8]
    tiles: NDArray[np.int64]
    starts: NDArray[np.int64]


class SpawnTables(NamedTuple):
    """What is spawned: items and kinds of enemies as often as their weight, and how many of each.

    `guardians` has the kind of enemy that guards an item, or -1.
    """

    potions: NDArray[np.int64]
    piles: NDArray[np.int64]
    enemies: NDArray[np.int64]
    counts: NDArray[np.int64]
    guardians: NDArray[np.int64]
    things: NDArray[np.int64]


def read_plan(board: Board, rows: int, columns: int) -> Plan:
    """Return the plan of a board within a larger one of so many rows and columns."""
    ground = np.full((rows, columns), _BLANK, np.uint8)
    terrain = np.frombuffer(board.terrain, np.uint8).reshape(board.height, board.stride)
    ground[: board.height, : board.width] = terrain[:, : board.width]
    own = np.array([cell for tiles in board.chambers for cell in tiles], np.int64)
    starts = np.cumsum([0, *map(len, board.chambers)])
    tiles = own + own // board.stride * (columns - board.stride)
    return Plan(ground.ravel(), tiles, starts.astype(np.int64))


def read_spawn_tables(rules: Rules) -> SpawnTables | None:
    """Return the tables of rules that spawn as the standard ones do, or None for the engine."""
    tables = (rules.potion_spawn_table, rules.pile_spawn_table, rules.enemy_spawn_table)
    if rules.generate_floor is not spawn.generate_floor:
        return None
    if not all(0 < len(table) <= BYTE_VALUES for table in tables):
        return None
    items, kinds = list_items(rules), list(rules.enemy_kinds)
    names = [kind.name for kind in kinds]
    guardians = [
        names.index(item.guardian) if isinstance(item, GoldPile) and item.guardian in names else -1
        for item in items
    ]
    counts = (rules.potions_per_floor, rules.piles_per_floor, rules.enemies_per_floor)
    return SpawnTables(
        np.array([items.index(row) for row in rules.potion_spawn_table], np.int64),
        np.array([items.index(row) for row in rules.pile_spawn_table], np.int64),
        np.array([kinds.index(row) for row in rules.enemy_spawn_table], np.int64),
        np.array(counts, np.int64),
        np.array(guardians, np.int64),
        np.zeros(2 * sum(counts), np.int64),
    )


@entry_point
def spawn_floor(
    core: Core, number: int, plan: Plan, tables: SpawnTables, key: NDArray[np.uint32]
) -> bool:
    """Lay out a floor for a game, its dice seeded by a key; tell whether that could be done."""
    game = game_row(core, number)
    cells = game.rules[CELLS]
    for cell in range(cells):
        game.seen[cell] = game.ground[cell] = plan.ground[cell]
        game.seen[cells + cell] = game.seen[2 * cells + cell] = 0
        game.items[cell] = 0
    game.numbers[ENEMIES] = 0
    seed_dice(game, key)
    return (
        _place_ends(game, plan)
        and _spawn_contents(game, plan, tables)
        and _assign_guards(game, tables)
    )


@compiled
def _place_ends(game: GameRow, plan: Plan) -> bool:
    """Place the PC in a chamber, and the stairs in another if there is one."""
    chambers = plan.starts.size - 1
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
    """Pick a tile of a chamber, free or not."""
    first = plan.starts[chamber]
    return int(plan.tiles[first + below(game, plan.starts[chamber + 1] - first)])


@compiled
def _spawn_contents(game: GameRow, plan: Plan, tables: SpawnTables) -> bool:
    """Spawn potions, gold with its guardians, and enemies, in that order (§2.4, R26)."""
    things, counts = tables.things, tables.counts
    pick_many(game, tables.potions.size, things, 0, counts[0])
    pick_many(game, tables.piles.size, things, counts[0], counts[1])
    pick_many(game, tables.enemies.size, things, counts[0] + counts[1], counts[2])
    total = counts.sum()
    pick_many(game, plan.starts.size - 1, things, total, total)
    for number in range(total):
        cell = _pick_free_tile(game, plan, things[total + number])
        if cell == _NOWHERE:
            return False
        if number < counts[0]:
            place_item(game, cell, tables.potions[things[number]], 0)
        elif number >= counts[0] + counts[1]:
            _place_enemy(game, cell, tables.enemies[things[number]])
        elif not _place_pile(game, cell, tables.piles[things[number]], tables):
            return False
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
    """Pick a free tile of a chamber, or return -1 where there is none."""
    cell = _pick_tile(game, plan, chamber)
    if game.seen[cell] != TILE:
        cell = _pick_tile(game, plan, chamber)
    if game.seen[cell] == TILE:
        return cell
    free = 0
    for place in range(plan.starts[chamber], plan.starts[chamber + 1]):
        free += game.seen[plan.tiles[place]] == TILE
    if free == 0:
        return _NOWHERE
    number = below(game, free)
    for place in range(plan.starts[chamber], plan.starts[chamber + 1]):
        if game.seen[plan.tiles[place]] == TILE:
            if number == 0:
                return int(plan.tiles[place])
            number -= 1
    return _NOWHERE


@compiled
def _place_pile(game: GameRow, cell: int, item: int, tables: SpawnTables) -> bool:
    """Put gold on a cell, and its guardian beside it; tell whether there is room (R27)."""
    guardian = tables.guardians[item]
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
    """Put an enemy on a free tile."""
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
def _assign_guards(game: GameRow, tables: SpawnTables) -> bool:
    """Make guardians guard their hoards; tell whether each hoard has one guardian beside it."""
    posts = 0
    for row in range(0, game.numbers[ENEMIES] * ENEMY_FIGURES, ENEMY_FIGURES):
        kind, cell = game.enemies[row + KIND], game.enemies[row + CELL]
        game.enemies[row + FIRST_POST] = posts
        for place in range(NEIGHBOURS):
            hoard = cell + beside(game, place)
            if _guardian_of(game, hoard, tables) == kind:
                if _count_guardians(game, hoard, kind) > 1:
                    return False
                game.numbers[game.rules[POSTS_AT] + posts] = hoard
                posts += 1
        game.enemies[row + POSTS] = posts - game.enemies[row + FIRST_POST]
    return True


@compiled
def _guardian_of(game: GameRow, cell: int, tables: SpawnTables) -> int:
    """Return the kind of enemy that guards what lies on a cell, or -1."""
    item = (game.items[cell] & _KIND_BITS) - 1
    return int(tables.guardians[item]) if item >= 0 else -1


@compiled
def _count_guardians(game: GameRow, hoard: int, kind: int) -> int:
    """Return how many enemies of a kind are next to a hoard."""
    count = 0
    for place in range(NEIGHBOURS):
        count += game.seen[hoard + beside(game, place)] == kind_figure(game, kind, KIND_GLYPH)
    return count
