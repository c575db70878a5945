"""A floor of all expansions takes few keys: the automatic ones stop for what matters (X42, X99)."""

from statistics import mean

import pytest

from tests.benchmarks.floor_keys import players

MANY = 40
"""Keys that hardly any floor takes."""


@pytest.mark.slow
@pytest.mark.seeded
def test_a_floor_takes_few_keys() -> None:
    """Tab, `o`, `>` and what they ask, in two games.

    They were 25 before Tab stopped at half the HP, at uniques, dragons and levels.
    """
    counts = [count for player in players(range(3, 5)) for count in player.counts]
    assert len(counts) >= 3
    assert mean(counts) < 35, counts
    assert sum(count >= MANY for count in counts) * 4 <= len(counts), counts
