"""Levels: experience for slain enemies, and levels that make the hero stronger (X70)."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, evolve

from cc3k.content.abilities import Regenerate
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Slain
from cc3k.engine.expansion import (
    Expansion,
    ExpansionHint,
    FightHooks,
    Figure,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero, Race, no_turn_effect
from cc3k.engine.running_game import part_of
from cc3k.engine.stats import raise_base

EXPERIENCE_STEP = 10
"""Experience for level 2; each further level takes this much more than the last. Tuned (X9)."""

HP_GAIN = 12
"""HP that a level adds, both to the present HP and to the maximum. Tuned (X9)."""

HP_GAIN_OF: Mapping[str, int] = {"Vampire": 16}
"""The HP of a race that gains others: the one that begins with fewest. Tuned (X9)."""

ATTACK_GAIN, DEFENCE_GAIN = 2, 1
"""Points that a level adds to attack and to defence. Tuned (X9)."""

ATTACK_GAIN_OF: Mapping[str, int] = {"Goblin": 5}
"""The points of attack of a race that gains others: the weakest learns fastest. Tuned (X9)."""

HEALED_PART = 3
"""A level heals the maximum HP divided by this. Tuned (X9)."""

HURT = "hurt"
"""The fact of a hero whose race heals it, and whom the last enemies' phase has hurt."""


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


def gain_experience(game: GameState, events: Sequence[Event]) -> Iterable[Event]:
    kills = [event for event in events if isinstance(event, Slain) and event.by == PC]
    if not kills:
        return ()
    growth = part_of(game, Growth)
    growth.experience += sum([kill.experience for kill in kills])
    before = growth.level
    regained = _raise_due_levels(growth, game.hero)
    gained = growth.level - before
    return (_reached(game.hero.race, growth.level, gained, regained),) if gained else ()


def forecast_kill(game: GameState, hero: Hero, slain: Sequence[Enemy]) -> None:
    """Give a copy of the hero the levels of the last of those kills, after the others (X7)."""
    growth = part_of(game, Growth).copy()
    *earlier, last = [enemy.kind.experience for enemy in slain]
    growth.experience += sum(earlier)
    while growth.experience >= experience_for_level(growth.level + 1):
        growth.level += 1  # the copy has been raised to this one already
    growth.experience += last
    _raise_due_levels(growth, hero)


def _raise_due_levels(growth: Growth, hero: Hero) -> int:
    """Raise a hero's level as far as its experience goes; return the HP that this heals."""
    healed = 0
    while growth.experience >= experience_for_level(growth.level + 1):
        growth.level += 1
        healed += _raise_level(hero)
    return healed


def _raise_level(hero: Hero) -> int:
    """Raise the hero's HP and base stats for good; return the HP that it regains besides.

    A hero without a maximum regains HP up to those that its race and its levels began with.
    """
    race = hero.race
    gained = hp_gain(race)
    most = None if race.max_hp is None else race.max_hp + gained
    hero.race = evolve(race, hp=race.hp + gained, max_hp=most)
    hero.hp += gained
    hero.stats = raise_base(hero.stats, attack_gain(race), DEFENCE_GAIN)
    return hero.heal_within(hero.full_hp // HEALED_PART)


def hp_gain(race: Race) -> int:
    """Return the HP that a level adds to a hero of a race."""
    return HP_GAIN_OF.get(race.name, HP_GAIN)


def attack_gain(race: Race) -> int:
    """Return the points of attack that a level adds to a hero of a race."""
    return ATTACK_GAIN_OF.get(race.name, ATTACK_GAIN)


def _reached(race: Race, level: int, gained: int, regained: int) -> ExpansionEvent:
    attack, defence = gained * attack_gain(race), gained * DEFENCE_GAIN
    gain = f"+{gained * hp_gain(race)} HP, +{attack} Atk, +{defence} Def"
    document_heal = f" and regains {regained} HP" if regained else ""
    spoken_heal = f", and you regain {regained} HP" if regained else ""
    return ExpansionEvent(
        "levels.raised",
        f"PC reaches level {level} ({gain}){document_heal}.",
        f"You reach level {level}: {gain}{spoken_heal}.",
        effect=Effect.GAIN,
        deed=f"reached level {level}",
    )


def heals_in_fights(hero: Hero, is_in_fight: bool) -> bool:  # noqa: FBT001 - as it is called
    """Let a race heal itself only in a fight, in a turn after one that did not hurt it (X85)."""
    return is_in_fight and not hero.facts.get(HURT)


def as_told(race: Race) -> Race:
    """Return a race with words that say when it heals here, if it heals at all (X85)."""
    if not isinstance(race.each_turn, Regenerate):
        return race
    hp = race.each_turn.hp
    return evolve(
        race,
        trait=f"regains {hp} HP in a fight, after a turn unhurt",
        good_at=f"lasting: {hp} HP back in a fight",
    )


def note_wounds(game: GameState, hp_lost: int) -> Iterable[Event]:
    """Note whether the enemies' phase has hurt a hero whose race heals it."""
    if game.hero.race.each_turn is not no_turn_effect:
        game.hero.set_fact(HURT, int(hp_lost > 0))
    return ()


def level_row(game: GameState) -> list[str]:
    growth = part_of(game, Growth)
    needed = experience_for_level(growth.level + 1)
    return [f"Level: {growth.level} ({growth.experience} of {needed})"]


def short_level_row(game: GameState) -> list[str]:
    """Return the short row: the level, and the experience that the next one still needs."""
    growth = part_of(game, Growth)
    missing = experience_for_level(growth.level + 1) - growth.experience
    return [f"Lv {growth.level} +{missing}"]


FOURTH = experience_for_level(4)
"""The experience that the help uses as an example."""

MOST_SHOWN = 1_000_000
"""Upper bound of the figures for programs, far above the level in any game."""

LEVELS = Expansion(
    name="levels",
    version=6,
    sentence="Slain enemies give experience, which makes you stronger.",
    new_part=Growth,
    rows=Rows(changes_race=as_told),
    turns=TurnHooks(after_action=gain_experience, forecast_kill=forecast_kill),
    fights=FightHooks(race_takes_effect=heals_in_fights, after_phase=note_wounds),
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
                "Each enemy you slay is worth a tenth of its kind's HP in experience, a dragon "
                "twice that. A level gives HP, Atk and Def for good, and heals a third of the "
                "maximum; Level tells how far the next one is.",
                lambda game: part_of(game, Growth).experience > 0,
            ),
        ),
        help_notes=(
            (
                f"A level gives {HP_GAIN} HP, a vampire {HP_GAIN_OF['Vampire']}, {ATTACK_GAIN} "
                f"Atk, a goblin {ATTACK_GAIN_OF['Goblin']}, and {DEFENCE_GAIN} Def, and heals a "
                "third of your maximum."
            ),
            "A troll heals only in a fight, after a turn that did not hurt it.",
            (
                f"`Level: 3 (50 of {FOURTH})`: level 3, 50 experience so far; the next level needs "
                f"{FOURTH}."
            ),
        ),
    ),
)
"""Experience for every enemy that the PC slays, and levels that last."""
