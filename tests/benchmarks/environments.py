"""How fast an agent can play: steps of our environments beside those of MiniGrid, if it is here."""

from importlib.util import find_spec

from attrs import frozen


@frozen
class Speeds:
    """Steps a CPU-second, medians of what was measured in turn.

    `single` and `vector` take any action, as MiniGrid does, so that most are refused; `turns` takes
    only such as can be done and take a turn. `minigrid` is None where that is not installed.
    """

    single: float
    vector: float
    turns: float
    minigrid: float | None


def compare() -> Speeds | None:
    """Measure, or return None where Gymnasium is not installed."""
    if find_spec("gymnasium") is None:
        return None
    # Imported only here, as it imports Gymnasium.
    from tests.benchmarks import stepping

    minigrid = stepping.MINIGRID if find_spec("minigrid") is not None else None
    return Speeds(*stepping.medians(minigrid))
