"""Process pool: an executor in which the death of one worker process stops no other.

Each thread of a pool has a process of its own work for it. What a task reports on its way is known
even if it never comes to its end, and a task that takes too long is ended with its process.
"""

import os
import pickle
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import suppress
from enum import Enum, auto
from math import inf
from multiprocessing import current_process, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread, get_ident
from time import monotonic, sleep
from typing import ParamSpec, TypeVar

from cc3k.cli.streams import discard_output
from cc3k.exit_codes import EXIT_FAILED

POLL_SECONDS = 0.5
"""Seconds between two checks that a silent process is still running."""

SHUTDOWN_SECONDS = 2.0
"""Seconds that an idle process has to exit by itself."""

_TaskParams = ParamSpec("_TaskParams")
_TaskResult = TypeVar("_TaskResult")


class TaskProcessDied(BrokenExecutor):
    """Raised for a task whose process ended, with the results reported until then."""

    def __init__(self, reason: str, reports: Sequence[object]) -> None:
        super().__init__(reason)
        self.reports = reports


class ExecutorLost(BrokenExecutor):
    """Raised for tasks of an executor that has gone for good with all its workers: which one."""


class TaskTimedOut(TaskProcessDied):
    """Raised for a task that was killed because it exceeded its time limit."""


def report_partial_result(value: object) -> None:
    """Send part of the task's result to the executor; outside a `ProcessPool`, do nothing.

    What the task was allowed counts from now on again.
    """
    if _PARENT_CONNECTION:
        _PARENT_CONNECTION[-1].send((_MessageKind.REPORT, value))


def limit_task_seconds(seconds: float) -> None:
    """Set the time limit of the task from now on; outside a `ProcessPool`, do nothing."""
    if _PARENT_CONNECTION:
        _PARENT_CONNECTION[-1].send((_MessageKind.LIMIT, seconds))


class ProcessPool(ThreadPoolExecutor):
    """Pool of worker processes, started as needed, which end with this process.

    A Ctrl-C does nothing to them: what becomes of them is for this process to say. What they write
    to standard output goes to standard error.
    """

    def __init__(self, count: int) -> None:
        super().__init__(count, "cc3k-process")
        self._processes = dict[int, _WorkerProcess]()
        self._lock = Lock()
        self._is_killed = False

    def submit(
        self,
        task: Callable[_TaskParams, _TaskResult],
        /,
        *args: _TaskParams.args,
        **kwargs: _TaskParams.kwargs,
    ) -> Future[_TaskResult]:
        return super().submit(self._run_task, task, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as all executors have it
        super().shutdown(wait=False, cancel_futures=cancel_futures)
        if wait:
            self._wait_for_exit()
        else:
            Thread(target=self._wait_for_exit).start()

    def kill(self) -> None:
        """Kill the processes at once and wait for that; results sent before are still read.

        What they have sent before is read: afterwards each task has its result, or has none.
        """
        super().shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._is_killed = True
            for process in self._processes.values():
                process.kill()
        self._wait_for_exit()

    def _run_task(
        self,
        task: Callable[..., _TaskResult],
        args: Sequence[object],
        kwargs: Mapping[str, object],
    ) -> _TaskResult:
        return self._process_of_thread().run_task(task, args, kwargs)

    def _process_of_thread(self) -> "_WorkerProcess":
        with self._lock:
            process = self._processes.get(get_ident())
            if process is None or not process.is_alive():
                if self._is_killed:
                    message = "ended before it began"
                    raise TaskProcessDied(message, ())
                process = self._processes[get_ident()] = _WorkerProcess()
            return process

    def _wait_for_exit(self) -> None:
        super().shutdown(wait=True)
        for process in self._processes.values():
            process.close()
        latest = monotonic() + SHUTDOWN_SECONDS
        for process in self._processes.values():
            process.wait_or_kill(max(0.0, latest - monotonic()))


class _MessageKind(Enum):
    """Kind of a message from a worker process: partial result, limit, result or error."""

    REPORT = auto()
    LIMIT = auto()
    RESULT = auto()
    ERROR = auto()


class _WorkerProcess:
    def __init__(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        # As a daemon it also ends where this process does not come to an end as it should.
        self._process = context.Process(target=_worker_main, args=(theirs,), daemon=True)
        resource_tracker.ensure_running()  # or `start` does, and lets interrupts through again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()  # it inherits that, as it could not yet ignore one itself
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()

    def run_task(
        self,
        task: Callable[..., _TaskResult],
        args: Sequence[object],
        kwargs: Mapping[str, object],
    ) -> _TaskResult:
        reports, limit, left, lost = list[object](), inf, inf, TaskProcessDied
        with suppress(OSError):  # if it has ended, that is noticed below
            self._connection.send((task, args, kwargs))
        while True:
            pulse = max(0.0, min(left, POLL_SECONDS))
            if self._connection.poll(pulse):
                try:
                    kind, value = self._connection.recv()
                except (EOFError, OSError):
                    break
                match kind:
                    case _MessageKind.RESULT:
                        result: _TaskResult = value
                        return result
                    case _MessageKind.ERROR:
                        raise value
                    case _MessageKind.LIMIT:
                        limit = left = value
                    case _:
                        reports.append(value)
                        left = limit
            elif not self.is_alive() and not self._connection.poll():
                break  # a process of its own keeps the pipe open
            else:
                left -= pulse  # no clock tells this: all of us may have been stopped for a while
                if left <= 0:
                    self.kill()  # what it has sent before is still read
                    lost, left = TaskTimedOut, inf
        how = self._describe_exit()
        raise lost(f"more than {limit:g} s" if lost is TaskTimedOut else how, reports)

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._connection.close()

    def wait_or_kill(self, seconds: float) -> None:
        latest = monotonic() + seconds
        while self.is_alive() and monotonic() < latest:
            sleep(0.01)  # to join it waits for good if it has closed what tells of its end
        self.kill()
        self._process.join()

    def _describe_exit(self) -> str:
        self.wait_or_kill(SHUTDOWN_SECONDS)
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"


_PARENT_CONNECTION = list[Connection]()
"""In a worker process, the connection to its parent; empty elsewhere."""


def _worker_main(connection: Connection) -> None:
    _initialize_worker()
    _PARENT_CONNECTION.append(connection)
    with suppress(EOFError, OSError):
        while True:
            task, args, kwargs = connection.recv()
            try:
                message = pickle.dumps((_MessageKind.RESULT, task(*args, **kwargs)))
            except BaseException as error:  # noqa: BLE001 - it is raised where the task came from
                message = pickle.dumps((_MessageKind.ERROR, _picklable_error(error)))
            connection.send_bytes(message)


def _picklable_error(error: BaseException) -> BaseException:
    try:
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except BaseException:  # noqa: BLE001 - it may be a stranger's, and so is whatever it raises
        again = None
    return error if type(again) is type(error) else RuntimeError(type(error).__name__)


def _initialize_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    current_process().daemon = False  # a task may have processes of its own
    if sys.stderr is None:
        discard_output(sys.stdout)
    else:
        os.dup2(sys.stderr.fileno(), 1)  # also for what a bot does not write in Python
        sys.stdout = sys.stderr
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(EXIT_FAILED)
