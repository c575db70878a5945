"""Combat: attacks of both sides, deaths and loot, as compiled functions.

`cc3k.engine.combat` has the same, in the same order of draws. An enemy is called by its row: where
its figures begin in `enemies`.
"""

from cc3k.engine.board import TILE
from cc3k.fast.abilities import DROPPED, TO_PURSE
from cc3k.fast.compiler import compiled
from cc3k.fast.dice import below, flip_coin
from cc3k.fast.hero import affect_by_race, draw_empty_cell, pick_up_gold, place_item, take_damage
from cc3k.fast.rows import (
    ATTACKS,
    CELLS,
    EVADES,
    FIRST_LOOT,
    ITEM_VALUE,
    KIND_ATTACK,
    KIND_DEFENCE,
    LOOT_COUNT,
    LOOT_RULE,
    NEUTRAL,
    ON_HIT,
    ON_SLAYING,
    PERCENT,
    POSTS_AT,
    STRIDE,
    beside,
    item_figure,
    kind_figure,
    loot_item,
    versus_hero,
)
from cc3k.fast.state import (
    ATTACK,
    CAUSE,
    CELL,
    DEFENCE,
    ENEMIES,
    ENEMY_FIGURES,
    ENEMY_HP,
    FIGURES,
    FIRST_POST,
    GOLD,
    HERO,
    HP,
    KIND,
    POSTS,
    GameRow,
)
from cc3k.fast.texts import (
    IS_MISSED_BY,
    IS_STRUCK_BY,
    LOOTED,
    MISSES,
    NEIGHBOURS,
    PROVOKED,
    SLAIN_BY_ENEMY,
    SLAYS,
    STRIKES,
)
from cc3k.fast.writing import say


