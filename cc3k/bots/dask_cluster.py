"""Dask cluster: an existing one plays an arena's games, on all of its workers.

The extra `dask` brings its library, which is imported only when a cluster is asked for. The workers
need this package in the same version: other rules would have other results.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from itertools import islice
from time import sleep
from typing import TYPE_CHECKING

from cc3k import __version__
from cc3k.bots.arena import ArenaError, Chunk, Outcomes, WorkersLost, chunk_outcomes, play_chunk
from cc3k.bots.bot import GameWorkerDied
from cc3k.content.roster import BASE_RULES
from cc3k.engine.text import printable_name

if TYPE_CHECKING:
    from distributed import Client

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
