"""All that writing to a disk takes: the calls that can fail, in one place."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PARTIAL = ".part"
"""How the name of a file ends that is still being written."""

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


class Disk:
    """The disk as the system has it. Every method raises `OSError` where it cannot."""

    def folder(self, path: str) -> None:
        """Make a folder and those above it, unless they are there."""
        os.makedirs(path, PRIVATE_FOLDER, exist_ok=True)

    def open(self, path: str, flags: int) -> int:
        """Open a file to be written, and return its descriptor."""
        return os.open(path, flags | os.O_CLOEXEC | os.O_NOCTTY, PRIVATE_FILE)

    def write(self, descriptor: int, data: bytes) -> int:
        """Write as many of these bytes as there is room for, and return how many."""
        return os.write(descriptor, data)

    def truncate(self, descriptor: int, length: int) -> None:
        """Leave only so many bytes of a file."""
        os.ftruncate(descriptor, length)

    def sync(self, descriptor: int) -> None:
        """Wait until what was written is safe from a loss of power."""
        os.fsync(descriptor)

    def sync_folder(self, path: str) -> None:
        """Wait until the names in a folder are safe from a loss of power."""
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def close(self, descriptor: int) -> None:
        """Close a file."""
        os.close(descriptor)

    def rename(self, path: str, to: str) -> None:
        """Put a file in the place of another, in one step."""
        os.replace(path, to)

    def remove(self, path: str) -> None:
        """Remove a file."""
        os.unlink(path)


@contextmanager
def opened(disk: Disk, path: str, flags: int) -> Iterator[int]:
    """Open a file for a while."""
    descriptor = disk.open(path, flags)
    try:
        yield descriptor
    finally:
        disk.close(descriptor)


def write_all(disk: Disk, descriptor: int, data: bytes) -> None:
    """Write all of these bytes; mostly that is one call."""
    while data:
        data = data[disk.write(descriptor, data) :]


def put_file(disk: Disk, path: str, data: bytes) -> None:
    """Put a file in place in one step: the old one stays as it is, or the new one is complete."""
    partial = f"{path}.{os.getpid()}{PARTIAL}"
    try:
        with opened(disk, partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as descriptor:
            write_all(disk, descriptor, data)
            disk.sync(descriptor)
        disk.rename(partial, path)
    except BaseException:
        with suppress(OSError):
            disk.remove(partial)
        raise
