"""Actors: races and the hero, enemy kinds and enemies, and their default abilities.

A race or a kind of enemy is a row of figures and strategies. The functions here are the ordinary
ways, and the defaults; a row states only what is special about it.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import Factory, define, field, frozen

from cc3k.engine.dice import Dice
from cc3k.engine.events import Event
from cc3k.engine.gold import Loot
from cc3k.engine.grid import Cell
from cc3k.engine.stats import BaseStats, Stats, modifier_layers, without_modifiers

Scale: TypeAlias = Callable[[int], int]
"""Scale an amount: of a potion for a race (HP or points), or of gold for the score."""

TurnEffect: TypeAlias = Callable[["Hero"], Iterable[Event]]
"""The effect on the hero at the end of each turn."""

HitEffect: TypeAlias = Callable[["Hero", "EnemyKind"], Iterable[Event]]
"""The effect on the hero of hitting, or slaying, an enemy of that kind."""

ValueByRace: TypeAlias = Callable[["Race"], int]
"""A number that depends on the opponent's race: attacks a turn, or percent of damage."""

EvasionRule: TypeAlias = Callable[[Dice], bool]
"""Tell whether an attack on this enemy misses."""

HostilityRule: TypeAlias = Callable[["Enemy", "Hero"], bool]
"""Tell whether the enemy is hostile to the hero."""

LootRule: TypeAlias = Callable[[Dice], Loot]
"""Return the loot of a slain enemy."""


def unscaled(amount: int) -> int:
    """Return the amount unchanged."""
    return amount


def no_turn_effect(_hero: "Hero") -> Iterable[Event]:
    """Do nothing at the end of a turn."""
    return ()


def no_hit_effect(_hero: "Hero", _victim: "EnemyKind") -> Iterable[Event]:
    """Do nothing after a hit or a kill."""
    return ()


def one_attack(_race: "Race") -> int:
    """Return 1: one attack a turn."""
    return 1


def full_damage_percent(_race: "Race") -> int:
    """Return 100 percent of the damage."""
    return 100


def never_evades(_dice: Dice) -> bool:
    """Return False: every attack hits."""
    return False


def always_hostile(_enemy: "Enemy", _hero: "Hero") -> bool:
    """Return True: hostile to everyone (§2.5)."""
    return True


def no_loot(_dice: Dice) -> Loot:
    """Return empty loot."""
    return Loot()


@frozen
class Race:
    """A race of hero (§2.1). `key` chooses it at the prompt; `max_hp` None means no cap (R10)."""

    name: str
    key: str
    hp: int
    stats: BaseStats
    max_hp: int | None
    trait: str = ""
    each_turn: TurnEffect = no_turn_effect
    on_hit: HitEffect = no_hit_effect
    on_slaying: HitEffect = no_hit_effect
    potion_scale: Scale = unscaled
    score_scale: Scale = unscaled


@frozen
class EnemyKind:
    """A kind of enemy (§2.2). `spawn_weight` is its spawn odds; 0 for a guardian.

    One that `roams` takes a random step a turn, any other stays where it is.
    """

    name: str
    glyph: str
    hp: int
    stats: BaseStats
    spawn_weight: int
    trait: str = ""
    attacks_per_turn: ValueByRace = one_attack
    damage_percent: ValueByRace = full_damage_percent
    evades: EvasionRule = never_evades
    is_hostile: HostilityRule = always_hostile
    roams: bool = True
    loot: LootRule = no_loot
    role: str = "enemy"


@define(eq=False)
class Hero:
    """The player character. `provoked_kinds` names the kinds it has ever attacked (R21)."""

    race: Race
    hp: int = Factory(lambda self: self.race.hp, takes_self=True)
    stats: Stats = Factory(lambda self: self.race.stats, takes_self=True)
    gold: int = 0
    provoked_kinds: set[str] = field(factory=set)

    def heal(self, hp: int) -> int:
        """Gain up to that many HP, never above the race's maximum; return the HP gained."""
        if self.race.max_hp is not None:
            hp = min(hp, self.race.max_hp - self.hp)
        self.hp += hp
        return hp

    def take_damage(self, hp: int) -> int:
        """Lose up to that many HP, never below 0; return the HP lost."""
        hp = min(hp, self.hp)
        self.hp -= hp
        return hp

    def clear_modifiers(self) -> None:
        """Remove all potion modifiers: a floor has ended (§2.3.1)."""
        self.stats = without_modifiers(self.stats)

    def copy(self) -> "Hero":
        """Return an independent copy of this hero."""
        return Hero(self.race, self.hp, self.stats, self.gold, set(self.provoked_kinds))

    def digest_parts(self) -> tuple[object, ...]:
        """Return all of this hero's state as names and numbers, for the digest."""
        return (
            self.race.name,
            self.hp,
            self.gold,
            modifier_layers(self.stats),
            sorted(self.provoked_kinds),
        )


@define(eq=False)
class Enemy:
    """One enemy on a floor. It also attacks whoever is near one of its `guarded_cells`."""

    kind: EnemyKind
    hp: int = Factory(lambda self: self.kind.hp, takes_self=True)
    guarded_cells: tuple[Cell, ...] = ()

    def take_damage(self, hp: int) -> None:
        """Lose up to that many HP, never below 0."""
        self.hp = max(0, self.hp - hp)

    def copy(self) -> "Enemy":
        """Return an independent copy of this enemy."""
        return Enemy(self.kind, self.hp, self.guarded_cells)
