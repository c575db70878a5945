"""Levels: experience for slain enemies, and what it makes of the hero (X70)."""

from collections.abc import Iterator, Sequence

from attrs import define, evolve

from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Slain
from cc3k.engine.expansion import Expansion, Figure
from cc3k.engine.running_game import RunningGame, part_of
from cc3k.engine.stats import raise_base

HP_PER_EXPERIENCE = 10
"""HP of its kind for which a slain enemy is worth one point of experience."""

EXPERIENCE_FACTORS = {"dragon": 2, "elder dragon": 2}
"""The kinds that are worth several times that, by name."""

EXPERIENCE_STEP = 20
"""Experience for level 2; each further level takes so much more than the one before it."""

HP_SHARE = 20
"""A level gives that part of the HP that the race starts with."""

STAT_GAIN = 1
"""Points of attack and of defence that a level gives."""


@define(eq=False)
class Growth:
    """The hero's experience in all, and the level that it has reached."""

    experience: int = 0
    level: int = 1

    def copy(self) -> "Growth":
        """Return an independent copy."""
        return Growth(self.experience, self.level)

    def digest_parts(self) -> object:
        """Return the state as numbers, for the digest."""
        return self.experience, self.level


def experience_for_level(level: int) -> int:
    """Return the experience in all that a level needs: 20 n (n + 1) / 2 for level n + 1."""
    return EXPERIENCE_STEP * (level - 1) * level // 2


def experience_of_kill(event: Slain) -> int:
    """Return what a slain enemy is worth: a tenth of its kind's HP, for some kinds twice that."""
    return event.full_hp // HP_PER_EXPERIENCE * EXPERIENCE_FACTORS.get(event.victim, 1)


def gain_experience(game: RunningGame, events: Sequence[Event]) -> Iterator[Event]:
    """Count the enemies that the PC has slain, and raise its level as often as that is due."""
    kills = [event for event in events if isinstance(event, Slain) and event.by == PC]
    if not kills:
        return
    growth = part_of(game, Growth)
    growth.experience += sum(map(experience_of_kill, kills))
    while growth.experience >= experience_for_level(growth.level + 1):
        growth.level += 1
        yield _raise_level(game, growth.level)


def _raise_level(game: RunningGame, level: int) -> ExpansionEvent:
    """Give the hero what a level gives, for good and below all brews; a race may have no cap."""
    hero, hp = game.hero, game.race.hp // HP_SHARE
    if hero.race.max_hp is not None:
        hero.race = evolve(hero.race, hp=hero.race.hp + hp, max_hp=hero.race.max_hp + hp)
    hero.hp += hp
    hero.stats = raise_base(hero.stats, STAT_GAIN, STAT_GAIN)
    gain = f"+{hp} HP, +{STAT_GAIN} Atk, +{STAT_GAIN} Def"
    return ExpansionEvent(
        "levels.raised",
        f"PC reaches level {level} ({gain}).",
        f"You reach level {level}: {gain}.",
        effect=Effect.GAIN,
    )


def level_row(game: RunningGame) -> list[str]:
    """Return the level, the experience in all, and what the next level needs in all."""
    growth = part_of(game, Growth)
    needed = experience_for_level(growth.level + 1)
    return [f"Level: {growth.level} ({growth.experience} of {needed})"]


def has_learned(game: RunningGame) -> bool:
    """Tell whether the PC has slain an enemy for the first time."""
    return part_of(game, Growth).experience > 0


MOST_SHOWN = 1_000_000
"""Bound of what programs observe, far above any game's."""

LEVELS = Expansion(
    name="levels",
    sentence="Slain enemies give experience, and experience makes you stronger for good.",
    new_part=Growth,
    after_action=gain_experience,
    status_rows=level_row,
    figures=(
        Figure("level", 1, MOST_SHOWN, lambda game: part_of(game, Growth).level),
        Figure("experience", 0, MOST_SHOWN, lambda game: part_of(game, Growth).experience),
    ),
    hint="Each enemy you slay is worth a tenth of its HP in experience, a dragon twice that. "
    "A level gives HP, Atk and Def for good; Level tells how far the next one is.",
    is_hint_due=has_learned,
)
"""Experience for every enemy that the PC slays, and levels that last."""
