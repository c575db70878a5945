"""Fixed sentences: prompts and races, questions, warnings and endings (§4, §5)."""

import re
from pathlib import Path

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.engine.stats import BaseStats
from cc3k.engine.text import potion_name, wrap_text
from cc3k.play.help import STRENGTH_HEADING, race_heading, race_rows, race_sentences
from cc3k.play.messages import (
    again_hint,
    danger_on_the_way,
    goal_sentence,
    greeting_line,
    race_prompt,
    races_by_ease,
    single_row_goal,
    with_article,
)
from tests.support.document import DOCUMENT_RULES
from tests.support.tables import for_each


def test_potion_is_unknown_or_has_its_name() -> None:
    """R18: `sees an unknown potion`, or its name when known."""
    names = (None, "RH", "BA", "BD", "PH", "WA", "WD", "Restore Health")
    told = [potion_name(name).removesuffix(" potion") for name in names]
    expected = "an unknown, an RH, a BA, a BD, a PH, a WA, a WD, a Restore Health"
    assert ", ".join(told) == expected


def test_causes_of_death_have_their_articles() -> None:
    """R18, X110: as the document says the letters of potions; a unique is a name."""
    told = [with_article(name) for name in ("elf", "PH potion", "RH potion", "Og", "something")]
    assert told == ["an elf", "a PH potion", "an RH potion", "Og", "something"]


def test_prompt_and_greeting() -> None:
    """§4, R34: the races and their keys, and the seed that makes a run repeatable."""
    assert race_prompt(DOCUMENT_RULES) == (
        "Choose a race: shade (s), drow (d), vampire (v), troll (t), goblin (g), or quit (q)."
    )
    assert greeting_line(42) == "ChamberCrawler3000, seed 42."


@for_each(
    (["elf"], "An elf can strike you on the way"),
    (["elf", "elf"], "2 elves can strike you on the way"),
    (["orc", "dwarf", "orc"], "2 orcs and a dwarf can strike you on the way"),
    (["orc", "Borin", "orc"], "2 orcs and Borin can strike you on the way"),
    (["dwarf", "elf", "orc"], "A dwarf, an elf and an orc can strike you on the way"),
    (["human", "dwarf", "elf", "merchant", "dragon"], "5 enemies can strike you on the way"),
)
def test_the_risk_of_a_way_is_named(names: list[str], told: str) -> None:
    assert danger_on_the_way(names, 16, 17) == f"{told} (up to 16 HP a turn)"
    assert danger_on_the_way(names, 0, 17, is_robbed=True) == f"{told} (gold a turn)"
    killing = f"{told} and may kill you (up to 16 HP a turn)"
    assert danger_on_the_way(names, 16, 16) == killing
    assert again_hint(killing, "press >", "to go all the same") == (
        f"{killing}: press > again to go all the same."
    )


@for_each("count", range(1, 12))
def test_the_risk_of_a_way_fits_on_two_rows(count: int) -> None:
    """Of 80 columns, with the title of the row, whoever is there and however it is said again."""
    names = [kind.name for kind in BASE_RULES.enemy_kinds]
    told = danger_on_the_way([names[at % len(names)] for at in range(count)], 9999, 1)
    hint = again_hint(told, "say `travel potion`", "to go all the same")
    assert len(wrap_text(f"Action: {hint}", 80)) <= 2


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
