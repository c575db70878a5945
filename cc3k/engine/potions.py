"""Potions lying about. Which there are, the roster says."""

from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

from cc3k.engine.actors import Hero

Effect: TypeAlias = Callable[[Hero], None]


@frozen
class Potion:
    """A kind of potion (§2.3.1). `mark` is its digit in a layout file, `title` what it does."""

    name: str
    title: str
    mark: str
    effect: Effect
    weight: int = 1
    glyph: str = "P"
    role: str = "potion"
