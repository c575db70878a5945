"""`cc3k scores`: the best games of each race, on each board; and whether they are what they say."""

import gc
import json
import re
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.cli import scores
from cc3k.cli.scores import NO_MATCHING_SCORES, NO_SCORES, _tell_progress
from cc3k.cli.stats import NO_GAMES
from cc3k.play.endings import WON
from cc3k.saves.record import DAILY, PRACTICE
from tests.support.fixtures import Patch, Said
from tests.support.processes import refused, run, told
from tests.support.records import (
    A_RESULT,
    DAY,
    WAYS_OUT,
    given_up,
    header,
    keep,
    lost,
    recorded,
    won,
)


def left_by_release_2(home: Path, *names: str, **changes: object) -> None:
    """Leave lines of an older table, of games won as by `won`."""
    score = A_RESULT._replace(
        race="Drow", score=5, layout="9ac48bc0", called="drawn", frozen_turns=0
    )
    lines = [json.dumps({**score._asdict(), "journal": name, **changes}) for name in names]
    home.mkdir(exist_ok=True)
    (home / "scores.jsonl").write_text("".join(f"{line}\n" for line in lines))


def test_scores_are_shown_race_by_race(home: Path) -> None:
    keep(home, a=won(), b=won(race="Goblin"), c=given_up(), d=won(DAILY, seed=DAY), e=lost())
    out = told("scores")
    assert out.startswith(
        "Ordinary games on the layout drawn (49bf963a)\n"
        "  Vampire, 1 game                      turns  frozen\n"
        "  *    1       0  floor 1, PH potion        5       0  2026-11-20  Seed 42\n"
    )
    races = re.findall(r"^  (\w+), 1 game", out, re.MULTILINE)
    assert races == ["Vampire", "Drow", "Goblin", "Drow"]
    assert out.endswith("\n\n* your last game\n")


def test_no_cycles_are_looked_for_among_many_results(home: Path, monkeypatch: Patch) -> None:
    keep(home, a=won())
    collects = list[bool]()
    monkeypatch.setattr(scores, "close_killed_games", lambda _: collects.append(gc.isenabled()))
    for command in ("scores", "stats"):
        assert told(command)
        assert gc.isenabled()
    assert collects == [False] * 2


def test_scores_can_be_chosen(home: Path) -> None:
    keep(home, a=won(), b=won(race="Goblin"), c=won(seed=7), d=lost())
    out = told("scores", "--race", "g")
    assert "Goblin, 1 game" in out
    assert "Drow" not in out
    assert "*" not in out
    out = told("scores", "--layout", "drawn", "--race", "drow", "--top", "1")
    assert "Drow, 2 games" in out
    assert out.count("won") == 1
    out = told("scores", "--layout", "49bf963a")
    assert ("drawn (49bf963a)" in out, "9ac48bc0" in out) == (True, False)
    left_by_release_2(home, "z", layout="", called="")
    for layout in ("other", ""):
        assert told("scores", "--layout", layout) == f"{NO_MATCHING_SCORES}\n"


FROZEN = ("f", "ea", "ea", "f", *["ea"] * 8)
"""A won game with enemies held for its first two turns."""


def test_scores_are_chosen_by_their_frozen_turns(home: Path) -> None:
    """R5: freeze is no fault, but games with it can be told from those without."""
    frozen = recorded(header(WAYS_OUT * 5, "Troll"), *FROZEN, ending=WON)
    keep(home, a=won(), b=frozen)
    out = told("scores")
    assert "won                      10       0  2026-11-20" in out
    assert "won                      10       2  2026-11-20" in out
    for arguments, races in ((["--no-freeze"], ["Drow"]), ([], ["Drow", "Troll"])):
        tables = json.loads(told("scores", *arguments, "--json"))["tables"]
        assert sorted(table["race"] for table in tables) == races
    assert told("scores", "--verify", "--no-freeze") == "same         a\n1 same\n"


def test_games_of_release_1_do_not_tell_the_freeze(home: Path) -> None:
    keep(home, a=won())
    left_by_release_2(home, "a", frozen_turns=None)
    assert told("scores", "--verify").endswith("1 same\n")
    assert "won                      10       ?  2026-11-20" in told("scores")
    ended = run("scores", "--no-freeze")
    assert (ended.code, ended.out) == (0, f"{NO_MATCHING_SCORES}\n")
    assert ended.err.endswith("the frozen turns of 1 game of an earlier release are not known\n")


