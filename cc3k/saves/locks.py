"""File locks: one process at a time writes a file, by `flock` or by a lock file.

A lock by `flock` ends with its process. Where the system or the disk has no `flock`, a lock file
beside the locked one is used: it holds the host name and the process ID, so that a stale lock can
be recognized.
"""

import errno
import os
import time
from contextlib import suppress

from cc3k.saves.disk import Disk, write_all
from cc3k.saves.open_files import open_to_read, open_without_links

LOCK_SUFFIX = ".lock"
"""Suffix of lock files."""

_OWN_LOCK_FILES = set[str]()
"""Lock files of this process; others may come from an older process with the same ID."""

LOCK_FILE_MARK = "cc3k"
MAX_LOCK_FILE_BYTES = 512
LOCK_TIMEOUT, LOCK_RETRY_SECONDS = 5.0, 0.01
"""Seconds to wait for a lock that others hold briefly, and between two attempts."""


def lock_file(disk: Disk, path: str, descriptor: int) -> str:
    """Lock an open file for this process; raise `BlockingIOError` if another one has it.

    Returns the path of the lock file, or nothing if `flock` is used. Raises `OSError` if the file
    cannot be locked at all.
    """
    try:
        # Imported only here: not every system has it.
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise
    except (ImportError, OSError):
        return _create_lock_file(disk, f"{path}{LOCK_SUFFIX}")
    return ""


def lock_with_timeout(disk: Disk, path: str, descriptor: int) -> str:
    """Lock a file, waiting for others that hold it briefly; raise `OSError` after a timeout."""
    for _ in range(round(LOCK_TIMEOUT / LOCK_RETRY_SECONDS)):
        with suppress(BlockingIOError):
            return lock_file(disk, path, descriptor)
        time.sleep(LOCK_RETRY_SECONDS)
    return lock_file(disk, path, descriptor)


def remove_lock_file(disk: Disk, lock_path: str) -> None:
    if lock_path:
        _OWN_LOCK_FILES.discard(lock_path)
        with suppress(OSError):
            disk.remove(lock_path)


def is_stale_lock(lock_path: str) -> bool:
    """Return True if a lock file belongs to a process that no longer runs."""
    if lock_path in _OWN_LOCK_FILES:
        return False
    host, process = _read_lock_owner(lock_path)
    return _is_abandoned_empty_lock(lock_path) or (
        host == _host_name() and not is_process_running(process)
    )


def _read_lock_owner(lock_path: str) -> tuple[str, int]:
    with suppress(OSError, ValueError):
        with open_to_read(lock_path, open_without_links) as file:
            mark, host, process = file.read(MAX_LOCK_FILE_BYTES).decode("utf-8").split()
        if mark == LOCK_FILE_MARK:
            return host, int(process)
    return "", 0


def is_process_running(process_id: int) -> bool:
    """Return True if another process of that number is running on this host."""
    try:
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return process_id != os.getpid()


def _create_lock_file(disk: Disk, lock_path: str) -> str:
    if is_stale_lock(lock_path):
        disk.remove(lock_path)
    try:
        descriptor = disk.open(lock_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    except FileExistsError as error:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from error
    try:
        try:
            write_all(disk, descriptor, f"{LOCK_FILE_MARK} {_host_name()} {os.getpid()}\n".encode())
        finally:
            disk.close(descriptor)
    except OSError:
        remove_lock_file(disk, lock_path)
        raise
    _OWN_LOCK_FILES.add(lock_path)
    return lock_path


def _host_name() -> str:
    return os.uname().nodename or "-"


def _is_abandoned_empty_lock(lock_path: str) -> bool:
    """Return True if a process was killed before it could write its lock file."""
    with suppress(OSError):
        status = os.lstat(lock_path)
        return not status.st_size and time.time() - status.st_mtime > LOCK_TIMEOUT
    return False
