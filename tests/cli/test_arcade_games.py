"""The games of the arcade on a screen: what their commands play, keep, go on with, and put away."""

import re
import signal
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, NoReturn

import pytest

from cc3k.arcade.defender.program import DefenderProgram
from cc3k.arcade.escape import opponent
from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION
from cc3k.cli import defender, escape, gems, replay, streams
from cc3k.exit_codes import EXIT_DAMAGED, EXIT_OK
from cc3k.saves.arcade_games import (
    ArcadeRecorder,
    ArcadeStep,
    read_stored_arcade_journal,
    unfinished_arcade_games,
)
from cc3k.ui.arcade_screen import OVER, ArcadeScreen, give_inputs
from tests.support.arcade_screens import shown
from tests.support.fixtures import Patch, Said
from tests.support.processes import COMMAND
from tests.support.tables import for_each
from tests.support.terminals import Terminal

MEADOW = """\
Coordinate type: SQUARE xMax: 9 yMax: 4 Players: Ann Ben /* \N{SNOWMAN} */
Locations: (1, 1) Ann frog (9, 4) Ben frog (1, 4) exit
Piece descriptors: frog orthogonal [distance 2, value 2]
Rules: SCORE 2
"""
"""A game of two moves of Ann's: to (1, 3), and out at (1, 4)."""


class Played(NamedTuple):
    module: ModuleType
    arguments: tuple[str, ...]
    opening: tuple[str, ...]
    opened: str
    ending: tuple[str, ...]
    end: str
    inputs: int
    offered: str = ""


GAMES = {
    "gems": Played(
        gems,
        (),
        ("up", "up", "up", "tab", "down", "down", "enter"),
        "removes 5 gems",
        ("enter", "enter", "x"),
        "Final Score: 41",
        1,
        "gems",
    ),
    "defender": Played(
        defender,
        (),
        ("enter", "down", "enter", "f", "p"),
        "in game(2.0)",
        ("p",) * 60,
        "Better luck next time!",
        5,
        "defender",
    ),
    "escape": Played(
        escape,
        ("meadow.egc",),
        ("enter", "right", "right", "enter"),
        "Ben to move",
        ("enter", "down", "enter", "enter", "right", "enter"),
        "Ann has won",
        1,
        "meadow.egc, c25, two people",
    ),
    "escape --against": Played(
        escape,
        ("meadow.egc", "--against", "2"),
        ("enter", "right", "right", "enter"),
        "moves 2",
        ("enter", "right", "enter"),
        "Ann has won",
        1,
        "meadow.egc, c25, opponent 2 ahead",
    ),
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "meadow.egc").write_text(MEADOW, encoding="utf-8")
    return tmp_path


class FakeScreen(NamedTuple):
    size: tuple[int, int]


class Visit(NamedTuple):
    screens: list[list[str]]
    farewell: str

    @property
    def last(self) -> str:
        return "\n".join(self.screens[-1])


class Visitor:
    """Whoever plays a game by keys, and sees that each of its boards keeps to the screen."""

    def __init__(self, monkeypatch: Patch, size: tuple[int, int] = (80, 24)) -> None:
        self._keys: tuple[str, ...] = ()
        self._visit = Visit([], "")
        for module in (streams, escape):
            monkeypatch.setattr(module, "is_interactive", lambda: True)
        monkeypatch.setattr(streams, "open_game_screen", lambda *_, **__: FakeScreen(size))
        monkeypatch.setattr("cc3k.terminal.loop.run_app", self._run)

    def play(self, game: Played, *keys: str) -> Visit:
        self._keys = keys
        assert game.module.run(game.arguments) == EXIT_OK
        return self._visit

    def _run(self, app: ArcadeScreen, _screen: FakeScreen) -> int:
        screens = [shown(app)]
        for key in self._keys:
            app.press_keys([key])
            screens.append(shown(app))
        app.press_keys(["ctrl-d"])
        assert app.is_ended
        for rows in screens:
            assert len(rows) == app.rows
            assert max(map(len, rows)) <= app.columns
            assert rows[0].startswith(app.title)
        self._visit = Visit(screens, app.exit_message)
        return EXIT_OK


