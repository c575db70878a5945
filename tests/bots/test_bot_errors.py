"""Errors in somebody's own bot: one sentence that says where, and all of it for its author."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cc3k.bots.arena import GameSpec, play_games_in_order
from cc3k.bots.bot import BotFailed
from cc3k.cli import play
from cc3k.cli.arena import run
from cc3k.cli.argument_parser import TRACEBACK_VARIABLE
from tests.bots.test_arena import plug_in, started
from tests.support.fixtures import Patch, Said
from tests.support.processes import PATIENCE

pytestmark = pytest.mark.slow

FRAIL = """
class Frail:
    def __init__(self, dice):
        self.dice = dice

    def choose(self, game):
        if game.turns == 2:
            self.stumble()
        return self.dice.pick([w for w in ("no", "so", "ea", "we") if self.free(game, w)])

    def stumble(self):
        {}

    @staticmethod
    def free(game, way):
        from cc3k.play.commands import ACTIONS_BY_WORDS
        return ACTIONS_BY_WORDS[way] in game.legal_actions()
"""
"""A bot that walks two turns, and then has a mishap."""

DANCING = "self.dice = type('Dancer', (), {'pick': lambda self, ways: 'dance'})()"
"""From then on it chooses what is no choice."""

ARENA = ["--bot", "frail", "--games", "2", "--race", "troll", "--seed", "5"]


def frail(folder: Path, monkeypatch: Patch, mishap: str) -> None:
    plug_in(folder, monkeypatch, FRAIL.format(mishap), frail="otherbots:Frail")


def tale(capsys: Said, *arguments: str) -> str:
    assert run([*ARENA, *arguments]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_error_of_a_bot_is_one_sentence(
    workers: str, tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    frail(tmp_path, monkeypatch, "raise LookupError('no\\nway')")
    expected = "failed as Troll, seed 5, game 1, turn 2: LookupError: no way"
    told = tale(capsys, "--workers", workers).replace("game 2", "game 1")  # whichever is first
    assert told == f"cc3k: bot 'frail' {expected} ({TRACEBACK_VARIABLE}=1 shows where)\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_author_of_a_bot_can_have_all_of_it(
    workers: str, tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    frail(tmp_path, monkeypatch, "1 / 0")
    monkeypatch.setenv(TRACEBACK_VARIABLE, "1")
    first, second, *way, last = tale(capsys, "--workers", workers).splitlines()
    assert first.endswith("turn 2: ZeroDivisionError: division by zero")
    assert second == "Traceback (most recent call last):"
    assert [line.split(", ")[-1] for line in way if line.startswith("  File")] == [
        "in choose",
        "in stumble",
    ]
    assert last == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    ("mishap", "told"),
    [
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("raise type('Mute', (BaseException,), {'__str__': lambda self: 1 / 0})", "Mute"),
        ("raise RuntimeError('\\x1b[2J')", r"'RuntimeError: \x1b[2J'"),
        ("self.lost()", "AttributeError: 'Frail' object has no attribute 'lost'"),
    ],
)
def test_whatever_the_error_is(mishap: str, told: str, tmp_path: Path, monkeypatch: Patch) -> None:
    frail(tmp_path, monkeypatch, mishap)
    with pytest.raises(BotFailed) as failed:
        list(play_games_in_order([GameSpec("frail", "drow", 7, 3)], ThreadPoolExecutor(1)))
    assert str(failed.value).startswith(f"as Drow, seed 7, game 3, turn 2: {told}")


@pytest.mark.parametrize("maker", ["Nobody", "mute"])
def test_bot_that_cannot_be_made_is_told_of(
    maker: str, tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    source = "class Nobody:\n    pass\n\ndef mute(dice):\n    return dice\n"
    plug_in(tmp_path, monkeypatch, source, frail=f"otherbots:{maker}")
    assert "failed as Troll, seed 5, game 1, turn 0: " in tale(capsys, "--workers", "1")


def test_package_that_cannot_be_imported_is_told_of(
    tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    plug_in(tmp_path, monkeypatch, "1 / 0", frail="otherbots:Frail")
    assert (
        "failed when it was loaded from otherbots 1.0: ZeroDivisionError: division by zero ("
        in tale(capsys)
    )


@pytest.mark.parametrize("mishap", ["1 / 0", DANCING])
def test_watching_a_bot_that_goes_wrong_ends_with_a_sentence(
    mishap: str, tmp_path: Path, monkeypatch: Patch, capsys: Said
) -> None:
    frail(tmp_path, monkeypatch, mishap)
    code = play.run(["--bot", "frail", "--race", "troll", "--seed", "5", "--script"])
    told = capsys.readouterr()
    assert told.out.count("Race: Troll") == 3
    assert told.err.startswith("cc3k: bot 'frail' ")
    assert code == 1
    assert ("turn 2: ZeroDivisionError" in told.err) == (mishap != DANCING)
    assert told.err.count("\n") == 1


LATER = """
from cc3k.bots.plugins import BOTS

class Late:
    def __init__(self, dice):
        self.path, self.bot = dice.path, BOTS["random"](dice)

    def choose(self, game):
        print("thinking")
        if "game {}/" in self.path:
            {}
        return self.bot.choose(game)
"""
"""A bot that has a mishap in a later game, and talks."""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_games_before_a_mishap_are_told(
    workers: str, tmp_path: Path, monkeypatch: Patch, capfd: Said
) -> None:
    plug_in(tmp_path, monkeypatch, LATER.format(3, "1 / 0"), late="otherbots:Late")
    wanted = ["--bot", "late", "--games", "4", "--race", "troll", "--workers", workers]
    assert run(wanted) == 1
    told = capfd.readouterr()
    assert "game 3, turn 0: ZeroDivisionError" in told.err
    assert "thinking" in told.err
    finished = "2" if workers == "1" else "[123]"  # another may be slow
    assert re.match(f"late: games 1-4 of seed 1, each race; {finished} of 4 games; ", told.out)


def test_mishap_is_told_though_another_game_hangs(tmp_path: Path, monkeypatch: Patch) -> None:
    plug_in(
        tmp_path,
        monkeypatch,
        LATER.format(1, "while 'game 1/' in self.path: pass").replace(
            "return", "if 'game 6/' in self.path: 1 / 0\n        return"
        ),
        late="otherbots:Late",
    )
    late = ("--bot", "late", "--games", "8", "--race", "s", "--workers", "2")
    with started(tmp_path, *late) as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "game 6, turn 0: ZeroDivisionError" in err
    assert re.search("; [45] of 8 games; ", out)  # the other worker plays 2 to 5, maybe 7
