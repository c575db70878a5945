"""Combat: HP, stats and gold of the hero, attacks of both sides, deaths and loot, compiled.

`cc3k.engine.hero` and `cc3k.engine.combat` have the same, in the same order of draws. An enemy is
called by its row: where its figures begin in `enemies`.
"""

from cc3k.engine.board import HERO_GLYPH, TILE
from cc3k.fast import state, support, writing
from cc3k.fast.compiler import compiled
from cc3k.fast.state import (
    GameRow,
    below,
    beside,
    flip_coin,
    item_figure,
    kind_figure,
    loot_item,
    potion_figure,
    race_figure,
    versus_hero,
)
from cc3k.fast.writing import potion_at, say


@compiled
def heal(game: GameRow, hp: int) -> int:
    """Gain up to that many HP, never above the race's maximum; return the HP gained."""
    maximum = race_figure(game, state.MAX_HP)
    gained = hp if maximum == state.NO_MAXIMUM else min(hp, maximum - game.numbers[state.HP])
    game.numbers[state.HP] += gained
    return int(gained)


@compiled
def take_damage(game: GameRow, hp: int) -> int:
    """Lose up to that many HP, never below 0; return the HP lost."""
    lost = min(hp, game.numbers[state.HP])
    game.numbers[state.HP] -= lost
    return int(lost)


@compiled
def clear_modifiers(game: GameRow) -> None:
    game.numbers[state.LAYERS] = 0
    game.numbers[state.ATTACK] = race_figure(game, state.FIRST_ATTACK)
    game.numbers[state.DEFENCE] = race_figure(game, state.FIRST_DEFENCE)


@compiled
def regrow(game: GameRow) -> None:
    """Carry out the race's effect at the end of a turn (R12)."""
    if race_figure(game, state.REGROWS):
        gained = heal(game, race_figure(game, state.REGROWTH))
        if gained:
            say(game, writing.REGENERATED, 0, gained, 0)


@compiled
def affect_by_race(game: GameRow, column: int, kind: int) -> None:
    """Carry out the race's effect on a hit, or on a kill: the one in that column of its row."""
    effect, amount = race_figure(game, column), race_figure(game, column + 1)
    if effect == support.DRAINS and kind == race_figure(game, column + 2):
        say(game, writing.SICKENED, kind, take_damage(game, amount), 0)
    elif effect == support.DRAINS:
        say(game, writing.DRAINED, 0, heal(game, amount), 0)
    elif effect == support.STEALS:
        game.numbers[state.GOLD] += amount
        say(game, writing.STOLE, 0, amount, 0)


@compiled
def drink(game: GameRow, cell: int) -> None:
    """Drink the potion of a cell, as `drink_potion` of `engine.actions` does it (R18)."""
    potion, numbers = potion_at(game, cell), game.numbers
    effect, amount = potion_figure(game, potion, 0), potion_figure(game, potion, 1)
    remove_item(game, cell)
    if effect == support.CHANGES_STATS:
        numbers[game.rules[state.LAYERS_AT] + numbers[state.LAYERS]] = potion
        numbers[state.LAYERS] += 1
        numbers[state.ATTACK] = max(0, numbers[state.ATTACK] + amount)
        numbers[state.DEFENCE] = max(0, numbers[state.DEFENCE] + potion_figure(game, potion, 2))
    elif effect == support.HEALS:
        heal(game, amount)
    else:
        take_damage(game, amount)
    game.seen[3 * game.rules[state.CELLS] + potion] = 1
    say(game, writing.DRANK, potion, 0, 0)
    if numbers[state.HP] == 0:
        numbers[state.CAUSE] = -1 - potion
        say(game, writing.SLAIN_BY_POTION, potion, 0, 0)


@compiled
def place_item(game: GameRow, cell: int, item: int, value: int) -> None:
    """Put an item on a cell: a row of the table of items, and its gold."""
    game.items[cell] = item + 1 + (value << state.VALUE_SHIFT)
    game.seen[cell] = item_figure(game, item, state.ITEM_GLYPH)


@compiled
def remove_item(game: GameRow, cell: int) -> None:
    game.items[cell] = 0
    draw_empty_cell(game, cell)


@compiled
def draw_empty_cell(game: GameRow, cell: int) -> None:
    game.seen[cell] = HERO_GLYPH if cell == game.numbers[state.HERO] else game.ground[cell]


@compiled
def pick_up_gold(game: GameRow) -> None:
    """Pick up the gold under the PC unless it is guarded (R25)."""
    cell = game.numbers[state.HERO]
    if game.items[cell] == 0 or potion_at(game, cell) >= 0 or _is_guarded(game, cell):
        return
    value = int(game.items[cell]) >> state.VALUE_SHIFT
    remove_item(game, cell)
    game.numbers[state.GOLD] += value
    say(game, writing.PICKED_UP, 0, value, 0)


@compiled
def _is_guarded(game: GameRow, cell: int) -> bool:
    enemies, posts = game.enemies, game.rules[state.POSTS_AT]
    for row in range(0, game.numbers[state.ENEMIES] * state.ENEMY_FIGURES, state.ENEMY_FIGURES):
        first = posts + enemies[row + state.FIRST_POST]
        for post in range(first, first + enemies[row + state.POSTS]):
            if game.numbers[post] == cell:
                return True
    return False


@compiled
def leave_cell(game: GameRow, to: int) -> None:
    left = game.numbers[state.HERO]
    game.numbers[state.HERO] = to
    item = (game.items[left] & ((1 << state.VALUE_SHIFT) - 1)) - 1
    game.seen[left] = item_figure(game, item, state.ITEM_GLYPH) if item >= 0 else game.ground[left]
    game.seen[to] = HERO_GLYPH


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
    return kind_figure(game, kind, state.NEUTRAL) == 0 or game.numbers[state.FIGURES + kind] != 0


