"""Dice: seeded random numbers, forked by label, the same on every Python.

All draws use `getrandbits`: everything else in `random` may change between versions of Python. A
fork depends only on its label, never on what was rolled before it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias, TypeVar
from zlib import crc32

T = TypeVar("T")

BYTE_VALUES = 256

GeneratorState: TypeAlias = tuple[int, tuple[int, ...], float | None]
"""The state of a `random.Random`: 624 words, and how many of them are used up."""

DrawBits: TypeAlias = Callable[[int], int]
"""Return a random integer of that many bits."""


class Dice:
    """A source of random numbers, seeded by a path such as `42/game 1/floor 3`.

    The generator is made on the first draw, as many dice are only forked or copied. It is seeded
    by the path, or continues from `state`.
    """

    __slots__ = ("_bits", "_generator", "_state", "path")

    def __init__(self, path: str, state: GeneratorState | None = None) -> None:
        self.path = path
        self._state = state
        self._generator: Random | None = None
        self._bits: DrawBits | None = None

    def fork(self, label: str) -> "Dice":
        """Return the dice of that label, the same whatever was rolled before."""
        return Dice(f"{self.path}/{label}")

    def renamed(self, path: str) -> "Dice":
        """Return dice that will roll the same numbers under a new path, which hides the seed."""
        if self._save_state() is None:
            self._bit_source()
        return Dice(path, self._save_state())

    def copy(self) -> "Dice":
        """Return a copy that will roll exactly the same numbers.

        Copies made between two draws share one saved state.
        """
        return Dice(self.path, self._save_state())

    def __reduce__(self) -> tuple[type["Dice"], tuple[str, GeneratorState | None]]:
        # The bound method `getrandbits` cannot be pickled, nor shared by a copy; the state can.
        return Dice, (self.path, self._save_state())

    def digest(self) -> int:
        """Return 32 bits that identify how far these dice have been rolled: 0 if never.

        Dice of one path have the same digest if they will roll the same numbers, and almost
        certainly only then. A generator replaces all words of its state at once, so a few words
        stand for all of them.
        """
        state = self._save_state()
        if state is None:
            return 0
        words = state[1]
        return crc32(ascii((*words[:4], words[-1])).encode("ascii"))

    def below(self, count: int) -> int:
        """Return a random integer from 0 to count - 1; `count` is at least 1."""
        draw, bits = self._bits or self._bit_source(), (count - 1).bit_length()
        number = draw(bits)
        while number >= count:
            number = draw(bits)
        return number

    def flip_coin(self) -> bool:
        draw = self._bits or self._bit_source()
        return draw(1) == 0

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options, each equally likely."""
        return options[self.below(len(options))]

    def pick_many(self, options: Sequence[T], count: int) -> list[T]:
        """Return `count` random options; in one draw if there are at most 256 options.

        A byte decides each. Bytes too high to be spread evenly over the options are drawn again.
        """
        if len(options) > BYTE_VALUES:
            return [self.pick(options) for _ in range(count)]
        numbers = b""
        while len(numbers) < count:
            numbers += self.randbytes(count - len(numbers)).translate(
                *_byte_to_number(len(options))
            )
        return list(map(options.__getitem__, numbers))

    def randbytes(self, count: int) -> bytes:
        """Return `count` random bytes, in one draw."""
        draw = self._bits or self._bit_source()
        return draw(8 * count).to_bytes(count, "little")

    def _save_state(self) -> GeneratorState | None:
        """Return the state, cached until the next draw; None before the first one."""
        if self._state is None and self._generator is not None:
            self._state = self._generator.getstate()
            self._bits = None
        return self._state

    def _bit_source(self) -> DrawBits:
        """Return the function that draws bits, and drop the saved state, which it outdates."""
        if self._generator is None:
            self._generator = Random(self.path)
            if self._state is not None:
                self._generator.setstate(self._state)
        self._state = None
        self._bits = self._generator.getrandbits
        return self._bits


@lru_cache
def _byte_to_number(count: int) -> tuple[bytes, bytes]:
    """Return a number below `count` for each byte, and the bytes to reject as uneven."""
    every = bytes(range(BYTE_VALUES))
    return bytes([byte % count for byte in every]), every[BYTE_VALUES - BYTE_VALUES % count :]
