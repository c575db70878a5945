"""Arena workers: many games in parallel, in chunks, with results that never depend on the workers.

Whoever works, and however many of them, the results are the same: a game depends on nothing but
what its match says. Any `concurrent.futures.Executor` will do, such as that of a Dask cluster:

    from distributed import Client
    from cc3k.cli.workers import Match, play_all

    games = [Match("careful", "Troll", seed=1, number=number) for number in range(1, 1001)]
    with Client("tcp://scheduler:8786") as client:
        results = list(play_all(games, client.get_executor()))
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from functools import lru_cache
from itertools import islice
from queue import SimpleQueue
from typing import TypeAlias

from attrs import frozen

from cc3k.api import Game
from cc3k.bots.bot import BotError, BotFailed, GameTimedOut, GameWorkerDied, bot_failed_error
from cc3k.bots.statistics import MAX_COMMANDS, GameResult, new_game, play_to_end
from cc3k.cli.bot_plugins import bot_traceback, load_bot
from cc3k.cli.worker_processes import (
    ProcessPool,
    TaskProcessDied,
    TaskTimedOut,
    limit_task_seconds,
    report_partial_result,
)
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import read_layout
from cc3k.engine.board import FloorLayout
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.play.commands import parse_race, race_names
from cc3k.record.replay import UnknownBot
from cc3k.storage.expansion_plugins import rules_of_tags

CHUNK_SIZE = 4
"""Games that a worker gets at once: few, so that nobody waits long for the last one."""

MAX_PENDING_CHUNKS = 2
"""Chunks that are submitted before any of them is back."""

DEFAULT_WORKER_COUNT = 16
"""Workers that an executor is assumed to have if it does not say."""


@frozen
class GameSpec:
    """One game to be played: the bot, the race, and which game of which seed (R34).

    `layout` is the text of a layout file, empty for floors furnished at random; `expansions` are
    the tags of those that are on, as journals have them. After
    `max_commands` commands the game is given up. With a `time_limit` the bot's process is ended
    after so many seconds of the game; only our own workers can do so.
    """

    bot: str
    race: str
    seed: int
    game_number: int
    layout: bytes = b""
    max_commands: int = MAX_COMMANDS
    time_limit: float | None = None
    expansions: tuple[str, ...] = ()


ResultOrError: TypeAlias = GameResult | BotError
"""The result of a game, or the error of the bot."""

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
    """Plays games on an executor's workers, in chunks, and yields what comes of each."""

    def __init__(
        self, specs: Iterable[GameSpec], executor: Executor, chunk_size: int = CHUNK_SIZE
    ) -> None:
        if chunk_size < 1:
            message = f"hand {chunk_size}: expected at least one game"
            raise ValueError(message)
        self._pending_specs, self._chunk_size = enumerate(specs), chunk_size
        self._executor, self._worker_count = executor, _count_workers(executor)
        self._retry_chunks = deque[_Chunk]()
        self._running_chunks = dict[_ChunkFuture, _Chunk]()
        self._finished_queue = SimpleQueue[_ChunkFuture | None]()
        self.stop_signal: int | None = None

    def play_as_completed(self) -> Generator[tuple[int, ResultOrError], None, None]:
        """Yield each finished game's position in the specs, from 0, and its result or error.

        A match with a mishap keeps no other from being played, unless it has broken the executor:
        then `GameWorkerDied` is raised. So are `UnknownBot`, `LayoutError`, and ValueError for an
        unknown race. In the end the games that nobody has begun are cancelled.
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
        """Yield the results that came in after the games were stopped."""
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
                else [*islice(self._pending_specs, self._chunk_size)]
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
        """Yield the results of a chunk; its unplayed games are submitted again."""
        if future.cancelled():  # not by us: by who lost its worker
            error: BaseException | None = GameWorkerDied("its task was cancelled")
        else:
            error = future.exception()
        if isinstance(error, BrokenExecutor) and not isinstance(error, TaskProcessDied):
            raise self._broken_executor_error(error) from error
        hand = self._running_chunks.pop(future)
        if error is not None and not isinstance(error, TaskProcessDied):
            yield from self._failed_chunk_outcomes(error, hand)
            return
        results, mishap = future.result() if error is None else (_reported_results(error), None)
        yield from zip([place for place, _ in hand], results, strict=False)
        for place, match in hand[len(results) :][:1]:
            if error is not None:
                kind = GameTimedOut if isinstance(error, TaskTimedOut) else GameWorkerDied
                mishap = kind(f"{_describe_spec(match)}: {error}")
            # No game goes without an outcome, whatever an executor gives back.
            yield place, mishap or GameWorkerDied(f"{_describe_spec(match)}: no result")
            if rest := hand[len(results) + 1 :]:
                self._retry_chunks.append(rest)

    def _broken_executor_error(self, error: BrokenExecutor) -> GameWorkerDied:
        """Return the error for an executor that has ended with all of its workers."""
        begun = [
            hand for playing, hand in self._running_chunks.items() if not _is_finished(playing)
        ]
        names = [_describe_spec(match) for hand in begun[: self._worker_count] for _, match in hand]
        message = f"one of these: {'; '.join(names)}" if names[1:] else names[0]
        return GameWorkerDied(f"{message}: {error}")

    def _failed_chunk_outcomes(
        self, error: BaseException, chunk: _Chunk
    ) -> Iterator[tuple[int, ResultOrError]]:
        """Yield the game that caused an error; retry each game of a longer chunk alone."""
        if isinstance(error, (UnknownBot, LayoutError, ValueError)):
            raise error
        if len(chunk) > 1:
            self._retry_chunks.extend([one] for one in chunk)
            return
        [(place, match)] = chunk
        blamed = bot_failed_error(_describe_spec(match), error)
        # An interrupt that comes as a result is the bot's own; other errors are of who worked.
        mishap = blamed if isinstance(error, KeyboardInterrupt) else GameWorkerDied(str(blamed))
        mishap.__cause__ = error
        yield place, mishap


def play_chunk(specs: Sequence[GameSpec]) -> tuple[list[GameResult], BotError | None]:
    """Play some games, one after another, up to the first error of a bot, if there is one."""
    results = list[GameResult]()
    for match in specs:
        try:
            result = _play_game(match)
        except BotError as mishap:
            return results, mishap
        results.append(result)
        report_partial_result(result)
    return results, None


def start_local_workers(count: int) -> Executor:
    """Start this many worker processes on this machine."""
    return ProcessPool(count)


def kill_or_release_workers(executor: Executor) -> None:
    """Stop workers whose results are no longer needed; only local ones are killed."""
    if isinstance(executor, ProcessPool):
        executor.kill()
    else:
        executor.shutdown(wait=False)  # what was dealt is cancelled; not all could be told so here


def _count_workers(executor: Executor) -> int:
    """Return how many tasks an executor runs at once, as far as it says."""
    workers = getattr(executor, "_max_workers", None)  # the standard library's, and those like it
    if isinstance(workers, int):
        return workers
    threads = getattr(getattr(executor, "_client", None), "nthreads", dict)  # Dask's
    return sum(threads().values()) or DEFAULT_WORKER_COUNT


def _is_finished(future: _ChunkFuture) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _reported_results(error: BaseException | None) -> list[GameResult]:
    """Return the results of a chunk that were reported before its worker ended."""
    reports = error.reports if isinstance(error, TaskProcessDied) else ()
    return [result for result in reports if isinstance(result, GameResult)]


def _describe_spec(spec: GameSpec) -> str:
    """Return a game's race, seed and number as text, so that it can be repeated (R34)."""
    race = parse_race(spec.race)
    name = spec.race if race is None else race.name
    return f"as {name}, seed {spec.seed}, game {spec.game_number}"


