"""Levels: experience for slain enemies, and levels that make the hero stronger (X70, X85).

Each level also brings a point, which the player spends on attack, on defence, or on wounds. Who has
spent enough on one of them masters it, and gains what no number gives. A hero masters one thing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from attrs import define, evolve, field, frozen

from cc3k.content.abilities import Regenerate
from cc3k.engine.combat import Blow, BlowRule, BlowStage
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent, Slain
from cc3k.engine.expansion import (
    ChoiceMenu,
    Commands,
    Deed,
    Expansion,
    ExpansionHint,
    FightHooks,
    Figure,
    KeyBinding,
    MenuCommand,
    MenuLine,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero, Race, no_turn_effect
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.engine.stats import raise_base
from cc3k.engine.text import count_text
from cc3k.expansions.words import hero_does

EXPERIENCE_STEP = 10
"""Experience for level 2; each further level takes this much more than the last. Tuned (X9)."""

HP_GAIN = 12
"""HP that a level adds, both to the present HP and to the maximum. Tuned (X9)."""

ATTACK_GAIN, DEFENCE_GAIN = 2, 1
"""Points that a level adds to attack and to defence. Tuned (X9)."""

ATTACK_GAIN_OF: Mapping[str, int] = {"Goblin": 7}
"""The points of attack of a race that gains others: the weakest learns fastest. Tuned (X9)."""

FIRST_POINTS = 3
"""Points that a hero begins with; each level brings one more. Tuned (X9)."""


MASTERY_POINTS = 4
"""Points on one use that master it, the first use to have as many. Tuned (X9)."""

FINISHED_PART, MOST_LOST_PART = 3, 4
"""What a finishing blow leaves, and what one blow takes at most, as parts of the maximum HP."""

HEALED_PART, MASTERED_HEALED_PART = 4, 2
"""Parts of the maximum HP that a point heals: a quarter, a half when wounds are mastered."""


@frozen
class PointUse:
    """What a point may be spent on: attack or defence for good, or HP, and what mastery brings."""

    letter: str
    name: str
    figure: str
    mastery: str
    attack: int = 0
    defence: int = 0

    @property
    def fact(self) -> str:
        """The fact of a hero that masters it."""
        return f"mastery of {self.name}"

    def healed(self, hero: Hero) -> int:
        """Return the HP that a hero would regain now."""
        if self.attack or self.defence:
            return 0
        part = MASTERED_HEALED_PART if self.fact in hero.facts else HEALED_PART
        return min(max(0, hero.full_hp - hero.hp), hero.full_hp // part)

    def gain(self, hero: Hero) -> str:
        """Return what it would bring a hero now: `+3 Atk`, or `+41 HP`."""
        return f"+{self.attack or self.defence or self.healed(hero)} {self.name}"


ON_ATTACK = PointUse(
    *("a", "Atk", "attack_points"),
    "a blow that leaves a wounded enemy a third of its HP slays it",
    attack=3,
)
ON_DEFENCE = PointUse(
    *("d", "Def", "defence_points"), "no blow takes over a quarter of your maximum HP", defence=10
)
ON_WOUNDS = PointUse("h", "HP", "wound_points", "a point heals half of your maximum HP")
POINT_USES = (ON_ATTACK, ON_DEFENCE, ON_WOUNDS)
"""All that a point may be spent on. Tuned (X9)."""

HURT = "hurt"
"""The fact of a hero whose race heals it, and whom the last enemies' phase has hurt."""


@define(eq=False)
class Growth:
    """The hero's total experience, its level, and the points spent, by the letter of the use."""

    experience: int = 0
    level: int = 1
    spent: Counter[str] = field(factory=Counter)

    def copy(self) -> "Growth":
        return Growth(self.experience, self.level, self.spent.copy())

    def digest_parts(self) -> object:
        return self.experience, self.level, sorted(self.spent.items())

    @property
    def points(self) -> int:
        """The points that are left to spend."""
        return FIRST_POINTS + self.level - 1 - sum(self.spent.values())

    @property
    def next_level_at(self) -> int:
        """The total experience that the next level needs."""
        return experience_for_level(self.level + 1)


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
    _raise_due_levels(growth, game.hero)
    gained = growth.level - before
    return (_reached(game.hero.race, growth.level, gained),) if gained else ()


