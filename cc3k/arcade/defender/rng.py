"""The course's random numbers: one row for the whole process (S14)."""

from collections.abc import Callable
from typing import TypeAlias

MULTIPLIER = 16807
MODULUS = 2147483647
SEED = 900

ZERO_DRAWS = 2
"""The first draws of a process are 0, though the row goes on behind them."""

Draw: TypeAlias = Callable[[int, int], int]
"""Return a number from the first to the second, both included."""


class RandomNumbers:
    """Draws of one process: the k-th is 16807^k * 900 mod 2147483647, but the first two are 0.

    Nothing starts the row again: no abort, no new game.
    """

    __slots__ = ("_value", "drawn")

    def __init__(self) -> None:
        self._value = SEED
        self.drawn = 0

    def draw(self, low: int, high: int) -> int:
        """Draw a number from `low` to `high`, both included."""
        return self.draw_raw() % (high - low + 1) + low

    def draw_raw(self) -> int:
        """Draw the next number of the row."""
        self._value = self._value * MULTIPLIER % MODULUS
        self.drawn += 1
        return 0 if self.drawn <= ZERO_DRAWS else self._value
