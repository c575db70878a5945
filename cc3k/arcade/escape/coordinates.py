"""Coordinates: a cell as a pair of whole numbers of any size, and how numbers are read and shown.

Python converts no more than some thousand digits at once (as few as 640, where it is told so). A
configuration may hold longer numbers, so they are converted in pieces.
"""

from typing import NamedTuple

MOST_DIGITS = 600
"""Digits that every Python converts at once."""

_FIRST_LONG: int = 10**MOST_DIGITS
"""The least number that has more."""


class Coordinate(NamedTuple):
    """A cell (§Coordinates, E9): on SQUARE its row and its column, on HEX its two axes."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"({number_text(self.x)},{number_text(self.y)})"


def parse_number(text: str) -> int:
    """Return the whole number that digits, with a sign or not, are; of any length."""
    if len(text) <= MOST_DIGITS:
        return int(text)
    digits = text.lstrip("+-")
    number = _parse_digits(digits)
    return -number if text.startswith("-") else number


def number_text(number: int) -> str:
    if -_FIRST_LONG < number < _FIRST_LONG:
        return str(number)
    return ("-" if number < 0 else "") + _digits(abs(number), _digit_estimate(number))


def _parse_digits(digits: str) -> int:
    """Return the number that digits are: of pieces that grow together, two by two."""
    ends = range(len(digits), 0, -MOST_DIGITS)
    parts = [int(digits[max(end - MOST_DIGITS, 0) : end]) for end in ends]
    power = _FIRST_LONG
    while len(parts) > 1:
        parts.append(0)
        parts = [low + high * power for low, high in zip(parts[:-1:2], parts[1::2], strict=True)]
        power *= power
    return parts[0]


def _digit_estimate(number: int) -> int:
    """Return a count of digits that is not below the true one."""
    return int(number.bit_length() * 0.30103) + 2


def _digits(number: int, most: int) -> str:
    """Return the digits of a number that has at most so many, perhaps with a 0 before them."""
    if most <= MOST_DIGITS or number < _FIRST_LONG:
        return str(number)
    half = most // 2
    high, low = divmod(number, 10**half)
    return _digits(high, most - half) + _digits(low, half).rjust(half, "0")
