"""Enemies: their kinds, the strategies of a kind, and one enemy on a floor.

A kind of enemy is a row of figures and strategies. The functions here are the defaults; a row
states only what is special about it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, evolve, field

from cc3k.engine.board import Cell
from cc3k.engine.combat import attack_hero
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import Item, Loot, Ware, things_in_view
from cc3k.engine.states import (
    AT_PEACE,
    CHARMED,
    FLEEING,
    NO_NUMBERS,
    SLOWED,
    counted_down,
    public,
    with_number,
)
from cc3k.engine.stats import BaseStats, Stats, modifier_layers
from cc3k.engine.values import define, frozen

if TYPE_CHECKING:
    from cc3k.engine.game import GameState

ValueByRace: TypeAlias = Callable[[Race], int]
"""Return a number for the opponent's race: attacks a turn, or percent of damage."""

EvasionRule: TypeAlias = Callable[[Dice], bool]
"""Tell whether an attack on this enemy misses."""

HostilityRule: TypeAlias = Callable[["Enemy", Hero], bool]
"""Tell whether the enemy is hostile to the hero."""

LootRule: TypeAlias = Callable[[Dice], Loot]
"""Return the loot of a slain enemy."""

Strategy: TypeAlias = Callable[["GameState", Cell, "Enemy"], Iterable[Event] | None]
"""Act for the enemy on a cell and return what happened; None leaves it to the next strategy."""


HP_PER_EXPERIENCE = 10
"""An enemy is worth one point of experience for this many HP of its row (X70)."""


def strike(game: "GameState", cell: Cell, enemy: "Enemy") -> Iterable[Event] | None:
    """Attack the hero if hostile to it and within reach (R8, R20, R22)."""
    floor = game.floor
    near, posts = floor.board.neighbourhood[floor.hero_cell], enemy.guarded_cells
    is_near = cell in near or (posts and not near.isdisjoint(posts))
    if is_near and enemy.is_hostile_to(game.hero):
        return attack_hero(enemy, game.hero, game.turn_dice, game.blows)
    return None


def one_attack(_race: Race) -> int:
    return 1


def full_damage_percent(_race: Race) -> int:
    return 100


def never_evades(_dice: Dice) -> bool:
    """Return False: every attack hits."""
    return False


def always_hostile(_enemy: "Enemy", _hero: Hero) -> bool:
    """Return True: hostile to everyone (§2.5)."""
    return True


def no_loot(_dice: Dice) -> Loot:
    return Loot()


