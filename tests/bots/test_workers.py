"""Games dealt to workers: no more than these can take up, and what becomes of lost ones."""

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path
from time import monotonic, sleep

import pytest

from cc3k.bots.bot import BotError, BotFailed, GameWorkerDied
from cc3k.bots.statistics import GameResult
from cc3k.cli.arena import run
from cc3k.cli.arena_games import GameSpec, play_chunk
from cc3k.cli.worker_processes import (
    ProcessPool,
    TaskProcessDied,
    TaskTimedOut,
    limit_task_seconds,
    report_partial_result,
)
from cc3k.cli.workers import (
    DEFAULT_WORKER_COUNT,
    MAX_PENDING_CHUNKS,
    ArenaRun,
    kill_or_release_workers,
    play_games_in_order,
)
from cc3k.saves.replay import UnknownBot
from tests.bots.test_arena import MATCHES, plug_in
from tests.support.processes import PATIENCE, ROOT

pytestmark = pytest.mark.slow

PATCH = pytest.MonkeyPatch
Said = pytest.CaptureFixture[str]

MANY = [GameSpec("random", "shade", 1, number) for number in range(1, 2_001)]


class Desk(Executor):
    """An executor that does a task only when it is asked to, and knows no `cancel_futures`."""

    def __init__(self, size: int | None = None) -> None:
        self.tasks = list[tuple[Future[object], Callable[[], object]]]()
        if size is not None:
            self._max_workers = size

    def submit(self, task, /, *args, **kwargs):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN002, ANN003, ANN201
        """Put a task on the pile."""
        playing = Future[object]()
        self.tasks.append((playing, lambda: task(*args, **kwargs)))
        return playing

    def shutdown(self, wait: bool = True) -> None:  # type: ignore[override] # noqa: FBT001, FBT002
        """End it."""
        assert not wait

    def work(self, number: int) -> None:
        """Do a task."""
        playing, task = self.tasks[number]
        playing.set_result(task())


class Client:
    """What a cluster knows of itself, as Dask tells it."""

    @staticmethod
    def nthreads() -> dict[str, int]:
        """Return how many threads each of its workers has."""
        return {"tcp://one": 3, "tcp://two": 4}


def first(results: Iterator[GameResult], desk: Desk) -> None:
    """Let the desk do the first hand, and take one result of it."""
    with ThreadPoolExecutor(1) as thread:
        taken = thread.submit(lambda: next(results))
        while not desk.tasks:
            sleep(0.01)
        desk.work(0)
        taken.result(PATIENCE)


def test_as_many_hands_are_dealt_as_workers_can_take_up() -> None:
    """Two for each: the one it plays and the one after that."""
    for size in (1, 3):
        desk = Desk(size)
        first(play_games_in_order(iter(MANY), desk), desk)
        assert len(desk.tasks) == MAX_PENDING_CHUNKS * size
    desk = Desk()
    first(play_games_in_order(iter(MANY), desk), desk)
    assert len(desk.tasks) == MAX_PENDING_CHUNKS * DEFAULT_WORKER_COUNT
    cluster = Desk()
    vars(cluster)["_client"] = Client()
    first(play_games_in_order(iter(MANY), cluster), cluster)
    assert len(cluster.tasks) == MAX_PENDING_CHUNKS * 7


def test_games_are_cancelled_when_no_more_results_are_asked_for() -> None:
    """Nobody waits for what nobody wants."""
    desk = Desk(3)
    results = play_games_in_order(MANY, desk)
    first(results, desk)
    results.close()  # type: ignore[attr-defined]
    assert [playing.cancelled() for playing, _ in desk.tasks] == [False] + [True] * 5


def test_games_are_cancelled_when_a_bot_fails(tmp_path: Path, monkeypatch: PATCH) -> None:
    """As the error is raised."""
    plug_in(tmp_path, monkeypatch, "class Odd:\n    pass\n", "odd = otherbots:Odd")
    desk = Desk(2)
    with pytest.raises(BotFailed):
        first(play_games_in_order([GameSpec("odd", "troll", 1, n) for n in range(99)], desk), desk)
    assert [playing.cancelled() for playing, _ in desk.tasks] == [False, True, True, True]


