"""The course's random numbers: one sequence for the whole process (S14).

Two are drawn at the end of each turn that gets so far, for the row and the kind of an enemy.
"""

from collections.abc import Callable
from typing import TypeAlias

MULTIPLIER = 16807
MODULUS = 2147483647
SEED = 900

ZERO_DRAWS = 2
"""How many draws are 0. The row goes on behind them: x(1) and x(2) are passed over."""

Draw: TypeAlias = Callable[[int, int], int]
"""Return a number from the first to the second, both included."""


class RandomNumbers:
    """Draws of one process: the k-th is 16807^k * 900 mod 2147483647, but the first two are 0.

    Nothing starts the row again: no abort, no new game. The third draw is 96185740. As the first
    two are 0, the first enemy of a process appears in row A, and is that of the value 1.

    A process that goes on has `drawn` so many numbers already.
    """

    __slots__ = ("_value", "drawn")

    def __init__(self, drawn: int = 0) -> None:
        self._value = SEED * pow(MULTIPLIER, drawn, MODULUS) % MODULUS
        self.drawn = drawn

    def draw(self, low: int, high: int) -> int:
        """Draw a number from `low` to `high`, both included."""
        return self.draw_raw() % (high - low + 1) + low

    def draw_raw(self) -> int:
        """Draw the next number of the row, from 0 to 2147483646."""
        self._value = self._value * MULTIPLIER % MODULUS
        self.drawn += 1
        return 0 if self.drawn <= ZERO_DRAWS else self._value
