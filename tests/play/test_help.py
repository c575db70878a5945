"""What a player may read up: the races, the keys, who is who, all messages, how it ended."""

from collections.abc import Iterator
from itertools import pairwise
from textwrap import wrap

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import EAST, WEST
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.stats import BaseStats
from cc3k.expansions.hunters import FREEZE_TURNS
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.choices import expansion_options
from cc3k.play.help import (
    COMMAND_HELP,
    MIN_TABLE_COLUMNS,
    HelpRow,
    KeyGuide,
    TopicTable,
    TwoColumns,
    discoveries_page,
    end_of_game_page,
    enemy_legend,
    expansion_help,
    guide_page,
    help_page,
    key_page,
)
from cc3k.play.history import GameTally
from cc3k.play.messages import FORECAST_HEADING, goal_sentence
from cc3k.play.narrator import answer_request
from cc3k.play.session import Session
from cc3k.saves.expansion_plugins import select_rules
from tests.support.document import DOCUMENT_RULES
from tests.support.expansions import rules_of
from tests.support.scenarios import HIT, room, scenario
from tests.support.tables import for_each

ROOM = 79
"""Columns of the board, and so of a screen that is wide enough."""

KEYS = (("arrows 8 2", "go that way"), ("?", "see the keys"))
WAYS = ("  7 8 9", "  4 @ 6", "  1 2 3")
GUIDE = KeyGuide("words", KEYS, WAYS)


def folded(guide: KeyGuide, columns: int = ROOM) -> list[str]:
    """Return the help page as it stands on a screen of that width."""
    page = help_page(BASE_RULES, guide)
    return [
        part for line in page for part in ([line] if isinstance(line, str) else line.fold(columns))
    ]


@for_each("columns", [MIN_TABLE_COLUMNS, ROOM, 80, 120, 200])
def test_help_names_every_word_key_enemy_and_potion(columns: int) -> None:
    """§2.2, §2.3.1, §4: the legend is the roster's; the tables are no wider than the screen."""
    page = folded(GUIDE, columns)
    text = " ".join(" ".join(page).split())
    assert "  D dragon    150 HP  20 Atk  20 Def  never moves, strikes near its hoard" in page
    assert all(f" {kind.glyph} {kind.name} " in text for kind in BASE_RULES.enemy_kinds)
    assert all(f" {potion.name} {potion.effect_text}" in text for potion in BASE_RULES.potions)
    tables = [line for line in help_page(BASE_RULES, GUIDE) if isinstance(line, TwoColumns)]
    rows = [row for table in tables for row in table.rows]
    assert {*KEYS, *COMMAND_HELP} <= {*rows}
    told = [line for table in tables for line in table.fold(columns)]
    assert max(map(len, told)) <= columns
    words = [word for row in rows for part in row for word in part.split()]
    assert sorted(" ".join(told).split()) == sorted(words)


def test_players_own_keys_come_first_and_then_the_guide() -> None:
    page = folded(GUIDE)
    assert page[0] == "Your keys (words)"
    heads = [line for line in page if line and not line.startswith(" ")]
    assert heads.index("Your keys (words)") < heads.index("The goal") < heads.index("On the board")
    assert not [line for line in page if "vi" in line.split() or "laptop" in line]
    start = page.index("Directions") + 1
    assert tuple(page[start : start + 3]) == WAYS, "as they lie around the hero"


def test_keys_stand_in_two_columns_where_there_is_room() -> None:
    table = TwoColumns((("a", "one"), ("b", "two"), ("c", "three")))
    assert table.fold(79) == [f"{' a one':<39}  c three", " b two"]
    assert table.fold(77) == [" a one", " b two", " c three"]
    assert TwoColumns(()).fold(79) == []
    long = TwoColumns(
        (("a b c d e f g h i j k l m n o p q r", "a long story " * 3), ("x", "short"))
    )
    left = [line[:39].rstrip() for line in long.fold(79)]
    assert left == [
        " a b c d e f g h a long story a long",
        " i j k l m n o p story a long story",
        " q r",
    ]


def test_guide_explains_goal_fighting_potions_and_freeze_on_one_screen() -> None:
    page = folded(GUIDE, 80)
    start, end = page.index("The goal"), page.index("On the board")
    wrapped = [row for line in page[start:end] for row in wrap(line, 80)]
    assert len(wrapped) <= 23
    heads = [line for line in page[start:end] if not line.startswith(" ")]
    assert heads == ["The goal", "Fighting", "Potions", "Freezing enemies"]
    text = "\n".join(page[start:end])
    for told in (
        "Find the stairs (\\) on each of five floors; the gold you carry out is your score.",
        "100 * Atk / (100 + Def)",
        "a halfling evades half of all attacks",
        "The merchant is peaceful until one of them is attacked.",
        "For good: RH restores 10 HP, PH takes 10 HP.",
        "Until the floor ends: BA raises Atk by 5",
        "The word f holds all enemies still",
        "still strikes whoever is next to it",
    ):
        assert told in text


