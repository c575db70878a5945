"""`cc3k arena`: the same results whoever works, and figures that say how far to trust them."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

from cc3k.bots import arena as engine
from cc3k.bots import plugins as contestants
from cc3k.bots.arena import GameSpec, play_chunk, play_games_in_order, why_not_compiled
from cc3k.bots.plugins import BOTS, UnknownBot, bot_names, load_bot
from cc3k.bots.statistics import (
    CUT_SHORT,
    BotResult,
    MeanEstimate,
    ShareEstimate,
    estimate_bounded_mean,
    estimate_mean,
    estimate_share,
    statistics_by_race,
)
from cc3k.cli import arena
from cc3k.cli.arena import run
from cc3k.content.roster import BASE_RULES, RACES
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.fast import support
from cc3k.fast.support import find_missing_library
from tests.support.fixtures import Patch, Said
from tests.support.packages import install_module
from tests.support.processes import COMMAND, ROOT, environment
from tests.support.scenarios import room

pytestmark = pytest.mark.slow

FLOORS = BASE_RULES.floor_count

MATCHES = [GameSpec("greedy", race.name, 1, number) for race in RACES[:2] for number in (1, 2, 3)]


def played(executor: Executor, hand: int = 4) -> list[BotResult]:
    with executor:
        return list(play_games_in_order(MATCHES, executor, hand))


def out_of(capsys: Said, *arguments: str) -> str:
    assert run(arguments) == 0
    return capsys.readouterr().out


def lost(race: str, number: int, cause: str, score: int = 0) -> BotResult:
    return BotResult(race, number, cause, score=score, gold=score, floors=1, turns=1)


@pytest.mark.parametrize("hand", [1, 100])
def test_results_are_the_same_whoever_works(hand: int) -> None:
    alone, _ = play_chunk(MATCHES)
    assert [(result.race, result.game_number) for result in alone] == [
        (m.race, m.game_number) for m in MATCHES
    ]
    assert played(ThreadPoolExecutor(3), hand) == alone


def test_shares_have_wilsons_interval() -> None:
    """Figures worked out by hand: 8 of 10, and none of 10."""
    most = estimate_share([(8, 10)])
    assert (most.value, round(most.low, 4), round(most.high, 4)) == (0.8, 0.4902, 0.9433)
    none = estimate_share([(0, 10)])
    assert (none.value, none.low, round(none.high, 4)) == (0.0, 0.0, 0.2775)
    assert estimate_share([(10, 10)]).high > 0.9999


def test_means_have_the_normal_interval() -> None:
    """1.96 times the standard error to each side; no score is negative, whatever the spread."""
    figures = estimate_mean([[1, 2, 3, 4]])
    assert figures.value == 2.5
    assert width(figures) == pytest.approx(2 * 1.959964 * (5 / 3 / 4) ** 0.5)
    assert estimate_mean([[0, 0, 0, 9]]).low == 0


def test_mean_of_a_single_figure_has_no_interval() -> None:
    for figures, value in (([], 0), ([7], 7)):
        for found in (estimate_mean([figures]), estimate_bounded_mean([figures], 0, 9)):
            assert (found.value, found.low, found.high) == (value, None, None)


def test_no_interval_reaches_beyond_the_floors_there_are() -> None:
    for floors in ([5, 5, 5, 2], [5, 5], [1, 1, 1, 2], [1, 5], [3, 3]):
        found = estimate_bounded_mean([floors], 1, 5)
        assert found.value == sum(floors) / len(floors)
        assert holds(found, found.value)
        assert width(found) > 0, "alike figures leave room to vary"
        assert found.low is not None
        assert found.high is not None
        assert 1 <= found.low <= found.high <= 5
    results = [BotResult("Troll", n, "", 0, 0, floors=n, turns=1) for n in (3, 5, 5, 5, 5)]
    [troll] = statistics_by_race(results, FLOORS)
    assert troll.floors == estimate_bounded_mean([[3, 5, 5, 5, 5]], 1, 5)


def test_standings_are_by_race_and_of_all() -> None:
    results = [
        lost("Troll", 1, "orc", 4),
        lost("Troll", 2, "elf", 2),
        lost("Troll", 3, "elf", 3),
        lost("Troll", 4, CUT_SHORT),
        lost("Shade", 1, "", 9),
    ]
    troll, shade, both = statistics_by_race(results, FLOORS)
    assert (troll.race, troll.games, troll.won.value, troll.score.value) == ("Troll", 4, 0, 3)
    assert [(cause, of.value) for cause, of in troll.causes.items()] == [
        ("elf", 0.5),
        (CUT_SHORT, 0.25),
        ("orc", 0.25),
    ]
    assert (shade.won.value, dict(shade.causes)) == (1, {})
    assert (both.race, both.games, both.won.value, both.score.value) == ("all", 5, 0.2, 4.5)
    assert [standing.race for standing in statistics_by_race(results[:2], FLOORS)] == ["Troll"]


UNLIKE = {"Shade": 0.2, "Drow": 0.5, "Vampire": 0.05, "Troll": 0.9, "Goblin": 0.35}
"""Races that fare differently: how likely each is to win. Their scores are 400 times as much."""


def sample(dice: Random, games: Mapping[str, int]) -> list[BotResult]:
    results = []
    for race, odds in UNLIKE.items():
        for number in range(games[race]):
            cause = "" if dice.random() < odds else "elf"
            score = round(dice.gauss(400 * odds, 20))
            floors = 1 + sum(dice.random() < odds for _ in range(4))
            turns = round(dice.gauss(1000 * odds, 90))
            results.append(BotResult(race, number, cause, score, score, floors, turns))
    return results


@pytest.mark.parametrize(
    "games", [(40, 40, 40, 40, 40), (60, 20, 30, 50, 10)], ids=["alike", "cut short"]
)
def test_intervals_of_all_races_hold_the_truth_19_times_in_20(games: tuple[int, ...]) -> None:
    dice, of_each = Random(1), dict(zip(UNLIKE, games, strict=True))
    odds = sum(UNLIKE[race] * count for race, count in of_each.items()) / sum(games)
    truth = {"won": odds, "score": 400 * odds, "floors": 1 + 4 * odds, "turns": 1000 * odds}
    held = dict.fromkeys([*truth, "lost"], 0)
    for _ in range(600):
        every = statistics_by_race(sample(dice, of_each), FLOORS)[-1]
        assert every.race == "all"
        for name, figure in truth.items():
            held[name] += holds(getattr(every, name), figure)
        held["lost"] += holds(every.causes["elf"], 1 - odds)
    # 570 of 600 are to be expected, and fewer than 553 or more than 587 once in 1,000 times.
    assert all(553 <= count <= 587 for count in held.values()), held


def holds(found: ShareEstimate | MeanEstimate, figure: float) -> bool:
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.value <= found.high
    return found.low <= figure <= found.high


def width(found: ShareEstimate | MeanEstimate) -> float:
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


def test_intervals_of_races_that_fare_alike_are_as_those_of_one() -> None:
    alike = estimate_share([(8, 10), (4, 5), (40, 50)])
    assert alike.low == pytest.approx(estimate_share([(52, 65)]).low)
    values = [1, 3, 3, 5]
    of_nine = estimate_bounded_mean([values] * 9, 1, 5)
    assert of_nine == estimate_bounded_mean([values * 9], 1, 5)


def test_intervals_of_all_by_hand() -> None:
    """The variance of a mean of strata: of each the variance, by its part of the games squared."""
    found = estimate_mean([[1, 3], [10, 12, 14]])
    assert found.value == 8
    # 2 / 2 * (2 / 5)^2 + 4 / 3 * (3 / 5)^2 = 0.16 + 0.48
    assert width(found) == pytest.approx(2 * 1.959964 * 0.64**0.5)
    alone = estimate_mean([[1, 3], [10]])  # a single figure spreads as all do: 67 / 3
    assert width(alone) == pytest.approx(2 * 1.959964 * ((2 * 2 + 67 / 3) / 9) ** 0.5)


def test_races_that_have_all_won_or_all_lost_leave_room_to_differ() -> None:
    """Few games that happen to end alike are no proof that they always would."""
    for games in (1, 2, 100):
        found, one_race = estimate_share([(0, games), (games, games)]), [(games, 2 * games)]
        assert 0 < found.low < 0.5 < found.high < 1
        part = width(found) / width(estimate_share(one_race))
        assert part < 1
        assert part > 0.5 or games == 100


def test_table_tells_all(capsys: Said) -> None:
    out = out_of(capsys, "--bot", "random", "--games", "2", "--workers", "2")
    lines = out.splitlines()
    assert lines[0] == "random: games 1-2 of seed 1, each race; 95 % intervals"
    rows = [line.split()[:2] for line in lines[3 : 4 + len(RACES)]]
    assert rows == [[race.name, "2"] for race in RACES] + [["all", str(2 * len(RACES))]]
    assert "0.0% (0.0% - 65.8%)" in lines[3]
    assert lines[5 + len(RACES)] == "race     slain by      share of all games"
    assert any(line.startswith("all      ") for line in lines[6 + len(RACES) :])


def test_json_is_one_document(capsys: Said) -> None:
    arguments = ["--bot", "greedy", "--games", "3", "--race", "troll", "--seed", "5", "--json"]
    document = json.loads(out_of(capsys, *arguments, "--workers", "1"))
    assert (document["bot"], document["seed"], document["games"]) == ("greedy", 5, 3)
    assert (document["finished"], document["asked"]) == (3, 3)
    [standing] = document["standings"]
    results, _ = play_chunk([GameSpec("greedy", "Troll", 5, number) for number in (1, 2, 3)])
    assert standing["race"] == "Troll"
    assert standing["score"]["value"] == sum(result.score for result in results) / 3
    assert out_of(capsys, *arguments, "--workers", "2") == json.dumps(document) + "\n"


def test_picture_is_one_file(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "standings.svg"
    out_of(capsys, "--bot", "random", "--games", "2", "--workers", "1", "--svg", str(path))
    root = ET.fromstring(path.read_text("utf-8"))  # noqa: S314 - it is the project's own
    texts = ["".join(node.itertext()) for node in root if node.tag.endswith("text")]
    assert texts[0] == "random: games 1-2 of seed 1, each race"
    assert [race.name for race in RACES] == [text for text in texts if text.istitle()][: len(RACES)]
    assert sum(text.startswith("0.0% won, score ") for text in texts) == len(RACES) + 1
    assert sum(node.tag.endswith("path") for node in root) == len(RACES) + 1
    assert all(end in texts[2] for end in (" (", " - ", ")"))


def test_picture_that_cannot_be_written_is_told_before_the_first_game(
    tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    monkeypatch.setattr("cc3k.bots.arena.LocalWorkers", pytest.fail)
    assert run(["--svg", f"{tmp_path}/none/there.svg"]) == 1
    assert capsys.readouterr().err.endswith(": no such file or directory\n")
    assert list(tmp_path.iterdir()) == []


def test_single_game_says_that_it_has_no_interval(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "standings.svg"
    arguments = ["--bot", "random", "--games", "1", "--race", "s", "--workers", "1"]
    assert out_of(capsys, *arguments, "--svg", str(path)).count("(no interval)") == 2
    [standing] = json.loads(out_of(capsys, *arguments, "--json"))["standings"]
    score = standing["score"]["value"]
    assert standing["score"] == {"value": score, "low": None, "high": None}
    assert f"score {score:.1f} (no interval)" in path.read_text("utf-8")
    assert standing["won"]["high"] > 0.7


def test_picture_of_a_layout_by_any_name_can_be_read(tmp_path: Path, capsys: Said) -> None:
    path, layout = tmp_path / "standings.svg", tmp_path / "a&b<c>.txt"
    layout.write_text(f"{room('@G' + chr(92))}\n" * 5, encoding="ascii")
    arguments = ["--bot", "greedy", "--games", "1", "--race", "s", "--floor", str(layout)]
    out_of(capsys, *arguments, "--svg", str(path))
    root = ET.fromstring(path.read_text("utf-8"))  # noqa: S314 - it is the project's own
    title = next(node for node in root if node.tag.endswith("text"))
    assert title.text == f"greedy: games 1-1 of seed 1 on {layout}, each race"
    assert float(root.get("width", "")) > float(title.get("textLength", ""))


def test_potions_are_told_as_such_and_kept_by_their_names(tmp_path: Path, capsys: Said) -> None:
    """§5: what slew the PC, as the morgue tells it; programs find it under the same key as ever."""
    layout = tmp_path / "poison.txt"
    layout.write_text(f"{room('333', '3@3', '333', chr(92) + '..')}\n", encoding="ascii")
    arguments = ["--bot", "random", "--games", "9", "--race", "v", "--floor", str(layout)]
    assert "Vampire  PH potion     " in out_of(capsys, *arguments)
    [standing] = json.loads(out_of(capsys, *arguments, "--json"))["standings"]
    assert "PH" in standing["causes"]


def test_layout_is_played(tmp_path: Path, capsys: Said) -> None:
    """§6: with its warnings, and its errors where they are."""
    path = tmp_path / "floors.txt"
    path.write_text(f"{room('@G' + chr(92))}\n" * 5, encoding="ascii")
    arguments = ["--games", "1", "--race", "s", "--workers", "1", "--floor", str(path)]
    assert "100.0% (20.7% - 100.0%)   15.0 (no interval)" in out_of(capsys, *arguments)
    assert run(arguments) == 0
    assert "warning: " in capsys.readouterr().err
    path.write_text(room("@="), encoding="ascii")
    assert run(arguments) == 2
    assert capsys.readouterr().err.startswith(f"cc3k: {path}:2:3: found unknown mark '='")
    assert run(["--floor", str(tmp_path / "none")]) == 2
    assert "give a layout file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["--games", "0"], ["--games", "x"], ["--workers", "0"], ["--race", "human"], ["--seed", "x"],
     ["--workers", "\u0663"], ["careful"], ["--most", "9"], ["--limit", "9"], ["--keep-going"],
     ["--no-fast"], ["--layout", "tiny"]],
)  # fmt: skip
def test_wrong_arguments_are_refused(arguments: Sequence[str], capsys: Said) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: cc3k arena ")


def plug_in(folder: Path, monkeypatch: Patch, source: str, **entries: str) -> None:
    monkeypatch.delitem(sys.modules, "otherbots", raising=False)
    contestants._load_plugin.cache_clear()  # noqa: SLF001 - nobody else is to forget bots
    install_module(folder, "otherbots", source, entries, group="cc3k.bots")
    monkeypatch.syspath_prepend(folder)


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, "arena", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**environment(), "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
    )  # fmt: skip


NORTHERLY = """
class North:
    def __init__(self, dice):
        pass

    def choose(self, game):
        return "no"