def journals(home: Path, folder: str) -> list[Path]:
    paths = sorted(home.glob("arcade/games/*.cc3k"))
    over = {path: read_stored_arcade_journal(str(path)).record.is_over for path in paths}
    return [path for path in paths if over[path] == (folder == "games")]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_is_left_gone_on_with_finished_and_put_away(
    game: Played, home: Path, monkeypatch: Patch, capsys: Said
) -> None:
    visitor, typed = Visitor(monkeypatch), " ".join(["cc3k", *game_words(game)])
    left = visitor.play(game, *game.opening)
    assert f"This game is kept: {typed} goes on with it." in left.farewell
    (path,) = journals(home, "unfinished")
    record = read_stored_arcade_journal(str(path)).record
    assert len(record.steps) == game.inputs
    assert replay.run(["--verify", str(path)]) == EXIT_OK
    again = visitor.play(game, "enter")
    assert f"{game.offered}, {game.inputs} input" in "\n".join(again.screens[0])
    assert again.screens[-1][:18] == left.screens[-1][:18]
    done = visitor.play(game, "enter", *game.ending)
    assert OVER in done.last
    assert game.end in done.last
    assert "kept" not in done.farewell
    assert journals(home, "unfinished") == []
    (path,) = journals(home, "games")
    assert unfinished_arcade_games(str(home)) == []
    capsys.readouterr()
    steps = read_stored_arcade_journal(str(path)).record.steps
    assert replay.run(["--verify", path.stem]) == EXIT_OK
    assert capsys.readouterr().out == f"{path.stem}: the same in all of {len(steps)} commands\n"
    assert replay.run(["--script", str(path)]) == EXIT_OK
    board = game.module.ARCADE_GAME.open_board(record.header)
    begun = game.module.ARCADE_GAME.open_board(record.header).program.begin()
    answers = "".join([board.program.take(step.text) for step in steps])
    assert capsys.readouterr().out == begun + answers


def game_words(game: Played) -> list[str]:
    return [game.module.ARCADE_GAME.name, *game.arguments]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_that_is_over_can_be_looked_at_and_another_begun(
    game: Played, home: Path, monkeypatch: Patch
) -> None:
    visitor = Visitor(monkeypatch, (120, 40))
    seen = visitor.play(game, *game.opening, *game.ending, "tab", "up", "page down", "left", "x")
    assert OVER in seen.last
    (path,) = journals(home, "games")
    data = path.read_bytes()
    anew = visitor.play(game, *game.opening, *game.ending, "enter", *game.opening)
    assert OVER not in anew.last
    assert len(journals(home, "games")) == 2
    assert path.read_bytes() == data
    (other,) = journals(home, "unfinished")
    assert len(read_stored_arcade_journal(str(other)).record.steps) == game.inputs


PASSES = ("p",) * 60
GAMES_OF_A_PROCESS = (
    *("down", "down", "right", "enter", "down", "right", "down", "enter", "f", *PASSES),
    *("enter", "d", "enter", "right", "right", "up", "enter", "s", "f", "p", "p", "x", "x"),
    *("enter", "enter", "enter", "p", "f", "p"),
)
"""Keys of three games of Space Defender: one is lost, one given up, one left amid the battle."""


