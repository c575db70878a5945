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
        any_action, turns = speeds.single / speeds.minigrid, speeds.turns / speeds.minigrid
        yield Figure("steps of any action, against MiniGrid's", any_action, TIMES, at_least=7)
        yield Figure("steps that each take a turn, against them", turns, TIMES)
    rate = "a CPU-second"
    yield Figure("steps of any action", speeds.single, rate, at_least=80_000)
    yield Figure("steps of any action, of many at once", speeds.vector, rate)
    yield Figure("steps that each take a turn", speeds.turns, rate)
