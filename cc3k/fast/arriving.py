"""Arriving: a floor is spawned, and the PC comes to it, in a game that begins or by the stairs.

Floors are laid out here where the core can do it; the engine does it for all others, before.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.board import HERO_GLYPH, STAIRS_GLYPH, TILE
from cc3k.engine.dice import BYTE_VALUES
from cc3k.fast import combat, state, writing
from cc3k.fast.compiler import compiled
from cc3k.fast.state import Core, GameRow, Plan, Plans

_NOWHERE = -1
_BYTES, _BYTE_BITS = 4, 8

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
    cells = game.rules[state.CELLS]
    for cell in range(cells):
        game.seen[cell] = game.ground[cell] = plan.ground[cell]
        game.seen[cells + cell] = game.seen[2 * cells + cell] = 0
        game.items[cell] = 0
    game.numbers[state.ENEMIES] = 0
    state.seed_dice(game, key)
    return _place_ends(game, plan) and _spawn_contents(game, plan, things) and _assign_guards(game)


@compiled
def _place_ends(game: GameRow, plan: Plan) -> bool:
    chambers = int(plan.chambers[0])
    first = state.below(game, chambers)
    hero = _pick_tile(game, plan, first)
    game.numbers[state.HERO] = hero
    game.seen[hero] = HERO_GLYPH
    other = first
    if chambers > 1:
        other = state.below(game, chambers - 1)
        other += other >= first
    else:
        state.below(game, 1)
    stairs = _pick_tile(game, plan, other)
    if game.seen[stairs] != TILE:
        return False
    game.seen[stairs], game.ground[stairs] = STAIRS_GLYPH, STAIRS_GLYPH
    return True


@compiled
def _pick_tile(game: GameRow, plan: Plan, chamber: int) -> int:
    first, end = _places_of(plan, chamber)
    return int(plan.chambers[first + state.below(game, end - first)])


@compiled
def _places_of(plan: Plan, chamber: int) -> tuple[int, int]:
    return int(plan.chambers[1 + chamber]), int(plan.chambers[2 + chamber])


@compiled
def _spawn_contents(game: GameRow, plan: Plan, things: NDArray[np.int64]) -> bool:
    """Spawn potions, gold with its guardians, and enemies, in that order (§2.4, R26)."""
    rules, total = game.rules, 0
    for group in range(_GROUPS):
        table, count = state.SPAWNED_POTIONS + group, rules[rules[state.SPAWN_COUNTS] + group]
        pick_many(game, rules[table + 1] - rules[table], things, total, count)
        total += count
    pick_many(game, plan.chambers[0], things, total, total)
    placed = 0
    for group in range(_GROUPS):
        for _ in range(rules[rules[state.SPAWN_COUNTS] + group]):
            thing = rules[rules[state.SPAWNED_POTIONS + group] + things[placed]]
            cell = _pick_free_tile(game, plan, things[total + placed])
            if cell == _NOWHERE or not _place(game, group, cell, thing):
                return False
            placed += 1
    return True


@compiled
def _place(game: GameRow, group: int, cell: int, thing: int) -> bool:
    if group == _POTIONS:
        combat.place_item(game, cell, thing, 0)
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
                word = state.draw_bits(game, _BYTE_BITS * min(_BYTES, missing - byte))
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
    number = state.below(game, free)
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
        combat.place_item(game, cell, item, state.item_figure(game, item, state.ITEM_VALUE))
        return True
    free = combat.count_free_neighbours(game, cell)
    if free == 0:
        return False
    combat.place_item(game, cell, item, state.item_figure(game, item, state.ITEM_VALUE))
    _place_enemy(game, combat.free_neighbour(game, cell, state.below(game, free)), guardian)
    return True


@compiled
def _place_enemy(game: GameRow, cell: int, kind: int) -> None:
    row, cells = game.numbers[state.ENEMIES] * state.ENEMY_FIGURES, game.rules[state.CELLS]
    game.numbers[state.ENEMIES] += 1
    game.enemies[row + state.CELL], game.enemies[row + state.KIND] = cell, kind
    game.enemies[row + state.ENEMY_HP] = state.kind_figure(game, kind, state.KIND_HP)
    game.enemies[row + state.STATIONARY] = 1 - state.kind_figure(game, kind, state.ROAMS)
    game.enemies[row + state.FIRST_POST], game.enemies[row + state.POSTS] = 0, 0
    game.seen[cell] = state.kind_figure(game, kind, state.KIND_GLYPH)
    game.seen[cells + cell] = state.kind_figure(game, kind, state.KIND_HP)
    game.seen[2 * cells + cell] = combat.is_hostile(game, kind)


@compiled
def _assign_guards(game: GameRow) -> bool:
    """Make guardians guard their hoards; tell whether each hoard has one guardian beside it."""
    posts = 0
    for row in range(0, game.numbers[state.ENEMIES] * state.ENEMY_FIGURES, state.ENEMY_FIGURES):
        kind, cell = game.enemies[row + state.KIND], game.enemies[row + state.CELL]
        game.enemies[row + state.FIRST_POST] = posts
        for place in range(writing.NEIGHBOURS):
            hoard = cell + state.beside(game, place)
            if _guardian_at(game, hoard) == kind:
                if _count_guardians(game, hoard, kind) > 1:
                    return False
                game.numbers[game.rules[state.POSTS_AT] + posts] = hoard
                posts += 1
        game.enemies[row + state.POSTS] = posts - game.enemies[row + state.FIRST_POST]
    return True


@compiled
def _guardian_at(game: GameRow, cell: int) -> int:
    item = state.item_at(game, cell)
    return _guardian_of(game, item) if item >= 0 else -1


@compiled
def _guardian_of(game: GameRow, item: int) -> int:
    return int(game.rules[game.rules[state.GUARDIANS] + item])


@compiled
def _count_guardians(game: GameRow, hoard: int, kind: int) -> int:
    count, glyph = 0, state.kind_figure(game, kind, state.KIND_GLYPH)
    for place in range(writing.NEIGHBOURS):
        count += game.seen[hoard + state.beside(game, place)] == glyph
    return count


(GAME, NEW_RACE, PLAN, FLOOR_KEY, TURNS_KEY, KEYS_END) = range(6)
ARRIVAL_FIGURES = 6
"""Columns of an arrival: the game, the race of a new one, the floor's plan, and where keys begin.

