"""Dask cluster: an existing one plays an arena's games, on all of its workers.

The extra `dask` brings its library, which is imported only when a cluster is asked for. The workers
need this package in the same version: other rules would have other results.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from time import sleep
from typing import Protocol

from cc3k import __version__
from cc3k.bots.bot import GameWorkerDied
from cc3k.cli.arena_games import GameSpec, describe_spec, play_chunk
from cc3k.cli.streams import print_error
from cc3k.cli.workers import Chunk, ExecutorLost, Outcome, Outcomes, Played, chunk_outcomes
from cc3k.content.roster import BASE_RULES
from cc3k.play.quoting import printable_name

CONNECT_SECONDS = 8.0
"""Seconds in which a scheduler has to answer."""

EXPECTED_ADDRESS = "expected that of a Dask scheduler, such as tcp://host:8786"

EXPECTED_EXTRA = "expected it from pip install 'cc3k[dask]'"

MAX_PENDING, POLL_SECONDS = 1_000, 0.02
"""Tasks that the scheduler has at once, and seconds between two looks at which are done."""

_LIBRARY = "distributed"


class ClusterError(Exception):
    """A cluster is not available: the reason, and what was expected."""


class RemoteFuture(Protocol):
    """What is used of `distributed.Future`."""

    @property
    def status(self) -> str:
        """How the task stands: "finished", "error", or "cancelled"."""
        ...

    def result(self) -> Played:
        """Return the result, or raise the error."""
        ...


class CompletedFutures(Protocol):
    """What is used of `distributed.as_completed`."""

    def update(self, futures: Sequence[RemoteFuture]) -> None:
        """Add futures."""
        ...

    def count(self) -> int:
        """Return how many futures have not been handed out yet."""
        ...

    def next_batch(self, *, block: bool) -> list[RemoteFuture]:
        """Return the futures that are done, at once if it is not to `block`."""
        ...


class DaskClient(Protocol):
    """What is used of `distributed.Client`."""

    loop: object

    @property
    def status(self) -> str:
        """How it is connected: "running", or the scheduler is lost."""
        ...

    def map(
        self, task: Callable[[list[GameSpec]], Played], games: list[list[GameSpec]], *, pure: bool
    ) -> list[RemoteFuture]:
        """Run a task for each element; one that is not `pure` runs however often it ran before."""
        ...

    def run(self, function: Callable[[], object], *, on_error: str) -> Mapping[str, object]:
        """Call a function on each worker; return what it returned or raised, by address."""
        ...

    def close(self, timeout: float) -> None:
        """Leave the cluster, which drops all tasks."""
        ...


class ClientClass(Protocol):
    """What is used of the class `distributed.Client`."""

    def __call__(
        self, address: str, *, timeout: float, set_as_default: bool, name: str
    ) -> DaskClient:
        """Connect to the scheduler at an address."""
        ...


class SchedulerCalls(Protocol):
    """What is used of `distributed.core.rpc`: the calls that a scheduler answers."""

    async def identity(self) -> Mapping[str, object]:
        """Return the identity of the server: its `type`, and `n_workers` of a scheduler."""
        ...


class SecuritySettings(Protocol):
    """What is used of `distributed.Security`: the user's own settings of Dask."""

    def get_connection_args(self, role: str) -> Mapping[str, object]:
        """Return how to connect in a role."""
        ...


CallScheduler = Callable[..., AbstractAsyncContextManager[SchedulerCalls]]


