"""How long something takes: in CPU time of this process, each thing in turn, and the medians."""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

ROUNDS = 5
"""How often each thing is measured. They take turns, so that a slow moment hits all alike."""

Work: TypeAlias = Callable[[], object]


def cpu_seconds(work: Work) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def in_turn(*works: Work) -> list[tuple[float, ...]]:
    return [tuple(map(cpu_seconds, works)) for _ in range(ROUNDS)]


def medians(rounds: Sequence[Sequence[float]]) -> list[float]:
    return [statistics.median(each) for each in zip(*rounds, strict=True)]


def median_ratio(rounds: Sequence[tuple[float, ...]]) -> float:
    """Return how many times the last work of a round the first one takes: the median of rounds."""
    return statistics.median([seconds[0] / seconds[-1] for seconds in rounds])


def repeated(work: Work, times: int) -> Work:

    def all_of_it() -> None:
        for _ in range(times):
            work()

    return all_of_it
