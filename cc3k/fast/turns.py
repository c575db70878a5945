"""Turns: the player's actions and the enemies' steps, as compiled functions.

`cc3k.engine.actions` and `cc3k.engine.game` have the same, in the same order of draws.
"""

from cc3k.engine.board import GOLD_GLYPH, STAIRS_GLYPH, TILE
from cc3k.fast import rows, state, texts
from cc3k.fast.combat import (
    attack_enemy,
    attack_hero,
    can_attack_hero,
    count_free_neighbours,
    drink,
    free_neighbour,
    is_near,
    leave_cell,
    pick_up_gold,
    regrow,
    row_of_enemy,
)
from cc3k.fast.compiler import compiled
from cc3k.fast.dice import below, draw_step_bytes
from cc3k.fast.rows import glyph_class, towards
from cc3k.fast.state import GameRow
from cc3k.fast.writing import potion_at, say, say_potions, sees_potions

_ATTACKS, _DRINKS, _FREEZE = 8, 16, 24
"""The first action of each kind after the moves, in `ALL_ACTIONS`."""


@compiled
def perform(game: GameRow, action: int) -> bool:
    """Carry out an action and what follows; tell whether it could be done (R4)."""
    numbers = game.numbers
    if numbers[state.OUTCOME]:
        say(game, texts.OVER, 0, 0, 0)
        return False
    if action == _FREEZE:
        numbers[state.HELD] = 1 - numbers[state.HELD]
        say(game, texts.FREEZE, numbers[state.HELD], 0, 0)
        return True
    way = action & 7
    cell = numbers[state.HERO] + towards(game, way)
    if action < _ATTACKS:
        is_done = _move(game, cell, way)
    elif action < _DRINKS:
        is_done = _attack(game, cell, way)
    else:
        is_done = _drink(game, cell, way)
    if is_done:
        numbers[state.TURNS] += 1
        if not numbers[state.PENDING]:
            _end_turn(game)
    return is_done


@compiled
def _end_turn(game: GameRow) -> None:
    numbers = game.numbers
    if numbers[state.OUTCOME] == 0 and numbers[state.HP] > 0:
        regrow(game)
        _enemies_act(game)
    if numbers[state.HP] == 0:
        numbers[state.OUTCOME] = state.LOST


@compiled
def _move(game: GameRow, to: int, way: int) -> bool:
    glyph = int(game.seen[to])
    if not glyph_class(game, glyph) & rows.IS_PASSABLE:
        _refuse_move(game, to, way)
        return False
    if glyph == STAIRS_GLYPH:
        _take_stairs(game, way)
        return True
    leave_cell(game, to)
    if sees_potions(game, to):
        say_potions(game, to, texts.MOVED_SEEING, way, texts.SEEING_END)
    else:
        say(game, texts.MOVED, way, 0, 0)
    if glyph == GOLD_GLYPH:
        pick_up_gold(game)
    return True


@compiled
def _refuse_move(game: GameRow, to: int, way: int) -> None:
    if glyph_class(game, int(game.seen[to])) & rows.IS_WALL:
        say(game, texts.WALL_REFUSAL, way, 0, 0)
        return
    kinds, row = game.rules[rows.KIND_COUNT], row_of_enemy(game, to)
    if row >= 0:
        thing = game.enemies[row + state.KIND]
    else:
        thing = kinds + (game.items[to] & ((1 << state.VALUE_SHIFT) - 1)) - 1
    say(game, texts.THING_REFUSAL, way * (kinds + game.rules[rows.ITEM_COUNT]) + thing, 0, 0)


@compiled
def _take_stairs(game: GameRow, way: int) -> None:
    """Leave the floor: for good, or for the next one, which is laid out by Python."""
    depth = game.numbers[state.DEPTH]
    if depth == game.rules[rows.FLOORS]:
        game.numbers[state.OUTCOME] = state.WON
        say(game, texts.ESCAPED, way, 0, 0)
    else:
        game.numbers[state.PENDING] = 1
        say(game, texts.DESCENDED, way, depth + 1, 0)


@compiled
def _attack(game: GameRow, cell: int, way: int) -> bool:
    row = row_of_enemy(game, cell)
    if row < 0:
        say(game, texts.NO_ENEMY, way, 0, 0)
        return False
    attack_enemy(game, row)
    return True


@compiled
def _drink(game: GameRow, cell: int, way: int) -> bool:
    if potion_at(game, cell) < 0:
        say(game, texts.NO_POTION, way, 0, 0)
        return False
    drink(game, cell)
    return True


@compiled
def _enemies_act(game: GameRow) -> None:
    """Let every enemy attack or step once, in reading order (R3, R7)."""
    enemies, hero, stride = game.enemies, game.numbers[state.HERO], game.rules[rows.STRIDE]
    held, end = game.numbers[state.HELD], game.numbers[state.ENEMIES] * state.ENEMY_FIGURES
    _sort_enemies(game, end)
    if not held:
        draw_step_bytes(game, end)
    for row in range(0, end, state.ENEMY_FIGURES):
        is_stationary = enemies[row + state.STATIONARY]
        is_watchful = is_stationary or is_near(hero, enemies[row + state.CELL], stride)
        if is_watchful and can_attack_hero(game, row):
            attack_hero(game, row)
            if game.numbers[state.HP] == 0:
                return
        elif not (held or is_stationary):
            _wander(game, row)


@compiled
def _sort_enemies(game: GameRow, end: int) -> None:
    """Put the rows of the enemies into reading order; after a turn they nearly are."""
    enemies = game.enemies
    for last in range(state.ENEMY_FIGURES, end, state.ENEMY_FIGURES):
        row = last
        while row and enemies[row - state.ENEMY_FIGURES + state.CELL] > enemies[row + state.CELL]:
            for place in range(row, row + state.ENEMY_FIGURES):
                before = enemies[place - state.ENEMY_FIGURES]
                enemies[place - state.ENEMY_FIGURES] = enemies[place]
                enemies[place] = before
            row -= state.ENEMY_FIGURES


@compiled
def _wander(game: GameRow, row: int) -> None:
    """Take a random step: one of two that are tried, or else one to a free tile."""
    seen, cell = game.seen, game.enemies[row + state.CELL]
    byte = game.enemies[row + state.STRIDES]
    to = cell + towards(game, byte & 7)
    if seen[to] != TILE:
        to = cell + towards(game, byte >> 3 & 7)
        if seen[to] != TILE:
            free = count_free_neighbours(game, cell)
            if not free:
                return
            to = free_neighbour(game, cell, below(game, free))
    game.enemies[row + state.CELL] = to
    seen[to], seen[cell] = seen[cell], TILE
    for plane in (game.rules[rows.CELLS], 2 * game.rules[rows.CELLS]):
        seen[plane + to], seen[plane + cell] = seen[plane + cell], 0
