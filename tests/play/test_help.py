"""What a player may read up: the races, the keys, who is who, all messages, how it ended."""

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move
from cc3k.engine.board import EAST, WEST
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.game import Action, GameState
from cc3k.engine.hero import Race
from cc3k.engine.stats import BaseStats
from cc3k.play.help import (
    COMMAND_HELP,
    discoveries_page,
    end_of_game_page,
    enemy_legend,
    help_page,
    message_log_page,
    race_menu_lines,
)
from cc3k.play.message_log import MessageLog
from cc3k.play.messages import Message
from tests.support.document import DOCUMENT_RULES
from tests.support.scenarios import HIT, MISS, room, scenario, weakened

ROOM = 79
"""Columns of the board, and so of a screen that is wide enough."""

KEYS = (("arrows 8 2", "go that way"), ("?", "see the keys"))
WAYS = ("  7 8 9", "  4 @ 6", "  1 2 3")


def test_menu_has_a_line_a_race_with_its_key_figures_and_trait() -> None:
    """§2.1, §4: the races to choose from, as the roster has them."""
    lines = race_menu_lines(BASE_RULES)
    assert [line.split()[:2] for line in lines] == [[r.key, r.name] for r in BASE_RULES.races]
    assert lines[3] == "  t  Troll    120 HP  25 Atk  15 Def  regains 5 HP every turn"
    assert max(map(len, lines)) <= ROOM


def test_help_names_every_word_key_enemy_and_potion_within_the_board() -> None:
    """§2.2, §2.3.1, §4: the legend is the roster's, and fits on a screen of 79 columns."""
    page = help_page(BASE_RULES, KEYS)
    text = "\n".join(page)
    assert "  D dragon    150 HP  20 Atk  20 Def  never moves, guards its hoard" in page
    assert all(f"  {kind.glyph} {kind.name} " in text for kind in BASE_RULES.enemy_kinds)
    assert all(f"  {potion.name} {potion.effect_text}" in text for potion in BASE_RULES.potions)
    assert all(f"  {words} " in text for words, _ in COMMAND_HELP)
    assert page[-2:] == [
        "  arrows 8 2               go that way",
        "  ?                        see the keys",
    ]
    assert max(map(len, page)) <= ROOM
    assert not [line for line in page if line != line.rstrip()]


def test_words_whose_letters_are_keys_are_typed_after_a_colon() -> None:
    """§4: `u` moves in one keymap and `n` in another; their words are had all the same."""
    rows = {
        row.strip().partition("  ")[0]: row.endswith(", typed after :")
        for row in help_page(BASE_RULES, KEYS, WAYS, {"n", "u", "d"})
    }
    told = {words: rows[words] for words, _ in COMMAND_HELP}
    assert [words for words, colon in told.items() if colon] == [
        "no so ea we ne nw se sw",
        "u and a direction",
    ]
    assert not any(line.endswith(":") for line in help_page(BASE_RULES, KEYS, WAYS))


def test_help_shows_the_ways_as_they_lie_around_the_pc() -> None:
    """The keys as they are, line by line."""
    page = help_page(BASE_RULES, KEYS, WAYS)
    start = page.index("Which way") + 1
    assert tuple(page[start : start + 3]) == WAYS


def test_help_shows_glyphs_as_they_are_drawn() -> None:
    """Who draws a doorway otherwise sees it so in the legend."""
    assert "+ doorway   # passage" in "\n".join(help_page(BASE_RULES, KEYS))
    drawn = help_page(BASE_RULES, KEYS, glyph_set={"+": "n"})
    assert "n doorway   # passage" in "\n".join(drawn)


def test_new_row_is_in_the_menu_and_in_the_legend() -> None:
    """§2.1, §2.2: a row is all that a new race or enemy needs."""
    elf = Race("Elf", "e", 90, BaseStats(30, 10), max_hp=90, trait="is new")
    rat = EnemyKind("rat", "R", 10, BaseStats(5, 0), spawn_weight=3, trait="is new, too")
    rules = evolve(
        DOCUMENT_RULES,
        races=(*DOCUMENT_RULES.races, elf),
        enemy_kinds=(*DOCUMENT_RULES.enemy_kinds, rat),
    )
    assert race_menu_lines(rules)[-1] == "  e  Elf       90 HP  30 Atk  10 Def  is new"
    assert enemy_legend(rules)[-1] == "  R rat        10 HP   5 Atk   0 Def  is new, too"
    assert set(enemy_legend(rules)) <= set(help_page(rules, KEYS))


