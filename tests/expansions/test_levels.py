"""Levels: experience, what it takes, and what it gives (X70)."""

from collections.abc import Sequence

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import EAST, WEST
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event, ExpansionEvent, Slain
from cc3k.engine.expansion import Expansion
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.observation import observe
from cc3k.engine.running_game import part_of
from cc3k.engine.stats import BaseStats, StatModifier, modifier_layers, raise_base
from cc3k.engine.view import GameView
from cc3k.expansions.depths import ELDER_DRAGON
from cc3k.expansions.levels import (
    EXPERIENCE_STEP,
    HP_GAIN,
    LEVELS,
    STAT_GAIN,
    Growth,
    experience_for_level,
)
from cc3k.expansions.registry import ExpansionRegistry, rules_with
from cc3k.play.frame import render_frame
from cc3k.play.interruptions import HpLimit
from cc3k.play.look import describe_cell
from cc3k.play.odds import compute_fight_odds
from cc3k.play.plain_answers import figure_texts
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.ui.console import Console
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.status import health_role
from tests.support.consoles import WHOLE, lines
from tests.support.scenarios import HIT, race_named, room, scenario, weakened
from tests.support.tables import for_each

RULES = rules_with((LEVELS,))
ELF = 14
"""The experience that an elf brings."""

BEFORE_ONE = experience_for_level(20) - 1
"""Experience with which an elf brings one level, and no second one."""


def drawn_game(*rows: str, race: str = "Shade", luck: list[int] | None = None) -> GameState:
    """Return a game in a room whose enemies have one HP left."""
    return weakened(scenario(room(*rows), race, luck or [], rules=RULES))


def growth(game: GameState) -> Growth:
    """Return the experience of a game."""
    return part_of(game, Growth)


def learned(experience: int, race: str = "Shade", row: str = "@E...\\") -> GameState:
    """Return a game at some experience and its level, beside an enemy with one HP left.

    The levels so far have given nothing, so that those to come are seen alone.
    """
    game = drawn_game(row, race=race, luck=[0])
    growth(game).experience = experience
    while growth(game).experience >= experience_for_level(growth(game).level + 1):
        growth(game).level += 1
    return game


@for_each("letter, worth", [("H", 14), ("W", 10), ("E", 14), ("O", 18), ("M", 3), ("D", 30)])
def test_a_slain_enemy_is_worth_a_tenth_of_its_hp_a_dragon_twice_that(
    letter: str, worth: int
) -> None:
    """X70: a tenth of its kind's HP, whatever HP it had left."""
    game = drawn_game(f"@{letter}...\\", luck=[0])
    game.play(Attack(EAST))
    assert growth(game).experience == worth


def test_an_elder_dragon_is_a_dragon() -> None:
    """X70, X80: twice a tenth of its HP."""
    rules = ExpansionRegistry().select(["levels", "depths"], {"floors": 1})
    game = weakened(scenario(room("@A..\\"), luck=[], rules=rules))
    game.play(Attack(EAST))
    assert growth(game).experience == ELDER_DRAGON.hp // 10 * 2


def test_a_halfling_is_worth_ten() -> None:
    """X70: one that evades half of the attacks, which the dice let it not."""
    game = drawn_game("@L...\\", luck=[HIT, 0])
    game.play(Attack(EAST))
    assert growth(game).experience == 10


def test_an_enemy_that_lives_is_worth_nothing() -> None:
    """X70: slain ones count."""
    game = scenario(room("@D...\\"), luck=[False], rules=RULES)
    game.play(Attack(EAST))
    assert growth(game).experience == 0


def test_an_enemy_is_worth_the_hp_of_its_own_row() -> None:
    """X70, X80: of its kind as it stands there, whose HP may be more than the table's."""
    game = drawn_game("@H...\\", luck=[0])
    enemy = next(iter(game.floor.enemies.values()))
    enemy.kind = evolve(enemy.kind, hp=219)
    game.play(Attack(EAST))
    assert growth(game).experience == 21


