"""What the figures say, and when they are not taken; how long anything takes is not tested."""

import json
import os
import subprocess
import sys

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.engine.view import GameView
from cc3k.expansions.registry import ExpansionRegistry
from tests.benchmarks import crowds, expansions, hunters, memory, resuming
from tests.benchmarks.__main__ import FALSIFYING, main
from tests.benchmarks.clock import ROUNDS, in_turn, median_ratio, medians, repeated
from tests.benchmarks.figures import TIMES, Figure, as_json, as_table, ratios_first
from tests.support.processes import ROOT
from tests.support.tables import for_each

FIGURES = [
    Figure("turns", 142_971.4, "a second", at_least=100_000),
    Figure("bytes", 2_500, "bytes", at_most=2_400),
    Figure("a wait", 0.0421, "seconds"),
    Figure("against another", 8.119, TIMES, at_least=8.5),
]


def test_a_table_has_ratios_first_and_tells_which_promises_are_kept() -> None:
    """A ratio holds on any machine; a promise that is missed can be found by its word."""
    lines = as_table(ratios_first(FIGURES)).splitlines()
    assert [" ".join(line.split()) for line in lines] == [
        "against another 8.12 times MISSED: at least 8.50",
        "turns 142,971 a second at least 100,000",
        "bytes 2,500 bytes MISSED: at most 2,400",
        "a wait 0.042 seconds",
    ]


def test_json_says_the_same() -> None:
    """For programs: every attribute of every figure, in the same order."""
    read = json.loads(as_json(FIGURES))
    assert [Figure(**each) for each in read] == FIGURES


@pytest.mark.parametrize("name", FALSIFYING)
def test_no_figure_is_taken_where_it_would_be_false(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Output unbuffered, or modules compiled anew at each start, cost what no player pays."""
    for each in FALSIFYING:
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, "1")
    assert main(["--json"]) == 2
    output, errors = capsys.readouterr()
    assert (output, errors) == ("", f"{name} would falsify the figures: expected a run without\n")


def test_works_take_turns() -> None:
    """A slow moment of the machine hits all that is compared."""
    order: list[str] = []
    rounds = in_turn(lambda: order.append("a"), repeated(lambda: order.append("b"), 2))
    assert "".join(order) == "abb" * ROUNDS
    assert len(rounds) == ROUNDS
    assert min(medians(rounds)) >= 0


def test_a_ratio_is_the_median_of_those_of_the_rounds() -> None:
    """Not that of medians, which need not come from the same moment."""
    assert median_ratio([(1.0, 1.0), (6.0, 2.0), (20.0, 10.0)]) == 2.0


def test_a_crowd_is_a_hundredfold_in_all() -> None:
    """A hundred times the tiles and the enemies; the walk is the same each time."""
    game = crowds.game_of(crowds.crowded_rules())
    usual = crowds.game_of(BASE_RULES)
    assert len(game.floor.board.chamber_index) == 100 * len(usual.floor.board.chamber_index)
    assert len(game.floor.enemies) >= 2_000
    way = crowds.a_way(usual, 30)
    assert usual.turns == 0
    walked = crowds.walk(usual, way)
    assert (walked.turns, walked.digest()) == (30, crowds.walk(usual, way).digest())


@for_each("rows", [hunters.hall_rows(), hunters.warren_rows()])
def test_a_crowd_of_hunters_hunts_on_the_largest_board(rows: tuple[str, ...]) -> None:
    """X52: 2,000 of them on 200 x 500, all of whom act; most come nearer where the way is wide."""
    game = hunters.crowded_game(hunters.RULES, rows)
    board, before = game.floor.board, set(game.floor.enemies)
    assert (board.height, board.width, len(before)) == (200, 500, 2_000)
    after = hunters.stand(game, 1)
    assert (after.turns, game.turns) == (1, 0)
    assert len(GameView(after).hunters) == 2_000
    moved = len(before - set(after.floor.enemies))
    assert moved > 1_000 or "#" in rows[1]


@for_each("name", ["", "fog", "all"])
def test_games_with_expansions_are_played_again_as_they_were(name: str) -> None:
    """X8: what is measured are real games: of many turns, in which the hero explores and fights."""
    rules = ExpansionRegistry().select([name] if name else [])
    games = expansions.recorded_games(rules, count=2, turns=60)
    ends = expansions.play_all(games)
    assert expansions.count_turns(games) == sum([end.turns for end in ends]) == 120
    assert [end.digest() for end in ends] == [end.digest() for end in expansions.play_all(games)]
    places = [end.floor.hero_cell for end in ends]
    assert places != [expansions.new_game(rules, number).floor.hero_cell for number in range(2)]


def test_a_long_game_is_resumed_at_its_last_turn() -> None:
    """What is measured is all of it: each turn is in the journal, and played."""
    game = resuming.resume(resuming.long_journal(40)).game
    assert game is not None
    assert (game.turns, len(game.floor.enemies), game.outcome) == (40, 12, None)


@pytest.mark.slow
def test_the_memory_of_a_game_is_that_of_what_it_holds() -> None:
    """Two pictures of a floor are the least of it; a copy shares what never changes."""
    fresh, copied = memory.figures()
    assert 4 < copied.value < fresh.value < 40


@pytest.mark.slow
def test_no_figure_is_taken_by_a_python_that_compiles_anew() -> None:
    """`-B` does what the variable does, and is nowhere but in that Python."""
    command = [sys.executable, "-B", "-m", "tests.benchmarks"]
    bare = {name: value for name, value in os.environ.items() if name not in FALSIFYING}
    ended = subprocess.run(command, env=bare, cwd=ROOT, capture_output=True, text=True, check=False)
    expected = "-B would falsify the figures: expected a run without\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", expected)
