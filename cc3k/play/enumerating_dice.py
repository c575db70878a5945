"""Enumerating dice: every sequence of draws that a turn may make, one after another."""

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import TypeVar

from cc3k.engine.dice import BYTE_VALUES, Dice, DrawBits

T = TypeVar("T")


class OddsError(ValueError):
    """The odds of a fight cannot be computed exactly: it says what was found and expected."""


class EnumeratingDice(Dice):
    """Dice that go through every possible sequence of draws, one after another.

    A draw below `n` has `n` outcomes, each equally likely. `flip_coin`, `below` and what `Dice`
    builds on them are decided here, and so are `pick_many` and `randbytes`. Any other way to draw
    ends in `_bit_source`, which refuses: nothing is left to chance in silence.
    """

    def __init__(self) -> None:
        super().__init__("every sequence")
        self.begin()

    def begin(self) -> None:
        self._planned_draws: list[int] | None = None
        self._draws: list[int] = []
        self._counts: list[int] = []

    @property
    def chance(self) -> Fraction:
        return Fraction(1, prod(self._counts))

    def next_sequence(self) -> bool:
        """Prepare the next sequence of draws; return False after the last one."""
        if self._planned_draws is None:
            self._planned_draws = []
            return True
        while self._draws and self._draws[-1] == self._counts[-1] - 1:
            self._draws.pop()
            self._counts.pop()
        if not self._draws:
            return False
        self._planned_draws = [*self._draws[:-1], self._draws[-1] + 1]
        self._draws, self._counts = [], []
        return True

    def fork(self, label: str) -> Dice:
        del label
        return self

    def copy(self) -> Dice:
        """Raise OddsError: a copy would draw the same numbers once more."""
        message = "found a copy of dice within a fight; expected none, as it has no odds of its own"
        raise OddsError(message)

    def below(self, count: int) -> int:
        """Return the planned number below `count`, or 0 if none is planned yet."""
        position, planned = len(self._draws), self._planned_draws or []
        self._draws.append(planned[position] if position < len(planned) else 0)
        self._counts.append(count)
        return self._draws[-1]

    def flip_coin(self) -> bool:
        """Return the planned flip, or True if none is planned yet."""
        return self.below(2) == 0

    def pick_many(self, options: Sequence[T], count: int) -> list[T]:
        return [self.pick(options) for _ in range(count)]

    def randbytes(self, count: int) -> bytes:
        """Return `count` bytes, each a choice among 256."""
        return bytes([self.below(BYTE_VALUES) for _ in range(count)])

    def _bit_source(self) -> DrawBits:
        """Raise OddsError: whatever draws bits directly cannot be enumerated."""
        message = "found a draw of random bits within a fight; expected `below` or `flip_coin`"
        raise OddsError(message)
