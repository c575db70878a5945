"""Turns: the player's actions and the enemies' steps, as compiled functions.

`cc3k.engine.actions` and `cc3k.engine.game` have the same, in the same order of draws.
"""

from cc3k.engine.board import GOLD_GLYPH, STAIRS_GLYPH, TILE
from cc3k.fast.combat import (
    attack_enemy,
    attack_hero,
    can_attack_hero,
    count_free_neighbours,
    free_neighbour,
    is_near,
    row_of_enemy,
)
from cc3k.fast.compiler import compiled
from cc3k.fast.dice import below, draw_step_bytes
from cc3k.fast.hero import drink, leave_cell, pick_up_gold, regrow
from cc3k.fast.rows import (
    CELLS,
    FLOORS,
    IS_PASSABLE,
    IS_WALL,
    ITEM_COUNT,
    KIND_COUNT,
    STRIDE,
    glyph_class,
    towards,
)
from cc3k.fast.state import (
    CELL,
    DEPTH,
    ENEMIES,
    ENEMY_FIGURES,
    HELD,
    HERO,
    HP,
    KIND,
    LOST,
    OUTCOME,
    PENDING,
    STATIONARY,
    STRIDES,
    TURNS,
    VALUE_SHIFT,
    WON,
    GameRow,
)
from cc3k.fast.texts import (
    DESCENDED,
    ESCAPED,
    FREEZE,
    MOVED,
    MOVED_SEEING,
    NO_ENEMY,
    NO_POTION,
    OVER,
    SEEING_END,
    THING_REFUSAL,
    WALL_REFUSAL,
)
from cc3k.fast.writing import potion_at, say, say_potions, sees_potions

_ATTACKS, _DRINKS, _FREEZE = 8, 16, 24
"""The first action of each kind after the moves, in `ALL_ACTIONS`."""


@compiled
def perform(game: GameRow, action: int) -> bool:
    """Carry out an action and what follows; tell whether it could be done (R4)."""
    numbers = game.numbers
    if numbers[OUTCOME]:
        say(game, OVER, 0, 0, 0)
        return False
    if action == _FREEZE:
        numbers[HELD] = 1 - numbers[HELD]
        say(game, FREEZE, numbers[HELD], 0, 0)
        return True
    way = action & 7
    cell = numbers[HERO] + towards(game, way)
    if action < _ATTACKS:
        is_done = _move(game, cell, way)
    elif action < _DRINKS:
        is_done = _attack(game, cell, way)
    else:
        is_done = _drink(game, cell, way)
    if is_done:
        numbers[TURNS] += 1
        if not numbers[PENDING]:
            _end_turn(game)
    return is_done


@compiled
def _end_turn(game: GameRow) -> None:
    numbers = game.numbers
    if numbers[OUTCOME] == 0 and numbers[HP] > 0:
        regrow(game)
        _enemies_act(game)
    if numbers[HP] == 0:
        numbers[OUTCOME] = LOST


@compiled
def _move(game: GameRow, to: int, way: int) -> bool:
    glyph = int(game.seen[to])
    if not glyph_class(game, glyph) & IS_PASSABLE:
        _refuse_move(game, to, way)
        return False
    if glyph == STAIRS_GLYPH:
        _take_stairs(game, way)
        return True
    leave_cell(game, to)
    if sees_potions(game, to):
        say_potions(game, to, MOVED_SEEING, way, SEEING_END)
    else:
        say(game, MOVED, way, 0, 0)
    if glyph == GOLD_GLYPH:
        pick_up_gold(game)
    return True


@compiled
def _refuse_move(game: GameRow, to: int, way: int) -> None:
    if glyph_class(game, int(game.seen[to])) & IS_WALL:
        say(game, WALL_REFUSAL, way, 0, 0)
        return
    kinds, row = game.rules[KIND_COUNT], row_of_enemy(game, to)
    if row >= 0:
        thing = game.enemies[row + KIND]
    else:
        thing = kinds + (game.items[to] & ((1 << VALUE_SHIFT) - 1)) - 1
    say(game, THING_REFUSAL, way * (kinds + game.rules[ITEM_COUNT]) + thing, 0, 0)


@compiled
def _take_stairs(game: GameRow, way: int) -> None:
    """Leave the floor: for good, or for the next one, which is laid out by Python."""
    depth = game.numbers[DEPTH]
    if depth == game.rules[FLOORS]:
        game.numbers[OUTCOME] = WON
        say(game, ESCAPED, way, 0, 0)
    else:
        game.numbers[PENDING] = 1
        say(game, DESCENDED, way, depth + 1, 0)


@compiled
def _attack(game: GameRow, cell: int, way: int) -> bool:
    row = row_of_enemy(game, cell)
    if row < 0:
        say(game, NO_ENEMY, way, 0, 0)
        return False
    attack_enemy(game, row)
    return True


@compiled
def _drink(game: GameRow, cell: int, way: int) -> bool:
    if potion_at(game, cell) < 0:
        say(game, NO_POTION, way, 0, 0)
        return False
    drink(game, cell)
    return True


@compiled
def _enemies_act(game: GameRow) -> None:
    """Let every enemy attack or step once, in reading order (R3, R7)."""
    enemies, hero, stride = game.enemies, game.numbers[HERO], game.rules[STRIDE]
    held, rows = game.numbers[HELD], game.numbers[ENEMIES] * ENEMY_FIGURES
    _sort_enemies(game, rows)
    if not held:
        draw_step_bytes(game, rows)
    for row in range(0, rows, ENEMY_FIGURES):
        is_stationary = enemies[row + STATIONARY]
        is_watchful = is_stationary or is_near(hero, enemies[row + CELL], stride)
        if is_watchful and can_attack_hero(game, row):
            attack_hero(game, row)
            if game.numbers[HP] == 0:
                return
        elif not (held or is_stationary):
            _wander(game, row)


@compiled
def _sort_enemies(game: GameRow, rows: int) -> None:
    """Put the rows of the enemies into reading order; after a turn they nearly are."""
    enemies = game.enemies
    for last in range(ENEMY_FIGURES, rows, ENEMY_FIGURES):
        row = last
        while row and enemies[row - ENEMY_FIGURES + CELL] > enemies[row + CELL]:
            for place in range(row, row + ENEMY_FIGURES):
                before = enemies[place - ENEMY_FIGURES]
                enemies[place - ENEMY_FIGURES] = enemies[place]
                enemies[place] = before
            row -= ENEMY_FIGURES


@compiled
def _wander(game: GameRow, row: int) -> None:
    """Take a random step: one of two that are tried, or else one to a free tile."""
    seen, cell = game.seen, game.enemies[row + CELL]
    byte = game.enemies[row + STRIDES]
    to = cell + towards(game, byte & 7)
    if seen[to] != TILE:
        to = cell + towards(game, byte >> 3 & 7)
        if seen[to] != TILE:
            free = count_free_neighbours(game, cell)
            if not free:
                return
            to = free_neighbour(game, cell, below(game, free))
    game.enemies[row + CELL] = to
    seen[to], seen[cell] = seen[cell], TILE
    for plane in (game.rules[CELLS], 2 * game.rules[CELLS]):
        seen[plane + to], seen[plane + cell] = seen[plane + cell], 0