@pytest.mark.slow
def test_games_on_one_screen_are_those_of_one_pipe(
    home: Path, monkeypatch: Patch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """S8, S14, S30, S32: selections, mode and random row go on from game to game.

    So they do in a kept game that is resumed, and in those after it.
    """
    game, visitor = GAMES["defender"], Visitor(monkeypatch)
    left = visitor.play(game, *GAMES_OF_A_PROCESS)
    assert "in game(3.0), debug" in left.last
    again = visitor.play(game, "enter", *PASSES, "enter", "enter", "enter", "p", "p")
    assert "in game(2.0), debug" in again.last
    records = [
        read_stored_arcade_journal(str(path)).record for path in home.glob("arcade/*/*.cc3k")
    ]
    records.sort(key=lambda record: int(record.header[-1]) if record.header else 0)
    assert [record.header[:2] for record in records] == [
        (),
        ("2 2 1 1", "normal"),
        *[("2 2 3 1", "debug")] * 2,
    ]
    told, commands = "", ""
    for record in records:
        board = game.module.ARCADE_GAME.open_board(record.header)
        told += "".join(give_inputs(board, record.steps))
        commands += "".join([f"{step.text}\n" for step in record.steps])
    (home / "commands").write_text(commands, encoding="ascii")
    capsysbinary.readouterr()
    assert defender.run(["-b", "commands"]) == EXIT_OK
    transcript = capsysbinary.readouterr().out.decode()
    assert transcript == DefenderProgram().begin() + told
    spawns = re.findall(r"spawns at location \[([A-J]),30\]", told)
    assert len(spawns) > len(records)
    for path in home.glob("arcade/*/*.cc3k"):
        assert replay.run(["--verify", path.stem]) == EXIT_OK


@for_each(
    ("1 1 1 1",),
    ("1 1 1 6", "normal", "2"),
    ("0 1 1 1", "normal", "2"),
    ("1 1 1", "normal", "2"),
    ("1 1 1 1", "loud", "2"),
    ("1 1 1 1", "normal", "-2"),
    ("1 1 1 1", "normal", "9" * 5000),
    ("1 1 1 1", "normal", "0"),
    ("1 1 1 1", "debug", "\u0662"),
)
def test_a_process_that_cannot_be_gone_on_with_is_told(header: tuple[str, ...]) -> None:
    """S32: selections that no menu has, no mode, no number, or not as they are written."""
    with pytest.raises(ValueError, match="expected selections, a mode, numbers drawn"):
        defender.open_board(header)


GIVEN_UP = {
    "defender": (GAMES["defender"], ("x", "x")),
    "gems": (Played(gems, (), ("enter",), "Move", (), "", 1), ("n", "y")),
}


@pytest.mark.parametrize(("game", "keys"), GIVEN_UP.values(), ids=GIVEN_UP)
def test_a_game_that_is_given_up_is_put_away(
    game: Played, keys: tuple[str, str], home: Path, monkeypatch: Patch
) -> None:
    visitor = Visitor(monkeypatch)
    done = visitor.play(game, *game.opening, *keys, "up")
    assert OVER in done.last
    assert "kept" not in done.farewell
    (path,) = journals(home, "games")
    assert journals(home, "unfinished") == []
    assert replay.run(["--verify", path.stem]) == EXIT_OK
    data = path.read_bytes()
    anew = visitor.play(game, *game.opening, *keys, "enter", *game.opening)
    assert game.opened in anew.last
    assert OVER not in anew.last
    assert path.read_bytes() == data
    assert len(journals(home, "games")) == 2
    assert len(journals(home, "unfinished")) == 1


def test_a_setup_that_is_left_is_no_game_that_is_over(home: Path, monkeypatch: Patch) -> None:
    seen = Visitor(monkeypatch).play(GAMES["defender"], "enter", "down", "x", "enter")
    assert OVER not in "\n".join(seen.screens[-2])
    assert "> Spread" in seen.last
    assert journals(home, "games") == []


@pytest.mark.parametrize(("game", "keys"), GIVEN_UP.values(), ids=GIVEN_UP)
def test_a_game_whose_end_was_not_put_away_is_when_it_is_gone_on_with(
    game: Played, keys: tuple[str, str], home: Path, monkeypatch: Patch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ArcadeRecorder, "game_ended", ArcadeRecorder.close)
        Visitor(patch).play(game, *game.opening, *keys)
    assert len(journals(home, "unfinished")) == 1
    assert OVER in Visitor(monkeypatch).play(game, "enter").last
    assert journals(home, "unfinished") == []
    assert len(journals(home, "games")) == 1


def test_an_opponent_thinks_once_about_a_move(home: Path, monkeypatch: Patch) -> None:
    game = GAMES["escape --against"]
    left = Visitor(monkeypatch).play(game, *game.opening)
    (path,) = journals(home, "unfinished")
    header, ((text, _),) = kept_in(path)
    move, _, reply = text.partition(" reply ")
    assert (move, reply.split()[:3]) == ("move 1 1 1 3", ["move", "9", "4"])

    def think(*_: object) -> NoReturn:
        raise AssertionError

    monkeypatch.setattr(opponent, "choose_move", think)
    assert replay.run(["--verify", str(path)]) == EXIT_OK
    again = Visitor(monkeypatch).play(game, "enter")
    assert again.screens[-1][:18] == left.screens[-1][:18]
    board = escape.open_board(header)
    assert "valid=no" in board.program.take(f"{move} reply move 9 4 1 4").splitlines()[-1]


def kept_in(path: Path) -> tuple[tuple[str, ...], tuple[ArcadeStep, ...]]:
    record = read_stored_arcade_journal(str(path)).record
    return record.header, record.steps


def test_a_board_of_defender_that_is_over_offers_nothing(home: Path, monkeypatch: Patch) -> None:
    game = GAMES["defender"]
    seen = Visitor(monkeypatch).play(game, *game.opening, *game.ending, "page down")
    assert [*home.glob("arcade/games/*")]
    rows = seen.screens[-1]
    assert rows[0] == "Space Defender 2  game over"
    assert [row for row in rows if row.startswith("Score")] == ["Score 0"]
    assert not [row for row in rows if "then" in row]
    assert seen.screens[-1] != seen.screens[-2]


def test_escape_without_a_file_plays_the_sample(home: Path, monkeypatch: Patch) -> None:
    sample = Played(escape, (), (), "", (), "", 1)
    seen = Visitor(monkeypatch).play(sample, "enter", "right", "up", "left", "left", "enter")
    assert "South to move" in "\n".join(seen.screens[0])
    assert "North to move" in seen.last
    assert "This game is kept: cc3k escape goes on" in seen.farewell
    (path,) = journals(home, "unfinished")
    term, depth, *pieces = read_stored_arcade_journal(str(path)).record.header
    assert (term, depth, "".join(pieces)) == ("c25", "0 sample", SAMPLE_CONFIGURATION)


def typed_words(*arguments: str) -> Played:
    return Played(escape, arguments, ("enter", "right", "right", "enter"), "", (), "", 1)


def test_a_typed_file_is_what_is_played(home: Path, monkeypatch: Patch) -> None:
    """A kept game is offered by file and term, and only if it is the one that was typed."""
    (home / "other.egc").write_text(MEADOW.replace("Ann", "Zoe"), encoding="utf-8")
    visitor = Visitor(monkeypatch)
    visitor.play(typed_words("meadow.egc"), *typed_words().opening)
    for words in (
        ("other.egc",),
        ("meadow.egc", "--term", "c23"),
        ("meadow.egc", "--against", "1"),
        ("--term", "c23"),
    ):
        assert "moves 0" in visitor.play(typed_words(*words)).last, words
    first = visitor.play(typed_words("other.egc"), "enter").last
    assert "Zoe to move" in first
    meant: list[tuple[str, ...]] = [(), ("meadow.egc",), ("./meadow.egc", "--term", "c25")]
    for typed in meant:
        offered = visitor.play(typed_words(*typed))
        assert "1  meadow.egc, c25, two people, 1 input, last played" in offered.last
        assert "Ben to move" in visitor.play(typed_words(*typed), "enter").last
    (home / "meadow.egc").write_text(MEADOW.replace("Ann", "Eve"), encoding="utf-8")
    assert "Eve to move" in visitor.play(typed_words("meadow.egc")).last


def test_what_was_gone_on_with_is_played_again(home: Path, monkeypatch: Patch) -> None:
    visitor, typed = Visitor(monkeypatch), typed_words("meadow.egc", "--term", "c23")
    visitor.play(typed, *typed.opening)
    ending = GAMES["escape"].ending
    seen = visitor.play(typed_words(), "enter", *ending, "enter", *typed.opening)
    assert seen.screens[-1][0].startswith("Escape c23  Ann 0 : Ben 0  moves 1")
    (path,) = journals(home, "unfinished")
    assert read_stored_arcade_journal(str(path)).record.header[:2] == ("c23", "0 meadow.egc")


def test_a_game_kept_before_files_were_named_is_offered(home: Path, monkeypatch: Patch) -> None:
    recorder = ArcadeRecorder("escape", ("c25", "9", MEADOW), str(home))
    board = escape.open_board(recorder.header)
    recorder.game_began(board.program.digest())
    text = "move 1 1 1 3 reply move 9 4 9 3"
    board.program.take(text)
    recorder.input_taken(text, board.program.digest())
    recorder.close()
    seen = Visitor(monkeypatch).play(typed_words("meadow.egc", "--against", "1"))
    assert "moves 0" in seen.last
    again = Visitor(monkeypatch).play(typed_words("meadow.egc"), "enter")
    assert "1  c25, opponent 9 ahead, 1 input" in "\n".join(again.screens[0])
    assert "moves 2" in again.last


def test_a_configuration_of_any_form_fits_into_a_journal(home: Path, monkeypatch: Patch) -> None:
    text = f"/* {chr(0x1F438) * 20_000} */{chr(10) * 100_001}{MEADOW}"
    (home / "meadow.egc").write_text(text, encoding="utf-8")
    game = GAMES["escape"]
    left = Visitor(monkeypatch).play(game, *game.opening)
    (path,) = journals(home, "unfinished")
    assert "".join(read_stored_arcade_journal(str(path)).record.header[2:]) == text
    again = Visitor(monkeypatch).play(game, "enter")
    assert again.screens[-1][:18] == left.screens[-1][:18]


@pytest.mark.parametrize(
    "header",
    [
        (),
        ("c25",),
        ("c24", "0", MEADOW),
        ("c25", "x", MEADOW),
        ("c25", "10", MEADOW),
        ("c25", "-1", MEADOW),
        ("c25", "0", "nonsense"),
    ],
)
def test_a_header_that_says_nothing_is_told(
    header: tuple[str, ...], home: Path, capsys: Said
) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        escape.open_board(header)
    keeper = ArcadeRecorder("escape", header, str(home))
    keeper.game_began(0)
    keeper.input_taken("status", 1)
    keeper.close()
    (path,) = journals(home, "unfinished")
    assert replay.run(["--verify", str(path)]) == EXIT_DAMAGED
    assert capsys.readouterr().err.startswith(f"cc3k: {path}: ")


def test_a_terminal_that_can_only_print_lines_is_answered_line_by_line(
    home: Path, monkeypatch: Patch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    game = GAMES["escape"]
    lines = iter([b"status\n", b"quit\n"])
    monkeypatch.setattr(game.module, "is_interactive", lambda: True)
    monkeypatch.setattr(streams, "read_standard_input", lambda _size: next(lines, b""))
    monkeypatch.setattr(streams, "open_game_screen", lambda *_, **__: None)
    assert game.module.run(game.arguments) == EXIT_OK
    assert capfdbinary.readouterr().out.startswith(b"status turn=")
    assert journals(home, "*") == []


TYPED = {"enter": "\r", "tab": "\t", "down": "\x1b[B", "up": "\x1b[A", "right": "\x1b[C"}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_kill_9_loses_nothing_on_a_terminal(game: Played, home: Path) -> None:
    words = [str(home / word) if word.endswith(".egc") else word for word in game_words(game)]
    program, env = (*COMMAND, *words), {"TERM": "xterm-256color", "CC3K_HOME": str(home)}
    with Terminal(program, (80, 24), env) as screen:
        screen.wait_for("? help")
        for key in game.opening:
            screen.type(TYPED.get(key, key))
        screen.wait_for(game.opened)
        before = screen.lines[:18]
        screen.process.send_signal(signal.SIGKILL)
        screen.process.wait()
    with Terminal(program, (80, 24), env) as screen:
        screen.wait_for(f", {game.inputs} input", then="\r")
        screen.wait_until(lambda: screen.lines[:18] == before)
        for key in game.ending:
            if game.end not in screen.text:
                shown_before = screen.lines
                screen.type(TYPED.get(key, key))
                screen.wait_until(lambda: screen.lines != shown_before)  # noqa: B023
        screen.wait_until(lambda: OVER in screen.text and game.end in screen.text)
        assert screen.end("q") == EXIT_OK
    (path,) = journals(home, "games")
    assert replay.run(["--verify", str(path)]) == EXIT_OK
