"""Arena: a bot's games as specifications, how one is played, and the workers that play them.

A game depends only on its specification, so it has the same result on any worker, in Python or
compiled. Each worker is a `ProcessPoolExecutor` of one process: where one dies its own game alone
is lost, so that game is known, and played again by a new worker; the games of others go on. Or an
existing Dask cluster plays them, whose library the extra `dask` brings.
"""

import asyncio
import logging
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from cc3k import __version__
from cc3k.api import Game
from cc3k.bots.bot import MAX_COMMANDS, BotFailed, GameWorkerDied, bot_failed_error
from cc3k.bots.plugins import bot_traceback, load_bot
from cc3k.bots.statistics import BotResult, new_game, play_to_end
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import FloorLayout
from cc3k.engine.expansion import BrokenExpansion
from cc3k.engine.rules import Rules
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_FAILED, BotError, UserError
from cc3k.fast.support import find_missing_library, find_unknown_part
from cc3k.play.choices import parse_race, race_names
from cc3k.saves.expansion_plugins import rules_of_tags

if TYPE_CHECKING:
    from distributed import Client

    from cc3k.fast.compiled_bots import CompiledPlayer

CHUNK_SIZE = 4
"""Games that a worker of somebody's executor gets at once."""

MAX_DEATHS = 5
"""Workers that may die during one and the same game before that counts as the bot's error."""

EXIT_SECONDS = 2.0
"""Seconds that idle workers have to exit, and killed ones to hand over their last results."""


@frozen
class GameSpec:
    """One game to be played: the bot, the race, and which game of which seed (R34).

    `layout` is the text of a layout file, empty for floors furnished at random. `expansions` are
    the tags of those that are on, as in journals. If it may be `compiled`, the compiled version of
    the bot plays where available.
    """

    bot: str
    race: str
    seed: int
    game_number: int
    layout: bytes = b""
    expansions: tuple[str, ...] = ()
    compiled: bool = False

    def __str__(self) -> str:
        """Return the race, the seed and the number, by which the game can be repeated (R34)."""
        race = parse_race(self.race)
        name = self.race if race is None else race.name
        return f"as {name}, seed {self.seed}, game {self.game_number}"


Chunk: TypeAlias = Sequence[tuple[int, GameSpec]]
"""Games that a worker gets at once, each with its place among all games."""
Played: TypeAlias = tuple[list[BotResult], BotError | None]
"""The results of some games, up to the first error of a bot, if there is one."""
Outcomes: TypeAlias = Generator[tuple[int, BotResult | BotError], None, None]
"""A game's place among all games, and what came of it, as games finish."""


class ArenaError(UserError):
    """The games cannot be played as the options ask: which option, why, what was expected."""


class WorkersLost(Exception):
    """All workers have gone for good while games were played: which ones."""


def play_games_in_order(
    specs: Iterable[GameSpec], executor: Executor, chunk_size: int = CHUNK_SIZE
) -> Iterator[BotResult]:
    """Yield the result of each game, in the order of the specs, by any executor's workers.

    Those of a Dask cluster, for example:

        games = [GameSpec("careful", "Troll", seed=1, game_number=n) for n in range(1, 1001)]
        with Client("tcp://scheduler:8786") as client:
            results = list(play_games_in_order(games, client.get_executor(pure=False)))

    `chunk_size` is how many games a worker is given at once. Raises what goes wrong in a game when
    its turn has come: a `BotError`, `UnknownBot`, `LayoutError`, ValueError for an unknown race.
    Then, and when no more results are asked for, games that nobody has begun are cancelled.
    """
    games = iter(specs)
    chunks = [*iter(lambda: [*islice(games, chunk_size)], [])]  # Dask maps no iterators
    for results, error in executor.map(play_chunk, chunks):
        yield from results
        if error is not None:
            raise error


def play_chunk(specs: Sequence[GameSpec]) -> Played:
    results = list[BotResult]()
    for spec in specs:
        try:
            results.append(play_game(spec))
        except BotError as error:
            return results, error
    return results, None


