"""`cc3k stats`: what all kept games add up to, as text or for programs."""

import json
from pathlib import Path

from cc3k.cli.stats import NO_GAMES, run
from cc3k.saves.record import PRACTICE
from tests.support.fixtures import Said
from tests.support.records import given_up, keep, lost, won


def test_stats_sum_all_kept_games_up(home: Path, capsys: Said) -> None:
    keep(home, a=won(), b=won(seed=7), c=lost(), d=given_up())
    keep(home, e=given_up(PRACTICE), f=won(PRACTICE))
    assert run([]) == 0
    assert capsys.readouterr().out.startswith(
        "4 games: 2 won, 1 lost, 1 given up\n"
        "Best score 5, as a drow; mean 3.3\n"
        "Enemies were held in 0 of 25 turns (0 %)\n"
        "Without freeze: 3 games, 2 won\n"
        "\n"
        "Won, of all games won or lost\n"
        f"  Drow            {'#' * 27}  100 %: 2 won, 0 lost, 0 given up\n"
    )


def test_json_is_one_document(home: Path, capsys: Said) -> None:
    assert run(["--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 0
    keep(home, a=won(), b=given_up())
    assert run(["--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["games"], document["best"]["race"], document["mean"]) == (2, "Drow", 5.0)


def test_nothing_kept_is_no_error(home: Path, capsys: Said) -> None:
    assert run([]) == 0
    assert capsys.readouterr() == (f"{NO_GAMES}\n", "")
    assert not home.exists()
