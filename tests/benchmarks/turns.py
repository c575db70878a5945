"""How many turns a CPU-second has: random ones without output, against the yardstick."""

from collections.abc import Iterator

from tests.benchmarks import workloads, yardstick
from tests.benchmarks.clock import in_turn, median_ratio, medians
from tests.benchmarks.figures import TIMES, Figure

TURNS, YARDSTICK_TURNS = 60_000, 10_000


def figures() -> Iterator[Figure]:
    rounds = in_turn(lambda: yardstick.play(YARDSTICK_TURNS), lambda: workloads.random_turns(TURNS))
    theirs, ours = medians(rounds)
    faster = median_ratio(rounds) * TURNS / YARDSTICK_TURNS
    yield Figure("random turns, against the yardstick", faster, TIMES, at_least=7.5)
    yield Figure("random turns", TURNS / ours, "a CPU-second", at_least=100_000)
    yield Figure("the yardstick's", YARDSTICK_TURNS / theirs, "a CPU-second")
