"""Abilities: the strategies that rows of the roster use, with their numbers."""

from collections.abc import Callable, Iterator

from attrs import astuple, evolve

from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Drained, Event, Regenerated, Sickened, Stole
from cc3k.engine.hero import Hero, Race, Scale
from cc3k.engine.items import AmountEffect, GoldPile, Loot, Potion
from cc3k.engine.stats import StatModifier
from cc3k.engine.values import frozen


@frozen
class ScaleBy:
    """Multiply an amount by a fraction, rounded toward zero (R14, R15)."""

    numerator: int
    denominator: int

    def __call__(self, amount: int) -> int:
        scaled = abs(amount) * self.numerator // self.denominator
        return scaled if amount >= 0 else -scaled


@frozen
class Regenerate:
    """Regain HP every turn (R12)."""

    hp: int

    def __call__(self, hero: Hero) -> Iterator[Event]:
        gained = hero.heal(self.hp)
        if gained:
            yield Regenerated(gained)


@frozen
class Drain:
    """Gain HP with every hit, but lose them for a hit on the kind it is allergic to (R11)."""

    hp: int
    allergic_to: str

    def __call__(self, hero: Hero, victim: str) -> Iterator[Event]:
        """Heal the hero after a hit, or hurt it because of its allergy."""
        if victim == self.allergic_to:
            yield Sickened(victim, hero.take_damage(self.hp))
        else:
            yield Drained(hero.heal(self.hp))


@frozen
class Steal:
    """Take gold from every slain enemy, in addition to its loot (R13)."""

    gold: int

    def __call__(self, hero: Hero, _victim: str) -> Iterator[Event]:
        hero.gold += self.gold
        yield Stole(self.gold)


@frozen
class VersusRace:
    """One number against a race, another against all others."""

    race: str
    value: int
    otherwise: int

    def __call__(self, race: Race) -> int:
        return self.value if race.name == self.race else self.otherwise


def evades_half(dice: Dice) -> bool:
    """Evade half of the attacks (§2.2, R20)."""
    return not dice.flip_coin()


def hostile_once_provoked(enemy: Enemy, hero: Hero) -> bool:
    """Tell whether the hero has ever attacked this kind: neutral until then (R21)."""
    return enemy.kind.name in hero.provoked_kinds


@frozen
class GoldToPurse:
    """Loot that goes straight into the purse: one of some piles at random (R24)."""

    piles: tuple[GoldPile, ...]

    def __call__(self, dice: Dice) -> Loot:
        return Loot(gold=dice.pick(self.piles).value)


@frozen
class DropPiles:
    """Loot that drops on the floor: gold piles to be picked up (§2.3.2)."""

    piles: tuple[GoldPile, ...]

    def __call__(self, _dice: Dice) -> Loot:
        return Loot(piles=self.piles)


@frozen
class Heal(AmountEffect):
    """Potion effect: gain HP for good (§2.3.1)."""

    hp: int

    def __call__(self, hero: Hero) -> None:
        hero.heal(hero.race.potion_scale(self.hp))

    def text_for(self, scale: Scale) -> str:
        return f"restores {scale(self.hp)} HP"

    def hit(self, enemy: Enemy) -> None:
        enemy.heal(self.hp)


@frozen
class Poison(AmountEffect):
    """Potion effect: lose HP for good (§2.3.1, R17)."""

    hp: int

    def __call__(self, hero: Hero) -> None:
        hero.take_damage(hero.race.potion_scale(self.hp))

    def text_for(self, scale: Scale) -> str:
        return f"takes {scale(self.hp)} HP"

    def hit(self, enemy: Enemy) -> None:
        enemy.take_damage(self.hp)


@frozen
class StatPotion(AmountEffect):
    """Potion effect: change attack or defence until the floor ends (§2.3.1, R16)."""

    attack: int = 0
    defence: int = 0

    def __call__(self, hero: Hero) -> None:
        scale = hero.race.potion_scale
        hero.stats = StatModifier(hero.stats, scale(self.attack), scale(self.defence))

    def text_for(self, scale: Scale) -> str:
        changes = [(scale(self.attack), "Atk"), (scale(self.defence), "Def")]
        told = [f"{'raises' if by > 0 else 'lowers'} {of} by {abs(by)}" for by, of in changes if by]
        return " and ".join(told)

    def hit(self, enemy: Enemy) -> None:
        enemy.stats = StatModifier(enemy.stats, self.attack, self.defence)


def with_amount(potion: Potion, change: Callable[[int], int]) -> Potion:
    """Return a potion whose amount of HP, Atk or Def is changed, drunk and thrown, and told so.

    A loss is changed like a gain. A potion with another effect is returned as it is, and a throw of
    its own stays; words of its own stay unless the amount changes.
    """
    old = potion.effect
    if not isinstance(old, AmountEffect):
        return potion
    new = type(old)(*[change(by) if by >= 0 else -change(-by) for by in astuple(old)])
    return potion if new == old else evolve(potion, effect=new, own_text=None)
