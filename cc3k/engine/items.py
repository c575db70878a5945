"""Items: potions, gold piles, and the loot of slain enemies. The roster lists the kinds."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from attrs import Factory, evolve, frozen

from cc3k.engine.hero import Hero
from cc3k.engine.stats import Stats

PotionEffect: TypeAlias = Callable[[Hero], None]
"""The effect of a potion on the hero who drinks it."""


class PotionTarget(Protocol):
    """An enemy as a potion changes it that is thrown at it."""

    hp: int
    stats: Stats

    def heal(self, hp: int) -> None:
        """Gain up to that many HP, never above those of its kind."""
        ...

    def take_damage(self, hp: int) -> None:
        """Lose up to that many HP, never below 0."""
        ...


ThrownEffect: TypeAlias = Callable[[PotionTarget], None]
"""The effect of a potion on the enemy that it is thrown at."""


def shatters(_target: PotionTarget) -> None:
    """Do nothing to the enemy."""


@frozen
class Potion:
    """A kind of potion (§2.3.1). `effect_text` says in words what it does.

    `mark` stands for it in layout files: a digit, or a letter where the digits run out (R30). The
    `full_name` is the name in words, the short one if it has no other. What it does when it is
    `thrown` at an enemy, and its `price` in gold, matter where an expansion throws or sells it.
    """

    name: str
    effect_text: str
    mark: str
    effect: PotionEffect
    spawn_weight: int = 1
    glyph: str = "P"
    role: str = "potion"
    full_name: str = Factory(lambda self: self.name, takes_self=True)
    thrown: ThrownEffect = shatters
    price: int = 1


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


@frozen
class Trinket:
    """A thing that is picked up by walking onto it, besides gold: a suit, a compass.

    `mark` stands for it in layout files and `glyph` on the board. `guardian` names the enemy that
    guards it, whose death frees it. `trait` says in words what it does.
    """

    name: str
    glyph: str
    trait: str
    guardian: str | None = None
    role: str = "gold"

    @property
    def mark(self) -> str:
        """The mark in layout files: its glyph."""
        return self.glyph


Item: TypeAlias = Potion | GoldPile | Trinket
"""Anything that lies on a floor."""


def guardian_of(item: Item) -> str | None:
    """Return the name of the enemy kind that guards such a thing, or None (R25)."""
    return None if isinstance(item, Potion) else item.guardian


@frozen
class Loot:
    """The loot of a slain enemy: gold for the purse, and piles to drop on the floor (R24)."""

    gold: int = 0
    piles: tuple[GoldPile, ...] = ()


def merge_piles(piles: tuple[GoldPile, ...]) -> GoldPile:
    """Return one pile worth as much as all of these together (R24)."""
    return evolve(piles[0], value=sum(pile.value for pile in piles))