def test_what_something_else_has_slain_is_not_the_heros() -> None:
    """X70: an enemy slain by the PC; a thrown potion's kill is told as the PC's."""
    game = drawn_game("@....\\")
    hook = LEVELS.turns.after_action
    assert hook is not None
    list(hook(game, [Slain("elf", "orc", 140)]))
    assert growth(game).experience == 0
    list(hook(game, [Slain("elf", "PC", 140)]))
    assert growth(game).experience == 14


def gained(levels: int) -> str:
    """Return what so many levels give, as it is told."""
    return f"+{levels * HP_GAIN} HP, +{levels * STAT_GAIN} Atk, +{levels * STAT_GAIN} Def"


def told_levels(events: Sequence[Event]) -> list[ExpansionEvent]:
    """Return the events of levels that were reached."""
    return [e for e in events if isinstance(e, ExpansionEvent) and e.name == "levels.raised"]


def test_a_level_needs_a_triangle_of_steps_in_all() -> None:
    """X70: level n + 1 needs n (n + 1) / 2 steps, which X9 has tuned to one point."""
    assert EXPERIENCE_STEP == 1
    assert [experience_for_level(level) for level in range(1, 7)] == [0, 1, 3, 6, 10, 15]


@for_each("level", [6, 7, 20])
def test_a_level_comes_when_its_experience_is_reached(level: int) -> None:
    """X70: an elf brings 14."""
    for missing, reached in ((1, level - 1), (0, level)):
        game = learned(experience_for_level(level) - ELF - missing)
        game.play(Attack(EAST))
        assert growth(game).level == reached


@for_each("race", ["Shade", "Drow", "Vampire", "Troll", "Goblin"])
def test_a_level_gives_every_race_as_much_and_heals_all_wounds(race: str) -> None:
    """X70, X9: the same HP for each, the maximum too where there is one; +1 Atk and Def."""
    game, of = learned(BEFORE_ONE, race), race_named(race)
    game.hero.hp = 20
    events = game.play(Attack(EAST))
    assert game.hero.hp == game.hero.race.hp == of.hp + HP_GAIN
    most = None if of.max_hp is None else of.max_hp + HP_GAIN
    assert game.hero.race.max_hp == most
    assert (game.hero.stats.attack, game.hero.stats.defence) == (
        of.stats.attack + STAT_GAIN,
        of.stats.defence + STAT_GAIN,
    )
    (told,) = told_levels(events)
    level = growth(game).level
    assert told.document_text == (
        f"PC reaches level {level} ({gained(1)}) and is healed of all wounds."
    )
    assert told.spoken_text == (
        f"You reach level {level}: {gained(1)}, and all your wounds are healed."
    )


def test_a_vampire_keeps_what_it_has_beyond_its_levels() -> None:
    """X70, R10: no level takes HP, and each gives its own on top; wounds are those below."""
    first, drained = race_named("Vampire").hp, 5
    for before, after in ((first + 100, first + 100 + HP_GAIN), (first + 2, first + 2 + HP_GAIN)):
        game = learned(BEFORE_ONE, "Vampire")
        game.hero.hp = before - drained
        game.play(Attack(EAST))
        assert game.hero.hp == after
        assert (game.hero.race.hp, game.hero.race.max_hp) == (first + HP_GAIN, None)


@given(st.integers(1, 500), st.integers(1, 40), st.sampled_from(BASE_RULES.races))
def test_levels_never_take_hp(hp: int, levels: int, race: Race) -> None:
    """X70: each gives its HP at least, up to what all of them gave, whatever the HP were."""
    game = learned(experience_for_level(levels + 5) - ELF, race.name)
    growth(game).level = 5
    game.hero.hp = before = hp if race.max_hp is None else min(hp, race.max_hp)
    game.play(Attack(EAST))
    least, full = before + levels * HP_GAIN, race.hp + levels * HP_GAIN
    drained = 5 if race.name == "Vampire" else 0
    assert growth(game).level == levels + 5
    assert game.hero.hp == max(least + drained, full)


