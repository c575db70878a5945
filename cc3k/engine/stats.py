"""Stats: attack and defence, potions as layers over them, and how they change."""

from typing import Protocol

from attrs import astuple, field

from cc3k.engine.events import Effect
from cc3k.engine.values import frozen


class Stats(Protocol):
    """Current attack and defence; neither is ever below 0 (§2.3.1)."""

    @property
    def attack(self) -> int: ...

    @property
    def defence(self) -> int: ...


@frozen
class BaseStats:
    """Attack and defence without any potion."""

    attack: int
    defence: int


@frozen
class StatModifier:
    """Stats changed by one potion, until the floor ends (§2.3.1, R16).

    A Decorator: each layer clamps its figures at 0, so a boost over a clamped layer counts in full.
    """

    inner: Stats
    attack_shift: int = 0
    defence_shift: int = 0
    attack: int = field(init=False, repr=False)
    defence: int = field(init=False, repr=False)

    @attack.default
    def _attack(self) -> int:
        return max(0, self.inner.attack + self.attack_shift)

    @defence.default
    def _defence(self) -> int:
        return max(0, self.inner.defence + self.defence_shift)


def modifier_layers(stats: Stats) -> list[tuple[int, int]]:
    """Return the shifts of each modifier, the newest first, then the base stats."""
    shifts = []
    while isinstance(stats, StatModifier):
        shifts.append((stats.attack_shift, stats.defence_shift))
        stats = stats.inner
    return [*shifts, (stats.attack, stats.defence)]


def raise_base(stats: Stats, attack: int, defence: int) -> Stats:
    """Return stats with a base higher by that much, under the same modifiers (X70)."""
    *shifts, (base_attack, base_defence) = modifier_layers(stats)
    raised: Stats = BaseStats(base_attack + attack, base_defence + defence)
    for attack_shift, defence_shift in reversed(shifts):
        raised = StatModifier(raised, attack_shift, defence_shift)
    return raised


def without_modifiers(stats: Stats) -> Stats:
    while isinstance(stats, StatModifier):
        stats = stats.inner
    return stats


@frozen
class StatLine:
    """HP, attack and defence at one moment, of the hero or an enemy: what a potion can change."""

    hp: int
    attack: int
    defence: int

    def changes_to(self, after: "StatLine") -> tuple[list[str], Effect]:
        """Return how each changed, such as `HP 20 -> 25` or empty, and if all that is a gain."""
        then, now = astuple(self), astuple(after)
        changes = zip(("HP", "Atk", "Def"), then, now, strict=True)
        told = [f"{name} {was} -> {is_now}" * (was != is_now) for name, was, is_now in changes]
        shift = sum(now) - sum(then)
        return told, Effect.HARM if shift < 0 else Effect.GAIN if shift else Effect.NONE