def play_game(spec: GameSpec) -> BotResult:
    rules = rules_of_tags(spec.expansions)
    race = parse_race(spec.race, rules)
    if race is None:
        message = f"race {spec.race!a}: expected one of {race_names(rules)}"
        raise ValueError(message)
    make, drawings = load_bot(spec.bot), _load_floor_layouts(spec.layout, spec.expansions)
    if spec.compiled and (player := compiled_player(spec.bot, spec.layout, spec.expansions)):
        with suppress(ValueError):  # of a floor that has no room: the engine tells of it, below
            return player.play(race, spec.seed, spec.game_number, MAX_COMMANDS)
    game = new_game(rules, race, spec.seed, spec.game_number, drawings)
    try:
        return play_to_end(game, make, spec.game_number, MAX_COMMANDS, Game)
    except BotFailed as failed:
        failed.traceback_text = bot_traceback(failed)  # its cause would stay in this process
        raise
    except (KeyboardInterrupt, BotError, BrokenExpansion):
        raise
    except BaseException as error:  # a bot has done to the game what no game goes on with
        blamed = bot_failed_error(str(spec), error)
        blamed.__cause__ = error
        blamed.traceback_text = bot_traceback(blamed)
        raise blamed from error


def why_not_compiled(bot: str, rules: Rules) -> str | None:
    missing, unknown = find_missing_library(), find_unknown_part(rules)
    if missing is not None:
        return f"{missing} is not installed"
    if unknown is not None:
        return f"the fast core does not know {unknown}"
    # Imported only here: it takes a moment, and needs what is not installed everywhere.
    from cc3k.fast.compiled_bots import find_compiled_bot

    if find_compiled_bot(load_bot(bot)) is None:
        return f"the bot {bot} has no compiled twin"
    return None


@lru_cache(maxsize=8)
def compiled_player(
    bot: str, layout: bytes, expansions: tuple[str, ...]
) -> "CompiledPlayer | None":
    """Return the compiled version of a bot, ready to play; None if there is none.

    Called before there are workers, it compiles what each of them would compile.
    """
    rules = rules_of_tags(expansions)
    if why_not_compiled(bot, rules) is not None:
        return None
    # Imported only here, as above.
    from cc3k.fast.compiled_bots import CompiledPlayer, find_compiled_bot

    play_on = find_compiled_bot(load_bot(bot))
    floor_layouts = _load_floor_layouts(layout, expansions)
    return None if play_on is None else CompiledPlayer(play_on, rules, floor_layouts)


@lru_cache(maxsize=8)
def _load_floor_layouts(layout: bytes, expansions: tuple[str, ...]) -> tuple[FloorLayout, ...]:
    rules = rules_of_tags(expansions)
    return read_layout(layout, "layout", rules).floor_layouts if layout else ()


class LocalWorkers:
    """Some processes of this machine, started as games need them."""

    def __init__(self, count: int) -> None:
        self._count, self._is_stopped = count, False
        self._playing = dict[Future[Played], tuple[Chunk, WorkerProcess]]()
        self._finished = SimpleQueue[Future[Played] | None]()
        self._retries, self._deaths = deque[Chunk](), Counter[int]()
        soft, hard = getrlimit(RLIMIT_NOFILE)
        if soft < (needed := 64 + 8 * count) and soft != RLIM_INFINITY:
            setrlimit(RLIMIT_NOFILE, (needed if hard == RLIM_INFINITY else min(needed, hard), hard))

    def stop(self) -> None:
        """Stop playing, from a signal handler or between two outcomes."""
        self._is_stopped = True
        self._finished.put(None)

    def play(self, chunks: Iterator[Chunk]) -> Outcomes:
        """Yield each game's place and its result or error, as games finish.

        Once it is stopped it yields the results that are there already, and ends. A game during
        which a worker dies is played again, five times at most. Raises what makes all games
        impossible: `UnknownBot`, `LayoutError`, `BrokenExpansion`.
        """
        workers = list[WorkerProcess]()
        try:
            while len(workers) < self._count and not self._is_stopped:
                if not self._deal(chunks, worker := WorkerProcess()):
                    break
                workers.append(worker)
            while self._playing and not self._is_stopped:
                future = self._finished.get()
                if future is None:
                    break
                chunk, worker = self._playing.pop(future)
                if isinstance(future.exception(), BrokenExecutor):
                    workers.remove(worker)
                    outcomes = self._lost_games(chunk, worker.describe_death())
                    workers.append(worker := WorkerProcess())
                else:
                    outcomes = chunk_outcomes(chunk, future.result)
                self._deal(chunks, worker)
                yield from outcomes
        finally:
            latest = 0.0 if self._playing else monotonic() + EXIT_SECONDS
            for worker in workers:
                worker.kill(latest)
        wait(self._playing, EXIT_SECONDS)
        for future, (chunk, _) in self._playing.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                yield from zip([place for place, _ in chunk], future.result()[0], strict=False)

    def _deal(self, chunks: Iterator[Chunk], worker: "WorkerProcess") -> bool:
        """Give the next games to a worker; return False, and let it exit, if there are none."""
        chunk = self._retries.popleft() if self._retries else next(chunks, None)
        if chunk is None:
            worker.shutdown(wait=False)
            return False
        future = Future[Played]()
        try:
            future = worker.play(chunk)
        except BrokenExecutor as error:  # it died between two games
            future.set_exception(error)
        self._playing[future] = chunk, worker
        future.add_done_callback(self._finished.put)
        return True

    def _lost_games(self, chunk: Chunk, reason: str) -> list[tuple[int, BotResult | BotError]]:
        """Let the games be played again, alone; return those amid which too many workers died."""
        dead = list[tuple[int, BotResult | BotError]]()
        for place, spec in chunk:
            self._deaths[place] += len(chunk) == 1
            if self._deaths[place] < MAX_DEATHS:
                self._retries.append([(place, spec)])
            else:
                dead.append((place, GameWorkerDied(f"{spec}: {reason}")))
        return dead


