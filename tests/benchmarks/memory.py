"""What a game takes: the memory of one more while many are kept alive."""

import tracemalloc
from collections.abc import Callable, Iterator

from cc3k.engine.game import GameState
from tests.benchmarks.figures import Figure
from tests.benchmarks.workloads import new_game

GAMES = 1_000


def figures() -> Iterator[Figure]:
    first = new_game(0)
    yield Figure("a further game", _kilobytes(new_game), "kB", at_most=8)
    yield Figure("a further copy of a game", _kilobytes(lambda _: first.copy()), "kB")


def _kilobytes(make: Callable[[int], GameState]) -> float:
    tracemalloc.start()
    try:
        kept = [make(number) for number in range(GAMES)]
        taken, _ = tracemalloc.get_traced_memory()
        return taken / len(kept) / 1000
    finally:
        tracemalloc.stop()
