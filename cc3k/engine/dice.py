"""All chance: seeded, forked by label, the same on every Python.

Only integer draws over `getrandbits` are used; everything else in `random` may change between
versions of Python. A fork depends on its label alone and never on what was rolled before it.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A source of chance named by a path such as `42/game 1/floor 3`."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._bits = Random(path).getrandbits

    def fork(self, label: str) -> "Dice":
        """Return the dice of that label: the same for a path and label, whatever was rolled."""
        return Dice(f"{self.path}/{label}")

    def below(self, count: int) -> int:
        """Return one of 0 to count - 1, each equally likely; `count` is at least 1."""
        bits = (count - 1).bit_length()
        number = self._bits(bits)
        while number >= count:
            number = self._bits(bits)
        return number

    def coin(self) -> bool:
        """Return True half of the time."""
        return self._bits(1) == 0

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options, each equally likely."""
        return options[self.below(len(options))]

    def pick_where(self, options: Sequence[T], fits: Callable[[T], bool]) -> T | None:
        """Return one of the options that fit, each equally likely, or None if none does.

        Two draws at the most, and one where most options fit: a first pick that fits is kept,
        any other is made again among those that do. Each fitting option of `f` among `n` then
        has the chance 1/n + (n-f)/n * 1/f, which is 1/f.
        """
        first = self.pick(options)
        if fits(first):
            return first
        fitting = [option for option in options if fits(option)]
        return self.pick(fitting) if fitting else None

    def strides(self, count: int) -> bytes:
        """Return `count` random bytes: a whole party's first choice of step in one draw."""
        return self._bits(8 * count).to_bytes(count, "little")