def test_each_level_gives_the_same() -> None:
    """X70: a flat number, whatever the HP have grown to."""
    game = learned(BEFORE_ONE)
    game.hero.race = evolve(game.hero.race, hp=300, max_hp=300)
    game.play(Attack(EAST))
    assert game.hero.race.max_hp == game.hero.hp == 300 + HP_GAIN


def test_one_kill_may_bring_several_levels() -> None:
    """X70: they are told in one sentence, with all that they give."""
    game, of = learned(0), race_named("Shade")
    (told,) = told_levels(game.play(Attack(EAST)))
    level = growth(game).level
    assert experience_for_level(level) <= ELF < experience_for_level(level + 1)
    assert level > 2
    assert told.document_text.startswith(f"PC reaches level {level} ({gained(level - 1)})")
    assert game.hero.hp == of.hp + (level - 1) * HP_GAIN
    assert game.hero.stats.attack == of.stats.attack + (level - 1) * STAT_GAIN


def test_a_level_lasts_below_all_brews() -> None:
    """X70, R16: the base is raised under each potion, and stays when they end."""
    game, of = learned(BEFORE_ONE, "Goblin"), race_named("Goblin").stats
    raised = (of.attack + STAT_GAIN, of.defence + STAT_GAIN)
    for _ in range(4):
        game.hero.stats = StatModifier(game.hero.stats, -5, 0)
    game.hero.stats = StatModifier(game.hero.stats, 5, 0)
    assert game.hero.stats.attack == 5
    game.play(Attack(EAST))
    assert modifier_layers(game.hero.stats) == [(5, 0), *[(-5, 0)] * 4, raised]
    assert game.hero.stats.attack == 5
    game.hero.clear_modifiers()
    assert modifier_layers(game.hero.stats) == [raised]


def test_a_base_under_many_potions_is_raised() -> None:
    """R16: however many were drunk."""
    stats: BaseStats | StatModifier = BaseStats(10, 10)
    for _ in range(3000):
        stats = StatModifier(stats, 1, 0)
    assert raise_base(stats, 1, 2).attack == 3011
    assert raise_base(stats, 1, 2).defence == 12


def test_potions_heal_up_to_the_grown_maximum() -> None:
    """X70, R10: everything that knows a maximum knows the new one."""
    game, most = learned(BEFORE_ONE, row="0@E..\\"), race_named("Shade").hp + HP_GAIN
    game.play(Attack(EAST))
    game.hero.hp = most - 3
    game.play(Drink(WEST))
    assert game.hero.hp == most
    assert observe(game).max_hp == most
    assert figure_texts(game)[0] == f"HP {most} of {most}"
    assert GameView(game).race.max_hp == most
    assert HpLimit(50, is_percent=True).hp(GameView(game).race) == most // 2
    game.hero.hp = most // 2
    assert health_role(game.hero) == "wounded"
    game.hero.hp = most // 2 + 1
    assert health_role(game.hero) == "hp"


def test_shares_of_a_vampires_hp_are_of_what_it_has_grown_to() -> None:
    """X70, R10: colours, bars and the limit of fights; it has no most, before as after."""
    game, first = learned(0, "Vampire"), race_named("Vampire").hp
    game.play(Attack(EAST))
    grown = first + (growth(game).level - 1) * HP_GAIN
    assert HpLimit(50, is_percent=True).hp(GameView(game).race) == grown // 2
    game.hero.hp = grown // 2
    assert health_role(game.hero) == "wounded"
    assert observe(game).max_hp is None
    assert figure_texts(game)[0] == f"HP {grown // 2}"
    session = Session(RULES, 42)
    session.game = game
    assert f"HP: {grown // 2}/{grown}+" in "\n".join(
        lines(Console(session, *WHOLE, ScreenSettings()))
    )


