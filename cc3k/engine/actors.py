"""Who there is: races and the hero, kinds of enemy and enemies, and their ordinary strategies.

A race or a kind of enemy is a row of figures and strategies. The functions here are the ordinary
ways, and the defaults; a row states only what is special about it.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import Factory, define, field, frozen

from cc3k.engine.dice import Dice
from cc3k.engine.events import Event
from cc3k.engine.gold import Spoils
from cc3k.engine.grid import Cell
from cc3k.engine.stats import Innate, Stats, layers, sober

Scale: TypeAlias = Callable[[int], int]
"""What an amount becomes: of a potion for a race (HP or points), of gold in a score."""

TurnEffect: TypeAlias = Callable[["Hero"], Iterable[Event]]
"""What happens to the hero at the end of each turn."""

HitEffect: TypeAlias = Callable[["Hero", "EnemyKind"], Iterable[Event]]
"""What happens to the hero who has hit, or slain, an enemy of that kind."""

ByRace: TypeAlias = Callable[["Race"], int]
"""A figure that depends on whom one fights: blows a turn, or percent of the damage."""

Evasion: TypeAlias = Callable[[Dice], bool]
"""Whether an attack on this enemy misses."""

Temper: TypeAlias = Callable[["Enemy", "Hero"], bool]
"""Whether the enemy is hostile to the hero."""

Yield: TypeAlias = Callable[[Dice], Spoils]
"""What the enemy leaves when slain."""


def unscaled(amount: int) -> int:
    """Leave an amount as it is."""
    return amount


def nothing_each_turn(_hero: "Hero") -> Iterable[Event]:
    """Do nothing at the end of a turn."""
    return ()


def nothing_more(_hero: "Hero", _victim: "EnemyKind") -> Iterable[Event]:
    """Gain nothing by a hit or a kill but what every race gains."""
    return ()


def one_blow(_race: "Race") -> int:
    """Attack once."""
    return 1


def full_damage(_race: "Race") -> int:
    """Do 100 percent of the damage."""
    return 100


def never_evades(_dice: Dice) -> bool:
    """Be hit by every attack."""
    return False


def hostile(_enemy: "Enemy", _hero: "Hero") -> bool:
    """Be hostile to everyone (§2.5)."""
    return True


def yields_nothing(_dice: Dice) -> Spoils:
    """Leave no gold."""
    return Spoils()


@frozen
class Race:
    """A kind of hero (§2.1). `key` chooses it at the prompt; `max_hp` None means no cap (R10)."""

    name: str
    key: str
    hp: int
    stats: Innate
    max_hp: int | None
    trait: str = ""
    each_turn: TurnEffect = nothing_each_turn
    on_hit: HitEffect = nothing_more
    on_slaying: HitEffect = nothing_more
    potency: Scale = unscaled
    score: Scale = unscaled


@frozen
class EnemyKind:
    """A kind of enemy (§2.2). `weight` is its share among the enemies spawned; 0 for a guardian.

    One that `roams` takes a random step a turn, any other stays where it is.
    """

    name: str
    glyph: str
    hp: int
    stats: Innate
    weight: int
    trait: str = ""
    blows: ByRace = one_blow
    might: ByRace = full_damage
    evades: Evasion = never_evades
    temper: Temper = hostile
    roams: bool = True
    yields: Yield = yields_nothing
    role: str = "enemy"


@define(eq=False)
class Hero:
    """The player character. `feuds` names the kinds of enemy it has ever attacked (R21)."""

    race: Race
    hp: int = Factory(lambda self: self.race.hp, takes_self=True)
    stats: Stats = Factory(lambda self: self.race.stats, takes_self=True)
    gold: int = 0
    feuds: set[str] = field(factory=set)

    def heal(self, hp: int) -> int:
        """Gain up to that many HP, never above the race's maximum; return how many."""
        if self.race.max_hp is not None:
            hp = min(hp, self.race.max_hp - self.hp)
        self.hp += hp
        return hp

    def hurt(self, hp: int) -> int:
        """Lose up to that many HP, never below 0; return how many."""
        hp = min(hp, self.hp)
        self.hp -= hp
        return hp

    def sober_up(self) -> None:
        """Lose every brew: a floor has ended (§2.3.1)."""
        self.stats = sober(self.stats)

    def copy(self) -> "Hero":
        """Return another hero, alike in all."""
        return Hero(self.race, self.hp, self.stats, self.gold, set(self.feuds))

    def state(self) -> tuple[object, ...]:
        """Return all that this hero is, as names and numbers."""
        return (self.race.name, self.hp, self.gold, layers(self.stats), sorted(self.feuds))


@define(eq=False)
class Enemy:
    """One enemy on a floor. `guards` are the cells whose visitors it attacks besides its own."""

    kind: EnemyKind
    hp: int = Factory(lambda self: self.kind.hp, takes_self=True)
    guards: tuple[Cell, ...] = ()

    def hurt(self, hp: int) -> None:
        """Lose up to that many HP, never below 0."""
        self.hp = max(0, self.hp - hp)

    def copy(self) -> "Enemy":
        """Return another enemy, alike in all."""
        return Enemy(self.kind, self.hp, self.guards)
