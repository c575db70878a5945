"""The dice of the core are Python's generator, seeded and drawn from as the engine does."""

import random

import numpy as np

from cc3k.engine.dice import Dice
from cc3k.fast import arriving, state
from cc3k.fast.state import FIGURES, GameRow
from tests.support.tables import for_each


def game_of(path: str) -> GameRow:
    game = GameRow(
        seen=np.zeros(0, np.uint8),
        ground=np.zeros(0, np.uint8),
        items=np.zeros(0, np.int32),
        numbers=np.zeros(FIGURES, np.int64),
        enemies=np.zeros(0, np.int64),
        words=np.zeros(624, np.uint32),
        rules=np.zeros(0, np.int64),
        letters=np.zeros(0, np.uint8),
    )
    state.seed_dice(game, state.read_key(state.key_of_path(path)))
    return game


@for_each("path", ["0/game 1/floor 1", "42/game 1/turns 5", "9" * 300, "a"])
def test_they_roll_the_same_numbers(path: str) -> None:
    theirs, ours, luck = Dice(path), game_of(path), random.Random(1)
    for _ in range(2_000):
        count = luck.choice((1, 2, 3, 7, 255, 256, 257, 100_000))
        assert state.below(ours, count) == theirs.below(count)
        assert state.flip_coin(ours) == theirs.flip_coin()


def test_they_pick_many_alike() -> None:
    """A byte decides each, and those that cannot be dealt evenly are drawn anew."""
    theirs, ours = Dice("many"), game_of("many")
    for options in (1, 2, 18, 77, 129, 255, 256):
        for count in (0, 1, 5, 40):
            numbers = np.zeros(count, np.int64)
            arriving.pick_many(ours, options, numbers, 0, count)
            assert numbers.tolist() == theirs.pick_many(range(options), count)
