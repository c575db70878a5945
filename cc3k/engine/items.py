"""Items: potions, gold piles, and the loot of slain enemies. The roster lists the kinds."""

from collections.abc import Callable
from typing import TypeAlias

from attrs import Factory, evolve, frozen

from cc3k.engine.hero import Hero

PotionEffect: TypeAlias = Callable[[Hero], None]
"""The effect of a potion on the hero who drinks it."""


@frozen
class Potion:
    """A kind of potion (§2.3.1). `effect_text` says in words what it does.

    `mark` stands for it in layout files: a digit, or a letter where the digits run out (R30). The
    `full_name` is the name in words, the short one if it has no other.
    """

    name: str
    effect_text: str
    mark: str
    effect: PotionEffect
    spawn_weight: int = 1
    glyph: str = "P"
    role: str = "potion"
    full_name: str = Factory(lambda self: self.name, takes_self=True)


@frozen
class GoldPile:
    """A kind of gold pile (§2.3.2), worth `value` in gold.

    `mark` stands for it in layout files: a digit, or a letter where the digits run out (R30).
    `guardian` names the enemy spawned beside it, whose death frees it. `spawn_weight` is its share
    among the piles spawned; 0 for one that is only dropped or drawn.
    """

    name: str
    value: int
    mark: str
    spawn_weight: int = 0
    guardian: str | None = None
    glyph: str = "G"
    role: str = "gold"


Item: TypeAlias = Potion | GoldPile
"""Anything that lies on a floor."""


@frozen
class Loot:
    """The loot of a slain enemy: gold for the purse, and piles to drop on the floor (R24)."""

    gold: int = 0
    piles: tuple[GoldPile, ...] = ()


def merge_piles(piles: tuple[GoldPile, ...]) -> GoldPile:
    """Return one pile worth as much as all of these together (R24)."""
    return evolve(piles[0], value=sum(pile.value for pile in piles))
