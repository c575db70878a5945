"""State: many games and their rules as arrays, the places of everything in them, and their dice.

A cell is `row * columns + column` on the board of the observation, which is as large as the largest
floor; what lies beside a smaller floor is blank. Reading order is the order of cells. The array of
rules begins with a header: figures that all games share, and where each table begins.

The dice are Python's Mersenne Twister. A path such as `42/game 1/turns 3` seeds them as it does
`random.Random`: by the text and its SHA-512, as 32-bit words. All draws go through `draw_bits`, as
those of `cc3k.engine.dice` do.
"""

from hashlib import sha512
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cc3k.fast.compiler import compiled

(HP, ATTACK, DEFENCE, GOLD, SCORE, RACE, RACE_ROW, DEPTH, TURNS, STEPS, HELD, HERO) = range(12)
(OUTCOME, CAUSE, REFUSED, PENDING, ENEMIES, LAYERS, LETTERS, WORDS_USED) = range(12, 20)
GOLD_BEFORE, DEPTH_BEFORE, LETTERS_BEFORE = 20, 21, 22
FIGURES = 23
"""Places in `numbers`. After them come a flag for each kind of enemy that was provoked, the cells
that are guarded, and the potions that now change the stats, `LAYERS` in number.

`CAUSE` is the kind of enemy that slew the PC, or -1 - the potion. `RACE_ROW` is where the race is
in the rules. `PENDING` is 1 while the PC is on its way down to a floor that is not laid out yet.
`LETTERS` is the length of the message.
"""

WON, LOST = 1, 2
"""Values of `OUTCOME`, which is 0 while the game goes on."""

(CELL, KIND, ENEMY_HP, STATIONARY, FIRST_POST, POSTS, STRIDES) = range(7)
ENEMY_FIGURES = 7
"""Places in an enemy's part of `enemies`; it guards `POSTS` cells, from the one of that number.

`STRIDES` is the random byte that decides its step in a turn.
"""

DICE_WORDS = 624

STAT_COUNT, STAT_BYTES, ACTION_COUNT = 11, 4, 25
"""Observed figures, the bytes of each, and the actions that a mask has a flag for."""

VALUE_SHIFT = 8
KIND_BITS = (1 << VALUE_SHIFT) - 1
"""The bits of an item that are its kind; its gold is in the others."""


class GameRow(NamedTuple):
    """One game, a row of each array of `State`, and the rules.

    `seen` holds what is observed: glyphs, HP and hostility of enemies, known potions, the message,
    the mask, and the figures, four bytes each. `letters` are those of all texts. `ground` is the
    terrain with the stairs. `items` has for each cell 0, or 1 + a row of the table of items, and
    its gold above these bits.
    """

    seen: NDArray[np.uint8]
    ground: NDArray[np.uint8]
    items: NDArray[np.int32]
    numbers: NDArray[np.int64]
    enemies: NDArray[np.int64]
    words: NDArray[np.uint32]
    rules: NDArray[np.int64]
    letters: NDArray[np.uint8]


class State(NamedTuple):
    """All games: the arrays of `GameRow` with one row each, and what a step brings."""

    seen: NDArray[np.uint8]
    ground: NDArray[np.uint8]
    items: NDArray[np.int32]
    numbers: NDArray[np.int64]
    enemies: NDArray[np.int64]
    words: NDArray[np.uint32]
    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Sizes(NamedTuple):
    """How large the arrays are: games, cells of a board, rows of tables, and room for a floor."""

    games: int
    cells: int
    kinds: int
    potions: int
    letters: int
    enemies: int
    posts: int
    layers: int

    @property
    def known_at(self) -> int:
        return 3 * self.cells

    @property
    def message_at(self) -> int:
        return self.known_at + self.potions

    @property
    def mask_at(self) -> int:
        return self.message_at + self.letters

    @property
    def stats_at(self) -> int:
        """The first place in `seen` of the figures: where a number of four bytes can begin."""
        return -(-(self.mask_at + ACTION_COUNT) // STAT_BYTES) * STAT_BYTES

    @property
    def posts_at(self) -> int:
        return FIGURES + self.kinds

    @property
    def layers_at(self) -> int:
        return self.posts_at + self.posts


def allocate(sizes: Sizes) -> State:
    games, cells = sizes.games, sizes.cells
    return State(
        seen=np.zeros((games, sizes.stats_at + STAT_COUNT * STAT_BYTES), np.uint8),
        ground=np.zeros((games, cells), np.uint8),
        items=np.zeros((games, cells), np.int32),
        numbers=np.zeros((games, sizes.layers_at + sizes.layers), np.int64),
        enemies=np.zeros((games, sizes.enemies * ENEMY_FIGURES), np.int64),
        words=np.zeros((games, DICE_WORDS), np.uint32),
        rewards=np.zeros(games),
        terminated=np.zeros(games, np.bool_),
        truncated=np.zeros(games, np.bool_),
    )


def with_more_room(state: State, old: Sizes, new: Sizes) -> State:
    """Return the same state with room for larger floors; observed arrays stay where they are."""
    larger = allocate(new)
    larger.enemies[:, : state.enemies.shape[1]] = state.enemies
    numbers = larger.numbers
    numbers[:, : old.layers_at] = state.numbers[:, : old.layers_at]
    drunk = state.numbers[:, old.layers_at :]
    numbers[:, new.layers_at : new.layers_at + old.layers] = drunk
    return state._replace(enemies=larger.enemies, numbers=numbers)


class Plan(NamedTuple):
    """A board to spawn on, within a larger one: a row of each array of `Plans`."""

    ground: NDArray[np.uint8]
    chambers: NDArray[np.int64]


class Plans(NamedTuple):
    """Boards to spawn on: the terrain of each, and its chambers.

    A row of `chambers` has their number, where the tiles of each begin in the row, where the last
    ones end, and then the tiles.
    """

    grounds: NDArray[np.uint8]
    chambers: NDArray[np.int64]


class Core(NamedTuple):
    state: State
    rules: NDArray[np.int64]
    letters: NDArray[np.uint8]
    weights: NDArray[np.float64]


@compiled
def game_row(core: Core, number: int) -> GameRow:
    state = core.state
    return GameRow(
        state.seen[number],
        state.ground[number],
        state.items[number],
        state.numbers[number],
        state.enemies[number],
        state.words[number],
        core.rules,
        core.letters,
    )


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
def item_at(game: GameRow, cell: int) -> int:
    """Return the row of the item on a cell in the table of items, or -1."""
    return int(game.items[cell] & KIND_BITS) - 1


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


KEY_BYTES = 4
"""Bytes of a word of a key."""

_HALF = 397
_UPPER, _LOWER = np.uint32(0x80000000), np.uint32(0x7FFFFFFF)
_TWIST = np.uint32(0x9908B0DF)
_WORD_BITS, _BYTES, _LAST_BYTE = 32, 4, 255
_KEY_FACTOR, _LAST_FACTOR = np.uint32(1664525), np.uint32(1566083941)
_ONE_BIT = np.uint32(1)


def key_of_path(path: str) -> bytes:
    """Return the words that seed the dice of a path as bytes, the lowest first."""
    text = path.encode("utf-8")
    number = (text + sha512(text).digest())[::-1]
    return number + bytes(-len(number) % KEY_BYTES)


def read_key(key: bytes) -> NDArray[np.uint32]:
    return np.frombuffer(key, "<u4")


def _first_words() -> NDArray[np.uint32]:
    """Return the words that every key is mixed into: those of the seed 19650218."""
    words = [19650218]
    for at in range(1, DICE_WORDS):
        words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + at) % 2**32)
    return np.array(words, np.uint32)