def chunk_outcomes(
    chunk: Chunk, result: Callable[[], Played]
) -> list[tuple[int, BotResult | BotError]]:
    try:
        results, error = result()
    except KeyboardInterrupt as interrupt:  # a bot has raised it: workers ignore Ctrl-C
        results, error = [], bot_failed_error(str(chunk[0][1]), interrupt)
    outcomes: list[BotResult | BotError] = [*results]
    outcomes += [] if error is None else [error]
    return [*zip([place for place, _ in chunk], outcomes, strict=False)]


class WorkerProcess(ProcessPoolExecutor):
    """A process that ignores Ctrl-C, writes to standard error, and ends with this process."""

    def __init__(self) -> None:
        _start_resource_tracker()
        super().__init__(1, get_context("spawn"), _initialize_worker)
        self._started = list[BaseProcess]()

    def play(self, chunk: Chunk) -> Future[Played]:
        """Play some games; a process that this starts inherits that Ctrl-C is blocked."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self.submit(play_chunk, [spec for _, spec in chunk])
        finally:
            self._started = [*(self._processes or {}).values()]  # Python 3.14 can kill them itself
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def kill(self, latest: float) -> None:
        """Kill the process unless it has ended by itself by then, on the monotonic clock."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in self._started:
            process.join(max(0.0, latest - monotonic()))
            process.kill()
            process.join(EXIT_SECONDS)

    def describe_death(self) -> str:
        [process] = self._started
        process.kill()  # it may live on without its pipes
        self.shutdown()
        code = process.exitcode
        if code is not None and code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"


def _start_resource_tracker() -> None:
    """Start the process that tidies up after this one, and says nothing of it.

    After a second Ctrl-C, which ends this process at once, it would warn of semaphores.
    """
    before = os.environ.get("PYTHONWARNINGS", "")
    os.environ["PYTHONWARNINGS"] = ",".join([*filter(None, [before]), "ignore:resource_tracker"])
    try:
        resource_tracker.ensure_running()
    finally:
        os.environ["PYTHONWARNINGS"] = before
        if not before:
            del os.environ["PYTHONWARNINGS"]


def _initialize_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if sys.stderr is None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    else:
        os.dup2(sys.stderr.fileno(), 1)  # also for what a bot does not write in Python
        sys.stdout = sys.stderr
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(EXIT_FAILED)


CONNECT_SECONDS = 8.0
"""Seconds in which a scheduler has to answer."""

MAX_PENDING, POLL_SECONDS = 1_000, 0.02
"""Tasks that the scheduler has at once, and seconds between two looks at which are done."""


