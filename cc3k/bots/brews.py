"""What a potion would do, found by letting somebody else of the same race drink it."""

from attrs import frozen

from cc3k.engine.actors import Hero, Race
from cc3k.engine.potions import Potion


@frozen
class Effect:
    """What a potion adds to HP, attack and defence."""

    hp: int
    attack: int
    defence: int

    @property
    def harmless(self) -> bool:
        """Whether it takes nothing."""
        return min(self.hp, self.attack, self.defence) >= 0


def effect_of(potion: Potion, race: Race) -> Effect:
    """Return what a potion does to that race when it is neither full nor near its end."""
    hp = race.hp // 2
    taster = Hero(race, hp)
    potion.effect(taster)
    stats, innate = taster.stats, race.stats
    return Effect(taster.hp - hp, stats.attack - innate.attack, stats.defence - innate.defence)
