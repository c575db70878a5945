"""How fast an agent can play, where Gymnasium is installed; against MiniGrid, where that is."""

from collections.abc import Iterator
from importlib.util import find_spec

from tests.benchmarks.figures import TIMES, Figure


def figures() -> Iterator[Figure]:
    if find_spec("gymnasium") is None:
        return
    # Imported only here, as it imports Gymnasium.
    from tests.benchmarks import stepping

    minigrid = stepping.MINIGRID if find_spec("minigrid") is not None else None
    single, vector, turns, theirs = stepping.medians(minigrid)
    if theirs is not None:
        any_action = single / theirs
        yield Figure("steps of any action, against MiniGrid's", any_action, TIMES, at_least=7)
        yield Figure("steps that each take a turn, against them", turns / theirs, TIMES)
    rate = "a CPU-second"
    yield Figure("steps of any action", single, rate, at_least=80_000)
    yield Figure("steps of any action, of many at once", vector, rate)
    yield Figure("steps that each take a turn", turns, rate)