KINDS = f"kinds of {len(BASE_RULES.potions)}"


def test_discoveries_are_the_potions_known_and_the_enemies_slain() -> None:
    """R18: a kind of potion is known once used; what is not known is not told."""
    game = scenario(room("M@0\\"), luck=[HIT, HIT])
    chronicle = MessageLog()
    assert discoveries_page(game, chronicle) == [f"Potions known: 0 {KINDS}", "Enemies slain: 0"]
    for action in (Drink(EAST), Attack(WEST), Attack(WEST)):
        chronicle.add(game.turns, (), game.play(action))
    assert discoveries_page(game, chronicle) == [
        f"Potions known: 1 {KINDS}",
        "  Restore Health (RH) restores 10 HP",
        "Enemies slain: 1",
        "    1 merchant",
    ]


def test_log_is_the_chronicle_under_a_title() -> None:
    """Every message, each with its turn."""
    chronicle = MessageLog()
    chronicle.add(7, (Message("You move East."),), ())
    assert message_log_page(chronicle) == ["Messages, by turn", "      7  You move East."]


def lived(game: GameState, *actions: Action) -> list[str]:
    """Play a game and return its story, as game 1 of seed 42."""
    chronicle = MessageLog()
    for action in actions:
        events = game.play(action)
        chronicle.add(game.turns, (), events)
    return end_of_game_page(game, chronicle, 42, 1, "cc3k")


def test_story_of_a_victory() -> None:
    """§5, R15: the score as it is made up, what was slain and learned, and how to play it again."""
    floors = [room("@MM.0\\"), *[room("....@\\")] * 4]
    game = weakened(scenario("\n".join(floors), luck=[MISS]))
    east = Move(EAST)
    onward = [east] * 6
    assert lived(game, Attack(EAST), east, Attack(EAST), east, east, Drink(EAST), *onward) == [
        "Victory! You leave the dungeon alive on turn 12.",
        "Score: 12 (8 gold + 4 for a shade)",
        "  Shade, 12 turns, floor 5 of 5",
        "  slain: 2 M",
        "  potions known: RH",
        "Seed 42, game 1",
        "  cc3k --seed 42 --race shade",
    ]


@pytest.mark.parametrize(
    ("row", "race", "action", "cause", "killer"),
    [
        ("@E\\", "Goblin", Attack(EAST), "elf", "an elf"),
        ("@W\\", "Vampire", Attack(EAST), "dwarf", "the blood of a dwarf"),
        ("@3\\", "Troll", Drink(EAST), "PH potion", "a Poison Health potion"),
    ],
)
def test_story_of_a_defeat_names_the_cause_of_death(
    row: str, race: str, action: Action, cause: str, killer: str
) -> None:
    """R11, R17: an enemy's blow, its blood, or a potion."""
    game = scenario(room(row), race, luck=[HIT])
    game.hero.hp = 1
    assert lived(game, action) == [
        f"Killed by {killer} on floor 1, turn 1.",
        "Score: 0 (0 gold)",
        f"  cause of death: {cause}",
        f"  {race}, 1 turns, floor 1 of 5",
        "  slain: nobody",
        f"  potions known: {'PH' if cause.startswith('PH') else 'none'}",
        "Seed 42, game 1",
        f"  cc3k --seed 42 --race {race.lower()}",
    ]


def test_story_lists_the_slain_and_the_potions_in_order() -> None:
    """Whatever the order in which they fell and were drunk."""
    game = scenario(room("@\\"))
    game.known_potions.update(("WD", "BA"))
    chronicle = MessageLog()
    chronicle.kills.update(["dwarf", "halfling", "elf", "halfling"])
    lines = end_of_game_page(game, chronicle, 42, 1, "cc3k")
    assert "  slain: 1 E, 2 L, 1 W" in lines
    assert "  potions known: BA, WD" in lines


def test_a_later_game_of_a_run_is_told_by_its_number() -> None:
    """R34: the k-th game of a seed; it is had again by playing up to it."""
    lines = end_of_game_page(scenario(room("@\\")), MessageLog(), -5, 3, "cc3k --floor 'my floor'")
    assert lines[-2:] == [
        "Seed -5, game 3",
        "  cc3k --floor 'my floor' --seed -5, and then its game 3",
    ]
