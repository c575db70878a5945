"""Levels: experience for slain enemies, and levels that make the hero stronger (X70)."""

from collections.abc import Iterable, Sequence

from attrs import define, evolve

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Slain
from cc3k.engine.expansion import Expansion, ExpansionHint, Figure, TextHooks, TurnHooks
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.running_game import part_of
from cc3k.engine.stats import raise_base

HP_PER_EXPERIENCE = 10
"""A slain enemy is worth one point of experience for this many HP of its kind."""

EXPERIENCE_FACTORS = {"dragon": 2, "elder dragon": 2}
"""Kinds of enemy that are worth a multiple of that, by name."""

EXPERIENCE_STEP = 1
"""Experience for level 2; each further level takes this much more than the last. Tuned (X9)."""

HP_GAIN = 12
"""HP that a level adds, both to the present HP and to the maximum. Tuned (X9)."""

STAT_GAIN = 1
"""Points that a level adds to attack and to defence."""


@define(eq=False)
class Growth:
    """The hero's total experience, and its level."""

    experience: int = 0
    level: int = 1

    def copy(self) -> "Growth":
        return Growth(self.experience, self.level)

    def digest_parts(self) -> object:
        return self.experience, self.level


def experience_for_level(level: int) -> int:
    """Return the total experience that a level needs: n (n + 1) / 2 steps for level n + 1."""
    return EXPERIENCE_STEP * (level - 1) * level // 2


def experience_of_kill(victim: str, full_hp: int) -> int:
    """Return the experience for a kind of enemy: a tenth of its HP, for some kinds more."""
    return full_hp // HP_PER_EXPERIENCE * EXPERIENCE_FACTORS.get(victim, 1)


def gain_experience(game: GameState, events: Sequence[Event]) -> Iterable[Event]:
    kills = [event for event in events if isinstance(event, Slain) and event.by == PC]
    if not kills:
        return ()
    growth = part_of(game, Growth)
    growth.experience += sum([experience_of_kill(kill.victim, kill.full_hp) for kill in kills])
    gained = _raise_due_levels(growth, game.hero)
    return (_reached(growth.level, gained),) if gained else ()


def forecast_kill(game: GameState, hero: Hero, slain: Sequence[EnemyKind]) -> None:
    """Give a copy of the hero the levels of the last of those kills, after the others (X7)."""
    growth = part_of(game, Growth).copy()
    *earlier, last = [experience_of_kill(kind.name, kind.hp) for kind in slain]
    growth.experience += sum(earlier)
    while growth.experience >= experience_for_level(growth.level + 1):
        growth.level += 1  # the copy has been raised to this one already
    growth.experience += last
    _raise_due_levels(growth, hero)


def _raise_due_levels(growth: Growth, hero: Hero) -> int:
    """Raise a hero's level as far as its experience goes; return the number of levels."""
    before = growth.level
    while growth.experience >= experience_for_level(growth.level + 1):
        growth.level += 1
        _raise_level(hero)
    return growth.level - before


def _raise_level(hero: Hero) -> None:
    """Raise the hero's maximum HP and its base stats for good, and heal it fully.

    A hero without a cap may have more HP than that, and keeps them.
    """
    race, cap = hero.race, hero.race.max_hp
    most = None if cap is None else cap + HP_GAIN
    hero.race = evolve(race, hp=race.hp + HP_GAIN, max_hp=most)
    hero.hp = max(hero.hp + HP_GAIN, hero.race.hp)
    hero.stats = raise_base(hero.stats, STAT_GAIN, STAT_GAIN)


def _reached(level: int, gained: int) -> ExpansionEvent:
    stats = gained * STAT_GAIN
    gain = f"+{gained * HP_GAIN} HP, +{stats} Atk, +{stats} Def"
    return ExpansionEvent(
        "levels.raised",
        f"PC reaches level {level} ({gain}) and is healed of all wounds.",
        f"You reach level {level}: {gain}, and all your wounds are healed.",
        effect=Effect.GAIN,
    )


def level_row(game: GameState) -> list[str]:
    growth = part_of(game, Growth)
    needed = experience_for_level(growth.level + 1)
    return [f"Level: {growth.level} ({growth.experience} of {needed})"]


def short_level_row(game: GameState) -> list[str]:
    growth = part_of(game, Growth)
    return [f"Lv {growth.level} {growth.experience}/{experience_for_level(growth.level + 1)}"]


FOURTH = experience_for_level(4)
"""The experience that the help uses as an example."""

MOST_SHOWN = 1_000_000
"""Upper bound of the figures for programs, far above the level in any game."""

LEVELS = Expansion(
    name="levels",
    version=2,
    sentence="Slain enemies give experience, which makes you stronger.",
    new_part=Growth,
    turns=TurnHooks(after_action=gain_experience, forecast_kill=forecast_kill),
    texts=TextHooks(
        status_rows=level_row,
        short_rows=short_level_row,
        figures=(
            Figure("level", 1, MOST_SHOWN, lambda game: part_of(game, Growth).level),
            Figure("experience", 0, MOST_SHOWN, lambda game: part_of(game, Growth).experience),
        ),
        hints=(
            ExpansionHint(
                "levels",
                "Each enemy you slay is worth a tenth of its HP in experience, a dragon twice "
                "that. A level gives HP, Atk and Def for good, and heals all wounds; Level tells "
                "how far the next one is.",
                lambda game: part_of(game, Growth).experience > 0,
            ),
        ),
        help_notes=(
            f"A level gives {HP_GAIN} HP and {STAT_GAIN} Atk and Def, and heals all wounds.",
            (
                f"`Level: 3 (5 of {FOURTH})`: level 3, 5 experience so far; the next level needs "
                f"{FOURTH}."
            ),
        ),
    ),
)
"""Experience for every enemy that the PC slays, and levels that last."""