@compiled
def attack_enemy(game: GameRow, row: int) -> None:
    """Carry out the hero's attack on an enemy, and pick up what its death leaves free (R25)."""
    kind = game.enemies[row + state.KIND]
    was_neutral = not is_hostile(game, kind)
    game.numbers[state.FIGURES + kind] = 1
    if was_neutral:
        _show_hostility(game, kind)
    if kind_figure(game, kind, state.EVADES) and not flip_coin(game):
        say(game, writing.MISSES, kind, 0, 0)
    else:
        _hit(game, row, kind)
    if was_neutral:
        say(game, writing.PROVOKED, kind, 0, 0)
    if game.numbers[state.HP] == 0:
        game.numbers[state.CAUSE] = kind
        say(game, writing.SLAIN_BY_ENEMY, kind, 0, 0)
    pick_up_gold(game)


@compiled
def _hit(game: GameRow, row: int, kind: int) -> None:
    hurt = damage(game.numbers[state.ATTACK], kind_figure(game, kind, state.KIND_DEFENCE), 100)
    left = max(0, game.enemies[row + state.ENEMY_HP] - hurt)
    game.enemies[row + state.ENEMY_HP] = left
    game.seen[game.rules[state.CELLS] + game.enemies[row + state.CELL]] = left
    say(game, writing.STRIKES, kind, hurt, left)
    if left == 0:
        _slay(game, row, kind)
    affect_by_race(game, state.ON_HIT, kind)


@compiled
def _show_hostility(game: GameRow, kind: int) -> None:
    plane = 2 * game.rules[state.CELLS]
    for row in range(0, game.numbers[state.ENEMIES] * state.ENEMY_FIGURES, state.ENEMY_FIGURES):
        if game.enemies[row + state.KIND] == kind:
            game.seen[plane + game.enemies[row + state.CELL]] = 1


@compiled
def _slay(game: GameRow, row: int, kind: int) -> None:
    cell = game.enemies[row + state.CELL]
    say(game, writing.SLAYS, kind, 0, 0)
    _remove_enemy(game, row, cell)
    rule = kind_figure(game, kind, state.LOOT_RULE)
    first = kind_figure(game, kind, state.FIRST_LOOT)
    count = kind_figure(game, kind, state.LOOT_COUNT)
    if rule == support.DROPPED:
        _drop_piles(game, cell, first, count)
    elif rule == support.TO_PURSE:
        pile = loot_item(game, first + below(game, count))
        gold = item_figure(game, pile, state.ITEM_VALUE)
        if gold:
            game.numbers[state.GOLD] += gold
            say(game, writing.LOOTED, kind, gold, 0)
    affect_by_race(game, state.ON_SLAYING, kind)


@compiled
def _remove_enemy(game: GameRow, row: int, cell: int) -> None:
    """Take an enemy off the floor; the rows after it move up, as they stand in reading order."""
    enemies, cells = game.enemies, game.rules[state.CELLS]
    game.numbers[state.ENEMIES] -= 1
    for place in range(row, game.numbers[state.ENEMIES] * state.ENEMY_FIGURES):
        enemies[place] = enemies[place + state.ENEMY_FIGURES]
    game.seen[cells + cell] = 0
    game.seen[2 * cells + cell] = 0
    draw_empty_cell(game, cell)


@compiled
def count_free_neighbours(game: GameRow, cell: int) -> int:
    count = 0
    for place in range(writing.NEIGHBOURS):
        count += game.seen[cell + beside(game, place)] == TILE
    return count


@compiled
def free_neighbour(game: GameRow, cell: int, number: int) -> int:
    """Return one of the free floor tiles next to a cell, counted from 0 in reading order."""
    for place in range(writing.NEIGHBOURS):
        to = cell + beside(game, place)
        if game.seen[to] == TILE:
            if number == 0:
                return to
            number -= 1
    return -1


@compiled
def _drop_piles(game: GameRow, cell: int, first: int, count: int) -> None:
    """Drop the first pile on the cell and each further one beside it, or all as one (R24)."""
    heap = item_figure(game, loot_item(game, first), state.ITEM_VALUE)
    for number in range(first + 1, first + count):
        pile = loot_item(game, number)
        value, free = item_figure(game, pile, state.ITEM_VALUE), count_free_neighbours(game, cell)
        if free:
            place_item(game, free_neighbour(game, cell, below(game, free)), pile, value)
        else:
            heap += value
    place_item(game, cell, loot_item(game, first), heap)


@compiled
def can_attack_hero(game: GameRow, row: int) -> bool:
    """Tell whether an enemy is hostile and the PC within its reach (R8, R22)."""
    enemies, hero, stride = game.enemies, game.numbers[state.HERO], game.rules[state.STRIDE]
    if not is_hostile(game, enemies[row + state.KIND]):
        return False
    if is_near(hero, enemies[row + state.CELL], stride):
        return True
    first = game.rules[state.POSTS_AT] + enemies[row + state.FIRST_POST]
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
    for _ in range(versus_hero(game, kind, state.ATTACKS)):
        if not flip_coin(game):
            say(game, writing.IS_MISSED_BY, kind, 0, 0)
            continue
        attack = kind_figure(game, kind, state.KIND_ATTACK)
        percent = versus_hero(game, kind, state.PERCENT)
        hurt = damage(attack, game.numbers[state.DEFENCE], percent)
        take_damage(game, hurt)
        say(game, writing.IS_STRUCK_BY, kind, hurt, game.numbers[state.HP])
        if game.numbers[state.HP] == 0:
            game.numbers[state.CAUSE] = kind
            say(game, writing.SLAIN_BY_ENEMY, kind, 0, 0)
            return