def forecast_kill(game: GameState, hero: Hero, slain: Sequence[Enemy]) -> None:
    """Give a copy of the hero the levels of the last of those kills, after the others (X7)."""
    growth = part_of(game, Growth).copy()
    *earlier, last = [enemy.kind.experience for enemy in slain]
    growth.experience += sum(earlier)
    while growth.experience >= growth.next_level_at:
        growth.level += 1  # the copy has been raised to this one already
    growth.experience += last
    _raise_due_levels(growth, hero)


def _raise_due_levels(growth: Growth, hero: Hero) -> None:
    """Raise a hero's level as far as its experience goes, and its HP and base stats for good."""
    while growth.experience >= growth.next_level_at:
        growth.level += 1
        race = hero.race
        most = None if race.max_hp is None else race.max_hp + HP_GAIN
        hero.race = evolve(race, hp=race.hp + HP_GAIN, max_hp=most)
        hero.hp += HP_GAIN
        hero.stats = raise_base(hero.stats, attack_gain(race), DEFENCE_GAIN)


def attack_gain(race: Race) -> int:
    """Return the points of attack that a level adds to a hero of a race."""
    return ATTACK_GAIN_OF.get(race.name, ATTACK_GAIN)


def _reached(race: Race, level: int, gained: int) -> ExpansionEvent:
    attack, defence = gained * attack_gain(race), gained * DEFENCE_GAIN
    gain = f"+{gained * HP_GAIN} HP, +{attack} Atk, +{defence} Def"
    points = count_text(gained, "point")
    return ExpansionEvent(
        "levels.raised",
        f"PC reaches level {level} ({gain}) and gets {points}.",
        f"You reach level {level}: {gain}, and {points} to spend (+).",
        effect=Effect.GAIN,
        deed=f"reached level {level}",
    )


# Points.

NO_POINT = ExpansionRefusal("PC has no point to spend.", "You have no point to spend.")
NO_WOUNDS = ExpansionRefusal("PC has no wounds.", "You have no wounds.")


@frozen
class TellPoints(ExpansionAction):
    """Tell what a point would bring; takes no turn."""

    takes_turn = False

    def require(self, game: GameState) -> Growth:
        """Return the growth of the hero, who has a point to spend."""
        growth = part_of(game, Growth)
        if not growth.points:
            raise Impossible(NO_POINT)
        return growth

    def perform(self, game: GameState) -> Iterator[Event]:
        points = count_text(self.require(game).points, "point")
        uses = [action.use for _, action in SPENDING if action.is_legal(game)]
        gains = [f"{use.letter} {use.gain(game.hero)}{mastery_note(game, use)}" for use in uses]
        told = f"{points}: {', '.join(gains)}."
        yield ExpansionEvent("levels.told", f"PC has {told}", f"You have {told}")


@frozen
class SpendPoint(ExpansionAction):
    """Spend a point, which takes a turn."""

    use: PointUse

    def require(self, game: GameState) -> Growth:
        """Return the growth of the hero, who has a point, and wounds if that is to heal."""
        growth = TellPoints().require(game)
        if self.use is ON_WOUNDS and not self.use.healed(game.hero):
            raise Impossible(NO_WOUNDS)
        return growth

    def perform(self, game: GameState) -> Iterator[Event]:
        """Gain attack or defence for good, or regain HP."""
        hero, use, growth = game.hero, self.use, self.require(game)
        gain = use.gain(hero)
        growth.spent[use.letter] += 1
        hero.stats = raise_base(hero.stats, use.attack, use.defence)
        hero.heal_within(use.healed(hero))
        yield hero_does("levels.point", "spend", f"a point: {gain}")
        if growth.spent[use.letter] >= MASTERY_POINTS and mastered_use(hero) is None:
            hero.set_fact(use.fact, 1)
            told, deed = f"{use.name}: {use.mastery}", f"mastered {use.name}"
            yield hero_does("levels.mastery", "master", told, deed=deed)

    def forecast(self, game: GameState) -> str:
        use, is_next = self.use, points_on(game, self.use) == MASTERY_POINTS - 1
        is_mastered = is_next and mastered_use(game.hero) is None
        mastery = f", and mastery: {use.mastery}" if is_mastered else ""
        return f"{use.gain(game.hero)} for a point{mastery}"