def test_json_is_one_document(home: Path) -> None:
    keep(home, a=won(), b=lost())
    document = json.loads(told("scores", "--json"))
    assert document["damaged"] == 0
    assert sorted(table["race"] for table in document["tables"]) == ["Drow", "Vampire"]
    assert {place["journal"] for table in document["tables"] for place in table["places"]} == {
        *"ab"
    }


@pytest.mark.usefixtures("homeless")
def test_without_a_home_nothing_is_kept() -> None:
    for arguments in ([], ["--verify"]):
        assert told("scores", *arguments) == f"{NO_SCORES}\n"
    assert json.loads(told("scores", "--json")) == {"tables": [], "damaged": 0}
    assert told("stats") == f"{NO_GAMES}\n"


def test_damaged_lines_are_told(home: Path) -> None:
    left_by_release_2(home, "a")
    path = home / "scores.jsonl"
    with path.open("a") as file:
        file.write("x\n")
    ended = run("scores")
    assert "Drow, 1 game" in ended.out
    assert ended.err == f"cc3k: warning: {path}: 1 line is damaged and left out\n"
    path.write_text("x\nyy\n")
    assert run("scores").err == f"cc3k: warning: {path}: 2 lines are damaged and left out\n"
    path.unlink()
    path.mkdir()
    for command in ("scores", "stats"):
        assert refused(command) == f"cc3k: {path}: is a directory\n"


def test_a_home_that_is_no_folder_is_not_an_empty_one(home: Path) -> None:
    home.touch()
    for command in ("scores", "stats"):
        assert refused(command) == f"cc3k: {home}: not a directory\n"


def test_verify_finds_true_scores_the_same(home: Path) -> None:
    keep(home, a=won(), b=lost(), c=given_up())
    assert told("scores", "--verify") == "same         a\nsame         b\n2 same\n"
    assert told("scores", "--verify", "--race", "drow") == "same         a\n1 same\n"
    assert told("scores", "--verify", "--race", "troll") == f"{NO_MATCHING_SCORES}\n"


def test_verify_finds_what_is_not_so(home: Path) -> None:
    left_by_release_2(home, *"abcdefg", "../games/a")
    steps, first = won().steps, won().header
    richer = (evolve(steps[0], state=evolve(steps[0].state, gold=99)), *steps[1:])
    keep(home, a=won(), b=evolve(won(), steps=richer), c=won(seed=7))
    keep(home, d=evolve(won(), header=evolve(first, ruleset=99)))
    keep(home, e=evolve(won(), header=evolve(first, layout_text="nothing")), f=won())
    path = home / "games" / "f.cc3k"
    path.write_bytes(path.read_bytes().replace(b" ea ", b" we ", 1))
    (home / "games" / "g.cc3k").mkdir()
    ended = run("scores", "--verify")
    assert ended.code == 3
    found = [line.split(": ")[0].rsplit(maxsplit=1) for line in ended.out.splitlines()]
    assert sorted(found[:-1], key=lambda each: each[1]) == [
        *(["missing", "../games/a"], ["same", "a"], ["diverged", "b"], ["diverged", "c"]),
        *(["other rules", "d"], ["damaged", "e"], ["damaged", "f"], ["damaged", "g"]),
    ]
    left_by_release_2(home, "a", "d", "g")
    assert run("scores", "--verify").code == 5
    left_by_release_2(home, "a", "d")
    assert run("scores", "--verify").code == 4


def test_progress_is_told_aside(capsys: Said) -> None:
    _tell_progress(1_500, 100_000)
    assert capsys.readouterr() == ("", "cc3k: index: 1,500 of 100,000 games are read\n")


def test_stats_sum_all_kept_games_up(home: Path) -> None:
    keep(home, a=won(), b=won(seed=7), c=lost(), d=given_up())
    keep(home, e=given_up(PRACTICE), f=won(PRACTICE))
    assert told("stats").startswith(
        "4 games: 2 won, 1 lost, 1 given up\n"
        "Best score 5, as a drow; mean 3.3\n"
        "Enemies were held in 0 of 25 turns (0 %)\n"
        "Without freeze: 3 games, 2 won\n"
        "\n"
        "Won, of all games won or lost\n"
        f"  Drow            {'#' * 27}  100 %: 2 won, 0 lost, 0 given up\n"
    )


def test_json_of_stats_is_one_document(home: Path) -> None:
    assert json.loads(told("stats", "--json"))["games"] == 0
    keep(home, a=won(), b=given_up())
    document = json.loads(told("stats", "--json"))
    assert (document["games"], document["best"]["race"], document["mean"]) == (2, "Drow", 5.0)


def test_no_game_is_no_error(home: Path) -> None:
    assert told("stats") == f"{NO_GAMES}\n"
    assert not home.exists()