They are that of the dice which lay out the floor, and that of those which are rolled there.
"""

NO_RACE = -1
"""The new race of a game that goes on."""

LAID_OUT = -1
"""The plan of a floor that is laid out already."""


class Arrivals(NamedTuple):
    """The games in which the PC enters a floor, each once, and what laying the floors out needs.

    `keys` are the keys of the dice of all games, `plans` the boards. `things` has a row for each
    game: room for what is to be spawned.
    """

    rows: NDArray[np.int64]
    keys: NDArray[np.uint32]
    plans: Plans
    things: NDArray[np.int64]


@compiled
def arrive(core: Core, arrivals: Arrivals, row: int) -> bool:
    """Put the PC of a game on its next floor; tell whether that could be laid out here."""
    figures, keys = arrivals.rows[row], arrivals.keys
    game, race, plan = state.game_row(core, figures[GAME]), figures[NEW_RACE], figures[PLAN]
    if race != NO_RACE:  # nobody is provoked yet
        for kind in range(game.rules[state.KIND_COUNT]):
            game.numbers[state.FIGURES + kind] = 0
    if plan != LAID_OUT:
        board = Plan(arrivals.plans.grounds[plan], arrivals.plans.chambers[plan])
        key = keys[figures[FLOOR_KEY] : figures[TURNS_KEY]]
        if not spawn_floor(game, board, key, arrivals.things[row]):
            return False
    if race != NO_RACE:
        _begin_game(game, race)
    game.numbers[state.DEPTH] += 1
    game.numbers[state.PENDING] = 0
    _look_around(game, keys[figures[TURNS_KEY] : figures[KEYS_END]])
    return True


@compiled
def _begin_game(game: GameRow, race: int) -> None:
    numbers, rules, seen = game.numbers, game.rules, game.seen
    letters, hero, enemies = numbers[state.LETTERS], numbers[state.HERO], numbers[state.ENEMIES]
    for place in range(state.FIGURES):
        numbers[place] = 0
    numbers[state.LETTERS], numbers[state.HERO], numbers[state.ENEMIES] = letters, hero, enemies
    for potion in range(rules[state.POTION_COUNT]):
        seen[3 * rules[state.CELLS] + potion] = 0
    numbers[state.RACE] = race
    numbers[state.RACE_ROW] = rules[state.RACES] + race * state.RACE_FIGURES
    numbers[state.HP], numbers[state.DEPTH_BEFORE] = state.race_figure(game, state.FIRST_HP), 1
    writing.begin_message(game)
    writing.say(game, writing.SPAWNED, 0, 0, 0)


@compiled
def _look_around(game: GameRow, key: NDArray[np.uint32]) -> None:
    """Let the PC see the floor that it has come to (§2.3.1, R6, R16)."""
    combat.clear_modifiers(game)
    state.seed_dice(game, key)
    cell = game.numbers[state.HERO]
    if writing.sees_potions(game, cell):
        writing.say_potions(game, cell, writing.ARRIVED_SEEING, 0, writing.SEEING_END)
    if game.numbers[state.TURNS]:
        combat.regrow(game)
    writing.end_message(game)
    writing.observe(game)