class ClusterWorkers:
    """The workers of the cluster whose scheduler is at an address.

    A game whose worker is lost is played again by another one: by Dask itself, and as often as its
    setting `allowed-failures` says. Raises `ClusterError` soon where nobody answers, or somebody
    else, and for workers that lack this package or have another version.
    """

    def __init__(self, address: str) -> None:
        if find_spec(_LIBRARY) is None:
            message = f"--scheduler: Dask is not installed; {EXPECTED_EXTRA}"
            raise ClusterError(message)
        self._library = import_module(_LIBRARY)
        # What is wrong is told in one sentence, and not by the library's own log.
        for name in [name for name in logging.root.manager.loggerDict if name.startswith(_LIBRARY)]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._place, self._is_stopped = f"--scheduler {printable_name(address)}", False
        worker_count = _find_worker_count(address)
        create: ClientClass = self._library.Client
        self._client = create(
            address, timeout=CONNECT_SECONDS, set_as_default=False, name="cc3k-arena"
        )
        try:
            _check_workers(self._client, self._place)
        except ClusterError:
            self.close()
            raise
        if not worker_count:
            print_error(f"{self._place}: no worker yet; waiting for one")

    def stop(self) -> None:
        """Stop playing: this may be called by a signal handler."""
        self._is_stopped = True

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close(CONNECT_SECONDS)

    def play(self, chunks: Iterator[Chunk]) -> Outcomes:
        """Yield each game's place and its result or error, as games finish.

        Raises `ExecutorLost`, and what makes all games impossible: `UnknownBot`, `LayoutError`,
        `BrokenExpansion`.
        """
        completed: CompletedFutures = self._library.as_completed(
            loop=self._client.loop, raise_errors=False
        )
        playing = dict[RemoteFuture, Chunk]()
        while True:
            more = [*islice(chunks, MAX_PENDING - len(playing))]
            games = [[spec for _, spec in chunk] for chunk in more]
            futures = self._client.map(play_chunk, games, pure=False) if games else []
            playing.update(zip(futures, more, strict=True))
            completed.update(futures)
            while not (done := completed.next_batch(block=False)) and not self._is_stopped:
                if not completed.count():
                    return
                sleep(POLL_SECONDS)  # a signal cannot end the library's own waiting
            for future in done:
                yield from self._outcomes(playing.pop(future), future)
            if self._is_stopped:
                return

    def _outcomes(self, chunk: Chunk, future: RemoteFuture) -> list[Outcome]:
        if future.status == "finished":
            return chunk_outcomes(chunk, future)
        if self._client.status != "running" or future.status != "error":
            message = f"{self._place}: the scheduler is lost"
            raise ExecutorLost(message)
        try:
            return chunk_outcomes(chunk, future)
        except self._library.KilledWorker as error:
            place, spec = chunk[0]
            return [(place, GameWorkerDied(f"{describe_spec(spec)}: {error}"))]


def _find_worker_count(address: str) -> object:
    """Return the number of workers of the scheduler at an address, or raise `ClusterError`.

    This is checked before a client is made, because a failing client prints a lot.
    """
    try:
        found = asyncio.run(_ask_who_answers(address))
    except TimeoutError as error:
        reason = f"no answer within {CONNECT_SECONDS:g} seconds"
        raise _address_error(address, reason) from error
    except (Exception, MemoryError) as error:  # of many kinds: whatever others send is taken apart
        reason = str(error).partition("\n")[0] if isinstance(error, ValueError | OSError) else ""
        raise _address_error(address, reason or "no answer of a scheduler") from error
    if found.get("type") != "Scheduler":
        raise _address_error(address, f"found a {str(found.get('type')).lower()}")
    return found.get("n_workers")


async def _ask_who_answers(address: str) -> Mapping[str, object]:
    call: CallScheduler = import_module(f"{_LIBRARY}.core").rpc
    security: SecuritySettings = import_module(_LIBRARY).Security()
    arguments = security.get_connection_args("client")

    async def ask() -> Mapping[str, object]:
        async with call(address, connection_args=arguments) as scheduler:
            return await scheduler.identity()

    return await asyncio.wait_for(ask(), CONNECT_SECONDS)


def _address_error(address: str, reason: str) -> ClusterError:
    return ClusterError(f"--scheduler {printable_name(address)}: {reason}; {EXPECTED_ADDRESS}")


def _check_workers(client: DaskClient, place: str) -> None:
    """Raise `ClusterError` if a worker cannot play the games that this process would."""
    expected = describe_package()
    for worker, found in client.run(describe_package, on_error="return").items():
        if found != expected:
            said = str(found) if isinstance(found, str) else f"none ({type(found).__name__})"
            message = (
                f"{place}: worker {printable_name(worker)} has "
                f"{said}; expected {expected} on all workers"
            )
            raise ClusterError(message)


def describe_package() -> str:
    """Return which package this process has, with its ruleset."""
    return f"cc3k {__version__} of ruleset {BASE_RULES.ruleset}"
