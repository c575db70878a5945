"""Hero: its HP, stats and gold, as compiled functions; `cc3k.engine.hero` has the same."""

from cc3k.engine.board import HERO_GLYPH
from cc3k.fast import abilities, rows, state, texts
from cc3k.fast.compiler import compiled
from cc3k.fast.rows import item_figure, potion_figure, race_figure
from cc3k.fast.state import GameRow
from cc3k.fast.writing import potion_at, say


@compiled
def heal(game: GameRow, hp: int) -> int:
    """Gain up to that many HP, never above the race's maximum; return the HP gained."""
    maximum = race_figure(game, rows.MAX_HP)
    gained = hp if maximum == rows.NO_MAXIMUM else min(hp, maximum - game.numbers[state.HP])
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
    game.numbers[state.ATTACK] = race_figure(game, rows.FIRST_ATTACK)
    game.numbers[state.DEFENCE] = race_figure(game, rows.FIRST_DEFENCE)


@compiled
def regrow(game: GameRow) -> None:
    """Carry out the race's effect at the end of a turn (R12)."""
    if race_figure(game, rows.REGROWS):
        gained = heal(game, race_figure(game, rows.REGROWTH))
        if gained:
            say(game, texts.REGENERATED, 0, gained, 0)


@compiled
def affect_by_race(game: GameRow, column: int, kind: int) -> None:
    """Carry out the race's effect on a hit, or on a kill: the one in that column of its row."""
    effect, amount = race_figure(game, column), race_figure(game, column + 1)
    if effect == abilities.DRAINS and kind == race_figure(game, column + 2):
        say(game, texts.SICKENED, kind, take_damage(game, amount), 0)
    elif effect == abilities.DRAINS:
        say(game, texts.DRAINED, 0, heal(game, amount), 0)
    elif effect == abilities.STEALS:
        game.numbers[state.GOLD] += amount
        say(game, texts.STOLE, 0, amount, 0)


@compiled
def drink(game: GameRow, cell: int) -> None:
    """Drink the potion of a cell; its kind is known from then on (R18)."""
    potion, numbers = potion_at(game, cell), game.numbers
    effect, amount = potion_figure(game, potion, 0), potion_figure(game, potion, 1)
    remove_item(game, cell)
    if effect == abilities.CHANGES_STATS:
        numbers[game.rules[rows.LAYERS_AT] + numbers[state.LAYERS]] = potion
        numbers[state.LAYERS] += 1
        numbers[state.ATTACK] = max(0, numbers[state.ATTACK] + amount)
        numbers[state.DEFENCE] = max(0, numbers[state.DEFENCE] + potion_figure(game, potion, 2))
    elif effect == abilities.HEALS:
        heal(game, amount)
    else:
        take_damage(game, amount)
    game.seen[3 * game.rules[rows.CELLS] + potion] = 1
    say(game, texts.DRANK, potion, 0, 0)
    if numbers[state.HP] == 0:
        numbers[state.CAUSE] = -1 - potion
        say(game, texts.SLAIN_BY_POTION, potion, 0, 0)


@compiled
def place_item(game: GameRow, cell: int, item: int, value: int) -> None:
    """Put an item on a cell: a row of the table of items, and its gold."""
    game.items[cell] = item + 1 + (value << state.VALUE_SHIFT)
    game.seen[cell] = item_figure(game, item, rows.ITEM_GLYPH)


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
    say(game, texts.PICKED_UP, 0, value, 0)


@compiled
def _is_guarded(game: GameRow, cell: int) -> bool:
    """Tell whether an enemy guards a cell (R25)."""
    enemies, posts = game.enemies, game.rules[rows.POSTS_AT]
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
    game.seen[left] = item_figure(game, item, rows.ITEM_GLYPH) if item >= 0 else game.ground[left]
    game.seen[to] = HERO_GLYPH
