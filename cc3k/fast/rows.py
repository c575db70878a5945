"""Rows: the places of everything in the array of rules, and the figures of a row by its column.

The array begins with a header: figures that all games share, and where each table begins.
"""

from cc3k.fast.compiler import compiled
from cc3k.fast.state import RACE_ROW, GameRow

(STRIDE, CELLS, FLOORS, MAX_TURNS, MAX_STEPS, MESSAGE_AT, MESSAGE_LENGTH, MASK_AT) = range(8)
(STATS_AT, KIND_COUNT, POTION_COUNT, ITEM_COUNT, POSTS_AT, LAYERS_AT) = range(8, 14)
(RACES, KINDS, VERSUS, BREWS, ITEMS, LOOT, CLASSES, OFFSETS, AROUND) = range(14, 23)
(SPAWNED_POTIONS, SPAWNED_PILES, SPAWNED_ENEMIES, SPAWN_COUNTS, GUARDIANS) = range(23, 28)
TEXT_ENDS, TEXT_GROUPS = 28, 29
HEADER = 30
"""Places in the header; `OFFSETS` are those of the directions in their order, `AROUND` sorted.

What is spawned are items and kinds of enemies, each as often as its weight, and how many of each of
the three there are on a floor. `GUARDIANS` has for an item the kind of enemy that guards it, or -1.
"""

NO_LIMIT = -1

(FIRST_HP, FIRST_ATTACK, FIRST_DEFENCE, MAX_HP, REGROWS, REGROWTH) = range(6)
(ON_HIT, ON_SLAYING) = 6, 9
SCORE_NUMERATOR, SCORE_DENOMINATOR, RACE_NUMBER = 12, 13, 14
RACE_FIGURES = 15
"""Columns of a race. An effect has three: what it does, how much, and which kind is allergic."""

NO_MAXIMUM = -1

(KIND_HP, KIND_ATTACK, KIND_DEFENCE, EVADES, NEUTRAL, ROAMS, KIND_GLYPH) = range(7)
LOOT_RULE, FIRST_LOOT, LOOT_COUNT = 7, 8, 9
KIND_FIGURES = 10
"""Columns of a kind of enemy; `NEUTRAL` is 1 for one that is peaceful until it is provoked."""

ATTACKS, PERCENT = 0, 1
VERSUS_FIGURES = 2
"""Columns of a kind of enemy against a race."""

BREW_FIGURES = 3
"""Columns of a potion drunk by a race: what it does, and two amounts."""

ITEM_GLYPH, ITEM_VALUE = 0, 1
ITEM_FIGURES = 2

IS_PASSABLE, IS_ENEMY, IS_POTION, IS_WALL = 1, 2, 4, 8
"""Bits of the class of a glyph."""


@compiled
def race_figure(game: GameRow, column: int) -> int:
    return int(game.rules[game.numbers[RACE_ROW] + column])


@compiled
def kind_figure(game: GameRow, kind: int, column: int) -> int:
    return int(game.rules[game.rules[KINDS] + kind * KIND_FIGURES + column])


@compiled
def versus_hero(game: GameRow, kind: int, column: int) -> int:
    races = (game.rules[KINDS] - game.rules[RACES]) // RACE_FIGURES
    row = kind * races + race_figure(game, RACE_NUMBER)
    return int(game.rules[game.rules[VERSUS] + row * VERSUS_FIGURES + column])


@compiled
def potion_figure(game: GameRow, potion: int, column: int) -> int:
    races = (game.rules[KINDS] - game.rules[RACES]) // RACE_FIGURES
    row = potion * races + race_figure(game, RACE_NUMBER)
    return int(game.rules[game.rules[BREWS] + row * BREW_FIGURES + column])


@compiled
def item_figure(game: GameRow, item: int, column: int) -> int:
    return int(game.rules[game.rules[ITEMS] + item * ITEM_FIGURES + column])


@compiled
def loot_item(game: GameRow, number: int) -> int:
    return int(game.rules[game.rules[LOOT] + number])


@compiled
def glyph_class(game: GameRow, glyph: int) -> int:
    return int(game.rules[game.rules[CLASSES] + glyph])


@compiled
def towards(game: GameRow, way: int) -> int:
    return int(game.rules[game.rules[OFFSETS] + way])


@compiled
def beside(game: GameRow, place: int) -> int:
    return int(game.rules[game.rules[AROUND] + place])
