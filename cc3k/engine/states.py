"""States of the hero and the enemies: statuses that pass, and facts that stay, as numbers by name.

The mappings are replaced, never changed, so that copies can share them, and all that nothing has
happened to share the same empty one.
"""

from collections.abc import Mapping

NO_NUMBERS: Mapping[str, int] = {}
"""The one empty mapping, which everybody starts with."""

CHARMED = "charmed"
"""The status of an enemy that fights for the hero."""

SLOWED = "slowed"
"""The status of an enemy that skips every second enemies' phase."""

AT_PEACE = "at peace"
"""The fact that an enemy is not hostile to the hero until it is attacked."""


def with_number(numbers: Mapping[str, int], name: str, number: int) -> Mapping[str, int]:
    """Return the numbers with one replaced; without it if it is 0."""
    if number == numbers.get(name, 0):
        return numbers
    changed = {**numbers, name: number}
    return {key: value for key, value in changed.items() if value} or NO_NUMBERS


def counted_down(numbers: Mapping[str, int]) -> Mapping[str, int]:
    """Return the numbers with one taken off each, without those that reach 0 (Y3)."""
    if not numbers:
        return numbers
    return {name: left - 1 for name, left in numbers.items() if left > 1} or NO_NUMBERS


def public(numbers: Mapping[str, int]) -> Mapping[str, int]:
    """Return the numbers whose names do not begin with `_`: those that players may know."""
    if not numbers:
        return numbers
    return {name: each for name, each in numbers.items() if name[0] != "_"} or NO_NUMBERS