def test_guide_is_of_the_rules_that_are_played() -> None:
    """§2: a roster without such rows has no such sentences, and other floors are counted."""
    rules = evolve(
        DOCUMENT_RULES,
        floor_count=12,
        enemy_kinds=tuple(
            [kind for kind in DOCUMENT_RULES.enemy_kinds if kind.name in ("human", "dragon")]
        ),
        potions=DOCUMENT_RULES.potions[:1],
    )
    text = " ".join(guide_page(rules))
    assert "on each of 12 floors" in text
    assert "You never miss." in text
    assert "peaceful" not in text
    assert "Until the floor ends" not in text


@pytest.mark.seeded
def test_guide_tells_of_kinds_that_evade_and_not_of_those_of_name() -> None:
    """X110: Pim evades as any halfling does; that he acts twice has nothing to do with misses."""
    told = "  You never miss, but a halfling evades half of all attacks."
    assert told in guide_page(rules_of("uniques"))


def test_words_whose_letters_are_keys_are_typed_after_a_colon() -> None:
    """§4: `u` moves in one keymap and `n` in another; their words are had all the same."""
    taken = KeyGuide("vi", KEYS, WAYS, frozenset("nud"))
    tables = dict(_tables_by_heading(taken))
    assert [
        words for words, _ in tables["Words after a colon, as your keys take their letters"]
    ] == [":no :so :ea :we :ne :nw :se :sw", ":u and a direction"]
    assert [words for words, _ in tables["Words, typed without Enter"]] == [
        *["a and a direction", "f", "r", "q", "z"]
    ]
    assert "Words after a colon" not in " ".join(folded(GUIDE))


def test_actions_that_own_keys_leave_without_a_key_are_named() -> None:
    lost = KeyGuide("words", KEYS, WAYS, actions_without_key=("stairs", "move no"))
    assert "  Your own keys leave none for: stairs, move no." in folded(lost)
    assert "leave none" not in " ".join(folded(GUIDE))


def test_a_long_page_begins_with_what_is_needed_now_and_topics_by_letter() -> None:
    """With all expansions that is a screen of 80 x 24: keys, words, and the way to the rest."""
    guide = KeyGuide("words", KEYS, first_keys=KEYS * 5, taken_letters=frozenset("b"))
    page = help_page(rules_of("all"), guide, foretold=["x so k: opens"])
    _, table, heading, topics, *rest = page
    assert isinstance(table, TwoColumns)
    assert isinstance(topics, TopicTable)
    shown = [*table.fold(80), heading, *topics.fold(80)]
    assert len(shown) <= 21
    assert max(map(len, topics.fold(80))) <= 80
    assert ("c slot way", "cast the wand in it, 1 to 3, up to 7 cells") in table.rows
    assert not any(words.startswith("b ") for words, _ in table.rows)
    found = dict(topics.headings)
    assert [*found.values()][:: len(found) - 1] == ["Your keys (words)", FORECAST_HEADING]
    assert set(found.values()) <= set(rest)
    assert "Expansion: clock" in found.values()
    assert " k vaults " in " ".join(topics.fold(40))


def _tables_by_heading(guide: KeyGuide) -> Iterator[tuple[str, tuple[HelpRow, ...]]]:
    page = key_page(guide)
    for heading, table in pairwise(page):
        if isinstance(heading, str) and isinstance(table, TwoColumns):
            yield heading, table.rows


def test_new_row_is_in_the_legend() -> None:
    """§2.2: a row is all that a new enemy needs."""
    rat = EnemyKind("rat", "R", 10, BaseStats(5, 0), spawn_weight=3, trait="is new, too")
    rules = evolve(DOCUMENT_RULES, enemy_kinds=(*DOCUMENT_RULES.enemy_kinds, rat))
    assert enemy_legend(rules)[-1] == "  R rat        10 HP   5 Atk   0 Def  is new, too"
    assert set(enemy_legend(rules)) <= {
        line for line in help_page(rules, GUIDE) if isinstance(line, str)
    }


KINDS = len(BASE_RULES.potions)


def test_discoveries_are_the_potions_known_and_the_enemies_slain() -> None:
    """R18: a kind of potion is known once used; what is not known is not told."""
    game = scenario(room("M@0\\"), luck=[HIT, HIT])
    tally = GameTally()
    assert discoveries_page(game, tally) == [
        f"Potions known: 0 kinds of {KINDS}",
        "Enemies slain: 0",
    ]
    for action in (Drink(EAST), Attack(WEST), Attack(WEST)):
        tally.add_turn(game, game.play(action))
    assert discoveries_page(game, tally) == [
        f"Potions known: 1 kind of {KINDS}",
        "  Restore Health (RH) restores 10 HP",
        "Enemies slain: 1",
        "    1 merchant",
    ]


