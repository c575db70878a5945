"""Locks: one process at a time writes a file, by `flock` or, where that is missing, `O_EXCL`.

A lock by `flock` ends with its process. Where the system or the disk knows none, a file beside
the one to be locked stands for it, with the host and the number of its process in it, so that
one whose process is no more is told from one that holds.
"""

import errno
import os
import time
from contextlib import suppress

from cc3k.storage.disk import Disk, write_all

LOCK = ".lock"
"""How the name of a file ends that stands for a lock."""

_OURS = set[str]()
"""The files by which this process has locks: another one of its number may have left others."""

MARK = "cc3k"
MOST_BYTES = 512
PATIENCE, ROUND = 5.0, 0.01
"""Seconds that a lock is waited for which is held for one line only, and between two looks."""


def lock(disk: Disk, path: str, descriptor: int) -> str:
    """Lock the open file of that path for this process alone.

    Returns the path of the file that stands for the lock, or nothing where none is needed. Raises
    `BlockingIOError` where another process has it locked, and `OSError` where nothing can be.
    """
    try:
        # Imported only here: not every system has it.
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise
    except (ImportError, OSError):
        return _stand_in(disk, f"{path}{LOCK}")
    return ""


def wait_for_lock(disk: Disk, path: str, descriptor: int) -> str:
    """Lock a file that others have locked for a moment only; raise `OSError` if they do not end."""
    for _ in range(round(PATIENCE / ROUND)):
        with suppress(BlockingIOError):
            return lock(disk, path, descriptor)
        time.sleep(ROUND)
    return lock(disk, path, descriptor)


def unlock(disk: Disk, beside: str) -> None:
    """Remove the file that stood for a lock, if there was one."""
    if beside:
        _OURS.discard(beside)
        with suppress(OSError):
            disk.remove(beside)


def is_stale(path: str) -> bool:
    """Tell whether a file stands for the lock of a process that is no more."""
    if path in _OURS:
        return False
    host, process = _holder(path)
    return _is_cut_off(path) or (host == _host() and not is_alive(process))


def _holder(path: str) -> tuple[str, int]:
    """Return the host and the process that a file says has the lock, or nothing and 0."""
    with suppress(OSError, ValueError):
        with open(path, "rb", opener=_warily) as file:
            mark, host, process = file.read(MOST_BYTES).decode("utf-8").split()
        if mark == MARK:
            return host, int(process)
    return "", 0


def is_alive(process: int) -> bool:
    """Tell whether another process of that number is running on this host."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return process != os.getpid()


def _stand_in(disk: Disk, path: str) -> str:
    """Make the file that stands for a lock."""
    if is_stale(path):
        disk.remove(path)
    try:
        descriptor = disk.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    except FileExistsError as error:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from error
    try:
        try:
            write_all(disk, descriptor, f"{MARK} {_host()} {os.getpid()}\n".encode())
        finally:
            disk.close(descriptor)
    except OSError:
        unlock(disk, path)
        raise
    _OURS.add(path)
    return path


def _host() -> str:
    return os.uname().nodename or "-"


def _is_cut_off(path: str) -> bool:
    """Tell whether a process was killed before it could write into the file it had made."""
    with suppress(OSError):
        found = os.lstat(path)
        return not found.st_size and time.time() - found.st_mtime > PATIENCE
    return False


def _warily(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW)
