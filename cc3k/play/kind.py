"""What a game is played for. It stands apart as every game asks for it, and few are kept."""

ORDINARY, PRACTICE, DAILY = "ordinary", "practice", "daily"
KINDS = (ORDINARY, PRACTICE, DAILY)
"""Each kind has its own table of scores; practice has none."""


def seed_of_day(time: str) -> str:
    """Return the seed that everybody plays on the day of a time such as `2026-11-20T20:57:00Z`."""
    return time[:10].replace("-", "")


def kind_on(kind: str, seed: int, begun: str) -> str:
    """Return what a game is played for that is begun then: a day's game only on its day."""
    return ORDINARY if kind == DAILY and str(seed) != seed_of_day(begun) else kind
