"""Arena workers: many games in parallel, in chunks, with results that never depend on the workers.

A game depends only on its specification, so the results are the same with any number and kind of
workers. Any `concurrent.futures.Executor` will do, such as that of a Dask cluster:

    from distributed import Client
    from cc3k.cli.arena_games import GameSpec
    from cc3k.cli.workers import play_games_in_order

    games = [GameSpec("careful", "Troll", seed=1, game_number=n) for n in range(1, 1001)]
    with Client("tcp://scheduler:8786") as client:
        results = list(play_games_in_order(games, client.get_executor(pure=False)))
"""

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from itertools import islice
from queue import SimpleQueue
from time import monotonic
from typing import TypeAlias

from attrs import define, field

from cc3k.bots.bot import BotError, GameTimedOut, GameWorkerDied, bot_failed_error
from cc3k.bots.statistics import GameResult
from cc3k.cli.arena_games import GameSpec, ResultOrError, describe_spec, play_chunk
from cc3k.cli.worker_processes import ExecutorLost, ProcessPool, TaskProcessDied, TaskTimedOut
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.engine.expansion import BrokenExpansion
from cc3k.saves.replay import UnknownBot

CHUNK_SIZE = 4
"""Games that a worker gets at once: few, so that nobody waits long for the last one."""

MAX_CHUNK_SIZE, CHUNK_SECONDS = 1_000, 0.25
"""Most games of a chunk that is as large as what a worker plays in so many seconds."""

MAX_DEATHS = 5
"""Workers that may end amid one and the same game before that counts as the bot's own doing."""

MAX_PENDING_CHUNKS = 2
"""Chunks that are submitted before any of them is back."""

DEFAULT_WORKER_COUNT = 16
"""Workers that an executor is assumed to have if it does not say."""


_Chunk: TypeAlias = Sequence[tuple[int, GameSpec]]
_ChunkFuture: TypeAlias = Future[tuple[list[GameResult], BotError | None]]


def play_games_in_order(
    specs: Iterable[GameSpec], executor: Executor, chunk_size: int = CHUNK_SIZE
) -> Iterator[GameResult]:
    """Yield the result of each game, in the order of the specs, as soon as it is known.

    `chunk_size` is how many games a worker is given at once. Raises what goes wrong in any game, as
    soon as it is known: `UnknownBot`, `BadChoice`, `BotFailed`, `GameWorkerDied`, `GameTimedOut`,
    `LayoutError`, and ValueError for an unknown race. Then, and when no more results are asked for,
    the games that nobody has begun are cancelled; the executor is left open.
    """
    early, place = dict[int, GameResult](), 0
    with closing(play_games_as_completed(specs, executor, chunk_size)) as results:
        for number, result in results:
            early[number] = result
            while place in early:
                yield early.pop(place)
                place += 1


def play_games_as_completed(
    specs: Iterable[GameSpec], executor: Executor, chunk_size: int = CHUNK_SIZE
) -> Generator[tuple[int, GameResult], None, None]:
    """Yield each game's position in the specs, from 0, and its result, as games finish.

    A game without end holds up no other; for the rest it is as `play_games_in_order`.
    """
    with closing(ArenaRun(specs, executor, chunk_size).play_as_completed()) as outcomes:
        for place, outcome in outcomes:
            if isinstance(outcome, BotError):
                raise outcome
            yield place, outcome


