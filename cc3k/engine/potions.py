"""Potions: one value per kind. The roster lists the kinds."""

from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

from cc3k.engine.actors import Hero

PotionEffect: TypeAlias = Callable[[Hero], None]


@frozen
class Potion:
    """A kind of potion (§2.3.1). `effect_text` says in words what it does.

    `mark` stands for it in layout files: a digit, or a letter where the digits run out (R30).
    """

    name: str
    effect_text: str
    mark: str
    effect: PotionEffect
    spawn_weight: int = 1
    glyph: str = "P"
    role: str = "potion"