@frozen
class EnemyKind:
    """A kind of enemy (§2.2). `spawn_weight` is its share of the enemies spawned; 0 for a guardian.

    It does what its `act` does; if that is nothing, it takes a random step if it `roams`, else it
    stays. `role` names its colour in a palette; without one it gets a spare colour. `sells` is the
    number of potions that it has for sale if an expansion lets merchants trade. One that
    `brings_nothing` gives the hero no HP when hit, and nothing to a race that steals. Somebody of
    name is `of_kind`, the name of another kind, and behaves as one of those.
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
    act: Strategy = strike
    role: str = ""
    sells: int = 0
    experience: int = Factory(lambda self: self.hp // HP_PER_EXPERIENCE, takes_self=True)
    actions_per_turn: int = 1
    brings_nothing: bool = False
    of_kind: str = ""

    @property
    def is_named(self) -> bool:
        return bool(self.of_kind)

    @property
    def breed(self) -> str:
        """The name of the kind that it is to races and behaviours."""
        return self.of_kind or self.name

    @property
    def may_carry(self) -> bool:
        """Whether expansions may give it what the PC has to find: no dragon, merchant or unique."""
        return self.roams and self.is_hostile is always_hostile and not self.is_named

    def stronger_by(self, percent: int, *, defence: bool = True) -> "EnemyKind":
        """Return the kind with that much more HP, Atk and, unless told, Def, rounded down (Y15)."""
        if not percent:
            return self
        hp, atk, held = (
            figure + figure * percent // 100
            for figure in (self.hp, self.stats.attack, self.stats.defence)
        )
        stats = BaseStats(atk, held if defence else self.stats.defence)
        return evolve(self, hp=hp, stats=stats)


@define(eq=False)
class Enemy:
    """One enemy on a floor. It attacks a hero beside itself or beside one of its `guarded_cells`.

    Its `stats` are those of its kind, under the layers that thrown potions add. It drops what it
    `carries` when it is slain; its `wares` are for sale, and lost with it. It hunts the hero for
    `hunting_turns` more turns. It has one `identity` in all copies of its game.

    `statuses` are the turns left of what will pass, by name, such as `charmed`; `facts` are other
    numbers by name, such as the gold that it stole. None of them is 0. A name that begins with `_`
    is known to the game alone. The mappings are never changed, only replaced, so copies share them.
    """

    kind: EnemyKind
    hp: int = Factory(lambda self: self.kind.hp, takes_self=True)
    guarded_cells: tuple[Cell, ...] = ()
    stats: Stats = Factory(lambda self: self.kind.stats, takes_self=True)
    carries: tuple[Item, ...] = ()
    wares: tuple[Ware, ...] = ()
    hunting_turns: int = 0
    identity: object = field(factory=object, repr=False)
    statuses: Mapping[str, int] = NO_NUMBERS
    facts: Mapping[str, int] = NO_NUMBERS

    def is_hostile_to(self, hero: Hero) -> bool:
        """Tell whether it is hostile: as its kind is, unless charmed or at peace (§2.5)."""
        if AT_PEACE in self.facts or CHARMED in self.statuses:
            return False
        return self.kind.is_hostile(self, hero)

    @property
    def is_fleeing(self) -> bool:
        """Whether it runs from the hero instead of attacking (X98)."""
        return FLEEING in self.statuses or FLEEING in self.facts

    @property
    def is_hunting(self) -> bool:
        """Whether it follows the hero instead of roaming (X50)."""
        return self.hunting_turns > 0 and not self.is_fleeing

    @property
    def is_slowed(self) -> bool:
        """Whether it skips every second enemies' phase."""
        return SLOWED in self.statuses

    def is_held_in(self, phase: int) -> bool:
        """Tell whether it skips an enemies' phase, 0 the next: the slowed do every second (Y26)."""
        left = self.statuses.get(SLOWED, 0) - phase
        return left > 0 and left % 2 == 0

    def set_status(self, name: str, turns: int) -> None:
        """Give it a status for that many enemies' phases; end the status if that is 0."""
        self.statuses = with_number(self.statuses, name, turns)

    def set_fact(self, name: str, number: int) -> None:
        """Note a number; 0 removes the fact."""
        self.facts = with_number(self.facts, name, number)

    def end_peace(self) -> None:
        """Be as hostile as its kind is: it was attacked. Only a blow ends a charm (X106)."""
        self.set_fact(AT_PEACE, 0)

    def count_down_statuses(self) -> None:
        """Take a turn off every status (Y3)."""
        self.statuses = counted_down(self.statuses)

    def hide_secrets(self) -> None:
        """Drop what only the game knows of it."""
        self.statuses, self.facts = public(self.statuses), public(self.facts)

    def heal(self, hp: int) -> None:
        """Gain up to that many HP, never above the HP of its kind."""
        self.hp = max(self.hp, min(self.hp + hp, self.kind.hp))

    def take_damage(self, hp: int) -> None:
        """Lose up to that many HP, never below 0."""
        self.hp = max(0, self.hp - hp)

    def copy(self) -> "Enemy":
        return Enemy(
            self.kind,
            self.hp,
            self.guarded_cells,
            self.stats,
            self.carries,
            self.wares,
            self.hunting_turns,
            self.identity,
            self.statuses,
            self.facts,
        )

    def as_shown(self) -> "ShownEnemy":
        """Return this enemy as a value, without what only the game knows of it."""
        return ShownEnemy(
            self.kind,
            self.hp,
            self.guarded_cells,
            self.stats,
            things_in_view(self.carries),
            self.wares,
            self.hunting_turns,
            statuses=public(self.statuses),
            facts=public(self.facts),
        )

    @property
    def is_as_spawned(self) -> bool:
        """Whether only HP and guarded cells can distinguish it from others of its kind."""
        is_bare = not (self.carries or self.wares or self.hunting_turns)
        is_plain = not (self.statuses or self.facts)
        return is_bare and is_plain and self.stats is self.kind.stats

    def extra_digest_parts(self) -> tuple[object, ...]:
        """Return everything else that distinguishes it, for the digest."""
        things = [item.name for item in (*self.carries, *self.wares)]
        parts = (modifier_layers(self.stats), len(self.wares), things, self.hunting_turns)
        if not (self.statuses or self.facts):
            return parts
        return (*parts, sorted(self.statuses.items()), sorted(self.facts.items()))


@frozen(eq=False)
class ShownEnemy(Enemy):
    """An enemy as a player sees it, or saw it last: a value, which is no part of any game.

    It is an `Enemy`, so that all that weighs enemies takes it. A `copy` of it can be changed.
    """
