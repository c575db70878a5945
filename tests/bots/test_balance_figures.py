"""The tables of `cc3k help balance` about expansions."""

import json

import pytest
from attrs import asdict

from cc3k.expansions.registry import OWN_EXPANSIONS
from tests.support.balance_figures import play, play_without, read_games, tables

TAGS = [each.tag for each in OWN_EXPANSIONS]
FROM_ARENA = {"bot": "runner", "race": "Drow", "game": 3, "cause": "elf", "score": 9, "ruleset": 2}
THINGS = ["ring of lore", "chalice"]


def line(**values: object) -> str:
    return json.dumps(FROM_ARENA | {"expansions": TAGS, "seed": 11, "layout": None} | values)


def test_payments_things_and_deaths_are_counted() -> None:
    """Section "With expansions" of `cc3k help balance`: shares of what was offered and paid."""
    deeds = ["took the ring of lore for 20 gold", "took the chalice for the key"]
    toll = "paid the elder dragon 96 gold"
    won = {"floor_turns": [9] * 8, "low": 2, "offers": THINGS[1:], "deeds": [toll]}
    lost = {"floor_turns": [4, 4], "low": 1, "offers": THINGS, "deeds": deeds}
    lines = [
        line(bot="delver", cause="", floors=8, turns=72, **won),
        line(bot="delver", floors=2, turns=8, **lost),
        line(floors=1, turns=40),
        line(floors=3, turns=60, expansions=TAGS[4:5]),
    ]
    rows = [tuple(row.strip("| ").split(" | ")) for row in tables([*read_games(lines)])]
    told = {" ".join(row[:2]): row[2:] for row in rows}
    assert told["delver all"] == ("1 of 2", "50", "9-91", "5.0", "40")
    assert told["runner all"][3:] == ("1.0", "40")
    assert told["runner hunters"][0] == "0 of 1"
    counts = {row[0]: row[1] for row in rows if len(row) > 1}
    assert counts["won"] == counts["by a drow"] == counts["chalice"] == "1 of 2"
    assert counts["paid with the key"] == counts["paid with gold"] == "1 of 2"
    assert counts["paid with blood"] == "0 of 2"
    assert counts["ring of lore"] == counts["wins by the toll"] == "1 of 1"
    assert counts["floors with HP under 40 %"] == "3 of 10"
    assert counts["on floor 2"] == counts["to elf"] == "1 of 1"


@pytest.mark.slow
@pytest.mark.seeded
def test_a_thing_that_is_forbidden_is_not_taken() -> None:
    """Section D, target 3: only the games in which it was taken are played again."""
    games = (play("delver", "all", number) for number in range(28, 99))
    game = next(game for game in games if game.taken)
    again = [*play_without([game])]
    assert [each.without for each in again] == game.taken
    assert all(each.without not in each.taken for each in again)
    rows = [*tables([game, *again])]
    at = rows.index("| forbidden | won with it | won without it | points |")
    assert [row.split(" | ")[0] for row in rows[at + 2 :][: len(again)]] == [
        f"| {thing}" for thing in sorted(game.taken)
    ]


def test_a_game_that_is_played_can_be_read_again() -> None:
    game = play("runner", "hunters", 3)
    assert [*read_games([json.dumps(asdict(game))])] == [game]
    assert (game.set_name, len(game.floor_turns)) == ("hunters", game.floors)