class ClusterWorkers:
    """The workers of the cluster whose scheduler is at an address.

    A game whose worker is lost is played again by another one: by Dask itself, and as often as its
    setting `allowed-failures` says. Raises `ArenaError` soon where nobody answers, or somebody
    else, and for workers that lack this package or have another version.
    """

    def __init__(self, address: str) -> None:
        self.place, self._is_stopped = f"--scheduler {printable_name(address)}", False
        if find_spec("distributed") is None:
            message = (
                "--scheduler: Dask is not installed; expected it from pip install 'cc3k[dask]'"
            )
            raise ArenaError(message)
        from distributed import Client

        # What is wrong is told in one sentence, and not by the library's own log.
        for name in [name for name in logging.root.manager.loggerDict if "distributed" in name]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.worker_count = _check_address(address, self.place)
        self._client = Client(
            address, timeout=CONNECT_SECONDS, set_as_default=False, name="cc3k-arena"
        )
        try:
            _check_workers(self._client, self.place)
        except ArenaError:
            self.close()
            raise

    def stop(self) -> None:
        """Stop playing: this may be called by a signal handler."""
        self._is_stopped = True

    def close(self) -> None:
        self._client.close(CONNECT_SECONDS)

    def play(self, chunks: Iterator[Chunk]) -> Outcomes:
        """Yield each game's place and its result or error, as games finish.

        Raises `WorkersLost`, and what makes all games impossible: `UnknownBot`, `LayoutError`,
        `BrokenExpansion`.
        """
        from distributed import KilledWorker, as_completed

        completed = as_completed(loop=self._client.loop, raise_errors=False)
        playing = dict[object, Chunk]()
        while True:
            more = [*islice(chunks, MAX_PENDING - len(playing))]
            specs = [[spec for _, spec in chunk] for chunk in more]
            futures = self._client.map(play_chunk, specs, pure=False) if specs else []
            playing.update(zip(futures, more, strict=True))
            completed.update(futures)
            while not (done := completed.next_batch(block=False)) and not self._is_stopped:
                if not completed.count():
                    return
                sleep(POLL_SECONDS)  # a signal cannot end the library's own waiting
            for future in done:
                status, is_connected = future.status, self._client.status == "running"
                if status == "cancelled" or (status != "finished" and not is_connected):
                    message = f"{self.place}: the scheduler is lost"
                    raise WorkersLost(message)
                if status not in {"finished", "error"}:  # lost with its worker, it is played again
                    completed.add(future)
                    continue
                chunk = playing.pop(future)
                try:
                    yield from chunk_outcomes(chunk, future.result)
                except KilledWorker as error:
                    place, spec = chunk[0]
                    yield place, GameWorkerDied(f"{spec}: {error}")
            if self._is_stopped:
                return


def _check_address(address: str, place: str) -> object:
    """Return the number of workers of the scheduler at an address, or raise `ArenaError`.

    This is checked before a client is made, because a failing client prints a lot.
    """
    expected = "expected that of a Dask scheduler, such as tcp://host:8786"
    try:
        found = asyncio.run(_ask_who_answers(address))
    except TimeoutError as error:
        message = f"{place}: no answer within {CONNECT_SECONDS:g} seconds; {expected}"
        raise ArenaError(message) from error
    except (Exception, MemoryError) as error:  # of many kinds: whatever others send is taken apart
        reason = str(error).partition("\n")[0] if isinstance(error, ValueError | OSError) else ""
        message = f"{place}: {reason or 'no answer of a scheduler'}; {expected}"
        raise ArenaError(message) from error
    if found.get("type") != "Scheduler":
        message = f"{place}: found a {str(found.get('type')).lower()}; {expected}"
        raise ArenaError(message)
    return found.get("n_workers")


async def _ask_who_answers(address: str) -> Mapping[str, object]:
    """Return what a server says of itself: its `type`, and `n_workers` of a scheduler."""
    from distributed import Security
    from distributed.core import rpc

    async def ask() -> Mapping[str, object]:
        arguments = Security().get_connection_args("client")
        async with rpc(address, connection_args=arguments) as server:
            found: Mapping[str, object] = await server.identity()
            return found

    return await asyncio.wait_for(ask(), CONNECT_SECONDS)


def _check_workers(client: "Client", place: str) -> None:
    """Raise `ArenaError` if a worker cannot play the games that this process would."""
    expected = describe_package()
    for worker, found in client.run(describe_package, on_error="return").items():
        if found != expected:
            said = found if isinstance(found, str) else f"none ({type(found).__name__})"
            message = (
                f"{place}: worker {printable_name(worker)} has "
                f"{said}; expected {expected} on all workers"
            )
            raise ArenaError(message)


def describe_package() -> str:
    return f"cc3k {__version__} of ruleset {BASE_RULES.ruleset}"
