"""Processes of this machine as an executor, of which one that is ended takes no other along.

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

from cc3k.tty.streams import FAILED, give_up

PULSE = 0.5
"""Seconds between two looks whether a process that says nothing is still there."""

GRACE = 2.0
"""Seconds in which a process without further tasks is to end by itself."""

_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")


class TaskLost(BrokenExecutor):
    """A task whose process has ended: how, and what it had reported until then."""

    def __init__(self, how: str, reports: Sequence[object]) -> None:
        super().__init__(how)
        self.reports = reports


class TaskTooLong(TaskLost):
    """A task that was ended, as it took longer than it was allowed."""


def report(value: object) -> None:
    """Let the executor know of a part of the task's result; elsewhere than in `Processes`, nothing.

    What the task was allowed counts from now on again.
    """
    if _UPWARDS:
        _UPWARDS[-1].send((_Kind.REPORT, value))


def allow(seconds: float) -> None:
    """Let the task take no longer than that from now on; elsewhere than in `Processes`, nothing."""
    if _UPWARDS:
        _UPWARDS[-1].send((_Kind.LIMIT, seconds))


class Processes(ThreadPoolExecutor):
    """So many processes, started as they are needed, which end with this one.

    A Ctrl-C does nothing to them: what becomes of them is for this process to say. What they write
    to standard output goes to standard error.
    """

    def __init__(self, count: int) -> None:
        super().__init__(count, "cc3k-process")
        self._processes = dict[int, _Process]()
        self._lock = Lock()
        self._ended = False

    def submit(
        self, task: Callable[_Given, _Returned], /, *args: _Given.args, **kwargs: _Given.kwargs
    ) -> Future[_Returned]:
        """Have a process do a task; it fails with `TaskLost` if that process ends."""
        return super().submit(self._do, task, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as all executors have it
        """Take no more tasks, and let the processes end once all is done."""
        super().shutdown(wait=False, cancel_futures=cancel_futures)
        if wait:
            self._see_out()
        else:
            Thread(target=self._see_out).start()

    def end(self) -> None:
        """End the processes at once, whatever they are at, and wait until that is known.

        What they have sent before is read: afterwards each task has its result, or has none.
        """
        super().shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._ended = True
            for process in self._processes.values():
                process.kill()
        self._see_out()

    def _do(
        self,
        task: Callable[..., _Returned],
        args: Sequence[object],
        kwargs: Mapping[str, object],
    ) -> _Returned:
        return self._process().do(task, args, kwargs)

    def _process(self) -> "_Process":
        """Return the process of this thread: a new one if there is none any more."""
        with self._lock:
            process = self._processes.get(get_ident())
            if process is None or not process.is_alive():
                if self._ended:
                    message = "ended before it began"
                    raise TaskLost(message, ())
                process = self._processes[get_ident()] = _Process()
            return process

    def _see_out(self) -> None:
        super().shutdown(wait=True)
        for process in self._processes.values():
            process.dismiss()
        latest = monotonic() + GRACE
        for process in self._processes.values():
            process.see_out(max(0.0, latest - monotonic()))


class _Kind(Enum):
    """What a message from a process is: the parts of a result, or its end."""

    REPORT = auto()
    LIMIT = auto()
    RESULT = auto()
    ERROR = auto()


class _Process:
    """One process, seen from this one."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        # As a daemon it also ends where this process does not come to an end as it should.
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        resource_tracker.ensure_running()  # or `start` does, and lets interrupts through again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()  # it inherits that, as it could not yet ignore one itself
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()

    def do(
        self,
        task: Callable[..., _Returned],
        args: Sequence[object],
        kwargs: Mapping[str, object],
    ) -> _Returned:
        """Have a task done; raise what it raises, or `TaskLost`."""
        reports, limit, left, lost = list[object](), inf, inf, TaskLost
        with suppress(OSError):  # if it has ended, that is noticed below
            self._connection.send((task, args, kwargs))
        while True:
            pulse = max(0.0, min(left, PULSE))
            if self._connection.poll(pulse):
                try:
                    kind, value = self._connection.recv()
                except (EOFError, OSError):
                    break
                match kind:
                    case _Kind.RESULT:
                        result: _Returned = value
                        return result
                    case _Kind.ERROR:
                        raise value
                    case _Kind.LIMIT:
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
                    lost, left = TaskTooLong, inf
        how = self._how_it_ended()
        raise lost(f"more than {limit:g} s" if lost is TaskTooLong else how, reports)

    def is_alive(self) -> bool:
        """Return whether it has not ended yet."""
        return self._process.is_alive()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def dismiss(self) -> None:
        """Let it end, as no more tasks will come."""
        self._connection.close()

    def see_out(self, seconds: float) -> None:
        """Wait for its end, and bring that about if it takes longer."""
        latest = monotonic() + seconds
        while self.is_alive() and monotonic() < latest:
            sleep(0.01)  # to join it waits for good if it has closed what tells of its end
        self.kill()
        self._process.join()

    def _how_it_ended(self) -> str:
        self.see_out(GRACE)
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"


_UPWARDS = list[Connection]()
"""In a process that works, where its messages go."""


def _work(connection: Connection) -> None:
    """Do tasks until no more come, or until the process that gives them ends."""
    _settle_in()
    _UPWARDS.append(connection)
    with suppress(EOFError, OSError):
        while True:
            task, args, kwargs = connection.recv()
            try:
                message = pickle.dumps((_Kind.RESULT, task(*args, **kwargs)))
            except BaseException as error:  # noqa: BLE001 - it is raised where the task came from
                message = pickle.dumps((_Kind.ERROR, _that_travels(error)))
            connection.send_bytes(message)


def _that_travels(error: BaseException) -> BaseException:
    """Return the error, or one of its name if it cannot be sent to another process."""
    try:
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except BaseException:  # noqa: BLE001 - it may be a stranger's, and so is whatever it raises
        again = None
    return error if type(again) is type(error) else RuntimeError(type(error).__name__)


def _settle_in() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    current_process().daemon = False  # a task may have processes of its own
    if sys.stderr is None:
        give_up(sys.stdout)
    else:
        os.dup2(sys.stderr.fileno(), 1)  # also for what a bot does not write in Python
        sys.stdout = sys.stderr
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the process that gives the tasks, and end, in the midst of any."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(FAILED)
