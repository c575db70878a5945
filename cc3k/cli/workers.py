"""Workers: processes of this machine that play an arena's games, and what becomes of dead ones.

Each worker is a `ProcessPoolExecutor` of one process. Where one dies its own game alone is lost, so
that game is known, and played again by a new worker; the games of the other workers go on.
"""

import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit
from threading import Thread
from time import monotonic
from typing import ParamSpec, Protocol, TypeAlias, TypeVar

from cc3k.bots.bot import BotError, GameWorkerDied, bot_failed_error
from cc3k.bots.statistics import GameResult
from cc3k.cli.arena_games import GameSpec, describe_spec, play_chunk
from cc3k.cli.streams import discard_output
from cc3k.exit_codes import EXIT_FAILED

CHUNK_SIZE = 4
"""Games that a worker of somebody's executor gets at once."""

MAX_DEATHS = 5
"""Workers that may die during one and the same game before that counts as the bot's error."""

EXIT_SECONDS = 2.0
"""Seconds that idle workers have to exit, and killed ones to hand over their last results."""

_TaskParams = ParamSpec("_TaskParams")
_TaskResult = TypeVar("_TaskResult")
Chunk: TypeAlias = Sequence[tuple[int, GameSpec]]
"""Games that a worker gets at once, each with its place among all games."""
Played: TypeAlias = tuple[list[GameResult], BotError | None]
Outcome: TypeAlias = tuple[int, GameResult | BotError]
"""A game's place among all games, and what came of it."""
Outcomes: TypeAlias = Generator[Outcome, None, None]


class ExecutorLost(Exception):
    """All workers have gone for good while games were played: which ones."""


class Workers(Protocol):
    """Somebody who plays games: processes of this machine, or a cluster."""

    def play(self, chunks: Iterator[Chunk]) -> Outcomes:
        """Yield each game's place and its result or error, as games finish.

        Once it is stopped it yields the results that are there already, and ends.
        """
        ...

    def stop(self) -> None:
        """Stop playing, from a signal handler or between two outcomes."""
        ...


def play_games_in_order(
    specs: Iterable[GameSpec], executor: Executor, chunk_size: int = CHUNK_SIZE
) -> Iterator[GameResult]:
    """Yield the result of each game, in the order of the specs, by any executor's workers.

    Those of a Dask cluster, for example:

        games = [GameSpec("careful", "Troll", seed=1, game_number=n) for n in range(1, 1001)]
        with Client("tcp://scheduler:8786") as client:
            results = list(play_games_in_order(games, client.get_executor(pure=False)))

    `chunk_size` is how many games a worker is given at once. Raises what goes wrong in a game when
    its turn has come: a `BotError`, `UnknownBot`, `LayoutError`, ValueError for an unknown race.
    Then, and when no more results are asked for, games that nobody has begun are cancelled.
    """
    if chunk_size < 1:
        message = f"found chunks of {chunk_size} games; expected at least one game"
        raise ValueError(message)
    games = iter(specs)
    chunks = iter(lambda: [*islice(games, chunk_size)], [])
    for results, error in executor.map(play_chunk, chunks):
        yield from results
        if error is not None:
            raise error


class WorkerPool(ProcessPoolExecutor):
    """Worker processes that ignore Ctrl-C, write to standard error, and end with this process."""

    def __init__(self, count: int = 1) -> None:
        super().__init__(count, get_context("spawn"), _initialize_worker)
        self._started = list[BaseProcess]()

    def submit(
        self,
        task: Callable[_TaskParams, _TaskResult],
        /,
        *args: _TaskParams.args,
        **kwargs: _TaskParams.kwargs,
    ) -> Future[_TaskResult]:
        """Run a task; a process that this starts inherits that Ctrl-C is blocked."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(task, *args, **kwargs)
        finally:
            self._started = [*(self._processes or {}).values()]  # Python 3.14 can kill them itself
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def kill(self, latest: float = 0.0) -> None:
        """Kill the processes that have not ended by themselves by then, on the monotonic clock."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in self._started:
            process.join(max(0.0, latest - monotonic()))
            process.kill()

    def describe_death(self) -> str:
        """Return how the process of a broken pool ended."""
        [process] = self._started
        process.kill()  # it may live on without its pipes
        self.shutdown()
        code = process.exitcode
        if code is not None and code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"


def start_local_workers(count: int) -> Executor:
    """Return an executor of this many worker processes, all of which end if one dies."""
    return WorkerPool(count)


