"""How a game went, to be read afterwards: as a page of text, and as facts for programs."""

import json
import re

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.saves.morgue import LAST_MESSAGES, morgue_text, morgue_to_json
from cc3k.saves.record import ABANDONED, PRACTICE, SLAIN, Record
from cc3k.saves.summary import summarize_record
from tests.support.records import BREWS, WAYS_OUT, header, recorded, walked
from tests.support.scenarios import race_named, room

COMMAND = "cc3k --floor drawn --seed 42 --race goblin"
JOURNAL = "20261120-205700-goblin-42"


def page(record: Record) -> str:
    """Return the page of a game."""
    return morgue_text(summarize_record(record, BASE_RULES), COMMAND, JOURNAL)


def test_page_tells_all_there_is_to_tell() -> None:
    """How it ended, the last board, what was said, slain, drunk and gained, and how to have it."""
    board = room("@M6.", "3..\\")
    won = recorded(
        header(board, "Goblin"), "f", "u so", "a ea", "a ea", "ea", "ea", ending=ABANDONED
    )
    assert page(won) == (
        "Given up on floor 1 with 11 gold.\n"
        "Goblin, 5 turns, begun 2026-11-20T20:57:00Z\n"
        "Enemies were held still (f) in 5 of 5 turns.\n"
        f"Layout: drawn ({summarize_record(won, BASE_RULES).layout_digest})\n"
        "\n"
        "|----|\n"
        "|..@.|\n"
        "|...\\|\n"
        "|----|\n"
        "Race: Goblin Gold: 11                                                   Floor 1\n"
        "HP: 100\n"
        "Atk: 15\n"
        "Def: 20\n"
        "Action: PC moves East. PC picks up 2 gold.\n"
        "\n"
        "Last messages, by turn\n"
        "      0  Player character has spawned. PC sees an unknown potion.\n"
        "      0  Enemies stand still.\n"
        "      1  PC uses PH.\n"
        "      2  PC deals 15 damage to M (15 HP). Every merchant is hostile from now on. "
        "M misses PC.\n"
        "      3  PC deals 15 damage to M (0 HP). PC slays M. PC steals 5 gold.\n"
        "      4  PC moves East. PC picks up 4 gold.\n"
        "      5  PC moves East. PC picks up 2 gold.\n"
        "\n"
        "Slain\n"
        "      1  merchant\n"
        "\n"
        "Potions drunk\n"
        "      1  PH\n"
        "\n"
        "Gold: 11\n"
        "      2  1 pile of 2\n"
        "      4  1 pile of 4\n"
        "      5  stolen\n"
        "\n"
        "Floor  Turns  HP at first  HP at last   Gold  Slain\n"
        "    1      5          110         100     11      1\n"
        "\n"
        "Seed 42\n"
        f"  {COMMAND}\n"
        f"  cc3k replay {JOURNAL}\n"
    )


def test_page_of_a_game_that_was_lost_tells_what_to() -> None:
    """R33: in the words that the player was told, and the cause."""
    lost = recorded(header(BREWS, "Vampire"), "u nw", "u no", "u ne", "u we", "u ea", ending=SLAIN)
    assert page(lost).startswith(
        "Defeat. PC died on floor 1.\nScore: 0 (0 gold)\nCause of death: PH potion\nVampire, 5 t"
    )
    assert "\nSlain\n         nothing\n" in page(lost)


def test_page_of_a_victory_tells_every_floor() -> None:
    """R15: a shade's bonus is told where its gold came from."""
    text = page(recorded(header(WAYS_OUT * 5), *["ea"] * 10))
    assert text.startswith("Victory! PC has left the dungeon alive.\nScore: 7 (5 gold + 2 for a")
    assert "\n      5  5 piles of 1\n      2  more in the score\n" in text
    assert re.findall(r"^ {4}\d .*", text, re.MULTILINE) == [
        f"    {floor}      2          125         125      1      0" for floor in range(1, 6)
    ]


def test_page_tells_whose_gold_it_was() -> None:
    """R24: what a slain enemy yields goes straight into the purse."""
    tale = summarize_record(
        recorded(header(room("@L..", "...\\"), "Drow"), *["a ea"] * 12), BASE_RULES
    )
    gold = f"{tale.gold:>5}"
    assert f"\nGold: {tale.gold}\n  {gold}  from slain halfling\n" in morgue_text(
        tale, COMMAND, JOURNAL
    )


def test_page_says_what_is_special() -> None:
    """Practice, a game that goes on, and a later game of a run; no layout is none to tell of."""
    assert "\nA practice game: its score is not kept.\n" in page(recorded(header(kind=PRACTICE)))
    plain = page(recorded(header(game=3)))
    assert plain.startswith("Not over yet: on floor 1 with 0 gold.\n")
    assert "\nSeed 42, game 3\n" in plain
    assert "practice" not in plain
    assert "Layout" not in plain
    unnamed = evolve(header(room("@..\\")), layout_name="")
    assert "\nLayout: unnamed (" in page(recorded(unnamed))


def test_only_the_last_messages_are_told() -> None:
    """A long game's are in its journal."""
    tale = summarize_record(
        recorded(header(room("@..\\")), *["ea", "we"] * LAST_MESSAGES), BASE_RULES
    )
    text = morgue_text(tale, COMMAND, JOURNAL)
    assert text.count("PC moves") == LAST_MESSAGES + 1  # and once on the Action row
    messages = morgue_to_json(tale, COMMAND, JOURNAL)["messages"]
    assert isinstance(messages, list)
    assert len(messages) == LAST_MESSAGES
    assert messages[-1] == {"turn": 2 * LAST_MESSAGES, "text": "PC moves West.", "times": 1}


def test_facts_are_those_of_the_page() -> None:
    """In JSON, without losing any."""
    tale = summarize_record(walked(15, race_named("Shade"), 4_000), BASE_RULES)
    facts = morgue_to_json(tale, COMMAND, JOURNAL)
    assert json.loads(json.dumps(facts)) == facts
    assert facts["gold_by_source"] == {
        "piles": [{"size": size, "count": count} for size, count in tale.gold_income.piles.items()],
        "taken": tale.gold_income.taken,
        "stolen": 0,
        "bonus": tale.score - tale.gold,
    }
    assert (facts["seed"], facts["game"], facts["race"]) == (15, 1, "Shade")
    assert (facts["score"], facts["cause"], facts["layout"]) == (
        tale.score,
        tale.cause_of_death,
        None,
    )
    assert (facts["slain"], facts["drunk"], facts["turns"]) == (
        tale.kills,
        tale.potions_drunk,
        tale.turns,
    )
    assert facts["floors"] == [
        {"floor": 1, "turns": tale.turns, "arrived": 125, "left": 0, "gold": tale.gold}
        | {"slain": sum(tale.kills.values())}
    ]
    assert facts["board"] == tale.last_frame.splitlines()
    assert (facts["command"], facts["journal"]) == (COMMAND, JOURNAL)


def test_game_without_a_score_has_none_in_its_facts() -> None:
    """§5: a game that was given up has none; what it was played on is told."""
    tale = summarize_record(recorded(header(room("@7.\\")), "ea", ending=ABANDONED), BASE_RULES)
    facts = morgue_to_json(tale, COMMAND, JOURNAL)
    assert (facts["ending"], facts["score"], facts["gold"]) == (ABANDONED, None, 1)
    assert facts["layout"] == {"name": "drawn", "digest": tale.layout_digest}
