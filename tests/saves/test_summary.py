"""What is told of a game afterwards: all of it found by playing its record again."""

import json
import re

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.layout.text import LayoutError
from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.saves.record import ABANDONED, DAILY, PRACTICE, SLAIN, WON, Record
from cc3k.saves.replay import ReplayDiverged, RulesMismatch
from cc3k.saves.summary import (
    LAST_MESSAGES,
    FloorVisit,
    GameSummary,
    GoldIncome,
    game_page,
    game_page_to_json,
    summarize_record,
)
from tests.support.records import BREWS, WAYS_OUT, header, recorded, walked
from tests.support.scenarios import race_named, room

POISON = ("u nw", "u no", "u ne", "u we", "u ea")


def told(record: Record) -> GameSummary:
    """Return what came of a game by the rules as they are."""
    return summarize_record(record, BASE_RULES)


def test_game_that_is_won_is_told_floor_by_floor() -> None:
    """§5: five floors, a pile on each; the turn that takes the stairs belongs to the floor left."""
    tale = told(recorded(header(WAYS_OUT * 5, "Drow"), *["ea"] * 10, ending=WON))
    assert (tale.ending, tale.cause_of_death, tale.turns) == (WON, "", 10)
    assert (tale.score, tale.gold, tale.last_floor) == (5, 5, 5)
    assert tale.floor_visits == tuple(FloorVisit(floor, 2, 150, 150, 1, 0) for floor in range(1, 6))
    assert tale.result_lines == ("Victory! PC has left the dungeon alive.", "Score: 5 (5 gold)")


def test_gold_is_told_by_the_size_of_its_piles() -> None:
    """§2.3.2: what lies about is worth 1, 2 or 4; a shade's score is half as much again (R15)."""
    tale = told(recorded(header(room("@6786\\")), *["ea"] * 4))
    assert tale.gold_income == GoldIncome({1: 1, 2: 2, 4: 1}, {}, 0, bonus=4)
    assert (tale.gold, tale.score) == (9, 13)


def test_gold_of_the_slain_and_stolen_gold_are_told_apart() -> None:
    """R13, R24: a goblin takes 5 from a merchant, whose hoard is then picked up."""
    game = header(room("@M..", "...\\"), "Goblin")
    tale = told(recorded(game, "f", "a ea", "a ea", "ea"))
    assert tale.gold_income == GoldIncome({4: 1}, {}, 5, bonus=0)
    assert tale.kills == {"merchant": 1}
    assert tale.gold == 9


def test_gold_straight_into_the_purse_is_told_by_the_enemy() -> None:
    """R24: a halfling yields a small or a normal pile."""
    tale = told(recorded(header(room("@L..", "...\\"), "Drow"), *["a ea"] * 12))
    assert tale.kills == {"halfling": 1}
    assert tale.gold_income == GoldIncome({}, {"halfling": tale.gold}, 0, bonus=0)
    assert tale.gold in (1, 2)


def test_potion_that_slays_is_the_cause() -> None:
    """R17: a vampire has 50 HP and dies of five potions; what was drunk is counted by kind."""
    tale = told(recorded(header(BREWS, "Vampire"), *POISON, ending=SLAIN))
    assert (tale.ending, tale.cause_of_death) == (SLAIN, "PH potion")
    assert tale.potions_drunk == {"PH": 5}
    assert tale.floor_visits == (FloorVisit(1, 5, 50, 0, 0, 0),)
    assert tale.result_lines == ("Defeat. PC died on floor 1.", "Score: 0 (0 gold)")


def test_enemy_that_slays_is_the_cause_by_its_name() -> None:
    """A glyph tells nothing to one who reads it a year later."""
    tale = told(recorded(header(room("@O..", "...\\"), "Goblin"), "f", *["a ea"] * 14))
    assert (tale.ending, tale.cause_of_death) == (SLAIN, "orc")
    assert tale.floor_visits[-1].left == 0


def test_hp_on_leaving_a_floor_is_that_before_the_stairs() -> None:
    """R6: what a troll regains on the stairs counts for the floor where it arrives."""
    game = header("\n".join([room("3.", "@\\"), room(".\\", "@.")]), "Troll")
    tale = told(recorded(game, "u no", "ea", "no"))
    assert [(stay.arrived, stay.left) for stay in tale.floor_visits] == [(120, 115), (120, 120)]
    shade = told(recorded(evolve(game, race="Shade"), "u no", "ea"))
    assert [(stay.arrived, stay.left) for stay in shade.floor_visits] == [(125, 115), (115, 115)]


def test_every_message_is_kept_with_its_turn() -> None:
    """Refusals take no turn (R4) and are told all the same."""
    tale = told(recorded(header(room("@..\\")), "no", "ea", "no"))
    assert [(entry.turn, entry.text, entry.times) for entry in tale.log_entries] == [
        (0, "Player character has spawned.", 1),
        (0, "PC cannot move North.", 1),
        (1, "PC moves East.", 1),
        (1, "PC cannot move North.", 1),
    ]
    assert tale.last_frame.endswith("Action: PC cannot move North.\n")
    assert tale.last_frame.startswith("|----|\n|.@.\\|\n")


def test_what_a_record_says_of_its_end_counts_only_for_a_game_that_goes_on() -> None:
    """A game ends as it is played: a record cannot claim a victory."""
    going = recorded(header(room("@..\\")), "ea")
    assert told(going).ending == ""
    assert told(evolve(going, ending=ABANDONED)).ending == ABANDONED
    assert told(going).result_lines == ()
    dead = recorded(header(BREWS, "Vampire"), *POISON)
    for record in (going, dead):
        with pytest.raises(ReplayDiverged, match="the ending is"):
            told(evolve(record, ending=WON))


