"""Whether counts agree with the odds that a rule gives them."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

ONE_IN_A_THOUSAND = 3.0902
"""How many standard deviations a normal variable exceeds once in a thousand times."""


def critical(freedom: int) -> float:
    """Return what a chi-square of so many degrees of freedom exceeds once in a thousand times.

    By the approximation of Wilson and Hilferty, good to a hundredth from three degrees on.
    """
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + ONE_IN_A_THOUSAND * spread**0.5) ** 3)


def fit(counts: Mapping[T, int], odds: Mapping[T, Fraction]) -> bool:
    """Tell whether the counts could come of those odds, wrong once in a thousand times.

    Needs five of the least likely; what has no odds must not have been counted at all.
    """
    total = sum(counts.values())
    assert sum(odds.values()) == 1
    assert min(odds.values()) * total >= 5
    if not counts.keys() <= odds.keys():
        return False
    expected = {thing: float(share * total) for thing, share in odds.items()}
    gaps = (counts.get(thing, 0) - mean for thing, mean in expected.items())
    chi_square = sum(gap * gap / mean for gap, mean in zip(gaps, expected.values(), strict=True))
    return chi_square < critical(len(odds) - 1)
