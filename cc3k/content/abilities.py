"""Abilities: the strategies that rows of the roster use, with their numbers."""

from collections.abc import Callable, Iterator

from attrs import evolve

from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Drained, Event, Regenerated, Sickened, Stole
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import GoldPile, Loot, Potion, PotionEffect, ThrownEffect
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
class Heal:
    """Potion effect: gain HP for good (§2.3.1)."""

    hp: int

    def __call__(self, hero: Hero) -> None:
        hero.heal(hero.race.potion_scale(self.hp))


@frozen
class Poison:
    """Potion effect: lose HP for good (§2.3.1, R17)."""

    hp: int

    def __call__(self, hero: Hero) -> None:
        hero.take_damage(hero.race.potion_scale(self.hp))


@frozen
class StatPotion:
    """Potion effect: change attack or defence until the floor ends (§2.3.1, R16)."""

    attack: int = 0
    defence: int = 0

    def __call__(self, hero: Hero) -> None:
        scale = hero.race.potion_scale
        hero.stats = StatModifier(hero.stats, scale(self.attack), scale(self.defence))


@frozen
class HealEnemy:
    """Effect of a thrown potion: the enemy gains HP, up to the HP of its kind (X12)."""

    hp: int

    def __call__(self, target: Enemy) -> None:
        target.heal(self.hp)


@frozen
class PoisonEnemy:
    """Effect of a thrown potion: the enemy loses HP (X12)."""

    hp: int

    def __call__(self, target: Enemy) -> None:
        target.take_damage(self.hp)


@frozen
class SwayEnemy:
    """Effect of a thrown potion: the enemy's attack or defence changes for good (X12).

    No enemy leaves its floor, so "for good" is until the floor ends.
    """

    attack: int = 0
    defence: int = 0

    def __call__(self, target: Enemy) -> None:
        target.stats = StatModifier(target.stats, self.attack, self.defence)


def with_amount(potion: Potion, change: Callable[[int], int]) -> Potion:
    """Return a potion whose amount of HP, Atk or Def is changed, drunk and thrown, and told so.

    One that does something else is returned as it is. A loss is changed like a gain.
    """
    effect: PotionEffect
    thrown: ThrownEffect
    match potion.effect:
        case Heal(amount):
            effect, thrown = Heal(new := change(amount)), HealEnemy(new)
        case Poison(amount):
            effect, thrown = Poison(new := change(amount)), PoisonEnemy(new)
        case StatPotion(attack, defence):
            amount, sign = abs(attack + defence), 1 if attack + defence > 0 else -1
            new = change(amount)
            parts = sign * new * bool(attack), sign * new * bool(defence)
            effect, thrown = StatPotion(*parts), SwayEnemy(*parts)
        case _:
            return potion
    text = potion.effect_text.replace(f"{amount}", f"{new}")
    return evolve(potion, effect=effect, thrown=thrown, effect_text=text)
