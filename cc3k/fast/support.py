"""Support: what the compiled core knows of the rules, as what it plays it, and what it lacks.

An ability of the roster is read into figures, or into None where the core has never heard of it: so
what is known and what it is played as stand in one place. The rules are those of
`content/abilities.py`. It needs no extra: who lacks NumPy or Numba is told so here.
"""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from attrs import NOTHING, fields

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
from cc3k.engine.actions import ALL_ACTIONS
from cc3k.engine.board import FloorLayout
from cc3k.engine.enemies import EnemyKind, always_hostile, never_evades, no_loot
from cc3k.engine.hero import HitEffect, Race, no_hit_effect, no_turn_effect, unscaled
from cc3k.engine.items import GoldPile, Potion
from cc3k.engine.rules import Rules

KNOWN_FIELDS: dict[type, tuple[str, ...]] = {
    Rules: (
        *("ruleset", "races", "enemy_kinds", "potions", "piles", "standard_board"),
        *("generate_floor", "floor_count"),
        *("potions_per_floor", "piles_per_floor", "enemies_per_floor", "foreign_marks"),
    ),
    Race: (
        *("name", "key", "hp", "stats", "max_hp", "trait", "each_turn", "on_hit", "on_slaying"),
        *("potion_scale", "score_scale", "good_at", "won_percent"),
    ),
    EnemyKind: (
        *("name", "glyph", "hp", "stats", "spawn_weight", "trait", "attacks_per_turn"),
        *("damage_percent", "evades", "is_hostile", "roams", "loot", "role", "sells"),
        *("experience", "of_kind"),
    ),
    Potion: (
        *("name", "own_text", "mark", "effect", "spawn_weight", "glyph", "role", "full_name"),
        *("thrown", "price"),
    ),
    GoldPile: ("name", "value", "mark", "spawn_weight", "guardian", "glyph", "role"),
}
"""What the core has read of each table; what else a row is given is refused by its name.

What matters to expansions alone is known as well: with one of them no game is the core's.
"""

KNOWN_ACTIONS, GREATEST_BYTE = 25, 255
GREATEST_FIGURE = 2**20
"""HP, stats and gold of a row up to this are known to fit the arrays."""


def find_missing_library() -> str | None:
    return next((name for name in ("numpy", "numba") if find_spec(name) is None), None)


def find_unknown_part(rules: Rules) -> str | None:
    """Return the first thing in some rules that the core does not know, in words, or None.

    This is the one place that decides whether a game is played by the core or by the engine: an
    expansion, a strategy or a figure that is new has to be named here, or learnt.
    """
    return next(_unknown_parts(rules), None)


def board_shape(rules: Rules, floor_layouts: Sequence[FloorLayout]) -> tuple[int, int]:
    boards = [drawing.board for drawing in floor_layouts]
    if len(boards) < rules.floor_count:
        boards.append(rules.standard_board)
    return max([board.height for board in boards]), max([board.width for board in boards])


def _unknown_parts(rules: Rules) -> Iterator[str]:
    if len(ALL_ACTIONS) != KNOWN_ACTIONS:
        yield f"a game of {len(ALL_ACTIONS)} actions"
    if rules.expansions:
        names = [each.name for each in rules.expansions]
        yield f"the expansion{'s' if len(names) > 1 else ''} {', '.join(names)}"
    yield from _unknown_fields(rules, "the rules")
    for race in rules.races:
        yield from _unknown_fields(race, f"race {race.name}")
        yield from _unknown_in_race(race)
    for kind in rules.enemy_kinds:
        yield from _unknown_fields(kind, f"enemy {kind.name}")
        yield from _unknown_in_kind(kind)
    for potion in rules.potions:
        yield from _unknown_fields(potion, f"potion {potion.name}")
        if any(read_brew(potion, race) is None for race in rules.races):
            yield f"the effect of potion {potion.name}"
    for pile in rules.piles:
        yield from _unknown_fields(pile, f"gold {pile.name}")
        yield from _too_great([pile.value], f"gold {pile.name}")


def _unknown_fields(row: Rules | Race | EnemyKind | Potion | GoldPile, name: str) -> Iterator[str]:
    for each in fields(type(row)):
        if each.init and each.name not in KNOWN_FIELDS[type(row)]:
            value = getattr(row, each.name)
            if each.default is NOTHING or value != each.default:
                yield f"{each.name} {_names_of(value)} of {name}"


def _names_of(value: object) -> str:
    parts: Sequence[object] = value if isinstance(value, tuple | list) else (value,)
    return ", ".join([str(getattr(part, "name", ascii(part))) for part in parts])


def _unknown_in_race(race: Race) -> Iterator[str]:
    name = f"race {race.name}"
    for label, figures in (
        ("each_turn", read_turn_effect(race)),
        ("on_hit", read_hit_effect(race.on_hit)),
        ("on_slaying", read_hit_effect(race.on_slaying)),
        ("score_scale", read_score_scale(race)),
    ):
        if figures is None:
            yield f"{label} of {name}"
    yield from _too_great([race.hp, race.stats.attack, race.stats.defence], name)


def _unknown_in_kind(kind: EnemyKind) -> Iterator[str]:
    name = f"enemy {kind.name}"
    if kind.hp > GREATEST_BYTE:
        yield f"more than {GREATEST_BYTE} HP of {name}"
    for label, figures in (
        ("evades", read_evasion(kind)),
        ("is_hostile", read_neutrality(kind)),
        ("loot", read_loot(kind)),
    ):
        if figures is None:
            yield f"{label} of {name}"
    yield from _too_great([kind.stats.attack, kind.stats.defence], name)


def _too_great(values: Sequence[int], name: str) -> Iterator[str]:
    if any(abs(value) > GREATEST_FIGURE for value in values):
        yield f"a figure of more than {GREATEST_FIGURE} of {name}"


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
