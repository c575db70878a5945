"""The exceptional strategies that rows of the roster point to."""

from collections.abc import Iterator

from attrs import frozen

from cc3k.engine.actors import Enemy, EnemyKind, Hero, Race
from cc3k.engine.dice import Dice
from cc3k.engine.events import Drained, Event, Regrew, Sickened, Stole
from cc3k.engine.gold import Pile, Spoils
from cc3k.engine.stats import Brewed


@frozen
class Times:
    """So many times an amount, rounded toward nothing (R14, R15)."""

    numerator: int
    denominator: int

    def __call__(self, amount: int) -> int:
        """Scale an amount."""
        scaled = abs(amount) * self.numerator // self.denominator
        return scaled if amount >= 0 else -scaled


@frozen
class Regrow:
    """Regain HP every turn (R12)."""

    hp: int

    def __call__(self, hero: Hero) -> Iterator[Event]:
        """Heal the hero, as far as its maximum allows."""
        gained = hero.heal(self.hp)
        if gained:
            yield Regrew(gained)


@frozen
class Drain:
    """Gain HP by every hit, but lose as many by a hit on the one kind it is allergic to (R11)."""

    hp: int
    allergic_to: str

    def __call__(self, hero: Hero, victim: EnemyKind) -> Iterator[Event]:
        """Heal or hurt the hero who has hit."""
        if victim.name == self.allergic_to:
            yield Sickened(victim.glyph, hero.hurt(self.hp))
        else:
            yield Drained(hero.heal(self.hp))


@frozen
class Steal:
    """Take gold from every slain enemy, besides what it yields (R13)."""

    gold: int

    def __call__(self, hero: Hero, _victim: EnemyKind) -> Iterator[Event]:
        """Put the gold into the hero's purse."""
        hero.gold += self.gold
        yield Stole(self.gold)


@frozen
class Against:
    """One figure against a race, another against all others."""

    race: str
    figure: int
    otherwise: int

    def __call__(self, race: Race) -> int:
        """Return the figure against that race."""
        return self.figure if race.name == self.race else self.otherwise


def evades_half(dice: Dice) -> bool:
    """Evade half of the attacks (§2.2, R20)."""
    return not dice.coin()


def once_wronged(enemy: Enemy, hero: Hero) -> bool:
    """Be neutral until the hero has attacked one of this kind, then hostile for good (R21)."""
    return enemy.kind.name in hero.feuds


@frozen
class Purse:
    """Yield one of some piles, evenly, straight into the purse (R24)."""

    piles: tuple[Pile, ...]

    def __call__(self, dice: Dice) -> Spoils:
        """Pick the pile."""
        return Spoils(purse=dice.pick(self.piles).value)


@frozen
class Leave:
    """Yield piles that lie on the floor until they are walked over (§2.3.2)."""

    piles: tuple[Pile, ...]

    def __call__(self, _dice: Dice) -> Spoils:
        """Yield all of them."""
        return Spoils(piles=self.piles)


@frozen
class Heal:
    """Restore HP for good (§2.3.1)."""

    hp: int

    def __call__(self, hero: Hero) -> None:
        """Heal the hero by that much, as its race takes potions."""
        hero.heal(hero.race.potency(self.hp))


@frozen
class Poison:
    """Take HP for good (§2.3.1, R17)."""

    hp: int

    def __call__(self, hero: Hero) -> None:
        """Hurt the hero by that much, as its race takes potions."""
        hero.hurt(hero.race.potency(self.hp))


@frozen
class Brew:
    """Shift attack or defence until the floor ends (§2.3.1, R16)."""

    attack: int = 0
    defence: int = 0

    def __call__(self, hero: Hero) -> None:
        """Lay a brew over the hero's stats."""
        scale = hero.race.potency
        hero.stats = Brewed(hero.stats, scale(self.attack), scale(self.defence))
