"""Dask cluster: an existing one plays an arena's games, on all of its workers.

The extra `dask` brings its library, which is imported only when a cluster is asked for. The workers
need this package in the same version: other rules would have other results.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import AbstractAsyncContextManager, suppress
from importlib import import_module
from importlib.util import find_spec
from threading import Event, Thread
from time import sleep
from typing import ParamSpec, Protocol, TypeVar

from cc3k import __version__
from cc3k.cli.streams import print_error
from cc3k.cli.worker_processes import ExecutorLost
from cc3k.content.roster import BASE_RULES
from cc3k.play.quoting import printable_name

CONNECT_SECONDS = 8.0
"""Seconds in which a scheduler has to answer."""

EXPECTED_ADDRESS = "expected that of a Dask scheduler, such as tcp://host:8786"

WATCH_SECONDS, _SHORT = 0.5, 0.01
"""Seconds between two looks whether the scheduler is still there."""

_LIBRARY, _CLOSED = "distributed", "closed"
_TaskParams = ParamSpec("_TaskParams")
_TaskResult = TypeVar("_TaskResult")
_TaskOutcome = TypeVar("_TaskOutcome")


class ClusterError(Exception):
    """A cluster is not available: the reason, and what was expected."""


class DaskClient(Protocol):
    @property
    def status(self) -> str: ...

    def nthreads(self) -> Mapping[str, int]: ...

    def submit(
        self, task: Callable[..., _TaskResult], *args: object, pure: bool, **kwargs: object
    ) -> "RemoteTask[_TaskResult]": ...

    def run(self, function: Callable[[], object], *, on_error: str) -> Mapping[str, object]: ...

    def close(self, timeout: float) -> None: ...


class RemoteTask(Protocol[_TaskOutcome]):
    @property
    def status(self) -> str: ...

    def result(self) -> _TaskOutcome: ...

    def exception(self) -> BaseException | None: ...

    def cancel(self) -> None: ...

    def add_done_callback(self, callback: "Callable[[RemoteTask[_TaskOutcome]], None]") -> None: ...


class ClientClass(Protocol):
    def __call__(
        self, address: str, *, timeout: float, set_as_default: bool, name: str
    ) -> DaskClient: ...


class SchedulerCalls(Protocol):
    async def identity(self) -> Mapping[str, object]: ...


class SecuritySettings(Protocol):
    def get_connection_args(self, role: str) -> Mapping[str, object]: ...


CallScheduler = Callable[..., AbstractAsyncContextManager[SchedulerCalls]]


def connect_to_cluster(address: str) -> tuple[DaskClient, "ClusterExecutor"]:
    """Return a client of the cluster whose scheduler is at an address, and its executor.

    Raises `ClusterError` soon where nobody answers, or somebody else, and for workers that lack
    this package or have another version.
    """
    if find_spec(_LIBRARY) is None:
        message = "--scheduler: Dask is not installed; expected it from pip install 'cc3k[dask]'"
        raise ClusterError(message)
    library = import_module(_LIBRARY)
    # What is wrong is told in one sentence, and not by the library's own log.
    for name in [name for name in logging.root.manager.loggerDict if name.startswith(_LIBRARY)]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    worker_count = _find_worker_count(address)
    create: ClientClass = library.Client
    client = create(address, timeout=CONNECT_SECONDS, set_as_default=False, name="cc3k-arena")
    try:
        _check_workers(client, address)
    except ClusterError:
        client.close(CONNECT_SECONDS)
        raise
    if not worker_count:
        print_error(f"--scheduler {printable_name(address)}: no worker yet; waiting for one")
    return client, ClusterExecutor(
        client, f"--scheduler {printable_name(address)}: the scheduler is lost"
    )


class ClusterExecutor(Executor):
    """The workers of a cluster. All tasks fail with `ExecutorLost` once the scheduler is lost.

    A task that the cluster drops, as it does when it loses a worker too often, is cancelled. The
    library has an executor, too, which leaves some tasks without an end in these cases.
    """

    def __init__(self, client: DaskClient, loss: str) -> None:
        self._client, self._loss = client, loss
        self._losses = dict[int, Callable[[], None]]()
        self._has_ended = Event()
        Thread(target=self._watch, daemon=True).start()

    def submit(
        self,
        task: Callable[_TaskParams, _TaskResult],
        /,
        *args: _TaskParams.args,
        **kwargs: _TaskParams.kwargs,
    ) -> Future[_TaskResult]:
        if self._client.status == _CLOSED:
            raise ExecutorLost(self._loss)
        future = Future[_TaskResult]()
        remote: RemoteTask[_TaskResult] = self._client.submit(task, *args, pure=False, **kwargs)

        def lose() -> None:
            with suppress(InvalidStateError):
                future.set_exception(ExecutorLost(self._loss))

        def forget(done: Future[_TaskResult]) -> None:
            self._losses.pop(id(done), None)
            if done.cancelled() and self._client.status != _CLOSED:
                remote.cancel()

        self._losses[id(future)] = lose
        future.add_done_callback(forget)
        remote.add_done_callback(lambda done: _pass_on(done, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as all executors have it
        del cancel_futures
        while wait and self._losses:
            sleep(_SHORT)
        self._has_ended.set()

    def _watch(self) -> None:
        while not self._has_ended.wait(WATCH_SECONDS):
            if self._client.status == _CLOSED:
                for lose in list(self._losses.values()):
                    lose()


def _pass_on(done: "RemoteTask[_TaskResult]", future: Future[_TaskResult]) -> None:
    with suppress(InvalidStateError):
        error = done.exception() if done.status == "error" else None
        if error is not None:
            future.set_exception(error)
        elif done.status == "finished":
            future.set_result(done.result())
        elif future.cancel():
            future.set_running_or_notify_cancel()


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
    return f"cc3k {__version__} of ruleset {BASE_RULES.ruleset}"
