"""How an argument is read that is asked for in the same way by several commands."""

import re
from argparse import ArgumentTypeError
from typing import TypeVar

from cc3k.engine.actors import Race
from cc3k.shell.choices import A_RACE, A_SEED, race_of, seed_of

LONGEST_NUMBER = 9
"""Digits of a number that counts something."""

Read = TypeVar("Read")


def fit(read: Read | None, text: str, expected: str) -> Read:
    """Return what was read of an argument's text; raise ArgumentTypeError if it is None."""
    if read is None:
        message = f"{text!a}: expected {expected}"
        raise ArgumentTypeError(message)
    return read


def seed(text: str) -> int:
    """Return the seed that is written so (R34); raise ArgumentTypeError if none is."""
    return fit(seed_of(text), text, A_SEED)


def race(text: str) -> Race:
    """Return the race of that name or key; raise ArgumentTypeError if there is none."""
    return fit(race_of(text), text, A_RACE)


def number_of(text: str, least: int, most: int) -> int | None:
    """Return the whole number that is written so, or None if none within those bounds is."""
    written = re.fullmatch(rf"[0-9]{{1,{LONGEST_NUMBER}}}", text)
    return int(text) if written and least <= int(text) <= most else None
