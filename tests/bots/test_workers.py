"""Games dealt to workers, here or on a Dask cluster: what becomes of lost and of unwanted ones."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Protocol

import pytest

import cc3k
from cc3k.bots import arena
from cc3k.bots.arena import ArenaError, GameSpec, LocalWorkers, play_chunk, play_games_in_order
from cc3k.cli.arena import run
from tests.bots.test_arena import MATCHES, plug_in, started
from tests.bots.test_results_file import said, wait_for_lines
from tests.support.fixtures import Patch, Said
from tests.support.processes import PATIENCE

pytestmark = pytest.mark.slow


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


def odd(folder: Path, monkeypatch: Patch, mishap: str) -> None:
    plug_in(folder, monkeypatch, ODD.format(mishap), odd="otherbots:Odd")


@pytest.mark.parametrize(("mishap", "told"), MISHAPS, ids=[mishap for mishap, _ in MISHAPS])
def test_a_mishap_ends_the_games_in_one_sentence(
    mishap: str, told: str, tmp_path: Path, monkeypatch: Patch, capsys: Said
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


def test_ctrl_c_ends_a_bot_that_hangs_at_once(tmp_path: Path, monkeypatch: Patch) -> None:
    mark, path = tmp_path / "mark", tmp_path / "games.jsonl"
    odd(tmp_path, monkeypatch, ENDLESS.replace("MARK", repr(str(mark))))
    with started(tmp_path, *ARENA, "--workers", "2", "--results", str(path)) as process:
        wait_for_lines(process, path, 5)
        while not mark.exists():
            sleep(0.01)
        began = monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert monotonic() - began < 20  # the bot would hang for ever, and no test for so long
    assert (process.returncode, said(err)) == (130, "cc3k: interrupted\n")
    assert "; 5 of 6 games; " in out
    games = [json.loads(line)["game"] for line in path.read_text("ascii").splitlines()]
    assert sorted(games) == [1, 2, 4, 5, 6]


GAMES = ("--bot", "random", "--race", "troll", "--seed", "3")


class Cluster(Protocol):
    scheduler_address: str
    workers: dict[int, "Nanny"]


class Nanny(Protocol):
    pid: int
    worker_address: str


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as running:
        running.wait_for_workers(2)
        yield running


def test_a_cluster_plays_the_same_games(cluster: Cluster, tmp_path: Path, capsys: Said) -> None:
    """With tables and lines as those of processes of this machine, whose file it goes on with."""
    texts, files, path = list[str](), list[list[str]](), tmp_path / "games.jsonl"
    for more in (["--scheduler", cluster.scheduler_address], ["--workers", "2"]):
        path.unlink(missing_ok=True)
        assert run([*GAMES, "--games", "5", "--results", str(path), "--workers", "1"]) == 0
        capsys.readouterr()
        assert run([*GAMES, "--games", "30", "--results", str(path), *more]) == 0
        captured = capsys.readouterr()
        assert "5 of 30 games are there already" in captured.err
        texts.append(captured.out)
        files.append(sorted(path.read_text("ascii").splitlines()))
    assert texts[0] == texts[1]
    assert files[0] == files[1]
    assert len(files[0]) == 30


def test_a_cluster_that_loses_workers_loses_no_game(
    cluster: Cluster, tmp_path: Path, capsys: Said
) -> None:
    """SIGKILL to its worker processes amid the games: each has one line, and its own result."""
    path, killed = tmp_path / "games.jsonl", list[int]()

    def kill_workers() -> None:
        latest = monotonic() + PATIENCE
        for count in (4, 20):
            while not path.exists() or path.read_bytes().count(b"\n") < count:
                if monotonic() > latest:
                    return
                sleep(0.01)
            for nanny in [*cluster.workers.values()][:1]:
                killed.append(nanny.pid)
                os.kill(nanny.pid, signal.SIGKILL)

    killer = Thread(target=kill_workers)
    killer.start()
    more = ["--results", str(path), "--scheduler", cluster.scheduler_address]
    assert run([*GAMES, "--games", "40", *more]) == 0
    killer.join()
    assert len(killed) == 2
    assert "Troll         40" in capsys.readouterr().out
    specs = [GameSpec("random", "Troll", 3, n) for n in range(1, 41)]
    expected = {of.game_number: (of.score, of.turns) for of in play_chunk(specs)[0]}
    found = [json.loads(line) for line in path.read_text("ascii").splitlines()]
    assert len(found) == 40
    assert {line["game"]: (line["score"], line["turns"]) for line in found} == expected


def mute_server(answer: bytes) -> int:
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            connection, _ = server.accept()
            connection.sendall(answer)
            if answer:
                connection.close()

    Thread(target=serve, daemon=True).start()
    return int(server.getsockname()[1])


EXPECTED = "; expected that of a Dask scheduler, such as tcp://host:8786\n"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("tcp://127.0.0.1:1", "no answer within 1 seconds"),
        ("nowhere", "missing port number in address 'nowhere'"),
        ("sftp://127.0.0.1:1", "unknown address scheme 'sftp'"),
        ("SILENT", "no answer within 1 seconds"),
        ("HTTP", "no answer of a scheduler"),
    ],
)
def test_a_bad_address_is_told_in_time(
    address: str, reason: str, monkeypatch: Patch, capsys: Said
) -> None:
    pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    servers = {"SILENT": b"", "HTTP": b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"no " * 99}
    if address in servers:
        address = f"tcp://127.0.0.1:{mute_server(servers[address])}"
    monkeypatch.setattr(arena, "CONNECT_SECONDS", 1.0)
    began = monotonic()
    assert run([*GAMES, "--games", "2", "--scheduler", address]) == 2
    assert monotonic() - began < PATIENCE
    captured = capsys.readouterr()
    assert captured.err.startswith(f"cc3k: --scheduler {address or repr(address)}: {reason}")
    assert captured.err.endswith(EXPECTED)
    assert (captured.out, captured.err.count("\n")) == ("", 1)


def test_a_worker_is_no_scheduler(cluster: Cluster) -> None:
    address = next(iter(cluster.workers.values())).worker_address
    with pytest.raises(ArenaError, match="found a worker; expected that of a Dask scheduler"):
        arena.ClusterWorkers(address)


def test_workers_of_another_version_are_refused(cluster: Cluster, monkeypatch: Patch) -> None:
    monkeypatch.setattr(arena, "__version__", "9.9")
    said = rf"worker tcp://\S+ has cc3k {cc3k.__version__} .*; expected cc3k 9.9 of ruleset"
    with pytest.raises(ArenaError, match=said):
        arena.ClusterWorkers(cluster.scheduler_address)


def test_without_dask_it_is_told_how_to_have_it(monkeypatch: Patch, capsys: Said) -> None:
    monkeypatch.setattr(arena, "find_spec", lambda _name: None)
    assert run([*GAMES, "--scheduler", "tcp://127.0.0.1:1"]) == 2
    expected = (
        "cc3k: --scheduler: Dask is not installed; expected it from pip install 'cc3k[dask]'\n"
    )
    assert capsys.readouterr().err == expected
