"""Levels: experience, what it takes, and what it gives (X70)."""

import pytest
from attrs import evolve

from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import EAST, WEST
from cc3k.engine.dice import Dice
from cc3k.engine.events import ExpansionEvent, Slain
from cc3k.engine.expansion import Expansion
from cc3k.engine.game import GameState
from cc3k.engine.observation import observe
from cc3k.engine.running_game import part_of
from cc3k.engine.stats import BaseStats, StatModifier, modifier_layers, raise_base
from cc3k.engine.view import GameView
from cc3k.expansions.levels import LEVELS, Growth, experience_for_level
from cc3k.expansions.registry import ExpansionRegistry, rules_with
from cc3k.play.frame import health_role, render_frame
from cc3k.play.interruptions import HpLimit
from cc3k.play.look import describe_cell
from cc3k.play.odds import compute_fight_odds
from cc3k.play.plain_answers import figure_texts
from cc3k.play.session import Session
from cc3k.play.voices import SpokenVoice
from tests.support.scenarios import HIT, race_named, room, scenario, weakened

RULES = rules_with((LEVELS,))


def drawn_game(*rows: str, race: str = "Shade", luck: list[int] | None = None) -> GameState:
    """Return a game in a room whose enemies have one HP left."""
    return weakened(scenario(room(*rows), race, luck or [], rules=RULES))


def growth(game: GameState) -> Growth:
    """Return the experience of a game."""
    return part_of(game, Growth)


def learned(experience: int, race: str = "Shade", row: str = "@E...\\") -> GameState:
    """Return a game at some experience, beside an enemy with one HP left."""
    game = drawn_game(row, race=race, luck=[0])
    growth(game).experience = experience
    while growth(game).experience >= experience_for_level(growth(game).level + 1):
        growth(game).level += 1
    return game


@pytest.mark.parametrize(
    ("letter", "worth"), [("H", 14), ("W", 10), ("E", 14), ("O", 18), ("M", 3), ("D", 30)]
)
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
    assert growth(game).experience == 60
    assert growth(game).level == 3


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
    hook = LEVELS.after_action
    assert hook is not None
    list(hook(game, [Slain("elf", "orc", 140)]))
    assert growth(game).experience == 0
    list(hook(game, [Slain("elf", "PC", 140)]))
    assert growth(game).experience == 14


def test_a_level_needs_twenty_times_a_triangle_in_all() -> None:
    """X70: level n + 1 needs 20 n (n + 1) / 2."""
    assert [experience_for_level(level) for level in range(1, 7)] == [0, 20, 60, 120, 200, 300]


@pytest.mark.parametrize(("before", "level"), [(5, 1), (6, 2), (45, 2), (46, 3), (106, 4)])
def test_a_level_comes_when_its_experience_is_reached(before: int, level: int) -> None:
    """X70: an elf brings 14."""
    game = learned(before)
    game.play(Attack(EAST))
    assert growth(game).level == level


@pytest.mark.parametrize(
    ("race", "hp"), [("Shade", 6), ("Drow", 7), ("Vampire", 2), ("Troll", 6), ("Goblin", 5)]
)
def test_a_level_gives_a_twentieth_of_the_first_hp_and_a_point_of_each(race: str, hp: int) -> None:
    """X70: of the race's starting HP, the maximum too where there is one; +1 Atk and Def."""
    game, of = learned(6, race), race_named(race)
    game.hero.hp = 20
    events = game.play(Attack(EAST))
    drained = 5 if race == "Vampire" else 0
    regrown = 5 if race == "Troll" else 0
    assert game.hero.hp == 20 + hp + drained + regrown
    most = None if of.max_hp is None else of.max_hp + hp
    assert game.hero.race.max_hp == most
    assert (game.hero.stats.attack, game.hero.stats.defence) == (
        of.stats.attack + 1,
        of.stats.defence + 1,
    )
    told = next(event for event in events if isinstance(event, ExpansionEvent))
    assert told.document_text == f"PC reaches level 2 (+{hp} HP, +1 Atk, +1 Def)."
    assert told.spoken_text == f"You reach level 2: +{hp} HP, +1 Atk, +1 Def."


def test_each_level_gives_a_twentieth_of_the_first_hp() -> None:
    """X70: of the starting HP, not of what they have grown to."""
    game = learned(19)
    game.hero.race = evolve(game.hero.race, hp=300, max_hp=300)
    game.play(Attack(EAST))
    assert game.hero.race.max_hp == 306


def test_one_kill_may_bring_two_levels() -> None:
    """X70: each is told."""
    game = learned(0, row="@D...\\")
    enemy = next(iter(game.floor.enemies.values()))
    enemy.kind = evolve(enemy.kind, hp=300)
    events = game.play(Attack(EAST))
    assert growth(game).level == 3
    assert [e.name for e in events if isinstance(e, ExpansionEvent)] == ["levels.raised"] * 2


