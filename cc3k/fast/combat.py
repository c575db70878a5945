"""Combat: attacks of both sides, deaths and loot, as compiled functions.

`cc3k.engine.combat` has the same, in the same order of draws. An enemy is called by its row: where
its figures begin in `enemies`.
"""

from cc3k.engine.board import TILE
from cc3k.fast import abilities, rows, state, texts
from cc3k.fast.compiler import compiled
from cc3k.fast.dice import below, flip_coin
from cc3k.fast.hero import affect_by_race, draw_empty_cell, pick_up_gold, place_item, take_damage
from cc3k.fast.rows import beside, item_figure, kind_figure, loot_item, versus_hero
from cc3k.fast.state import GameRow
from cc3k.fast.writing import say


@compiled
def damage(attack: int, defence: int, percent: int) -> int:
    """Return the HP of damage of a hit (§2.5, R19)."""
    return -(-percent * attack // (100 + defence))


@compiled
def row_of_enemy(game: GameRow, cell: int) -> int:
    for row in range(0, game.numbers[state.ENEMIES] * state.ENEMY_FIGURES, state.ENEMY_FIGURES):
        if game.enemies[row + state.CELL] == cell:
            return row
    return -1


@compiled
def is_hostile(game: GameRow, kind: int) -> bool:
    """Tell whether a kind is hostile to the PC now (R21)."""
    return kind_figure(game, kind, rows.NEUTRAL) == 0 or game.numbers[state.FIGURES + kind] != 0


@compiled
def attack_enemy(game: GameRow, row: int) -> None:
    """Carry out the hero's attack on an enemy, and pick up what its death leaves free (R25)."""
    kind = game.enemies[row + state.KIND]
    was_neutral = not is_hostile(game, kind)
    game.numbers[state.FIGURES + kind] = 1
    if was_neutral:
        _show_hostility(game, kind)
    if kind_figure(game, kind, rows.EVADES) and not flip_coin(game):
        say(game, texts.MISSES, kind, 0, 0)
    else:
        _hit(game, row, kind)
    if was_neutral:
        say(game, texts.PROVOKED, kind, 0, 0)
    if game.numbers[state.HP] == 0:
        game.numbers[state.CAUSE] = kind
        say(game, texts.SLAIN_BY_ENEMY, kind, 0, 0)
    pick_up_gold(game)


@compiled
def _hit(game: GameRow, row: int, kind: int) -> None:
    hurt = damage(game.numbers[state.ATTACK], kind_figure(game, kind, rows.KIND_DEFENCE), 100)
    left = max(0, game.enemies[row + state.ENEMY_HP] - hurt)
    game.enemies[row + state.ENEMY_HP] = left
    game.seen[game.rules[rows.CELLS] + game.enemies[row + state.CELL]] = left
    say(game, texts.STRIKES, kind, hurt, left)
    if left == 0:
        _slay(game, row, kind)
    affect_by_race(game, rows.ON_HIT, kind)


@compiled
def _show_hostility(game: GameRow, kind: int) -> None:
    plane = 2 * game.rules[rows.CELLS]
    for row in range(0, game.numbers[state.ENEMIES] * state.ENEMY_FIGURES, state.ENEMY_FIGURES):
        if game.enemies[row + state.KIND] == kind:
            game.seen[plane + game.enemies[row + state.CELL]] = 1


@compiled
def _slay(game: GameRow, row: int, kind: int) -> None:
    cell = game.enemies[row + state.CELL]
    say(game, texts.SLAYS, kind, 0, 0)
    _remove_enemy(game, row, cell)
    rule, first = kind_figure(game, kind, rows.LOOT_RULE), kind_figure(game, kind, rows.FIRST_LOOT)
    count = kind_figure(game, kind, rows.LOOT_COUNT)
    if rule == abilities.DROPPED:
        _drop_piles(game, cell, first, count)
    elif rule == abilities.TO_PURSE:
        pile = loot_item(game, first + below(game, count))
        gold = item_figure(game, pile, rows.ITEM_VALUE)
        if gold:
            game.numbers[state.GOLD] += gold
            say(game, texts.LOOTED, kind, gold, 0)
    affect_by_race(game, rows.ON_SLAYING, kind)


@compiled
def _remove_enemy(game: GameRow, row: int, cell: int) -> None:
    """Take an enemy off the floor; the rows after it move up, as they stand in reading order."""
    enemies, cells = game.enemies, game.rules[rows.CELLS]
    game.numbers[state.ENEMIES] -= 1
    for place in range(row, game.numbers[state.ENEMIES] * state.ENEMY_FIGURES):
        enemies[place] = enemies[place + state.ENEMY_FIGURES]
    game.seen[cells + cell] = 0
    game.seen[2 * cells + cell] = 0
    draw_empty_cell(game, cell)


@compiled
def count_free_neighbours(game: GameRow, cell: int) -> int:
    count = 0
    for place in range(texts.NEIGHBOURS):
        count += game.seen[cell + beside(game, place)] == TILE
    return count


@compiled
def free_neighbour(game: GameRow, cell: int, number: int) -> int:
    """Return one of the free floor tiles next to a cell, counted from 0 in reading order."""
    for place in range(texts.NEIGHBOURS):
        to = cell + beside(game, place)
        if game.seen[to] == TILE:
            if number == 0:
                return to
            number -= 1
    return -1


@compiled
def _drop_piles(game: GameRow, cell: int, first: int, count: int) -> None:
    """Drop the first pile on the cell and each further one beside it, or all as one (R24)."""
    heap = item_figure(game, loot_item(game, first), rows.ITEM_VALUE)
    for number in range(first + 1, first + count):
        pile = loot_item(game, number)
        value, free = item_figure(game, pile, rows.ITEM_VALUE), count_free_neighbours(game, cell)
        if free:
            place_item(game, free_neighbour(game, cell, below(game, free)), pile, value)
        else:
            heap += value
    place_item(game, cell, loot_item(game, first), heap)


@compiled
def can_attack_hero(game: GameRow, row: int) -> bool:
    """Tell whether an enemy is hostile and the PC within its reach (R8, R22)."""
    enemies, hero, stride = game.enemies, game.numbers[state.HERO], game.rules[rows.STRIDE]
    if not is_hostile(game, enemies[row + state.KIND]):
        return False
    if is_near(hero, enemies[row + state.CELL], stride):
        return True
    first = game.rules[rows.POSTS_AT] + enemies[row + state.FIRST_POST]
    for post in range(first, first + enemies[row + state.POSTS]):
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
    kind = game.enemies[row + state.KIND]
    for _ in range(versus_hero(game, kind, rows.ATTACKS)):
        if not flip_coin(game):
            say(game, texts.IS_MISSED_BY, kind, 0, 0)
            continue
        attack, percent = (
            kind_figure(game, kind, rows.KIND_ATTACK),
            versus_hero(game, kind, rows.PERCENT),
        )
        hurt = damage(attack, game.numbers[state.DEFENCE], percent)
        take_damage(game, hurt)
        say(game, texts.IS_STRUCK_BY, kind, hurt, game.numbers[state.HP])
        if game.numbers[state.HP] == 0:
            game.numbers[state.CAUSE] = kind
            say(game, texts.SLAIN_BY_ENEMY, kind, 0, 0)
            return
