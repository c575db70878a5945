"""Hero: its HP, stats and gold, as compiled functions; `cc3k.engine.hero` has the same."""

from cc3k.engine.board import HERO_GLYPH
from cc3k.fast.abilities import CHANGES_STATS, DRAINS, HEALS, STEALS
from cc3k.fast.compiler import compiled
from cc3k.fast.rows import (
    CELLS,
    FIRST_ATTACK,
    FIRST_DEFENCE,
    ITEM_GLYPH,
    LAYERS_AT,
    MAX_HP,
    NO_MAXIMUM,
    POSTS_AT,
    REGROWS,
    REGROWTH,
    item_figure,
    potion_figure,
    race_figure,
)
from cc3k.fast.state import (
    ATTACK,
    CAUSE,
    DEFENCE,
    ENEMIES,
    ENEMY_FIGURES,
    FIRST_POST,
    GOLD,
    HERO,
    HP,
    LAYERS,
    POSTS,
    VALUE_SHIFT,
    GameRow,
)
from cc3k.fast.texts import (
    DRAINED,
    DRANK,
    PICKED_UP,
    REGENERATED,
    SICKENED,
    SLAIN_BY_POTION,
    STOLE,
)
from cc3k.fast.writing import potion_at, say


@compiled
def heal(game: GameRow, hp: int) -> int:
    """Gain up to that many HP, never above the race's maximum; return the HP gained."""
    maximum = race_figure(game, MAX_HP)
    gained = hp if maximum == NO_MAXIMUM else min(hp, maximum - game.numbers[HP])
    game.numbers[HP] += gained
    return int(gained)


@compiled
def take_damage(game: GameRow, hp: int) -> int:
    """Lose up to that many HP, never below 0; return the HP lost."""
    lost = min(hp, game.numbers[HP])
    game.numbers[HP] -= lost
    return int(lost)


@compiled
def clear_modifiers(game: GameRow) -> None:
    game.numbers[LAYERS] = 0
    game.numbers[ATTACK] = race_figure(game, FIRST_ATTACK)
    game.numbers[DEFENCE] = race_figure(game, FIRST_DEFENCE)


@compiled
def regrow(game: GameRow) -> None:
    """Carry out the race's effect at the end of a turn (R12)."""
    if race_figure(game, REGROWS):
        gained = heal(game, race_figure(game, REGROWTH))
        if gained:
            say(game, REGENERATED, 0, gained, 0)


@compiled
def affect_by_race(game: GameRow, column: int, kind: int) -> None:
    """Carry out the race's effect on a hit, or on a kill: the one in that column of its row."""
    effect, amount = race_figure(game, column), race_figure(game, column + 1)
    if effect == DRAINS and kind == race_figure(game, column + 2):
        say(game, SICKENED, kind, take_damage(game, amount), 0)
    elif effect == DRAINS:
        say(game, DRAINED, 0, heal(game, amount), 0)
    elif effect == STEALS:
        game.numbers[GOLD] += amount
        say(game, STOLE, 0, amount, 0)


@compiled
def drink(game: GameRow, cell: int) -> None:
    """Drink the potion of a cell; its kind is known from then on (R18)."""
    potion, numbers = potion_at(game, cell), game.numbers
    effect, amount = potion_figure(game, potion, 0), potion_figure(game, potion, 1)
    remove_item(game, cell)
    if effect == CHANGES_STATS:
        numbers[game.rules[LAYERS_AT] + numbers[LAYERS]] = potion
        numbers[LAYERS] += 1
        numbers[ATTACK] = max(0, numbers[ATTACK] + amount)
        numbers[DEFENCE] = max(0, numbers[DEFENCE] + potion_figure(game, potion, 2))
    elif effect == HEALS:
        heal(game, amount)
    else:
        take_damage(game, amount)
    game.seen[3 * game.rules[CELLS] + potion] = 1
    say(game, DRANK, potion, 0, 0)
    if numbers[HP] == 0:
        numbers[CAUSE] = -1 - potion
        say(game, SLAIN_BY_POTION, potion, 0, 0)


@compiled
def place_item(game: GameRow, cell: int, item: int, value: int) -> None:
    """Put an item on a cell: a row of the table of items, and its gold."""
    game.items[cell] = item + 1 + (value << VALUE_SHIFT)
    game.seen[cell] = item_figure(game, item, ITEM_GLYPH)


@compiled
def remove_item(game: GameRow, cell: int) -> None:
    game.items[cell] = 0
    draw_empty_cell(game, cell)


@compiled
def draw_empty_cell(game: GameRow, cell: int) -> None:
    game.seen[cell] = HERO_GLYPH if cell == game.numbers[HERO] else game.ground[cell]


@compiled
def pick_up_gold(game: GameRow) -> None:
    """Pick up the gold under the PC unless it is guarded (R25)."""
    cell = game.numbers[HERO]
    if game.items[cell] == 0 or potion_at(game, cell) >= 0 or _is_guarded(game, cell):
        return
    value = int(game.items[cell]) >> VALUE_SHIFT
    remove_item(game, cell)
    game.numbers[GOLD] += value
    say(game, PICKED_UP, 0, value, 0)


@compiled
def _is_guarded(game: GameRow, cell: int) -> bool:
    """Tell whether an enemy guards a cell (R25)."""
    enemies, posts = game.enemies, game.rules[POSTS_AT]
    for row in range(0, game.numbers[ENEMIES] * ENEMY_FIGURES, ENEMY_FIGURES):
        first = posts + enemies[row + FIRST_POST]
        for post in range(first, first + enemies[row + POSTS]):
            if game.numbers[post] == cell:
                return True
    return False


@compiled
def leave_cell(game: GameRow, to: int) -> None:
    left = game.numbers[HERO]
    game.numbers[HERO] = to
    item = (game.items[left] & ((1 << VALUE_SHIFT) - 1)) - 1
    game.seen[left] = item_figure(game, item, ITEM_GLYPH) if item >= 0 else game.ground[left]
    game.seen[to] = HERO_GLYPH