class ArenaRun:
    """Plays games on an executor's workers, in chunks, and yields what comes of each.

    A chunk has `chunk_size` games, or as many as a worker plays in `chunk_seconds`.
    """

    def __init__(
        self,
        specs: Iterable[GameSpec],
        executor: Executor,
        chunk_size: int = CHUNK_SIZE,
        chunk_seconds: float = 0.0,
    ) -> None:
        if chunk_size < 1:
            message = f"hand {chunk_size}: expected at least one game"
            raise ValueError(message)
        self._pending_specs = enumerate(specs)
        self._executor, self._worker_count = executor, _count_workers(executor)
        self._pace = _Pace(chunk_size, chunk_seconds / self._worker_count)
        self._deaths = Counter[int]()
        self._retry_chunks = deque[_Chunk]()
        self._running_chunks = dict[_ChunkFuture, _Chunk]()
        self._finished_queue = SimpleQueue[_ChunkFuture | None]()
        self.stop_signal: int | None = None

    def play_as_completed(self) -> Generator[tuple[int, ResultOrError], None, None]:
        """Yield each finished game's position in the specs, from 0, and its result or error.

        A game amid which a worker ends is played again, and has an error when that has happened
        five times. It keeps no other from being played, unless the executor itself is broken:
        then `GameWorkerDied` or `ExecutorLost` is raised. So are `UnknownBot`, `LayoutError`, and
        ValueError for an unknown race. In the end the games that nobody has begun are cancelled.
        """
        try:
            while True:
                self._submit_chunks()
                playing = self._finished_queue.get() if self._running_chunks else None
                if playing is None:
                    return
                yield from self._chunk_outcomes(playing)
        finally:
            for playing in self._running_chunks:
                playing.cancel()

    def stop(self, signal_number: int) -> None:
        """Stop playing because of a signal; results known by then are still yielded.

        It may be its handler that calls this.
        """
        self.stop_signal = signal_number
        self._finished_queue.put(None)

    def late_results(self) -> Iterator[tuple[int, GameResult]]:
        for playing, hand in self._running_chunks.items():
            if playing.done() and not playing.cancelled():
                error = playing.exception()
                results, _ = playing.result() if error is None else (_reported_results(error), None)
                yield from zip([place for place, _ in hand], results, strict=False)

    def _submit_chunks(self) -> None:
        while len(self._running_chunks) < MAX_PENDING_CHUNKS * self._worker_count:
            hand = (
                self._retry_chunks.popleft()
                if self._retry_chunks
                else [*islice(self._pending_specs, self._pace.chunk_size)]
            )
            if not hand:
                break
            try:
                playing = self._executor.submit(play_chunk, [match for _, match in hand])
            except BrokenExecutor:
                if not self._running_chunks:
                    raise
                return  # those that were dealt before tell more
            self._running_chunks[playing] = hand
            playing.add_done_callback(self._finished_queue.put)

    def _chunk_outcomes(self, future: _ChunkFuture) -> Iterator[tuple[int, ResultOrError]]:
        if future.cancelled():  # not by us: by who lost its worker
            error: BaseException | None = GameWorkerDied("its task was cancelled")
        else:
            error = future.exception()
        if isinstance(error, ExecutorLost):
            raise error
        if isinstance(error, BrokenExecutor) and not isinstance(error, TaskProcessDied):
            raise self._broken_executor_error(error) from error
        hand = self._running_chunks.pop(future)
        if error is not None and not isinstance(error, TaskProcessDied):
            yield from self._failed_chunk_outcomes(error, hand)
            return
        results, mishap = future.result() if error is None else (_reported_results(error), None)
        self._pace.note(len(results))
        yield from zip([place for place, _ in hand], results, strict=False)
        if error is not None and self._is_to_be_retried(error, hand[len(results) :]):
            self._retry_chunks.append(hand[len(results) :])
            return
        for place, match in hand[len(results) :][:1]:
            if error is not None:
                kind = GameTimedOut if isinstance(error, TaskTimedOut) else GameWorkerDied
                mishap = kind(f"{describe_spec(match)}: {error}")
            # No game goes without an outcome, whatever an executor gives back.
            yield place, mishap or GameWorkerDied(f"{describe_spec(match)}: no result")
            if rest := hand[len(results) + 1 :]:
                self._retry_chunks.append(rest)

    def _is_to_be_retried(self, error: BaseException, unplayed: _Chunk) -> bool:
        """Count the end of a worker amid a game; tell whether its unplayed games are to go on."""
        if isinstance(error, (TaskTimedOut, KeyboardInterrupt)):
            return False
        for place, _ in unplayed[:1]:
            self._deaths[place] += 1
            return self._deaths[place] < MAX_DEATHS
        return False

    def _broken_executor_error(self, error: BrokenExecutor) -> GameWorkerDied:
        begun = [
            hand for playing, hand in self._running_chunks.items() if not _is_finished(playing)
        ]
        names = [describe_spec(match) for hand in begun[: self._worker_count] for _, match in hand]
        message = f"one of these: {'; '.join(names)}" if names[1:] else names[0]
        return GameWorkerDied(f"{message}: {error}")

    def _failed_chunk_outcomes(
        self, error: BaseException, chunk: _Chunk
    ) -> Iterator[tuple[int, ResultOrError]]:
        if isinstance(error, (UnknownBot, LayoutError, ValueError, BrokenExpansion)):
            raise error
        if len(chunk) > 1 or self._is_to_be_retried(error, chunk):
            self._retry_chunks.extend([one] for one in chunk)
            return
        [(place, match)] = chunk
        blamed = bot_failed_error(describe_spec(match), error)
        # An interrupt that comes as a result is the bot's own; other errors are of who worked.
        mishap = blamed if isinstance(error, KeyboardInterrupt) else GameWorkerDied(str(blamed))
        mishap.__cause__ = error
        yield place, mishap


@define(eq=False)
class _Pace:
    """How many games to give a worker at once: a fixed number, or what it plays in some time.

    `seconds` are those of a chunk divided by the workers. Before the first chunk is back, workers
    are still starting: what they have played by then does not count.
    """

    chunk_size: int
    seconds: float
    _began: float | None = field(default=None, init=False)
    _played: int = field(default=0, init=False)

    def note(self, games: int) -> None:
        if not self.seconds:
            return
        if self._began is None:
            self._began = monotonic()
            return
        self._played += games
        a_second = self._played / max(monotonic() - self._began, 1e-6)
        self.chunk_size = min(MAX_CHUNK_SIZE, max(CHUNK_SIZE, int(a_second * self.seconds)))


def start_local_workers(count: int) -> Executor:
    return ProcessPool(count)


def kill_or_release_workers(executor: Executor) -> None:
    if isinstance(executor, ProcessPool):
        executor.kill()
    else:
        executor.shutdown(wait=False)  # what was dealt is cancelled; not all could be told so here


def _count_workers(executor: Executor) -> int:
    workers = getattr(executor, "_max_workers", None)  # the standard library's, and those like it
    if isinstance(workers, int):
        return workers
    threads = getattr(getattr(executor, "_client", None), "nthreads", dict)  # Dask's
    return sum(threads().values()) or DEFAULT_WORKER_COUNT


def _is_finished(future: _ChunkFuture) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _reported_results(error: BaseException | None) -> list[GameResult]:
    reports = error.reports if isinstance(error, TaskProcessDied) else ()
    return [result for result in reports if isinstance(result, GameResult)]
