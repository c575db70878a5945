"""States of the hero and the enemies: statuses that pass, and facts that stay, as numbers by name.

The mappings cannot be changed, only replaced: so copies share them, and all that nothing has
happened to share the same empty one.
"""

import copyreg
from collections.abc import Callable, Mapping
from types import MappingProxyType

NO_NUMBERS: MappingProxyType[str, int] = MappingProxyType({})
"""The one empty mapping, which everybody starts with."""

CHARMED = "charmed"
"""The status of an enemy that fights for the hero."""

SLOWED = "slowed"
"""The status of an enemy that skips every second enemies' phase."""

FLEEING = "fleeing"
"""The status, or the fact, of an enemy that runs from the hero instead of attacking."""

CALLED = "called"
"""The status of an enemy that was called to the hero by another one."""

NEWCOMER = "newcomer"
"""The fact of an enemy that came later: it yields nothing, and hunts without end."""

STILL_HUNTS = "_still hunts"
"""The status of an enemy in the last turn of its memory: it hunts in that one, too."""

AT_PEACE = "at peace"
"""The fact that an enemy is not hostile to the hero until it is attacked."""

TRUCE = "truce"
"""The status of a hero to whom none of those that are spawned at random is hostile.

It ends when the hero attacks anybody.
"""


def with_number(numbers: Mapping[str, int], name: str, number: int) -> Mapping[str, int]:
    """Return the numbers with one replaced; without it if it is 0."""
    if number == numbers.get(name, 0):
        return numbers
    return _values({**numbers, name: number})


def counted_down(numbers: Mapping[str, int]) -> Mapping[str, int]:
    """Return the numbers with one taken off each, without those that reach 0 (Y3)."""
    if not numbers:
        return numbers
    return _values({name: left - 1 for name, left in numbers.items()})


def public(numbers: Mapping[str, int]) -> Mapping[str, int]:
    """Return the numbers whose names do not begin with `_`: those that players may know."""
    if not numbers:
        return numbers
    return _values({name: each for name, each in numbers.items() if name[0] != "_"})


def _values(numbers: Mapping[str, int]) -> MappingProxyType[str, int]:
    """Return numbers as a value, without those that are 0."""
    return MappingProxyType({name: each for name, each in numbers.items() if each}) or NO_NUMBERS


def _pickled(
    numbers: MappingProxyType[str, int],
) -> tuple[Callable[..., MappingProxyType[str, int]], tuple[dict[str, int]]]:
    return _values, (dict(numbers),)


copyreg.pickle(MappingProxyType, _pickled)  # games are pickled, and Python pickles no such value