def test_the_troll_regrows_up_to_its_grown_maximum() -> None:
    """X70, R12."""
    game, most = learned(BEFORE_ONE, "Troll", row="@E...\\"), race_named("Troll").hp + HP_GAIN
    game.play(Attack(EAST))
    game.hero.hp = most - 3
    game.play(Move(EAST))
    assert game.hero.hp == most


def test_odds_count_levels() -> None:
    """X7: the figures of the level are those of the fight; what a victory brings is not in it."""
    game = scenario(room("@O...\\"), rules=RULES)
    orc = next(iter(game.floor.enemies.values()))
    first = compute_fight_odds(RULES, game.hero, orc)
    assert first == compute_fight_odds(scenario(room("@\\")).rules, game.hero, orc)
    game.hero.stats = raise_base(game.hero.stats, 15, 15)
    grown = compute_fight_odds(RULES, game.hero, orc)
    assert grown.win_chance > first.win_chance
    assert describe_cell(game, next(iter(game.floor.enemies)))[1].startswith("You win ")


def test_the_row_tells_experience_in_all_and_what_the_next_level_needs() -> None:
    """X70, X6: between Def and Action."""
    needed = experience_for_level(4)
    game = learned(needed - 1)
    status = render_frame(game, "").status.splitlines()
    assert status[-2:] == ["Def: 25", f"Level: 3 ({needed - 1} of {needed})"]
    assert learned(0).parts["levels"].digest_parts() == (0, 1)


def test_a_kill_is_told_in_both_voices() -> None:
    """R36: the level after the kill that brought it."""
    session = Session(RULES, 42)
    session.game = learned(BEFORE_ONE)
    session.handle_words("a ea")
    assert session.action_text.endswith(
        f"PC reaches level 20 ({gained(1)}) and is healed of all wounds."
    )
    session.use_voice(SpokenVoice(RULES))
    assert f"You reach level 20: {gained(1)}, and all your wounds" in session.action_text


def test_a_copy_learns_by_itself() -> None:
    """A copy plays on exactly as the game does, and leaves it alone."""
    game = learned(0)
    twin = game.copy()
    before = game.digest()
    twin.play(Attack(EAST))
    assert game.digest() == before
    assert twin.digest() != before
    assert growth(game).level == 1


def test_the_dead_learn_nothing() -> None:
    """R23: a vampire that dies of the dwarf it slays gains no level by it."""
    game = learned(0, "Vampire", row="@W...\\")
    game.hero.hp = 5
    game.play(Attack(EAST))
    assert game.outcome is not None
    assert growth(game).level == 1


def test_the_hint_comes_with_the_first_kill() -> None:
    """X4: once there is something to tell."""
    game, due = learned(0), LEVELS.texts.hints[0].is_due
    assert not due(game)
    game.play(Attack(EAST))
    assert due(game)
    assert "heals all wounds" in LEVELS.texts.hints[0].text


def test_floors_are_those_of_the_base_game() -> None:
    """X2: levels change no wall, enemy or item."""
    with_levels = GameState(RULES, RULES.races[0], Dice("42/game 1"))
    base = rules_with(())
    without = GameState(base, base.races[0], Dice("42/game 1"))
    assert with_levels.floor.glyphs == without.floor.glyphs


def test_it_is_one_value() -> None:
    """X4."""
    assert isinstance(LEVELS, Expansion)
    assert LEVELS.tag == "levels-2"


def test_a_kill_by_a_thrown_potion_brings_experience() -> None:
    """X70, X12: it counts as the PC's, and is worth a tenth of its kind's HP."""
    rules = ExpansionRegistry().select(["pack", "levels"])
    session = Session(rules, 42)
    session.game = weakened(scenario(room("3@.E..\\"), luck=[0], rules=rules))
    session.handle_words("g we t a ea")
    level = growth(session.game).level
    assert growth(session.game).experience == ELF
    assert render_frame(session.game, "").status.splitlines()[-1] == (
        f"Level: {level} ({ELF} of {experience_for_level(level + 1)})"
    )