def test_processes_are_soon_free_of_what_nobody_wants() -> None:
    """Also those of the standard library: they play out what they have begun, and no more."""
    matches = (GameSpec("careful", "troll", 1, number) for number in range(1, 10_000))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for _ in play_games_in_order(matches, pool):
            break
        stopped = monotonic()
    assert monotonic() - stopped < 60  # the 512 hands of old take minutes
    assert next(matches).game_number <= 1 + 4 * (MAX_PENDING_CHUNKS + 1)


def test_workers_of_any_kind_can_be_let_go() -> None:
    """Dask's executor takes no `cancel_futures`."""
    kill_or_release_workers(Desk())
    pool = ThreadPoolExecutor(1)
    kill_or_release_workers(pool)
    with pytest.raises(RuntimeError):
        pool.submit(print)


def test_finished_games_are_known_however_late_they_come() -> None:
    """What is on its way when a signal comes is not lost."""
    desk = Desk(1)
    contest = ArenaRun(MATCHES, desk, 2)
    contest.stop(signal.SIGTERM)
    assert list(contest.play_as_completed()) == []
    assert contest.stop_signal == signal.SIGTERM
    desk = Desk(2)
    contest = ArenaRun(MATCHES, desk, 2)
    with ThreadPoolExecutor(1) as thread:
        outcomes = thread.submit(lambda: list(contest.play_as_completed()))
        while len(desk.tasks) < 3:
            sleep(0.01)
        for playing, _ in desk.tasks[1:]:
            assert playing.set_running_or_notify_cancel()
        contest.stop(signal.SIGTERM)
        assert outcomes.result(PATIENCE) == []
    desk.work(1)
    assert desk.tasks[0][0].cancelled()
    assert list(contest.late_results()) == list(enumerate(play_chunk(MATCHES)[0]))[2:4]


def outcomes_of(desk: Desk, treat: Callable[[int], None]) -> list[tuple[int, object]]:
    """Return the outcomes of six games of which each hand is treated so, as it is dealt."""
    contest, treated = ArenaRun(MANY[:6], desk, 2), 0
    with ThreadPoolExecutor(1) as thread:
        outcomes = thread.submit(lambda: list(contest.play_as_completed()))
        latest = monotonic() + PATIENCE
        while not outcomes.done() and monotonic() < latest:
            if treated < len(desk.tasks):
                treat(treated)
                treated += 1
            sleep(0.001)
        return list(outcomes.result(1))


def test_games_that_somebody_else_cancels_are_played_again() -> None:
    """As a cluster may that has lost a worker: each game has one outcome."""
    desk = Desk(2)

    def treat(number: int) -> None:
        if number == 0:
            assert desk.tasks[0][0].cancel()
        else:
            desk.work(number)

    outcomes = outcomes_of(desk, treat)
    assert sorted(place for place, _ in outcomes) == [*range(6)]
    assert all(isinstance(outcome, GameResult) for _, outcome in outcomes)


def test_game_that_is_always_cancelled_is_named() -> None:
    """And only that one; no run ends with a traceback or in silence for it."""
    desk = Desk(2)

    def treat(number: int) -> None:
        playing, task = desk.tasks[number]
        (specs,) = task.__closure__[0].cell_contents if task.__closure__ else ((),)
        if MANY[1] in specs:
            playing.cancel()
        else:
            desk.work(number)

    outcomes = outcomes_of(desk, treat)
    assert sorted(place for place, _ in outcomes) == [*range(6)]
    (lost,) = [outcome for _, outcome in outcomes if not isinstance(outcome, GameResult)]
    assert isinstance(lost, GameWorkerDied)
    assert "as Shade, seed 1, game 2" in str(lost)