_FIRST_WORDS = _first_words()


@compiled
def seed_dice(game: GameRow, key: NDArray[np.uint32]) -> None:
    """Begin the dice of a key, as `init_by_array` of the generator's authors does."""
    words = game.words
    game.numbers[WORDS_USED] = DICE_WORDS
    for at in range(DICE_WORDS):
        words[at] = _FIRST_WORDS[at]
    at, used = 1, 0
    for _ in range(max(DICE_WORDS, key.size)):
        last = words[at - 1]
        mixed = words[at] ^ np.uint32((last ^ (last >> np.uint32(30))) * _KEY_FACTOR)
        words[at] = np.uint32(mixed + key[used] + np.uint32(used))
        at, used = at + 1, used + 1
        if at == DICE_WORDS:
            words[0] = words[DICE_WORDS - 1]
            at = 1
        if used == key.size:
            used = 0
    for _ in range(DICE_WORDS - 1):
        last = words[at - 1]
        mixed = words[at] ^ np.uint32((last ^ (last >> np.uint32(30))) * _LAST_FACTOR)
        words[at] = np.uint32(mixed - np.uint32(at))
        at += 1
        if at == DICE_WORDS:
            words[0] = words[DICE_WORDS - 1]
            at = 1
    words[0] = _UPPER


@compiled
def _renew_words(words: NDArray[np.uint32]) -> None:
    for at in range(DICE_WORDS):
        following = words[(at + 1) % DICE_WORDS]
        mixed = (words[at] & _UPPER) | (following & _LOWER)
        twisted = words[(at + _HALF) % DICE_WORDS] ^ (mixed >> _ONE_BIT)
        words[at] = twisted ^ _TWIST if mixed & _ONE_BIT else twisted


@compiled
def _next_word(game: GameRow) -> int:
    used = game.numbers[WORDS_USED]
    if used == DICE_WORDS:
        _renew_words(game.words)
        used = 0
    game.numbers[WORDS_USED] = used + 1
    word = game.words[used]
    word ^= word >> np.uint32(11)
    word ^= (word << np.uint32(7)) & np.uint32(0x9D2C5680)
    word ^= (word << np.uint32(15)) & np.uint32(0xEFC60000)
    return int(np.int64(word ^ (word >> np.uint32(18))))  # a signed number, as all others are


@compiled
def draw_bits(game: GameRow, bits: int) -> int:
    return 0 if bits == 0 else _next_word(game) >> (_WORD_BITS - bits)


@compiled
def below(game: GameRow, count: int) -> int:
    """Return a random integer from 0 to count - 1."""
    bits = 0
    while (count - 1) >> bits:
        bits += 1
    number = draw_bits(game, bits)
    while number >= count:
        number = draw_bits(game, bits)
    return number


@compiled
def flip_coin(game: GameRow) -> bool:
    return draw_bits(game, 1) == 0


@compiled
def draw_step_bytes(game: GameRow, rows: int) -> None:
    """Draw a random byte for each enemy; all of them are one draw of so many bytes."""
    count = rows // ENEMY_FIGURES
    for first in range(0, count, _BYTES):
        together = min(_BYTES, count - first)
        word = draw_bits(game, 8 * together)
        for enemy in range(first, first + together):
            game.enemies[enemy * ENEMY_FIGURES + STRIDES] = word & _LAST_BYTE
            word >>= 8
