"""Dask cluster: an existing one plays an arena's games, on all of its workers.

The extra `dask` brings its library, which is imported only when a cluster is asked for. The workers
need this package in the same version: other rules would have other results.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from cc3k import __version__
from cc3k.content.roster import BASE_RULES
from cc3k.play.quoting import printable_name
from cc3k.tty.streams import print_error

CONNECT_SECONDS = 8.0
"""Seconds in which a scheduler has to answer."""

EXPECTED_ADDRESS = "expected that of a Dask scheduler, such as tcp://host:8786"

_LIBRARY = "distributed"


class ClusterError(Exception):
    """A cluster that cannot be had: why, and what was expected."""


class DaskClient(Protocol):
    """What is used of `distributed.Client`."""

    def get_executor(self, *, pure: bool) -> Executor:
        """Return an executor that plays on the cluster's workers."""
        ...

    def run(self, function: Callable[[], object], *, on_error: str) -> Mapping[str, object]:
        """Call a function on each worker; return what it returned or raised, by address."""
        ...

    def close(self, timeout: float) -> None:
        """Leave the cluster."""
        ...


class ClientClass(Protocol):
    """What is used of the class `distributed.Client`."""

    def __call__(self, address: str, *, set_as_default: bool, name: str) -> DaskClient:
        """Connect to the scheduler at an address."""
        ...


class SchedulerCalls(Protocol):
    """What is used of `distributed.core.rpc`: the calls that a scheduler answers."""

    async def identity(self) -> Mapping[str, object]:
        """Return who answers: its `type`, and `n_workers` for a scheduler."""
        ...


class SecuritySettings(Protocol):
    """What is used of `distributed.Security`: the user's own settings of Dask."""

    def get_connection_args(self, role: str) -> Mapping[str, object]:
        """Return how to connect in a role."""
        ...


CallScheduler = Callable[..., AbstractAsyncContextManager[SchedulerCalls]]


def connect_to_cluster(address: str) -> tuple[DaskClient, Executor]:
    """Return a client of the cluster whose scheduler is at an address, and its executor.

    Raises `ClusterError` soon where nobody answers, or somebody else, and for workers that lack
    this package or have another version.
    """
    if find_spec(_LIBRARY) is None:
        message = "--scheduler: Dask is not installed; expected it from pip install 'cc3k[dask]'"
        raise ClusterError(message)
    library = import_module(_LIBRARY)
    # What is wrong is told in one sentence, and not by the library's own log.
    logging.getLogger(_LIBRARY).setLevel(logging.CRITICAL)
    worker_count = _find_worker_count(address)
    create: ClientClass = library.Client
    client = create(address, set_as_default=False, name="cc3k-arena")
    try:
        _check_workers(client, address)
    except ClusterError:
        client.close(CONNECT_SECONDS)
        raise
    if not worker_count:
        print_error(f"--scheduler {printable_name(address)}: no worker yet; waiting for one")
    return client, client.get_executor(pure=False)


def _find_worker_count(address: str) -> object:
    """Return how many workers the scheduler at an address has; raise `ClusterError` without one.

    It is asked before a client is made, as one that fails tells of it at length.
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


def _check_workers(client: DaskClient, address: str) -> None:
    """Raise `ClusterError` if a worker cannot play the games that this process would."""
    expected = describe_package()
    for worker, found in client.run(describe_package, on_error="return").items():
        if found != expected:
            said = str(found) if isinstance(found, str) else f"none ({type(found).__name__})"
            message = (
                f"--scheduler {printable_name(address)}: worker {printable_name(worker)} has "
                f"{said}; expected {expected} on all workers"
            )
            raise ClusterError(message)


def describe_package() -> str:
    """Return which package this process has, with its ruleset."""
    return f"cc3k {__version__} of ruleset {BASE_RULES.ruleset}"
