"""Sharing: a step of all games, shared out among threads.

OpenMP's threads stay awake for a moment after each step, and begin the next one at once. Where
Numba has no OpenMP they are Python's: to wake one takes a tenth of a step of a thousand games.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cc3k.fast.compiler import (
    count_native_threads,
    limit_native_threads,
    parallel_entry_point,
    prange,
    prepare,
)
from cc3k.fast.state import Core, State
from cc3k.fast.stepping import step_games

FEWEST_GAMES_A_THREAD = 32
"""Fewer games than this are not worth a thread of their own."""

SHARED_CORE = "the fast core for several threads"
"""The thing that is compiled here."""


class SharedStep:
    """A step of that many games, done by so many threads at most."""

    def __init__(self, games: int, threads: int) -> None:
        shares = max(1, min(threads, games // FEWEST_GAMES_A_THREAD))
        self._bounds = np.array([games * share // shares for share in range(shares + 1)])
        self._spans = list(pairwise(self._bounds.tolist()))
        self._native_threads = min(shares, count_native_threads())
        is_native = self._native_threads > 1 or shares == 1
        self._executor = None if is_native else ThreadPoolExecutor(shares)

    def compile(self, core: Core) -> None:
        """Compile what will be called, or find it compiled."""
        actions, running = np.zeros(0, np.int64), np.zeros(0, np.bool_)
        shown = np.zeros((0, core.state.seen.shape[1]), np.uint8)
        prepare(step_games, core, actions, running, shown, (0, 0))
        if self._native_threads > 1:
            games = (core.rules, core.letters, core.weights, actions, running, shown)
            prepare(_step_shares, *core.state, *games, self._bounds, of=SHARED_CORE)

    def perform(
        self,
        core: Core,
        actions: NDArray[np.int64],
        running: NDArray[np.bool_],
        shown: NDArray[np.uint8],
    ) -> int:
        """Do what `step_games` does with all games."""
        if len(self._spans) == 1:
            return step_games(core, actions, running, shown, self._spans[0])
        if self._executor is not None:
            works = [
                self._executor.submit(step_games, core, actions, running, shown, span)
                for span in self._spans
            ]
            return sum([work.result() for work in works])
        with limit_native_threads(self._native_threads):
            games = (core.rules, core.letters, core.weights, actions, running, shown)
            return _step_shares(*core.state, *games, self._bounds)

    def close(self) -> None:
        """End the threads of Python."""
        if self._executor is not None:
            self._executor.shutdown()


@parallel_entry_point
def _step_shares(  # noqa: PLR0913, PLR0917 - a loop in parallel takes arrays, and no tuples of them
    seen: NDArray[np.uint8],
    ground: NDArray[np.uint8],
    items: NDArray[np.int32],
    numbers: NDArray[np.int64],
    enemies: NDArray[np.int64],
    words: NDArray[np.uint32],
    rewards: NDArray[np.float64],
    terminated: NDArray[np.bool_],
    truncated: NDArray[np.bool_],
    rules: NDArray[np.int64],
    letters: NDArray[np.uint8],
    weights: NDArray[np.float64],
    actions: NDArray[np.int64],
    running: NDArray[np.bool_],
    shown: NDArray[np.uint8],
    bounds: NDArray[np.int64],
) -> int:
    """Step the games between each two bounds, all shares at once."""
    waiting = 0
    for share in prange(bounds.size - 1):
        state = State(seen, ground, items, numbers, enemies, words, rewards, terminated, truncated)
        core, span = Core(state, rules, letters, weights), (bounds[share], bounds[share + 1])
        waiting += step_games(core, actions, running, shown, span)
    return waiting