SPENDING = tuple([(f"spend {use.letter}", SpendPoint(use)) for use in POINT_USES])
NOTHING_TO_SPEND = bytes(len(SPENDING))


def _legal_flags(game: GameState) -> bytes:
    has_point = part_of(game, Growth).points > 0
    return bytes([1, 1, ON_WOUNDS.healed(game.hero) > 0]) if has_point else NOTHING_TO_SPEND


def _point_lines(game: GameState) -> list[MenuLine]:
    return [
        MenuLine(
            action.use.letter,
            action.use.gain(game.hero)
            + ("" if action.use is ON_WOUNDS else " for good")
            + mastery_note(game, action.use),
            (MenuCommand("enter", "spend a point", words),),
        )
        for words, action in SPENDING
        if action.is_legal(game)
    ]


def points_on(game: GameState, use: PointUse) -> int:
    return part_of(game, Growth).spent[use.letter]


def mastered_use(hero: Hero) -> PointUse | None:
    return next((use for use in POINT_USES if use.fact in hero.facts), None)


def mastery_note(game: GameState, use: PointUse) -> str:
    """Return how many points of those that master a use are spent on it, while one may be."""
    mastered = mastered_use(game.hero)
    if mastered is None:
        return f" ({points_on(game, use)} of {MASTERY_POINTS})"
    return " (mastered)" if mastered is use else ""


MASTERIES = (
    f"You master the first to get {MASTERY_POINTS} points, and no other: "
    f"{'; '.join([f'{use.name}, {use.mastery}' for use in POINT_USES])}."
)


def _tell_masteries(game: GameState) -> str:
    points = count_text(part_of(game, Growth).points, "point")
    told = f"You have {points}; spending one takes a turn."
    return f"{told} {MASTERIES}" if mastered_use(game.hero) is None else told


def _way_out(game: GameState) -> str:
    healed = ON_WOUNDS.healed(game.hero)
    return f"a point heals {healed}" if healed and part_of(game, Growth).points else ""


def _warn(game: GameState, deed: Deed) -> str:
    goes_on = deed is Deed.LEAVE and game.depth < game.rules.floor_count
    hero, has_points = game.hero, goes_on and part_of(game, Growth).points
    return "you have points to spend" if has_points and hero.hp * 2 < hero.full_hp else ""


def _tell_points(game: GameState) -> Iterator[tuple[str, str]]:
    growth, mastered = part_of(game, Growth), mastered_use(game.hero)
    told = [
        f"{growth.spent[use.letter]} on {use.name}{' (mastered)' * (use is mastered)}"
        for use in POINT_USES
        if growth.spent[use.letter]
    ]
    told += [f"{growth.points} not spent"] * (growth.points > 0)
    yield "Points", ", ".join(told)


# What is mastered.


def _finish_off(blow: Blow) -> int:
    """Slay the wounded whom a blow leaves little HP, for a hero who has mastered attack."""
    enemy = blow.defender
    if enemy is None or ON_ATTACK.fact not in blow.hero.facts or enemy.hp >= enemy.kind.hp:
        return blow.damage
    leaves = enemy.hp - blow.damage
    return enemy.hp if leaves * FINISHED_PART <= enemy.kind.hp else blow.damage


