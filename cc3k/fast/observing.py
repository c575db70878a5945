"""Observing: the figures and the mask of a game; all else that is observed is the state itself."""

from cc3k.fast.compiler import compiled
from cc3k.fast.rows import (
    IS_ENEMY,
    IS_PASSABLE,
    IS_POTION,
    MASK_AT,
    MAX_HP,
    SCORE_DENOMINATOR,
    SCORE_NUMERATOR,
    STATS_AT,
    STRIDE,
    glyph_class,
    race_figure,
    towards,
)
from cc3k.fast.state import (
    ATTACK,
    DEFENCE,
    DEPTH,
    GOLD,
    HELD,
    HERO,
    HP,
    OUTCOME,
    STAT_BYTES,
    TURNS,
    GameRow,
)

_WAYS = 8


@compiled
def score_of(game: GameRow) -> int:
    """Return the score so far (§5, R15)."""
    gold = int(game.numbers[GOLD])
    numerator, denominator = (
        race_figure(game, SCORE_NUMERATOR),
        race_figure(game, SCORE_DENOMINATOR),
    )
    scaled = abs(gold) * numerator // denominator
    return scaled if gold >= 0 else -scaled


@compiled
def observe(game: GameRow) -> None:
    numbers, stride = game.numbers, game.rules[STRIDE]
    _put_stat(game, 0, numbers[HP])
    _put_stat(game, 1, max(0, race_figure(game, MAX_HP)))
    _put_stat(game, 2, numbers[ATTACK])
    _put_stat(game, 3, numbers[DEFENCE])
    _put_stat(game, 4, numbers[GOLD])
    _put_stat(game, 5, score_of(game))
    _put_stat(game, 6, numbers[DEPTH])
    _put_stat(game, 7, numbers[TURNS])
    _put_stat(game, 8, numbers[HELD])
    _put_stat(game, 9, numbers[HERO] // stride)
    _put_stat(game, 10, numbers[HERO] % stride)
    _put_mask(game)


@compiled
def _put_stat(game: GameRow, number: int, value: int) -> None:
    first = game.rules[STATS_AT] + number * STAT_BYTES
    for byte in range(STAT_BYTES):
        game.seen[first + byte] = (value >> (8 * byte)) & 255


@compiled
def _put_mask(game: GameRow) -> None:
    """Write a 1 for each legal action, in the order of `ALL_ACTIONS` (R4)."""
    seen, mask, is_running = game.seen, game.rules[MASK_AT], game.numbers[OUTCOME] == 0
    for way in range(_WAYS):
        found = 0
        if is_running:
            found = glyph_class(game, int(seen[game.numbers[HERO] + towards(game, way)]))
        seen[mask + way] = (found & IS_PASSABLE) != 0
        seen[mask + _WAYS + way] = (found & IS_ENEMY) != 0
        seen[mask + 2 * _WAYS + way] = (found & IS_POTION) != 0
    seen[mask + 3 * _WAYS] = is_running
