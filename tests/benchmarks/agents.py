"""How fast an agent can play, where Gymnasium is installed; against MiniGrid, where that is."""

from collections.abc import Iterator

from tests.benchmarks.environments import compare
from tests.benchmarks.figures import TIMES, Figure


def figures() -> Iterator[Figure]:
    """Step through the environments, if they can be had."""
    speeds = compare()
    if speeds is None:
        return
    if speeds.minigrid is not None:
        ratio = speeds.single / speeds.minigrid
        yield Figure("an environment's steps, against MiniGrid's", ratio, TIMES)
    yield Figure("steps of one environment, of any action", speeds.single, "a CPU-second")
    yield Figure("steps of many at once, of any action", speeds.vector, "a CPU-second")
    yield Figure("steps of one that each take a turn", speeds.turns, "a CPU-second")
