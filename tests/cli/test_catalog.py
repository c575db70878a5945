"""`cc3k catalog`: what lies where on the floors of seeds."""

import json
from pathlib import Path

import pytest

from cc3k.cli.catalog import MAX_SEEDS, parse_seed_ranges
from cc3k.content.floor_contents import floors_of_seed, list_floor_contents
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.play.session import Session
from tests.support.processes import refused, run, told
from tests.support.scenarios import room
from tests.support.tables import for_each


@for_each("seed", [1, -3, 42])
def test_floors_of_a_seed_are_those_of_its_first_game(seed: int) -> None:
    """R34: whichever race is chosen."""
    floors = list(floors_of_seed(BASE_RULES, seed))
    assert len(floors) == BASE_RULES.floor_count
    for race in BASE_RULES.races:
        game = Session(BASE_RULES, seed).start_game(race)
        for floor in floors:
            assert floor.glyphs == game.floor.glyphs
            assert list_floor_contents(floor) == list_floor_contents(game.floor)
            game.take_stairs()
    bare, dice = FloorLayout(BASE_RULES.standard_board), Dice(f"{seed}/game 1/floor 5")
    assert list_floor_contents(floors[4]) == list_floor_contents(
        BASE_RULES.generate_floor(bare, BASE_RULES, dice)
    )


@pytest.mark.seeded
def test_floor_is_told_in_a_table() -> None:
    out = told("catalog", "--seeds", "42")
    lines = out.splitlines()
    assert lines[:9] == [
        "seed 42 floor 1",
        "  @ PC               1  12,46",
        "  \\ stairs           1  6,22",
        "  0 RH               3  7,14  11,67  12,63",
        "  1 BA               2  18,24  19,67",
        "  2 BD               2  4,23  13,66",
        "  3 PH               2  8,76  12,41",
        "  4 WA               1  5,11",
        "  6 normal pile      7  4,13  4,58  4,59  6,15  7,11  11,41  19,71",
    ]
    assert "  D dragon           1  4,41 (4,40)" in lines
    heads = [line for line in lines if line.startswith("seed ")]
    assert heads == [f"seed 42 floor {depth}" for depth in range(1, 6)]
    assert "|---" not in out


@for_each(
    ("7", [7]),
    ("1-3", [1, 2, 3]),
    ("1,4,9-11", [1, 4, 9, 10, 11]),
    ("3,1", [3, 1]),
    ("-2--1,+5", [-2, -1, 5]),
    ("9" * 32, [int("9" * 32)]),
)
def test_seeds_are_numbers_and_spans_of_numbers(text: str, seeds: list[int]) -> None:
    """R34: in the order in which they are asked for."""
    lines = told("catalog", f"--seeds={text}").splitlines()
    assert [line for line in lines if line.endswith("floor 1")] == [
        f"seed {seed} floor 1" for seed in seeds
    ]
    assert parse_seed_ranges(f"1-{MAX_SEEDS}") == (range(1, MAX_SEEDS + 1),)


@for_each(
    *("", "1 2", "\x1b", "\u0663", *["x", "1-", "-", "1,,2", "3-1", "1-2-3", "1.5"]),
    *("9" * 33, f"0-{'9' * 32}", f"1-{MAX_SEEDS + 1}", f"1,1-{MAX_SEEDS}"),
)
def test_what_is_no_list_of_seeds_is_refused(text: str) -> None:
    """R34: what was found and what was expected; ten thousand seeds are enough."""
    complaint = refused("catalog", f"--seeds={text}")
    assert f"{text!a}: expected seeds such as 7, 1-25 or 1,4,9-12, 10000 at the most" in complaint


def test_pictures_are_those_of_layout_files(tmp_path: Path) -> None:
    """§6: so a floor of a seed can be cut out and played by everybody."""
    picture = f"{room('@3.9D', '.H..' + chr(92))}\n"
    path = tmp_path / "drawn.txt"
    path.write_text(picture * 5, encoding="ascii")
    out = told("catalog", "--seeds", "7", "--floor", str(path), "--pictures")
    assert out.count(picture) == 5
    assert len(out.split("\n\n")[:-1]) == 5


def test_layout_that_is_none_is_refused(tmp_path: Path) -> None:
    """R32: with file, line and column, as in play."""
    path = tmp_path / "wrong.txt"
    path.write_text(room("@="), encoding="ascii")
    complaint = refused("catalog", "--seeds", "7", "--floor", str(path))
    assert complaint.startswith(f"cc3k: {path}:2:3: found unknown mark '='; expected ")


def test_warnings_of_a_layout_are_told(tmp_path: Path) -> None:
    """R29: as they are in play."""
    path = tmp_path / "copied.txt"
    path.write_text(room("@G\\"), encoding="ascii")
    ended = run("catalog", "--seeds", "7", "--floor", str(path))
    warned = f"{path}:2: P is read as a potion of any kind and G as a normal pile"
    assert (ended.code, ended.err) == (0, f"cc3k: warning: {warned}\n")


@pytest.mark.seeded
def test_json_is_one_document() -> None:
    document = json.loads(told("catalog", "--seeds", "41-42", "--json", "--pictures"))
    assert [(floor["seed"], floor["floor"]) for floor in document] == [
        (seed, depth) for seed in (41, 42) for depth in range(1, 6)
    ]
    things = {thing["mark"]: thing for thing in document[5]["things"]}
    assert things["4"] == {
        "mark": "4", "name": "WA", "count": 1,
        "spots": [{"row": 5, "column": 11, "guards": []}],
    }  # fmt: skip
    [dragon] = [thing for thing in document[6]["things"] if thing["mark"] == "D"]
    assert dragon["spots"][0]["guards"] == [{"row": 4, "column": 40, "guards": []}]
    assert document[5]["picture"][11][45] == "@"
    assert "picture" not in json.loads(told("catalog", "--seeds", "42", "--json"))[0]
