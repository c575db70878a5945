"""What is not kept is told at once: journals and folders that vanish, and homes that are none."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.play.commands import MetaCommand
from cc3k.play.messages import LEAVE_QUESTION, SAVING_AGAIN
from cc3k.play.session import Session
from cc3k.saves.disk import Disk
from cc3k.saves.journal_file import WriterContext
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import UNFINISHED_FOLDER
from cc3k.saves.record import Header
from cc3k.saves.recorder import Recorder
from cc3k.ui.console import Console
from cc3k.ui.game_screen import GameScreen
from cc3k.ui.modes import QuestionMode
from cc3k.ui.pager import PagerMode
from cc3k.ui.settings import ScreenSettings
from tests.support.disks import files
from tests.support.fixtures import Patch
from tests.support.processes import run
from tests.support.terminals import Terminal

SCREEN = [sys.executable, "-m", "cc3k", "--seed", "42"]


def _unlinked(path: Path) -> None:
    path.unlink()


def _without_its_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def _without_the_home(path: Path) -> None:
    shutil.rmtree(path.parent.parent)


def _moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def _replaced(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def _behind_a_file(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_bytes(b"")


WAYS = (_unlinked, _without_its_folder, _without_the_home, _moved, _replaced, _behind_a_file)
VANISHED = pytest.mark.parametrize("vanish", WAYS, ids=lambda way: way.__name__[1:])


def begun(folder: Path) -> tuple[Session, Recorder, Path]:
    def place(_header: Header) -> str:
        return str(folder / "home" / UNFINISHED_FOLDER / f"it{JOURNAL_SUFFIX}")

    keeper = Recorder(WriterContext(Disk(), "process 7"), lambda: 0.0, place)
    session = Session(BASE_RULES, 42)
    session.observer = keeper
    session.handle_words("s")
    assert keeper.try_to_save()
    (path,) = files(folder)
    return session, keeper, path


def not_kept(path: Path) -> list[str]:
    return [f"This game cannot be kept: its journal is no longer at {path}."]


@VANISHED
def test_journal_that_vanishes_is_noticed_by_the_next_command(
    tmp_path: Path, vanish: Callable[[Path], None]
) -> None:
    session, keeper, path = begun(tmp_path)
    vanish(path)
    session.handle_words("no")
    assert keeper.take_notices() == not_kept(path)
    assert not keeper.try_to_save()
    session.handle_words("ea")
    assert keeper.take_notices() == []
    keeper.close()
    assert keeper.take_notices() == []


def test_journal_that_is_back_is_whole(tmp_path: Path) -> None:
    session, keeper, path = begun(tmp_path)
    away = path.with_name("away")
    path.rename(away)
    session.handle_words("no")
    assert keeper.take_notices() == not_kept(path)
    away.rename(path)
    session.handle_words("ea")
    assert keeper.take_notices() == [SAVING_AGAIN]
    assert keeper.try_to_save()
    assert [step.command for step in read_stored_journal(str(path)).record.steps] == ["no", "ea"]


def test_game_that_ends_without_its_journal_is_told_not_to_be_kept(tmp_path: Path) -> None:
    session, keeper, path = begun(tmp_path)
    path.unlink()
    session.handle_words("q")
    assert keeper.take_notices() == not_kept(path)
    assert list(files(tmp_path)) == []


@pytest.mark.slow  # and a path that fits on the screen
def test_vanished_folder_is_told_on_a_screen_and_no_farewell_says_kept(tmp_path: Path) -> None:
    env = {"TERM": "xterm-256color", "CC3K_HOME": str(tmp_path / "home")}
    with Terminal(SCREEN, env=env) as terminal:
        terminal.wait_for("Choose a race")
        terminal.type("s")
        terminal.wait_for("125/125")
        shutil.rmtree(tmp_path / "home")
        terminal.type("f")
        terminal.wait_for("This game cannot be kept")
        terminal.type("\x04")
        terminal.wait_for("leaving loses the rest. Leave? (y/n)")
        terminal.type("y")
        assert terminal.end() == 0
    assert b"Your game is kept" not in terminal.output


@pytest.mark.slow
def test_farewell_names_the_journal_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "my game"
    with Terminal([*SCREEN, "--journal", str(path)]) as terminal:
        terminal.wait_for("Choose a race")
        terminal.type("s")
        terminal.wait_for("125/125")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert f"`cc3k --continue --journal '{path}'` goes on with it.".encode() in terminal.output


def test_that_a_script_is_not_kept_is_told_aside(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 300)
    words = "s no ea"
    ended = run("--seed", "7", "--journal", str(path), typed=words)
    assert ended.out == run("--seed", "7", typed=words).out
    assert ended.err.startswith("cc3k: This game cannot be kept: ")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("key", ["q", "r", "ctrl-d"])
@pytest.mark.parametrize("size", [(79, 30), (20, 10)], ids=str)
def test_question_tells_first_that_the_journal_has_vanished(
    tmp_path: Path, monkeypatch: Patch, key: str, size: tuple[int, int]
) -> None:
    monkeypatch.chdir(tmp_path)  # a long name of a folder would take another page
    session, keeper, path = begun(Path())
    console = Console(session, *size, ScreenSettings())
    screen = GameScreen(console)
    screen.draw()
    path.unlink()
    screen.press_keys([key])
    screen.draw()
    if size == (20, 10) and key == "r":
        return
    assert isinstance(console.mode, QuestionMode)
    questions = {
        "r": MetaCommand.RESTART.question,
        "q": MetaCommand.QUIT.question,
        "ctrl-d": LEAVE_QUESTION,
    }
    assert console.mode.question == f"{not_kept(path)[0]} {questions[key]}"
    screen.press_keys(["y"])
    assert session.game is None if key == "r" else session.is_ended
    assert keeper.take_notices() == []


@pytest.mark.parametrize("keys", [["?"], ["l"], ["a"]], ids="".join)
def test_notice_is_not_lost_behind_a_page_or_a_typed_word(tmp_path: Path, keys: list[str]) -> None:
    session, _, path = begun(tmp_path)
    console = Console(session, 79, 30, ScreenSettings())
    screen = GameScreen(console)
    if keys == ["?"]:
        console.mode = PagerMode(("a page",))
    else:
        screen.press_keys(keys)
    assert console.mode is not None or console.command_input.display_text
    path.unlink()
    screen.draw()
    assert not_kept(path)[0] not in console.message
    screen.press_keys(["esc" if keys != ["a"] else "backspace"])
    screen.draw()
    assert not_kept(path)[0] in console.message


def test_journal_that_is_cut_short_is_told_and_then_kept_on_the_next_try(tmp_path: Path) -> None:
    """By another program: what it still has is the game as far as it is whole."""
    _, keeper, path = begun(tmp_path)
    os.truncate(path, 20)
    keeper.try_to_save()
    (told,) = keeper.take_notices()
    assert "its journal has been cut short at" in told
    assert not keeper.try_to_save()
