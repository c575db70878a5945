"""End of a game on a terminal: what is kept of it, found for the end screen."""

import time
from pathlib import Path

import pytest

from cc3k.cli.end_of_game import end_of_game, find_kept_game
from cc3k.content.roster import BASE_RULES
from cc3k.play.session import Session
from cc3k.saves.scores_file import format_score_line
from cc3k.saves.setup import GameSetup
from cc3k.ui.game_screen import END_GUARD_SECONDS
from cc3k.ui.settings import ScreenSettings
from tests.support.records import A_SCORE, journal_of, lost, won
from tests.support.terminals import GAME, Terminal

NAME = "20261120-205700-drow-42"


def kept(home: Path) -> str:
    """Keep a game that was won, and return the path of its journal."""
    (home / "games").mkdir()
    (home / "morgue").mkdir()
    path = home / "games" / f"{NAME}.cc3k"
    path.write_bytes(journal_of(won()))
    return str(path)


def test_kept_game_has_its_names_and_its_last_board_can_be_drawn(tmp_path: Path) -> None:
    """Beside its page in the morgue; where that fails it is said."""
    game = find_kept_game(str(tmp_path), kept(tmp_path), ScreenSettings())
    assert game is not None
    assert game.journal == NAME
    assert game.page == str(tmp_path / "morgue" / f"{NAME}.txt")
    assert game.command.startswith("cc3k ")
    assert game.draw_board() == f"The last board is drawn: {tmp_path}/morgue/{NAME}.svg"
    assert (tmp_path / "morgue" / f"{NAME}.svg").read_text("utf-8").startswith("<svg")
    (tmp_path / "morgue" / f"{NAME}.svg").unlink()
    (tmp_path / "morgue").rmdir()
    (tmp_path / "morgue").write_text("a file")
    assert game.draw_board().endswith("Not a directory.")


def test_game_that_is_kept_elsewhere_or_not_at_all_is_not_found(tmp_path: Path) -> None:
    """With `--journal`, in practice until it is left, or with a full disk."""
    path = kept(tmp_path)
    assert find_kept_game(str(tmp_path / "other"), path, ScreenSettings()) is None
    assert find_kept_game(str(tmp_path), "", ScreenSettings()) is None
    missing = str(tmp_path / "games" / "missing.cc3k")
    assert find_kept_game(str(tmp_path), missing, ScreenSettings()) is None


def test_scores_are_found_and_none_where_there_is_no_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that cannot be read is none: the end screen comes in any case."""
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    setup = GameSetup(Session(BASE_RULES, 42), find_finished_journal=lambda: kept(tmp_path))
    found = end_of_game(setup, ScreenSettings())
    assert list(found.load_scores()) == []
    (tmp_path / "scores.jsonl").write_bytes(format_score_line(A_SCORE))
    assert list(found.load_scores()) == [A_SCORE]
    (tmp_path / "scores.jsonl").unlink()
    (tmp_path / "scores.jsonl").mkdir()
    assert list(found.load_scores()) == []
    game = found.find_kept_game()
    assert game is not None
    for name in ("CC3K_HOME", "XDG_STATE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert end_of_game(setup, ScreenSettings()).find_kept_game() is None
    assert lost().ending


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
    (page,) = (tmp_path / "home" / "morgue").glob("*.txt")
    assert page.with_suffix(".svg").exists()