def test_page_of_a_victory() -> None:
    """§5: the story, the score as it is made up, what is known, and how to play it again."""
    floors = [room("@0\\"), *[room("@\\.")] * 4]
    game = scenario("\n".join(floors))
    game.known_names.update(("WD", "BA"))
    tally, east = GameTally(), Move(EAST)
    tally.add_turn(game, game.last_events)
    tally.add_turn(game, game.play(Drink(EAST)))
    for _ in range(6):
        tally.add_turn(game, game.play(east))
    session = Session(game.rules, 42)
    session.games_started, session.tally = 3, tally
    page = end_of_game_page(session, game)
    assert page[0] == "A shade goes down into a dungeon of 5 floors."
    assert page[-5:] == [
        "Victory! You leave the dungeon alive on turn 7.",
        "Score: 0 (0 gold)",
        "  potions known: BA, RH, WD",
        "Seed 42, game 3",
        "  cc3k --seed 42, and then its game 3",
    ]


def test_story_names_the_expansions_that_were_on() -> None:
    """X3, R34: the same floors are those of the same set, and as many of them."""
    rules = select_rules(["pack", "depths"], {"floors": 2})
    command = "cc3k --dlc pack,depths --floors 2 --seed 42 --race shade"
    session = Session(rules, 42)
    game = session.start_game(rules.races[0])
    assert end_of_game_page(session, game)[-1] == f"  {command}"
    assert answer_request(session, game, "story", 0)[-1] == f"Again: {command}"


def test_all_expansions_have_one_name_on_a_command_line() -> None:
    """X81: the word that chooses them; thirteen names would not fit on a row."""
    everything = [each.name for each in OWN_EXPANSIONS]
    assert expansion_options(select_rules(everything, {}))[0] == "--dlc all"
    assert expansion_options(select_rules(everything[:2], {})) == ["--dlc pack,shop"]


def test_goal_names_all_that_scores() -> None:
    """R15, X87, X111, X114, X118: each bonus, and what multiplies them."""
    rules = select_rules(["depths", "trials", "uniques"], {})
    assert goal_sentence(rules).endswith(
        "for the floors reached, for the uniques slain and for slaying the elder dragon, "
        "times a factor for the trial."
    )
    assert goal_sentence(rules_of("trials")).endswith(
        "you score for the gold you carry out, times a factor for the trial."
    )


def test_guide_tells_what_expansions_change() -> None:
    """X1: potions can be carried with a pack, and the freeze of hunters runs out."""
    plain, changed = guide_page(BASE_RULES), guide_page(rules_of("pack hunters"))
    assert "you cannot carry them" in " ".join(plain)
    assert "It holds on every floor." in " ".join(plain)
    text = " ".join(changed)
    assert "g and a direction takes it along." in text
    assert f"lasts for {FREEZE_TURNS} turns and cannot be ended" in text
    assert "cannot carry" not in text
    assert "on every floor" not in text


def test_the_guide_says_from_how_far_a_dragon_strikes() -> None:
    """R22: whoever is beside its hoard may be two cells away from it."""
    told = "A dragon also strikes whoever is next to what it guards."
    assert told in " ".join(guide_page(BASE_RULES))


def test_all_glyphs_of_expansions_are_in_the_legend() -> None:
    """X6: the suit and the compass, with what they do; names of any length stand in columns."""
    rules = rules_of("all")
    page = [line for line in help_page(rules, GUIDE) if isinstance(line, str)]
    for trinket in rules.trinkets:
        assert f"  {trinket.glyph} {trinket.name}: {trinket.trait}" in page
    starts = {line.index(" HP ") for line in enemy_legend(rules)}
    assert len(starts) == 1
    assert max(map(len, enemy_legend(rules))) <= ROOM
    glyphs = [kind.glyph for kind in rules.enemy_kinds if not kind.is_named]
    assert len({*glyphs}) == len(glyphs)
    assert {*glyphs}.isdisjoint([each.glyph for each in rules.trinkets])


def test_notes_of_expansions_stand_below_their_sentences() -> None:
    """X1: only of those that are on."""
    for each in OWN_EXPANSIONS:
        on, off = expansion_help(rules_of(each.name)), expansion_help(BASE_RULES)
        notes = [f"  {note}" for note in each.texts.help_notes]
        at = on.index(f"  {each.sentence}") + 1
        assert on[at : at + len(notes)] == notes
        assert not {*notes} & {*map(str, off)}


def test_keys_that_take_all_letters_leave_no_word_to_be_typed_without_a_colon() -> None:
    """§4: of the two tables only the other is there."""
    every = KeyGuide("own", KEYS, WAYS, frozenset(chr(code) for code in range(97, 123)))
    assert "Words, typed without Enter" not in folded(every)


@for_each(("gear", "no key waits for them."), ("hunters", "5 or `wait` waits."))
def test_the_guide_says_whether_a_turn_can_be_waited(names: str, waiting: str) -> None:
    """X50: one can where somebody may come."""
    (told,) = [line for line in guide_page(rules_of(names)) if line.startswith("  HP come back")]
    assert told.endswith(waiting)
    assert len(told) < 80
