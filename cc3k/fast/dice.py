"""Dice: Python's generator of random numbers, the Mersenne Twister, as compiled functions.

A path such as `42/game 1/turns 3` seeds it as `random.Random` does: by the text and its SHA-512, as
32-bit words. All draws go through `draw_bits`, as those of `cc3k.engine.dice` do.
"""

from hashlib import sha512

import numpy as np
from numpy.typing import NDArray

from cc3k.fast.compiler import compiled
from cc3k.fast.state import DICE_WORDS, ENEMY_FIGURES, STRIDES, WORDS_USED, GameRow

KEY_BYTES = 4
"""Bytes of a word of a key."""

_HALF = 397
_UPPER, _LOWER = np.uint32(0x80000000), np.uint32(0x7FFFFFFF)
_TWIST = np.uint32(0x9908B0DF)
_WORD_BITS, _BYTES, _LAST_BYTE = 32, 4, 255
_KEY_FACTOR, _LAST_FACTOR = np.uint32(1664525), np.uint32(1566083941)
_ONE_BIT = np.uint32(1)


def words_of_path(path: str) -> NDArray[np.uint32]:
    """Return the words that seed the dice of a path, the lowest first."""
    return read_key(key_of_path(path))


def key_of_path(path: str) -> bytes:
    """Return the words that seed the dice of a path as bytes, the lowest first."""
    text = path.encode("utf-8")
    number = (text + sha512(text).digest())[::-1]
    return number + bytes(-len(number) % KEY_BYTES)


def read_key(key: bytes) -> NDArray[np.uint32]:
    """Return the words of one key or of several."""
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
    """Return a random number of 0 to 32 bits."""
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