def test_commands_after_the_end_are_of_no_game() -> None:
    """What happened last must not be counted again with each of them."""
    dead = recorded(header(BREWS, "Vampire"), *POISON)
    beyond = evolve(dead, steps=(*dead.steps, *[evolve(dead.steps[-1], command="no")] * 3))
    with pytest.raises(ReplayDiverged, match="the game is over; the record has more commands"):
        told(beyond)


def test_score_counts_when_a_game_has_an_end_and_is_no_practice() -> None:
    """§5: only of a game that was won or lost; a daily game counts, if on a board of its own."""
    for kind, counts in ((DAILY, True), (PRACTICE, False)):
        assert told(recorded(header(BREWS, "Vampire", kind=kind), *POISON)).is_scored is counts
    assert not told(recorded(header(BREWS, "Vampire"), *POISON[:-1], ending=ABANDONED)).is_scored


def test_layouts_are_told_apart_by_their_text() -> None:
    """Not by what they are called; floors furnished at random have none."""
    one, other = header(room("@..\\")), header(room("@.\\"))
    assert (
        told(recorded(one)).layout_digest
        == told(recorded(evolve(one, layout_name="x"))).layout_digest
    )
    assert told(recorded(one)).layout_digest != told(recorded(other)).layout_digest
    assert told(recorded(header())).layout_digest == ""


def test_record_of_no_game_by_these_rules_is_refused() -> None:
    """It has to go as it says, by these rules, on floors that can be read."""
    record = recorded(header(room("@..\\")), "ea")
    with pytest.raises(ReplayDiverged, match="turn 1: hp is 125; the record has 124"):
        told(
            evolve(
                record, steps=(evolve(record.steps[0], state=evolve(record.last_state, hp=124)),)
            )
        )
    with pytest.raises(RulesMismatch):
        told(evolve(record, header=evolve(record.header, ruleset=99)))
    with pytest.raises(LayoutError):
        told(evolve(record, header=evolve(record.header, layout_text="no floor")))


@given(st.integers(0, 10**6), st.sampled_from(BASE_RULES.races), st.integers(0, 400))
def test_sums_of_a_tale_agree_with_one_another(seed: int, race: Race, commands: int) -> None:
    """Gold by source, gold by floor and the purse; turns and the dead likewise."""
    tale = told(walked(seed, race, commands))
    income = tale.gold_income
    picked_up = sum(size * count for size, count in income.piles.items())
    assert picked_up + sum(income.taken.values()) + income.stolen == tale.gold
    assert tale.gold + income.bonus == tale.score == race.score_scale(tale.gold)
    assert sum(stay.gold for stay in tale.floor_visits) == tale.gold
    assert sum(stay.turns for stay in tale.floor_visits) == tale.turns == tale.log_entries[-1].turn
    assert sum(stay.slain for stay in tale.floor_visits) == sum(tale.kills.values())
    assert [stay.floor for stay in tale.floor_visits] == list(range(1, tale.last_floor + 1))
    assert (tale.floor_visits[0].arrived, tale.floor_visits[-1].left == 0) == (
        race.hp,
        tale.ending == SLAIN,
    )


@pytest.mark.seeded
def test_kinds_are_told_in_the_order_of_the_roster() -> None:
    """However a game met them: two tales can be compared line by line."""
    tale = told(walked(8, race_named("Shade"), 4_000))
    order = [kind.name for kind in BASE_RULES.enemy_kinds]
    assert list(tale.kills) == sorted(tale.kills, key=order.index)
    assert list(tale.potions_drunk) == sorted(
        tale.potions_drunk, key=[p.name for p in BASE_RULES.potions].index
    )
    assert len(tale.kills) > 1
    assert len(tale.potions_drunk) > 1


COMMAND = "cc3k --floor drawn --seed 42 --race goblin"
JOURNAL = "20261120-205700-goblin-42"


def page(record: Record) -> str:
    return game_page(summarize_record(record, BASE_RULES), COMMAND, JOURNAL)


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
        "The story\n"
        "  A goblin goes down into a dungeon of 5 floors.\n"
        "  Floor 1, 5 turns: slew a merchant, drank PH and took 11 gold; unhurt.\n"
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
    assert f"\nGold: {tale.gold}\n  {gold}  from slain halfling\n" in game_page(
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
    text = game_page(tale, COMMAND, JOURNAL)
    assert text.count("PC moves") == LAST_MESSAGES + 1  # and once on the Action row
    messages = game_page_to_json(tale, COMMAND, JOURNAL)["messages"]
    assert isinstance(messages, list)
    assert len(messages) == LAST_MESSAGES
    assert messages[-1] == {"turn": 2 * LAST_MESSAGES, "text": "PC moves West.", "times": 1}


def test_facts_are_those_of_the_page() -> None:
    """In JSON, without losing any."""
    tale = summarize_record(walked(15, race_named("Shade"), 4_000), BASE_RULES)
    facts = game_page_to_json(tale, COMMAND, JOURNAL)
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
    facts = game_page_to_json(tale, COMMAND, JOURNAL)
    assert (facts["ending"], facts["score"], facts["gold"]) == (ABANDONED, None, 1)
    assert facts["layout"] == {"name": "drawn", "digest": tale.layout_digest}