def _hold_firm(blow: Blow) -> int:
    """Keep a blow at the PC small, for a hero who has mastered defence."""
    if blow.attacker is None or ON_DEFENCE.fact not in blow.hero.facts:
        return blow.damage
    return min(blow.damage, blow.hero.full_hp // MOST_LOST_PART)


# Trolls, and what is shown.


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


def fade_surplus(game: GameState) -> Iterable[Event]:
    """Take one of the HP above the maximum, which only a race without a bound can have."""
    game.hero.hp -= game.hero.hp > game.hero.full_hp
    return ()


def level_row(game: GameState) -> list[str]:
    growth = part_of(game, Growth)
    points = f", {count_text(growth.points, 'point')}" if growth.points else ""
    return [f"Level: {growth.level} ({growth.experience} of {growth.next_level_at}){points}"]


def short_level_row(game: GameState) -> list[str]:
    """Return the short row: the level, the experience still to gain, and the points left."""
    growth = part_of(game, Growth)
    points = f" p{growth.points}" if growth.points else ""
    return [f"Lv{growth.level} +{growth.next_level_at - growth.experience}{points}"]


FOURTH = experience_for_level(4)
"""The experience that the help uses as an example."""

MOST_SHOWN = 1_000_000
"""Upper bound of the figures for programs, far above the level in any game."""

LEVELS = Expansion(
    name="levels",
    version=12,
    sentence="Slain enemies give experience, which makes you stronger.",
    new_part=Growth,
    rows=Rows(changes_race=as_told),
    turns=TurnHooks(
        after_action=gain_experience, after_turn=fade_surplus, forecast_kill=forecast_kill
    ),
    fights=FightHooks(
        blows=(BlowRule(BlowStage.TRICK, _finish_off), BlowRule(BlowStage.TRICK, _hold_firm)),
        race_takes_effect=heals_in_fights,
        after_phase=note_wounds,
    ),
    commands=Commands(
        actions=SPENDING,
        legal_flags=_legal_flags,
        answers=(("spend", TellPoints()),),
        key_bindings=(KeyBinding("words vi laptop", "+", "spend", "spend a point"),),
        menus=(ChoiceMenu("spend", "What is a point spent on?", _point_lines, _tell_masteries),),
        needs=(("spend", "a point, which a level brings"),),
        help_rows=(("spend and a, d or h", "spend a point on Atk, Def or wounds"),),
    ),
    texts=TextHooks(
        status_rows=level_row,
        short_rows=short_level_row,
        widest_rows=("Level: 12 (700 of 780), 2 points", "Lv12 +100"),
        way_out=_way_out,
        warns=_warn,
        end_rows=_tell_points,
        figures=(
            Figure("level", 1, MOST_SHOWN, lambda game: part_of(game, Growth).level),
            Figure("experience", 0, MOST_SHOWN, lambda game: part_of(game, Growth).experience),
            Figure("points", 0, MOST_SHOWN, lambda game: part_of(game, Growth).points),
            *[Figure(use.figure, 0, MOST_SHOWN, partial(points_on, use=use)) for use in POINT_USES],
        ),
        hints=(
            ExpansionHint(
                "levels",
                "Each enemy you slay is worth a tenth of its kind's HP in experience, a dragon "
                "twice that. A level gives HP, Atk and Def for good, and brings a point for "
                "Atk, Def or wounds: + spends it, in a script `spend`.",
                lambda game: part_of(game, Growth).experience > 0,
            ),
        ),
        help_notes=(
            (
                f"A level gives {HP_GAIN} HP, {ATTACK_GAIN} "
                f"Atk, a goblin {ATTACK_GAIN_OF['Goblin']}, {DEFENCE_GAIN} Def, and a point; you "
                f"begin with {count_text(FIRST_POINTS, 'point')}."
            ),
            (
                f"`spend a` spends a point on {ON_ATTACK.attack} Atk, `spend d` on "
                f"{ON_DEFENCE.defence} Def, `spend h` on a quarter of your maximum HP."
            ),
            MASTERIES,
            "A troll heals only in a fight, after a turn that did not hurt it.",
            "A vampire above its maximum HP loses one in each turn.",
            (
                f"`Level: 3 (50 of {FOURTH})`: level 3, 50 experience so far; the next level needs "
                f"{FOURTH}."
            ),
        ),
    ),
)