def test_a_level_lasts_below_all_brews() -> None:
    """X70, R16: the base is raised under each potion, and stays when they end."""
    game = learned(6, "Goblin")
    for _ in range(4):
        game.hero.stats = StatModifier(game.hero.stats, -5, 0)
    game.hero.stats = StatModifier(game.hero.stats, 5, 0)
    assert game.hero.stats.attack == 5
    game.play(Attack(EAST))
    assert modifier_layers(game.hero.stats) == [(5, 0), *[(-5, 0)] * 4, (16, 21)]
    assert game.hero.stats.attack == 5
    game.hero.clear_modifiers()
    assert modifier_layers(game.hero.stats) == [(16, 21)]


def test_a_base_under_many_potions_is_raised() -> None:
    """R16: however many were drunk."""
    stats: BaseStats | StatModifier = BaseStats(10, 10)
    for _ in range(3000):
        stats = StatModifier(stats, 1, 0)
    assert raise_base(stats, 1, 2).attack == 3011
    assert raise_base(stats, 1, 2).defence == 12


def test_potions_heal_up_to_the_grown_maximum() -> None:
    """X70, R10: everything that knows a maximum knows the new one."""
    game = learned(6, row="0@E..\\")
    game.play(Attack(EAST))
    game.hero.hp = 128
    game.play(Drink(WEST))
    assert game.hero.hp == 131
    assert observe(game).max_hp == 131
    assert figure_texts(game)[0] == "HP 131 of 131"
    assert GameView(game).race.max_hp == 131
    assert HpLimit(50, is_percent=True).hp(GameView(game).race) == 65
    game.hero.hp = 65
    assert health_role(game.hero) == "wounded"
    game.hero.hp = 66
    assert health_role(game.hero) == "hp"


def test_the_troll_regrows_up_to_its_grown_maximum() -> None:
    """X70, R12."""
    game = learned(6, "Troll", row="@E...\\")
    game.play(Attack(EAST))
    game.hero.hp = 123
    game.play(Move(EAST))
    assert game.hero.hp == 126


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
    game = learned(104)
    status = render_frame(game, "").status.splitlines()
    assert status[-2:] == ["Def: 25", "Level: 3 (104 of 120)"]
    assert learned(0).parts["levels"].digest_parts() == (0, 1)


def test_a_kill_is_told_in_both_voices() -> None:
    """R36: the level after the kill that brought it."""
    session = Session(RULES, 42)
    session.game = learned(6)
    session.handle_words("a ea")
    assert session.action_text.endswith("PC reaches level 2 (+6 HP, +1 Atk, +1 Def).")
    session.use_voice(SpokenVoice(RULES))
    assert "You reach level 2: +6 HP, +1 Atk, +1 Def." in session.action_text


def test_a_copy_learns_by_itself() -> None:
    """A copy plays on exactly as the game does, and leaves it alone."""
    game = learned(6)
    twin = game.copy()
    before = game.digest()
    twin.play(Attack(EAST))
    assert game.digest() == before
    assert twin.digest() != before
    assert growth(game).level == 1


def test_the_dead_learn_nothing() -> None:
    """R23: a vampire that dies of the dwarf it slays gains no level by it."""
    game = learned(19, "Vampire", row="@W...\\")
    game.hero.hp = 5
    game.play(Attack(EAST))
    assert game.outcome is not None
    assert growth(game).level == 1


def test_the_hint_comes_with_the_first_kill() -> None:
    """X4: once there is something to tell."""
    game, due = learned(0), LEVELS.is_hint_due
    assert due is not None
    assert not due(game)
    game.play(Attack(EAST))
    assert due(game)


def test_floors_are_those_of_the_base_game() -> None:
    """X2: levels change no wall, enemy or item."""
    with_levels = GameState(RULES, RULES.races[0], Dice("42/game 1"))
    base = rules_with(())
    without = GameState(base, base.races[0], Dice("42/game 1"))
    assert with_levels.floor.glyphs == without.floor.glyphs


def test_it_is_one_value() -> None:
    """X4."""
    assert isinstance(LEVELS, Expansion)
    assert LEVELS.tag == "levels-1"


def test_a_kill_by_a_thrown_potion_brings_experience() -> None:
    """X70, X12: it counts as the PC's, and is worth a tenth of its kind's HP."""
    rules = ExpansionRegistry().select(["pack", "levels"])
    session = Session(rules, 42)
    session.game = weakened(scenario(room("3@.E..\\"), luck=[0], rules=rules))
    session.handle_words("g we t a ea")
    assert growth(session.game).experience == 14
    assert render_frame(session.game, "").status.splitlines()[-1] == "Level: 1 (14 of 20)"
