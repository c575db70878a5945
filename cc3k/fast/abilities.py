"""Abilities: those of the roster that the core knows, and what each is in its arrays.

A row is read into figures here, or into None where the core has never heard of its ability: so what
is known and what it is played as stand in one place. The rules are those of `content/abilities.py`.
It needs no extra: who lacks NumPy or Numba is told so by `support.py`, which asks here.
"""

from collections.abc import Sequence

from cc3k.content.abilities import (
    Drain,
    DropPiles,
    GoldToPurse,
    Heal,
    Poison,
    Regenerate,
    ScaleBy,
    StatPotion,
    Steal,
    evades_half,
    hostile_once_provoked,
)
from cc3k.engine.enemies import EnemyKind, always_hostile, never_evades, no_loot
from cc3k.engine.hero import HitEffect, Race, no_hit_effect, no_turn_effect, unscaled
from cc3k.engine.items import GoldPile, Potion

NO_EFFECT, DRAINS, STEALS = 0, 1, 2
"""What a hit or a slaying does, besides its damage."""

NO_LOOT, TO_PURSE, DROPPED = 0, 1, 2
"""What becomes of the loot of an enemy."""

HEALS, POISONS, CHANGES_STATS = 0, 1, 2
"""What a potion does."""

NOBODY = -1
"""The kind that an effect without an allergy is allergic to."""


def read_turn_effect(race: Race) -> tuple[int, int] | None:
    if isinstance(race.each_turn, Regenerate):
        return 1, race.each_turn.hp
    return (0, 0) if race.each_turn is no_turn_effect else None


def read_hit_effect(
    effect: HitEffect, kinds: Sequence[EnemyKind] = ()
) -> tuple[int, int, int] | None:
    if isinstance(effect, Drain):
        names = [kind.name for kind in kinds]
        allergy = names.index(effect.allergic_to) if effect.allergic_to in names else NOBODY
        return DRAINS, effect.hp, allergy
    if isinstance(effect, Steal):
        return STEALS, effect.gold, NOBODY
    return (NO_EFFECT, 0, NOBODY) if effect is no_hit_effect else None


def read_score_scale(race: Race) -> tuple[int, int] | None:
    scale = race.score_scale
    if isinstance(scale, ScaleBy):
        return scale.numerator, scale.denominator
    return (1, 1) if scale is unscaled else None


def read_evasion(kind: EnemyKind) -> bool | None:
    if kind.evades is evades_half:
        return True
    return False if kind.evades is never_evades else None


def read_neutrality(kind: EnemyKind) -> bool | None:
    if kind.is_hostile is hostile_once_provoked:
        return True
    return False if kind.is_hostile is always_hostile else None


def read_loot(kind: EnemyKind) -> tuple[int, tuple[GoldPile, ...]] | None:
    if isinstance(kind.loot, GoldToPurse):
        return (TO_PURSE if kind.loot.piles else NO_LOOT), kind.loot.piles
    if isinstance(kind.loot, DropPiles):
        return (DROPPED if kind.loot.piles else NO_LOOT), kind.loot.piles
    return (NO_LOOT, ()) if kind.loot is no_loot else None


def read_brew(potion: Potion, race: Race) -> tuple[int, int, int] | None:
    effect, scale = potion.effect, race.potion_scale
    if isinstance(effect, StatPotion):
        return CHANGES_STATS, scale(effect.attack), scale(effect.defence)
    if isinstance(effect, Heal | Poison):
        return (HEALS if isinstance(effect, Heal) else POISONS), scale(effect.hp), 0
    return None