def test_game_without_a_result_is_named() -> None:
    """An executor that gives back less than it was dealt loses no game in silence."""
    desk = Desk(2)

    def treat(number: int) -> None:
        playing, task = desk.tasks[number]
        done = task()
        assert isinstance(done, tuple)
        playing.set_result((done[0][:1], done[1]) if number == 0 else done)

    outcomes = outcomes_of(desk, treat)
    assert sorted(place for place, _ in outcomes) == [*range(6)]
    (lost,) = [outcome for _, outcome in outcomes if not isinstance(outcome, GameResult)]
    assert str(lost) == "as Shade, seed 1, game 2: no result"


ODD = """
import os, signal, time
from cc3k.cli.bot_plugins import BOTS

class Odd:
    def __init__(self, dice):
        self.path, self.bot = dice.path, BOTS["greedy"](dice)

    def choose(self, game):
        if "game 3/" in self.path:
            {}
        return self.bot.choose(game)
"""
"""A bot for which something odd happens in the third game."""

HANG = "time.sleep(600)"
ENDED = "a worker has ended amid its games: bot 'odd' as Troll, seed 5, game 3: "
TOO_LONG = "bot 'odd' took too long as Troll, seed 5, game 3: more than 4 s"
FAILED = "bot 'odd' failed as Troll, seed 5, game 3"
ENDLESS = "import re; re.match('(a*)*b', 'a' * 99)"
MISHAPS = [
    ("os.kill(os.getpid(), signal.SIGKILL)", f"{ENDED}killed by SIGKILL"),
    ("os._exit(7)", f"{ENDED}exit code 7"),
    ("os.fork() or time.sleep(20); os._exit(7)", f"{ENDED}exit code 7"),
    # All of them: the pipe has a number above 256 where this process has many files open.
    ("os.closerange(3, os.sysconf('SC_OPEN_MAX')); time.sleep(20)", ENDED),
    (HANG, TOO_LONG),
    (f"signal.signal(signal.SIGTERM, signal.SIG_IGN); {ENDLESS}", TOO_LONG),
    ("1 / 0", f"{FAILED}, turn 0: ZeroDivisionError: "),
    ("raise KeyboardInterrupt", f"{FAILED}: KeyboardInterrupt"),
    (
        "game.play('f'); return 'no'",
        "bot 'odd' changed the game it was shown as Troll, seed 5, game 3, turn 0",
    ),
    ("return 'dance'", "bot 'odd' chose badly as Troll, seed 5, game 3, turn 0: 'dance': "),
]
"""What happens, and how it is told."""

ARENA = (
    *[
        "--bot",
        "odd",
        "--games",
        "6",
        "--race",
        "troll",
        "--seed",
        "5",
        "--most",
        "50",
        "--limit",
        "4",
    ],
)


def odd(folder: Path, monkeypatch: PATCH, mishap: str) -> None:
    """Bring a bot along for which that happens, also for other processes."""
    plug_in(folder, monkeypatch, ODD.format(mishap), "odd = otherbots:Odd")


@pytest.mark.parametrize(("mishap", "told"), MISHAPS, ids=[mishap for mishap, _ in MISHAPS])
def test_game_is_named_and_the_others_are_played(
    mishap: str,
    told: str,
    tmp_path: Path,
    monkeypatch: PATCH,
    capsys: Said,
) -> None:
    """A worker killed by a bot, a hang, an error: `--keep-going` counts it, else it ends all."""
    odd(tmp_path, monkeypatch, mishap)
    assert run([*ARENA, "--workers", "1", "--keep-going", "--json"]) == 1
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert (document["finished"], document["failed"], document["asked"]) == (5, 1, 6)
    [named] = document["mishaps"]
    assert named.startswith(told)
    assert captured.err.removeprefix("cc3k: ").startswith(told)
    assert captured.err.count("\n") == 1
    matches = [
        GameSpec("greedy", "troll", 5, number, max_commands=50) for number in (1, 2, 4, 5, 6)
    ]
    score = sum(result.score for result in play_chunk(matches)[0]) / 5
    assert document["standings"][0]["score"]["value"] == pytest.approx(score)
    assert run([*ARENA, "--workers", "1"]) == 1
    captured = capsys.readouterr()
    assert captured.err.removeprefix("cc3k: ").startswith(told)
    heading = captured.out.splitlines()[0]
    assert re.search("; [24] of 6 games; 1 failed; ", heading)  # 4 where a hand is dealt again


