"""An expansion that fails while a recorded game is replayed: nobody is locked out for it.

The one of these tests fails in the first turn, whenever a variable of the environment says so.
"""

from pathlib import Path

import pytest

from cc3k.api import Game
from cc3k.cli.main import main
from cc3k.cli.options import parse_play_options
from cc3k.cli.recorded_games import GameSetup, set_up_recorded_game
from cc3k.play.session import Session
from cc3k.play.start_offers import CannotResume
from cc3k.saves.expansion_plugins import select_rules
from cc3k.saves.plugins import blaming_expansions
from cc3k.saves.record import ORDINARY
from tests.expansions.conftest import Site
from tests.support.packages import ROOT_SOURCE

BREAKS = "THING_BREAKS"
SOURCE = f"""{ROOT_SOURCE}
import os

def fail(game):
    return 1 / 0 if game.turns == 1 and os.environ.get({BREAKS!r}) else ()

THING = Expansion(name="thing", sentence="It is a thing.", turns=TurnHooks(after_turn=fail))
"""
LABEL = "expansion 'thing' of thing 1.0"
FAILURE = f"{LABEL} failed in turns.after_turn: ZeroDivisionError: division by zero."
WAY_OUT = "|------|\n|@..\\..|\n|------|\n" * 5

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> Path:
    site.install("thing", SOURCE, {"thing": "thing:THING"})
    folder = tmp_path / "home"
    monkeypatch.setenv("CC3K_HOME", str(folder))
    monkeypatch.setenv("CC3K_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.delenv(BREAKS, raising=False)
    return folder


def set_up(*arguments: str, kind: str = ORDINARY) -> GameSetup:
    options = parse_play_options(arguments)
    options.rules = select_rules(options.dlc or ())
    return set_up_recorded_game(options, kind, lambda: Session(options.rules, 7))


def begin(*arguments: str, kind: str = ORDINARY) -> GameSetup:
    setup = set_up("--dlc", "thing", *arguments, kind=kind)
    if kind == ORDINARY:
        setup.session.floor_layouts = Game(1, drawing=WAY_OUT)._state.floor_layouts  # noqa: SLF001 - the drawn floors
    setup.session.start_game(setup.session.rules.races[0])
    setup.session.handle_words("f f no so we ea no so we ea ea ea")
    return setup


def finish_while_it_breaks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    setup = begin()
    monkeypatch.setenv(BREAKS, "1")
    game = setup.session.game
    assert game is not None
    for _ in range(30):
        if game.outcome is None:
            setup.session.handle_words("ea")
    assert game.outcome is not None
    setup.recorder.close()
    return setup.recorder.take_notices()


def test_a_game_that_cannot_be_replayed_has_its_score_all_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    """X5: it is told from the live game; only whoever verifies it hears of the failure."""
    assert finish_while_it_breaks(monkeypatch) == []
    assert main(["scores"]) == 0
    assert "1 game" in capsys.readouterr().out
    (home / "key").unlink()
    (home / "index.sqlite3").unlink()
    assert main(["scores"]) == 0  # from now on it is a stranger's, and cannot be replayed
    assert "No score is kept yet" in capsys.readouterr().out
    monkeypatch.delenv(BREAKS)
    assert main(["scores"]) == 0
    assert "1 game" in capsys.readouterr().out
    monkeypatch.setenv(BREAKS, "1")
    assert main(["scores", "--verify"]) != 0
    assert "failed in turns.after_turn: ZeroDivisionError" in capsys.readouterr().out


def test_a_kept_game_that_cannot_be_replayed_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin().recorder.close()
    monkeypatch.setenv(BREAKS, "1")
    with pytest.raises(CannotResume, match=r"failed in turns\.after_turn: ZeroDivisionError"):
        set_up("--continue")
    setup = set_up()
    (offer,) = setup.resume_offers
    assert offer.preview() == [FAILURE.removesuffix(".")]
    with pytest.raises(CannotResume, match=r"failed in turns\.after_turn: ZeroDivisionError"):
        offer.resume()
    setup.recorder.close()


def test_errors_of_the_game_itself_stay_what_they_are() -> None:
    message = "our own"
    with pytest.raises(LookupError, match=message), blaming_expansions():
        raise LookupError(message)
