"""Blows: attacks that hit, and the rules of expansions that change what they take (R19, R20)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from attrs import field

from cc3k.engine.board import TILE
from cc3k.engine.events import Event
from cc3k.engine.values import define, frozen

if TYPE_CHECKING:
    from cc3k.engine.enemies import Enemy
    from cc3k.engine.game import GameState
    from cc3k.engine.hero import Hero


class BlowStage(IntEnum):
    """When a rule changes a blow: the rules of an earlier stage come first."""

    WEAPON = 1
    """What the attacker holds."""
    DEFENDER = 2
    """What is special about who is hit."""
    ENEMIES = 3
    """What holds for the blows of all enemies."""
    ALL = 4
    """What holds for all blows."""
    TRICK = 5
    """What the PC has learnt."""
    ARMOUR = 6
    """What is worn takes its part of what is left."""


@define(eq=False)
class Blow:
    """An attack that hits, with the HP that it takes by the rules so far.

    `attacker` and `defender` are enemies, None for the PC, who stands on `terrain`. What a rule
    adds to `told` happens right after the blow.
    """

    hero: "Hero"
    damage: int
    attacker: "Enemy | None" = None
    defender: "Enemy | None" = None
    terrain: int = TILE
    told: list[Event] = field(factory=list)


@frozen(eq=False)
class BlowRule:
    """A rule that returns what a blow takes instead; less than 1 counts as 1.

    It may change the `facts` of those concerned, and must not look at the state of an expansion:
    the odds of a fight run it too, with copies of them alone.
    """

    stage: BlowStage
    change: Callable[[Blow], int]


SureHit: TypeAlias = Callable[["Hero", "Enemy | None", "Enemy | None"], bool]
"""Tell whether an attack cannot miss, by the hero, attacker and defender as in a `Blow` (R20)."""


InPlaceOfHit: TypeAlias = Callable[["Hero", "Enemy"], Iterable[Event] | None]
"""Do at once what a hit of that enemy does in place of a blow; None if it is a blow."""

Answer: TypeAlias = Callable[["GameState"], Iterable[Event]]
"""Do what follows a blow that has just landed, in the game in which it did."""


@frozen(eq=False)
class BlowRules:
    """The rules for blows in their order, and those for misses, where the PC stands on `terrain`.

    It is false where there is no rule, as in the base game. Without a `game` nothing follows blows.
    """

    changes: tuple[BlowRule, ...] = ()
    sure_hits: tuple[SureHit, ...] = ()
    answers: tuple[Answer, ...] = ()
    in_place: tuple[InPlaceOfHit, ...] = ()
    terrain: int = TILE
    game: "GameState | None" = None

    def __bool__(self) -> bool:
        return bool(self.changes or self.sure_hits or self.answers or self.in_place)

    def answer(self) -> Iterator[Event]:
        """Let happen what follows a blow."""
        for each in self.answers:
            if self.game is not None:
                yield from each(self.game)

    def on(self, terrain: int, game: "GameState | None" = None) -> "BlowRules":
        """Return the rules where the PC stands on that terrain, in a game if blows are answered."""
        game = game if self.answers else None
        if not self or (terrain == self.terrain and game is None):
            return self
        rules = self.changes, self.sure_hits, self.answers, self.in_place
        return BlowRules(*rules, terrain, game)  # faster than `evolve`

    def is_sure(
        self, hero: "Hero", attacker: "Enemy | None" = None, defender: "Enemy | None" = None
    ) -> bool:
        """Tell whether an attack cannot miss."""
        return any(rule(hero, attacker, defender) for rule in self.sure_hits)

    def replace_hit(self, hero: "Hero", attacker: "Enemy") -> Iterable[Event] | None:
        """Let happen what a hit on the hero does in place of a blow; None if it is a blow."""
        done = (rule(hero, attacker) for rule in self.in_place)
        return next((events for events in done if events is not None), None)

    def land(
        self,
        hero: "Hero",
        damage: int,
        attacker: "Enemy | None" = None,
        defender: "Enemy | None" = None,
    ) -> tuple[int, Sequence[Event]]:
        """Return the HP that a hit of that damage takes, and what happens right after it."""
        if not (self.changes and damage):
            return damage, ()
        blow = Blow(hero, damage, attacker, defender, self.terrain)
        for rule in self.changes:
            blow.damage = max(1, rule.change(blow))
        return blow.damage, blow.told


NO_BLOW_RULES = BlowRules()
