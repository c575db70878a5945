"""End of a game on a terminal: what is kept of it, found for the end screen."""

import time
from pathlib import Path

import pytest

from cc3k.cli.end_of_game import describe_kept_game, load_end_records
from cc3k.content.roster import BASE_RULES
from cc3k.play.session import Session
from cc3k.saves.end_report import EndRecords
from cc3k.saves.setup import GameSetup
from cc3k.ui.game_screen import END_GUARD_SECONDS
from cc3k.ui.settings import ScreenSettings
from tests.support.records import keep, won
from tests.support.terminals import GAME, Terminal

NAME = "20261120-205700-drow-42"


def kept(home: Path) -> str:
    """Keep a game that was won, and return the path of its journal."""
    keep(home, **{NAME: won()})
    return str(home / "games" / f"{NAME}.cc3k")


def test_kept_game_has_its_names_and_its_last_board_can_be_drawn(tmp_path: Path) -> None:
    """In a folder of its own; where that fails it is said."""
    header = won().header
    game = describe_kept_game(str(tmp_path), kept(tmp_path), header, ScreenSettings())
    assert game is not None
    assert (game.journal, game.page) == (NAME, f"cc3k games --page {NAME}")
    assert game.command.startswith("cc3k ")
    picture = tmp_path / "pictures" / f"{NAME}.svg"
    assert game.draw_board() == f"The last board is drawn: {picture}"
    assert picture.read_text("utf-8").startswith("<svg")
    picture.unlink()
    picture.parent.rmdir()
    picture.parent.write_text("a file")
    assert game.draw_board().endswith("exists.")
    (tmp_path / "games" / f"{NAME}.cc3k").write_bytes(b"no journal\n")
    assert "found a line that is marked" in game.draw_board()


def test_game_that_is_kept_elsewhere_is_not_found(tmp_path: Path) -> None:
    """With `--journal`."""
    path = kept(tmp_path)
    other = describe_kept_game(str(tmp_path / "other"), path, won().header, ScreenSettings())
    assert other is None


def test_scores_are_found_and_none_where_there_is_no_home(
    home: Path, request: pytest.FixtureRequest
) -> None:
    """Scores that cannot be read are none: the end screen comes in any case."""
    path = kept(home)
    setup = GameSetup(Session(BASE_RULES, 42), finished_game=lambda: (path, won().header))
    found = load_end_records(setup, ScreenSettings(), "Drow")
    assert [score.journal for score in found.scores] == [NAME]
    assert found.kept is not None
    assert list(load_end_records(setup, ScreenSettings(), "Troll").scores) == []
    (home / "scores.jsonl").mkdir()
    assert list(load_end_records(setup, ScreenSettings(), "Drow").scores) == []
    unsaved = GameSetup(Session(BASE_RULES, 42))
    assert load_end_records(unsaved, ScreenSettings(), "Drow").kept is None
    request.getfixturevalue("homeless")
    assert load_end_records(setup, ScreenSettings(), "Drow") == EndRecords()


@pytest.mark.slow
def test_game_ends_with_its_report_on_a_terminal(tmp_path: Path) -> None:
    """From the last step to the picture: each of it is there when it is named."""
    floors = tmp_path / "ways.txt"
    floors.write_text("|---|\n|@7\\|\n|---|\n" * 5, "ascii")
    env = {"TERM": "xterm-256color", "CC3K_HOME": str(tmp_path / "home")}
    with Terminal([*GAME[:3], "--floor", str(floors), "--race", "troll"], env=env) as terminal:
        terminal.wait_for("Find the stairs")
        for floor in range(1, 6):
            terminal.wait_for(f"{floor}/5")
            terminal.type("eaea")
        terminal.wait_for("Press Enter.")
        time.sleep(2 * END_GUARD_SECONDS)
        terminal.type("\r")
        terminal.wait_for("The first of your games as a troll on this layout")
        terminal.type("p")
        terminal.wait_for("The last board is drawn")
        terminal.type("q")
        assert terminal.end() == 0
    assert len([*(tmp_path / "home" / "pictures").glob("*.svg")]) == 1
