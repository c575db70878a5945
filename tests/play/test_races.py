"""Races to choose from: the easiest first, with what each is good at, and the goal of the game."""

import re
from pathlib import Path

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.engine.stats import BaseStats
from cc3k.play.help import STRENGTH_HEADING, race_heading, race_rows, race_sentences
from cc3k.play.messages import goal_sentence, races_by_ease, single_row_goal

ROOM = 79
NEW = Race("Elf", "e", 90, BaseStats(30, 10), max_hp=90, trait="is new")
MEASURED = [race for race in BASE_RULES.races if race.won_percent]
BALANCE = Path(__file__).parents[2] / "cc3k" / "help" / "balance.md"


def test_goal_is_told_with_the_number_of_floors() -> None:
    """§5: whoever types `cc3k` knows what for."""
    assert goal_sentence(BASE_RULES) == (
        "Find the stairs (\\) on each of five floors; the gold you carry out is your score."
    )
    assert "on one floor;" in goal_sentence(evolve(BASE_RULES, floor_count=1))
    assert "each of 30 floors;" in goal_sentence(evolve(BASE_RULES, floor_count=30))


def test_a_goal_of_one_row_leaves_room_for_the_key_of_help() -> None:
    assert single_row_goal(BASE_RULES) == "Find the stairs (\\) 5 times; your gold is your score."


def test_races_are_ranked_by_the_games_that_a_bot_wins() -> None:
    """The figure is a part of each row; a race that was never measured comes last."""
    names = [race.name for race in races_by_ease(BASE_RULES) if race in MEASURED]
    assert names == ["Troll", "Drow", "Shade", "Goblin", "Vampire"]
    new = evolve(BASE_RULES, races=(NEW, *MEASURED))
    assert races_by_ease(new)[-1] is NEW
    assert race_rows(new)[-1].strength == "is new"


def test_figures_of_ease_are_those_of_the_page_on_balance() -> None:
    page = BALANCE.read_text("utf-8")
    assert "cc3k arena --bot greedy --games 1000 --race all" in page
    told = dict(re.findall(r"^\| (\w+) +\| +([0-9.]+) +\|$", page, re.MULTILINE))
    assert told == {race.name: f"{race.won_percent}" for race in MEASURED}


def test_race_has_its_key_its_figures_and_its_strength() -> None:
    """§2.1, §4: in columns under a heading, on a screen of 79 columns."""
    rows = race_rows(BASE_RULES)
    assert f"{race_heading(BASE_RULES)}  {STRENGTH_HEADING}" == (
        "     easiest first   HP  Atk  Def  good at"
    )
    assert f"{rows[0].figures}  {rows[0].strength}" == (
        "  t  Troll          120   25   15  lasting: 5 HP back every turn"
    )
    assert max(len(f"{row.figures}  {row.strength}") for row in rows) <= ROOM
    assert all(race.good_at for race in MEASURED)


def test_races_are_told_in_words_too() -> None:
    lines = race_sentences(BASE_RULES)
    assert lines[0] == "Races, the easiest first:"
    assert lines[1] == ("Troll (t): 120 HP, Atk 25, Def 15. Good at lasting: 5 HP back every turn.")
    assert len(lines) == len(BASE_RULES.races) + 1