"""


def test_any_package_can_bring_a_bot(tmp_path: Path, monkeypatch: Patch, capsys: Said) -> None:
    plug_in(tmp_path, monkeypatch, NORTHERLY, north="otherbots:North", random="otherbots:North")
    assert bot_names() == [*BOTS, "north"]
    assert load_bot("random") is BOTS["random"]
    assert run(["--bot", "north", "--games", "1", "--race", "s"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("cc3k: bot 'north' chose badly as Shade, seed 1, game 1, turn ")
    assert ": 'no': PC cannot move North" in error


@pytest.mark.parametrize(
    ("lost", "found"), [("otherbots:Missing", ".*"), ("otherbots", "a module")]
)
def test_bot_that_cannot_be_loaded_is_told(
    lost: str, found: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    plug_in(tmp_path, monkeypatch, "", lost=lost)
    said = rf"bot 'lost' of otherbots 1.0: found {found}; expected a bot at otherbots"
    with pytest.raises(UnknownBot, match=said):
        load_bot("lost")
    with pytest.raises(UnknownBot, match="bot 'nobody': expected one of random, greedy"):
        load_bot("nobody")


@pytest.mark.parametrize("value", ["otherbots:Outer.North", "otherbots : Outer.North [extra]"])
def test_entry_point_is_read_by_the_packaging_rules(
    value: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    source = NORTHERLY + "\nclass Outer:\n    North = North\n"
    plug_in(tmp_path, monkeypatch, source, inner=value)
    assert "North" in repr(load_bot("inner"))


needs_core = pytest.mark.skipif(
    find_missing_library() is not None, reason="the extra `fast` is not installed"
)


@needs_core
@pytest.mark.parametrize("floor", [None, "dragon"])
def test_the_same_games_have_the_same_results(
    floor: str | None, tmp_path: Path, capsys: Said
) -> None:
    texts, files = [], []
    for way in (["--fast"], []):
        path = tmp_path / f"{len(way)}.jsonl"
        more = [] if floor is None else ["--floor", floor]
        games = ["--bot", "random", "--games", "6", "--workers", "2", "--results", str(path)]
        assert run([*games, *more, *way]) == 0
        texts.append(capsys.readouterr().out)
        files.append(sorted(path.read_text("ascii").splitlines()))
    assert texts[0] == texts[1]
    assert files[0] == files[1]
    assert len(files[0]) == 6 * len(BASE_RULES.races)


@needs_core
def test_many_games_are_played_by_the_core_of_itself(monkeypatch: Patch, tmp_path: Path) -> None:
    prepared = list[object]()
    monkeypatch.setattr(engine, "compiled_player", lambda *what: prepared.append(what))
    monkeypatch.setattr(arena, "FEWEST_COMPILED_GAMES", 50)
    games = ["--bot", "random", "--race", "shade", "--workers", "1"]
    assert run([*games, "--games", "49"]) == 0
    assert prepared == []
    path = tmp_path / "games.jsonl"
    assert run([*games, "--games", "50", "--results", str(path)]) == 0
    assert len(prepared) == 1
    assert run([*games, "--games", "51", "--results", str(path)]) == 0  # one is left to play
    assert len(prepared) == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--bot", "careful"], "the bot careful has no compiled twin"),
        (["--dlc", "all"], "the fast core does not know the expansions pack, shop, chambers, fog"),
    ],
)
@needs_core
def test_what_the_core_cannot_play_is_refused(
    arguments: list[str], reason: str, monkeypatch: Patch, capsys: Said
) -> None:
    monkeypatch.setattr(arena, "FEWEST_COMPILED_GAMES", 2)
    games = ["--bot", "random", "--games", "1", "--race", "s", "--workers", "1"]
    assert run([*games, *arguments, "--fast"]) == 2
    assert capsys.readouterr().err.startswith(f"cc3k: --fast: {reason}")
    assert run([*games, *arguments, "--games", "2", "--json"]) == 0
    captured = capsys.readouterr()
    assert (json.loads(captured.out)["finished"], captured.err) == (2, "")


def test_without_its_library_the_engine_plays(monkeypatch: Patch, capsys: Said) -> None:
    monkeypatch.setattr(support, "find_spec", {"numpy": True}.get)
    engine.compiled_player.cache_clear()  # nobody else is to have none
    assert why_not_compiled("random", BASE_RULES) == "numba is not installed"
    assert run(["--bot", "random", "--games", "1", "--race", "s", "--fast"]) == 2
    assert capsys.readouterr().err == "cc3k: --fast: numba is not installed\n"
    assert_played_alike()
    engine.compiled_player.cache_clear()


def assert_played_alike(tags: tuple[str, ...] = ()) -> None:
    ways = (True, False)
    specs = [GameSpec("random", "troll", 1, 1, expansions=tags, compiled=way) for way in ways]
    compiled, plain = play_chunk(specs)[0]
    assert compiled == plain


def test_the_engine_plays_games_with_expansions_that_may_be_compiled() -> None:
    assert_played_alike(ExpansionRegistry().select(["fog"]).expansion_tags)
