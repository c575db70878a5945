"""Games dealt to workers: what becomes of lost ones, and of those that nobody wants."""

import json
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path
from time import monotonic, sleep

import pytest

from cc3k.bots.arena import GameSpec, LocalWorkers, play_chunk, play_games_in_order
from cc3k.cli.arena import run
from tests.bots.test_arena import MATCHES, plug_in, started
from tests.support.processes import PATIENCE

pytestmark = pytest.mark.slow

PATCH = pytest.MonkeyPatch
Said = pytest.CaptureFixture[str]


def test_games_are_cancelled_when_no_more_results_are_asked_for() -> None:
    matches = [GameSpec("careful", "troll", 1, number) for number in range(1, 1_000)]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for _ in play_games_in_order(matches, pool, chunk_size=1):
            break
        stopped = monotonic()
    assert monotonic() - stopped < 60  # all of them take minutes


def test_processes_have_all_ended_with_the_games() -> None:
    few = MATCHES[:3]
    expected = dict(enumerate(play_chunk(few)[0]))
    for count in (1, 4):
        chunks = iter([[one] for one in enumerate(few)])
        assert dict(LocalWorkers(count).play(chunks)) == expected
        latest = monotonic() + PATIENCE
        while active_children() and monotonic() < latest:
            sleep(0.05)  # the pool's thread may be the one that is told of the exit, and only now
        assert active_children() == []


ODD = """
import os, signal, time
from cc3k.bots.plugins import BOTS

class Odd:
    def __init__(self, dice):
        self.path, self.bot = dice.path, BOTS["greedy"](dice)

    def choose(self, game):
        if "game 3/" in self.path:
            {}
        return self.bot.choose(game)
"""
"""A bot for which something odd happens in the third game."""

ENDED = "a worker has ended amid its games: bot 'odd' as Troll, seed 5, game 3: "
FAILED = "bot 'odd' failed as Troll, seed 5, game 3"
MISHAPS = [
    ("os.kill(os.getpid(), signal.SIGKILL)", f"{ENDED}killed by SIGKILL"),
    ("os._exit(7)", f"{ENDED}exit code 7"),
    # All of them: the pipe has a number above 256 where this process has many files open.
    ("os.closerange(3, os.sysconf('SC_OPEN_MAX')); time.sleep(20)", ENDED),
    ("raise KeyboardInterrupt", f"{FAILED}: KeyboardInterrupt"),
    (
        "game.play('f'); return 'no'",
        "bot 'odd' changed the game it was shown as Troll, seed 5, game 3, turn 0",
    ),
]
"""What happens, and how it is told."""

ARENA = ["--bot", "odd", "--games", "6", "--race", "troll", "--seed", "5"]


def odd(folder: Path, monkeypatch: PATCH, mishap: str) -> None:
    plug_in(folder, monkeypatch, ODD.format(mishap), "odd = otherbots:Odd")


@pytest.mark.parametrize(("mishap", "told"), MISHAPS, ids=[mishap for mishap, _ in MISHAPS])
def test_a_mishap_ends_the_games_in_one_sentence(
    mishap: str, told: str, tmp_path: Path, monkeypatch: PATCH, capsys: Said
) -> None:
    odd(tmp_path, monkeypatch, mishap)
    picture = tmp_path / "x.svg"
    assert run([*ARENA, "--workers", "1", "--json", "--svg", str(picture)]) == 1
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    finished = document["finished"]
    # Five workers have died before a game is an error: the last retry may come after other games.
    assert 2 <= finished <= 5
    assert (document["failed"], document["asked"]) == (1, 6)
    [named] = document["mishaps"]
    assert named.startswith(told)
    assert captured.err.removeprefix("cc3k: ").startswith(told)
    assert captured.err.count("\n") == 1
    assert not picture.exists()


ENDLESS = (
    "signal.signal(signal.SIGTERM, print); open(MARK, 'w').close(); "
    "import re; re.match('(a*)*b', 'a' * 99)"
)
"""Nothing but SIGKILL ends it: no Python code runs in it any more."""


def test_ctrl_c_ends_a_bot_that_hangs_at_once(tmp_path: Path, monkeypatch: PATCH) -> None:
    mark, path = tmp_path / "mark", tmp_path / "games.jsonl"
    odd(tmp_path, monkeypatch, ENDLESS.replace("MARK", repr(str(mark))))
    with started(tmp_path, *ARENA, "--workers", "2", "--results", str(path)) as process:
        latest = monotonic() + PATIENCE
        while not mark.exists() or not path.exists() or path.read_bytes().count(b"\n") < 5:
            assert monotonic() < latest
            sleep(0.01)
        began = monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert monotonic() - began < 20  # the bot would hang for ever, and no test for so long
    told = [line for line in err.splitlines() if " games (" not in line]  # a slow machine's
    assert (process.returncode, told) == (130, ["cc3k: interrupted"])
    assert "; 5 of 6 games; " in out
    games = [json.loads(line)["game"] for line in path.read_text("ascii").splitlines()]
    assert sorted(games) == [1, 2, 4, 5, 6]