def _play_game(spec: GameSpec) -> GameResult:
    rules = rules_of_tags(spec.expansions)
    race, drawings = _find_race(spec.race, rules), _load_floor_layouts(spec.layout, spec.expansions)
    make = load_bot(spec.bot)
    game = new_game(rules, race, spec.seed, spec.game_number, drawings)
    if spec.time_limit is not None:
        limit_task_seconds(spec.time_limit)
    try:
        return play_to_end(game, make, spec.game_number, spec.max_commands, Game)
    except BotFailed as failed:
        failed.traceback_text = bot_traceback(failed)  # its cause would stay in this process
        raise
    except (KeyboardInterrupt, BotError):
        raise
    except BaseException as error:  # a bot has done to the game what no game goes on with
        blamed = bot_failed_error(_describe_spec(spec), error)
        blamed.__cause__ = error
        blamed.traceback_text = bot_traceback(blamed)
        raise blamed from error


def _find_race(name: str, rules: Rules) -> Race:
    race = parse_race(name, rules)
    if race is None:
        message = f"race {name!a}: expected one of {race_names(rules)}"
        raise ValueError(message)
    return race


@lru_cache(maxsize=8)
def _load_floor_layouts(layout: bytes, expansions: tuple[str, ...]) -> tuple[FloorLayout, ...]:
    rules = rules_of_tags(expansions)
    return read_layout(layout, "layout", rules).floor_layouts if layout else ()