@compiled
def damage(attack: int, defence: int, percent: int) -> int:
    """Return the HP of damage of a hit (§2.5, R19)."""
    return -(-percent * attack // (100 + defence))


@compiled
def row_of_enemy(game: GameRow, cell: int) -> int:
    for row in range(0, game.numbers[ENEMIES] * ENEMY_FIGURES, ENEMY_FIGURES):
        if game.enemies[row + CELL] == cell:
            return row
    return -1


@compiled
def is_hostile(game: GameRow, kind: int) -> bool:
    """Tell whether a kind is hostile to the PC now (R21)."""
    return kind_figure(game, kind, NEUTRAL) == 0 or game.numbers[FIGURES + kind] != 0


@compiled
def attack_enemy(game: GameRow, row: int) -> None:
    """Carry out the hero's attack on an enemy, and pick up what its death leaves free (R25)."""
    kind = game.enemies[row + KIND]
    was_neutral = not is_hostile(game, kind)
    game.numbers[FIGURES + kind] = 1
    if was_neutral:
        _show_hostility(game, kind)
    if kind_figure(game, kind, EVADES) and not flip_coin(game):
        say(game, MISSES, kind, 0, 0)
    else:
        _hit(game, row, kind)
    if was_neutral:
        say(game, PROVOKED, kind, 0, 0)
    if game.numbers[HP] == 0:
        game.numbers[CAUSE] = kind
        say(game, SLAIN_BY_ENEMY, kind, 0, 0)
    pick_up_gold(game)


@compiled
def _hit(game: GameRow, row: int, kind: int) -> None:
    hurt = damage(game.numbers[ATTACK], kind_figure(game, kind, KIND_DEFENCE), 100)
    left = max(0, game.enemies[row + ENEMY_HP] - hurt)
    game.enemies[row + ENEMY_HP] = left
    game.seen[game.rules[CELLS] + game.enemies[row + CELL]] = left
    say(game, STRIKES, kind, hurt, left)
    if left == 0:
        _slay(game, row, kind)
    affect_by_race(game, ON_HIT, kind)


@compiled
def _show_hostility(game: GameRow, kind: int) -> None:
    plane = 2 * game.rules[CELLS]
    for row in range(0, game.numbers[ENEMIES] * ENEMY_FIGURES, ENEMY_FIGURES):
        if game.enemies[row + KIND] == kind:
            game.seen[plane + game.enemies[row + CELL]] = 1


@compiled
def _slay(game: GameRow, row: int, kind: int) -> None:
    cell = game.enemies[row + CELL]
    say(game, SLAYS, kind, 0, 0)
    _remove_enemy(game, row, cell)
    rule, first = kind_figure(game, kind, LOOT_RULE), kind_figure(game, kind, FIRST_LOOT)
    count = kind_figure(game, kind, LOOT_COUNT)
    if rule == DROPPED:
        _drop_piles(game, cell, first, count)
    elif rule == TO_PURSE:
        pile = loot_item(game, first + below(game, count))
        gold = item_figure(game, pile, ITEM_VALUE)
        if gold:
            game.numbers[GOLD] += gold
            say(game, LOOTED, kind, gold, 0)
    affect_by_race(game, ON_SLAYING, kind)


@compiled
def _remove_enemy(game: GameRow, row: int, cell: int) -> None:
    """Take an enemy off the floor; the rows after it move up, as they stand in reading order."""
    enemies, cells = game.enemies, game.rules[CELLS]
    game.numbers[ENEMIES] -= 1
    for place in range(row, game.numbers[ENEMIES] * ENEMY_FIGURES):
        enemies[place] = enemies[place + ENEMY_FIGURES]
    game.seen[cells + cell] = 0
    game.seen[2 * cells + cell] = 0
    draw_empty_cell(game, cell)


@compiled
def count_free_neighbours(game: GameRow, cell: int) -> int:
    count = 0
    for place in range(NEIGHBOURS):
        count += game.seen[cell + beside(game, place)] == TILE
    return count


@compiled
def free_neighbour(game: GameRow, cell: int, number: int) -> int:
    """Return one of the free floor tiles next to a cell, counted from 0 in reading order."""
    for place in range(NEIGHBOURS):
        to = cell + beside(game, place)
        if game.seen[to] == TILE:
            if number == 0:
                return to
            number -= 1
    return -1


@compiled
def _drop_piles(game: GameRow, cell: int, first: int, count: int) -> None:
    """Drop the first pile on the cell and each further one beside it, or all as one (R24)."""
    heap = item_figure(game, loot_item(game, first), ITEM_VALUE)
    for number in range(first + 1, first + count):
        pile = loot_item(game, number)
        value, free = item_figure(game, pile, ITEM_VALUE), count_free_neighbours(game, cell)
        if free:
            place_item(game, free_neighbour(game, cell, below(game, free)), pile, value)
        else:
            heap += value
    place_item(game, cell, loot_item(game, first), heap)


@compiled
def can_attack_hero(game: GameRow, row: int) -> bool:
    """Tell whether an enemy is hostile and the PC within its reach (R8, R22)."""
    enemies, hero, stride = game.enemies, game.numbers[HERO], game.rules[STRIDE]
    if not is_hostile(game, enemies[row + KIND]):
        return False
    if is_near(hero, enemies[row + CELL], stride):
        return True
    first = game.rules[POSTS_AT] + enemies[row + FIRST_POST]
    for post in range(first, first + enemies[row + POSTS]):
        if is_near(hero, game.numbers[post], stride):
            return True
    return False


@compiled
def is_near(one: int, other: int, stride: int) -> bool:
    """Tell whether two cells are the same or next to one another; neither is on the border."""
    gap = abs(one - other)
    return gap <= 1 or stride - 1 <= gap <= stride + 1


@compiled
def attack_hero(game: GameRow, row: int) -> None:
    """Carry out an enemy's attacks on the hero, each missing half of the time (R20)."""
    kind = game.enemies[row + KIND]
    for _ in range(versus_hero(game, kind, ATTACKS)):
        if not flip_coin(game):
            say(game, IS_MISSED_BY, kind, 0, 0)
            continue
        attack, percent = kind_figure(game, kind, KIND_ATTACK), versus_hero(game, kind, PERCENT)
        hurt = damage(attack, game.numbers[DEFENCE], percent)
        take_damage(game, hurt)
        say(game, IS_STRUCK_BY, kind, hurt, game.numbers[HP])
        if game.numbers[HP] == 0:
            game.numbers[CAUSE] = kind
            say(game, SLAIN_BY_ENEMY, kind, 0, 0)
            return
