"""Hero: the player character, its race, and the strategies of a race.

A race is a row of figures and strategies. The functions here are the defaults; a row states only
what is special about it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from attrs import Factory, field

from cc3k.engine.events import Effect, Event, ExpansionEvent
from cc3k.engine.states import NO_NUMBERS, counted_down, with_number
from cc3k.engine.stats import BaseStats, StatLine, Stats, modifier_layers, without_modifiers
from cc3k.engine.values import define, frozen

Scale: TypeAlias = Callable[[int], int]
"""Scale an amount for a race: of a potion (HP or points), or of gold for the score."""

TurnEffect: TypeAlias = Callable[["Hero"], Iterable[Event]]
"""The effect on the hero at the end of each turn."""

HitEffect: TypeAlias = Callable[["Hero", str], Iterable[Event]]
"""The effect on the hero of hitting, or slaying, an enemy of the kind of that name."""


ALWAYS_TAKES_EFFECT = "race always takes effect"
"""The fact of a hero whose race's own effect counts in every turn, whatever else is on (R12)."""

SPARE_LIFE = "spare life"
"""The fact of a hero who keeps 1 HP, once, when it would lose the last."""

BOOSTS_LAST = "slow brew"
"""The fact of a hero whose boosts by potions last a floor longer (X104)."""

STOOD_AGAIN = "stood again"
"""The fact of a hero who has just spent its spare life, until that is told."""

STANDS = ExpansionEvent("hero.stands", "PC stands again.", "You stand again.", effect=Effect.GAIN)


def unscaled(amount: int) -> int:
    return amount


def no_turn_effect(_hero: "Hero") -> Iterable[Event]:
    return ()


def no_hit_effect(_hero: "Hero", _victim: str) -> Iterable[Event]:
    return ()


@frozen
class Race:
    """A race of hero (§2.1). `key` chooses it at the prompt; `max_hp` None means no cap (R10).

    `good_at` is its strength in a few words. `won_percent` is the percentage of games that the bot
    `greedy` wins with it, which ranks the races by ease; 0 if it was not measured.
    """

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
    good_at: str = ""
    won_percent: float = 0.0


NOTICED_WITHIN = "noticed within"
"""The fact of a hero whom enemies notice within that many blocks only."""


@define(eq=False)
class Hero:
    """The player character. `provoked_kinds` names the kinds of enemy it has ever attacked (R21).

    An expansion may replace its `race` by one with more HP (X70). `facts` are numbers by name that
    the rules of expansions know of it, such as the HP that its armour still takes; none is 0.
    `statuses` are the turns left of what will pass, by name; stairs end them all. The mappings are
    never changed, only replaced.
    """

    race: Race
    hp: int = Factory(lambda self: self.race.hp, takes_self=True)
    stats: Stats = Factory(lambda self: self.race.stats, takes_self=True)
    gold: int = 0
    provoked_kinds: set[str] = field(factory=set)
    facts: Mapping[str, int] = NO_NUMBERS
    statuses: Mapping[str, int] = NO_NUMBERS

    @property
    def full_hp(self) -> int:
        """Its maximum HP; what its race begins with where there is no maximum (R10)."""
        return self.race.hp if self.race.max_hp is None else self.race.max_hp

    def noticed_within(self, blocks: int) -> int:
        """Return the blocks within which it is noticed by who notices others within so many."""
        return min(blocks, self.facts.get(NOTICED_WITHIN, blocks))

    def set_fact(self, name: str, number: int) -> None:
        """Note a number; 0 removes the fact."""
        self.facts = with_number(self.facts, name, number)

    def set_status(self, name: str, turns: int) -> None:
        """Give the hero a status for that many enemies' phases; end the status if that is 0."""
        self.statuses = with_number(self.statuses, name, turns)

    def count_down_statuses(self) -> None:
        """Take a turn off every status (Y3)."""
        self.statuses = counted_down(self.statuses)

    @property
    def stat_line(self) -> StatLine:
        return StatLine(self.hp, self.stats.attack, self.stats.defence)

    @property
    def figure_texts(self) -> list[str]:
        """The figures in words: `HP 93 of 125`."""
        most = "" if self.race.max_hp is None else f" of {self.race.max_hp}"
        return [f"HP {self.hp}{most}", f"Atk {self.stats.attack}", f"Def {self.stats.defence}"]

    def heal(self, hp: int) -> int:
        """Gain up to that many HP, never above the race's maximum; return the HP gained."""
        if self.race.max_hp is not None:
            hp = min(hp, self.race.max_hp - self.hp)
        self.hp += hp
        return hp

    def heal_within(self, hp: int) -> int:
        """Gain up to that many HP, never above `full_hp`, whatever its race; return the gain."""
        gained = max(0, min(hp, self.full_hp - self.hp))
        self.hp += gained
        return gained

    def take_damage(self, hp: int) -> int:
        """Lose up to that many HP; return the HP lost."""
        lost = self.loss_by(hp)
        if lost < min(hp, self.hp):
            self.set_fact(SPARE_LIFE, 0)
            self.set_fact(STOOD_AGAIN, 1)
        self.hp -= lost
        return lost

    def loss_by(self, hp: int) -> int:
        """Return what of so many HP it has to lose: with a life to spare it keeps 1."""
        return min(hp, self.hp - (SPARE_LIFE in self.facts))

    def tell_spent_life(self) -> Iterable[Event]:
        """Tell that it has just spent its spare life, if it has."""
        if STOOD_AGAIN not in self.facts:
            return ()
        self.set_fact(STOOD_AGAIN, 0)
        return (STANDS,)

    def clear_modifiers(self) -> None:
        """Remove all potion modifiers, as at the end of a floor (§2.3.1)."""
        self.stats = without_modifiers(self.stats)

    def floors_of_change(self, before: StatLine, after: StatLine) -> int:
        """Return for how many floors a change of Atk and Def by a drink lasts."""
        is_boost = after.attack + after.defence > before.attack + before.defence
        return 1 + (is_boost and BOOSTS_LAST in self.facts)

    def copy(self) -> "Hero":
        provoked = set(self.provoked_kinds)
        return Hero(self.race, self.hp, self.stats, self.gold, provoked, self.facts, self.statuses)

    def as_shown(self) -> "ShownHero":
        provoked = set(self.provoked_kinds)
        return ShownHero(
            self.race, self.hp, self.stats, self.gold, provoked, self.facts, self.statuses
        )

    def digest_parts(self) -> tuple[object, ...]:
        return (
            self.race.name,
            self.hp,
            self.gold,
            modifier_layers(self.stats),
            sorted(self.provoked_kinds),
            *sorted(self.facts.items()),
            *sorted(self.statuses.items()),
        )


@frozen(eq=False)
class ShownHero(Hero):
    """The hero as a value, which is no part of any game. A `copy` of it can be changed."""
