"""How many steps a CPU-second has: of a game, of many at once, and of other environments.

Gymnasium and Numba are extras: whatever imports them is imported where they are there.
"""

import statistics
import time
from collections.abc import Iterator
from importlib.util import find_spec

from tests.benchmarks.clock import ROUNDS, Work, cpu_seconds, in_turn
from tests.benchmarks.figures import TIMES, Figure

GAMES, MANY_GAMES = 64, 1_024
STEPS, REFERENCE_STEPS, OTHER_STEPS = 512_000, 12_800, 51_200
"""Steps that are measured at a time: of the core, of the engine, and of other environments."""

RATE = "a CPU-second"


def figures() -> Iterator[Figure]:
    if find_spec("gymnasium") is None:
        return
    from tests.benchmarks import stepping

    minigrid = stepping.MINIGRID if find_spec("minigrid") is not None else None
    single, vector, turns, *theirs = stepping.speeds(minigrid)
    for each in theirs:
        any_action = single / each
        yield Figure("steps of any action, against MiniGrid's", any_action, TIMES, at_least=7)
        yield Figure("steps that each take a turn, against them", turns / each, TIMES)
    yield Figure("steps of any action", single, RATE, at_least=80_000)
    yield Figure("steps of any action, of many at once", vector, RATE)
    yield Figure("steps that each take a turn", turns, RATE)
    if find_spec("numba") is not None:
        yield from _figures_of_many_games()


def _figures_of_many_games() -> Iterator[Figure]:
    from tests.benchmarks import other_environments, stepping

    fast = stepping.steps_of(GAMES, STEPS, fast=True)
    many = stepping.steps_of(MANY_GAMES, STEPS, fast=True)
    reference = stepping.steps_of(GAMES, REFERENCE_STEPS, fast=False)
    rounds = in_turn(fast, many, reference)
    speeds = [(STEPS / one, STEPS / other, REFERENCE_STEPS / slow) for one, other, slow in rounds]
    ratio = statistics.median([one / slow for one, _, slow in speeds])
    many_ratio = statistics.median([other / slow for _, other, slow in speeds])
    yield Figure(f"steps of {GAMES} games, against the engine's", ratio, TIMES, at_least=20)
    yield Figure(f"steps of {MANY_GAMES:,} games, against those", many_ratio, TIMES, at_least=15)
    yield Figure(
        f"steps of {MANY_GAMES:,} games by two threads", _threads_gain(), TIMES, at_least=1.7
    )
    of_fast, of_many, of_reference = map(statistics.median, zip(*speeds, strict=True))
    yield Figure(f"steps of {GAMES} games", of_fast, RATE, at_least=1_000_000)
    yield Figure(f"steps of {MANY_GAMES:,} games", of_many, RATE)
    yield Figure(f"steps of {GAMES} games of the engine", of_reference, RATE)
    for name, work in other_environments.installed(OTHER_STEPS):
        taken = [cpu_seconds(work) for _ in range(ROUNDS)]
        yield Figure(f"steps of {name}", OTHER_STEPS / statistics.median(taken), RATE)


def _threads_gain() -> float:
    """Return how many times faster two threads are than one, by the clock: median of rounds."""
    from tests.benchmarks import stepping

    one, two = (
        stepping.steps_of(MANY_GAMES, STEPS, fast=True, threads=threads) for threads in (1, 2)
    )
    return statistics.median([_seconds(one) / _seconds(two) for _ in range(ROUNDS)])


def _seconds(work: Work) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
