"""Core: many games and their rules, as the functions that Python calls are handed them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cc3k.fast.compiler import compiled
from cc3k.fast.state import GameRow, State


class Core(NamedTuple):
    """Many games of the same rules, and the weights of their rewards."""

    state: State
    rules: NDArray[np.int64]
    letters: NDArray[np.uint8]
    weights: NDArray[np.float64]


@compiled
def game_row(core: Core, number: int) -> GameRow:
    """Return one game: a row of each array, and the rules."""
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