def test_limit_is_for_each_game_alone(tmp_path: Path, monkeypatch: PATCH, capsys: Said) -> None:
    """Not for a hand of them, nor for the start of a worker and the bot's package."""
    source = "import time\ntime.sleep(4.5)\n" + ODD.format("pass").replace(
        "self.path, self", "time.sleep(0.8)\n        self.path, self"
    )
    plug_in(tmp_path, monkeypatch, source, "odd = otherbots:Odd")
    assert run([*ARENA, "--workers", "1"]) == 0
    assert capsys.readouterr().err == ""


def test_all_games_may_fail(tmp_path: Path, monkeypatch: PATCH, capsys: Said) -> None:
    """Then there is nothing to tell but that."""
    odd(tmp_path, monkeypatch, "pass")
    plug = tmp_path / "otherbots.py"
    plug.write_text(plug.read_text().replace('if "game 3/" in self.path', "1 / 0\n        if 0"))
    wanted = [*ARENA, "--keep-going", "--workers", "1", "--svg", str(tmp_path / "x.svg")]
    assert run(wanted) == 1
    captured = capsys.readouterr()
    assert (
        captured.out
        == "odd: games 1-6 of seed 5, each race; 0 of 6 games; 6 failed; 95 % intervals\n"
    )
    assert captured.err.count("ZeroDivisionError") == 6
    assert run([*wanted, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["standings"] == []
    assert not (tmp_path / "x.svg").exists()


def test_picture_is_drawn_of_all_games_but_those_that_failed(
    tmp_path: Path, monkeypatch: PATCH
) -> None:
    """They are counted, so that nothing is broken off."""
    odd(tmp_path, monkeypatch, "1 / 0")
    assert run([*ARENA, "--keep-going", "--workers", "1", "--svg", str(tmp_path / "x.svg")]) == 1
    assert (tmp_path / "x.svg").exists()


@pytest.mark.parametrize("text", ["0", "-1", "x", "nan", "inf", "1e3", "86401", "", "\u0663"])
def test_limit_is_a_time(text: str, capsys: Said) -> None:
    """Greater than nothing, and at most a day."""
    assert run(["--limit", text]) == 2
    assert "expected seconds, more than 0 and up to 86400" in capsys.readouterr().err


@pytest.mark.parametrize(("workers", "hand"), [(1, 1), (2, 3)])
def test_games_of_a_broken_pool_are_named(
    workers: int, hand: int, tmp_path: Path, monkeypatch: PATCH
) -> None:
    """Whose worker has ended, such a pool does not tell: one of those that had been begun."""
    odd(tmp_path, monkeypatch, "os._exit(7)")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT}")
    matches = [GameSpec("odd", "drow", 5, number) for number in range(1, 30)]
    with (
        ProcessPoolExecutor(workers, get_context("spawn")) as pool,
        pytest.raises(GameWorkerDied, match="as Drow, seed 5, game 3") as lost,
    ):
        list(play_games_in_order(matches, pool, hand))
    assert str(lost.value).startswith("one of these: ") == (hand > 1)
    assert str(lost.value).count("seed 5") <= workers * hand


def test_game_is_found_in_a_hand_that_an_executor_lost() -> None:
    """Each of the hand is dealt again alone, as a cluster tells no more than that it failed."""

    class Lossy(Desk):
        def submit(self, task, /, *args, **kwargs):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN002, ANN003, ANN202
            playing = super().submit(task, *args, **kwargs)  # type: ignore[no-untyped-call]
            if any(match.game_number == 2 for match in args[0]):
                playing.set_exception(OSError("gone"))
            else:
                self.work(-1)
            return playing

    outcomes = dict(ArenaRun(MATCHES[:3], Lossy(1)).play_as_completed())
    assert [outcomes[place] for place in (0, 2)] == [
        *map(play_chunk(MATCHES)[0].__getitem__, (0, 2))
    ]
    assert isinstance(outcomes[1], GameWorkerDied)
    assert str(outcomes[1]) == "as Shade, seed 1, game 2: OSError: gone"
    with pytest.raises(GameWorkerDied):
        list(play_games_in_order(MATCHES[:3], Lossy(1)))


def test_what_cannot_be_played_at_all_is_no_mishap() -> None:
    """It would be the same for all games."""
    for match, error in [(GameSpec("none", "shade", 1, 1), UnknownBot),
                         (GameSpec("greedy", "elf", 1, 1), ValueError)]:  # fmt: skip
        with ProcessPool(1) as processes, pytest.raises(error) as refused:
            list(ArenaRun([match], processes).play_as_completed())
        assert not isinstance(refused.value, BotError)


def die(*reports: int) -> None:
    """Report, and end the process."""
    for number in reports:
        report_partial_result(number)
    os._exit(7)


def hang(mark: str, *reports: int, seconds: float = 600) -> str:
    """Report, and go on for a while; longer than half a second is not allowed from then on."""
    for number in reports:
        report_partial_result(number)
    Path(mark).touch()
    sleep(seconds)
    return "awake"


def hurry() -> None:
    """Take longer than is allowed."""
    limit_task_seconds(0.3)
    report_partial_result("begun")
    sleep(600)


def fail() -> None:
    """Raise what cannot be sent anywhere."""

    class Local(Exception):
        pass

    raise Local


def test_processes_are_an_executor() -> None:
    """One that ends takes no other task along, and is replaced."""
    with ProcessPool(2) as processes:
        assert list(processes.map(abs, range(-5, 0))) == [5, 4, 3, 2, 1]
        lost = processes.submit(die, 1, 2)
        assert processes.submit(abs, -1).result(PATIENCE) == 1
        error = lost.exception(PATIENCE)
        assert isinstance(error, TaskProcessDied)
        assert (str(error), error.reports) == ("exit code 7", [1, 2])
        late = processes.submit(hurry).exception(PATIENCE)
        assert isinstance(late, TaskTimedOut)
        assert (str(late), late.reports) == ("more than 0.3 s", ["begun"])
        failed = processes.submit(fail).exception(PATIENCE)
        assert (type(failed), str(failed)) == (RuntimeError, "Local")
        assert processes.submit(int, "7", base=8).result(PATIENCE) == 7
        assert len(active_children()) <= 2
    assert active_children() == []


def test_processes_that_are_ended_have_told_all_they_sent(tmp_path: Path) -> None:
    """What is on its way is read; what is not begun is cancelled."""
    processes = ProcessPool(1)
    mark = tmp_path / "mark"
    playing = processes.submit(hang, str(mark), *range(500))
    waiting = processes.submit(abs, 1)
    while not mark.exists():
        assert not playing.done()
    processes.kill()
    error = playing.exception(0)
    assert isinstance(error, TaskProcessDied)
    assert error.reports == list(range(500))
    assert waiting.cancelled()
    assert active_children() == []


def test_processes_may_be_left_to_themselves(tmp_path: Path) -> None:
    """Nobody waits, and all that was asked for is done."""
    processes = ProcessPool(1)
    playing = processes.submit(hang, str(tmp_path / "mark"), seconds=0.1)
    processes.shutdown(wait=False)
    assert playing.result(PATIENCE) == "awake"
    until = monotonic() + PATIENCE
    while active_children():
        assert monotonic() < until
        sleep(0.01)