def kill_or_release_workers(executor: Executor) -> None:
    """Stop workers whose results are no longer needed; only local ones are killed."""
    if isinstance(executor, WorkerPool):
        executor.kill()
    else:
        executor.shutdown(wait=False)


class LocalWorkers:
    """Some processes of this machine, started as games need them."""

    def __init__(self, count: int) -> None:
        self._count, self._is_stopped = count, False
        self._playing = dict[Future[Played], tuple[Chunk, WorkerPool]]()
        self._finished = SimpleQueue[Future[Played] | None]()
        self._retries, self._deaths = deque[Chunk](), Counter[int]()
        soft, hard = getrlimit(RLIMIT_NOFILE)
        if soft < (needed := 64 + 8 * count) and soft != RLIM_INFINITY:
            setrlimit(RLIMIT_NOFILE, (needed if hard == RLIM_INFINITY else min(needed, hard), hard))

    def stop(self) -> None:
        """Stop playing: this may be called by a signal handler."""
        self._is_stopped = True
        self._finished.put(None)

    def play(self, chunks: Iterator[Chunk]) -> Outcomes:
        """Yield each game's place and its result or error, as games finish.

        A game during which a worker dies is played again, five times at most. Raises what makes all
        games impossible: `UnknownBot`, `LayoutError`, `BrokenExpansion`.
        """
        pools = list[WorkerPool]()
        try:
            while len(pools) < self._count and not self._is_stopped:
                if not self._deal(chunks, pool := WorkerPool()):
                    break
                pools.append(pool)
            while self._playing and not self._is_stopped:
                future = self._finished.get()
                if future is None:
                    break
                chunk, pool = self._playing.pop(future)
                error = future.exception()
                if isinstance(error, BrokenExecutor):
                    pools.remove(pool)
                    outcomes = self._lost_games(chunk, pool.describe_death())
                    pools.append(pool := WorkerPool())
                else:
                    outcomes = chunk_outcomes(chunk, future)
                self._deal(chunks, pool)
                yield from outcomes
        finally:
            latest = 0.0 if self._playing else monotonic() + EXIT_SECONDS
            for pool in pools:
                pool.kill(latest)
        wait(self._playing, EXIT_SECONDS)
        for future, (chunk, _) in self._playing.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                yield from zip([place for place, _ in chunk], future.result()[0], strict=False)

    def _deal(self, chunks: Iterator[Chunk], pool: WorkerPool) -> bool:
        """Give the next games to a worker; return False, and let it exit, if there are none."""
        chunk = self._retries.popleft() if self._retries else next(chunks, None)
        if chunk is None:
            pool.shutdown(wait=False)
            return False
        future = Future[Played]()
        try:
            future = pool.submit(play_chunk, [spec for _, spec in chunk])
        except BrokenExecutor as error:  # it died between two games
            future.set_exception(error)
        self._playing[future] = chunk, pool
        future.add_done_callback(self._finished.put)
        return True

    def _lost_games(self, chunk: Chunk, reason: str) -> list[Outcome]:
        """Let the games be played again, alone; return those amid which too many workers died."""
        dead = list[Outcome]()
        for place, spec in chunk:
            self._deaths[place] += len(chunk) == 1
            if self._deaths[place] < MAX_DEATHS:
                self._retries.append([(place, spec)])
            else:
                dead.append((place, GameWorkerDied(f"{describe_spec(spec)}: {reason}")))
        return dead


class _Finished(Protocol):
    """What two kinds of futures have in common: those of executors, and those of Dask."""

    def result(self) -> Played:
        """Return the results of the games, and the error that ended them; or raise."""
        ...


def chunk_outcomes(chunk: Chunk, future: _Finished) -> list[Outcome]:
    """Return each played game's place and its result or error."""
    try:
        results, error = future.result()
    except KeyboardInterrupt as interrupt:  # a bot has raised it: workers ignore Ctrl-C
        results, error = [], bot_failed_error(describe_spec(chunk[0][1]), interrupt)
    outcomes: list[GameResult | BotError] = [*results]
    outcomes += [] if error is None else [error]
    return [*zip([place for place, _ in chunk], outcomes, strict=False)]


def _initialize_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if sys.stderr is None:
        discard_output(sys.stdout)
    else:
        os.dup2(sys.stderr.fileno(), 1)  # also for what a bot does not write in Python
        sys.stdout = sys.stderr
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Wait for the parent process to end, then exit, even amid a task."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(EXIT_FAILED)
