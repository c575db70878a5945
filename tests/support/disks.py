"""Disks that fail when they are told to, and otherwise write as any other."""

import errno
import os
from collections.abc import Container, Iterator
from pathlib import Path

from cc3k.saves.disk import Disk

ERRORS = [errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS]
"""What a disk has to say: it is full, it is broken, it is not yours, it is not to be written."""

SOUND = range(0)
"""No call fails."""


class FaultyDisk(Disk):
    """A disk on which the calls of those numbers, from 0, fail with that error.

    A write takes only `bite` bytes at once, if one is given, as a disk that is nearly full does.
    What is closed is closed, even where it fails. `calls` are those that were made.
    """

    def __init__(
        self, failing: Container[int] = SOUND, error: int = errno.ENOSPC, bite: int | None = None
    ) -> None:
        self.failing, self.error, self.bite = failing, error, bite
        self.calls: list[str] = []

    def make_folder(self, path: str) -> None:
        self._call("folder")
        super().make_folder(path)

    def open(self, path: str, flags: int) -> int:
        self._call("open")
        return super().open(path, flags)

    def write(self, descriptor: int, data: bytes) -> int:
        self._call("write")
        return super().write(descriptor, data[: self.bite])

    def truncate(self, descriptor: int, length: int) -> None:
        self._call("truncate")
        super().truncate(descriptor, length)

    def sync(self, descriptor: int) -> None:
        self._call("sync")
        super().sync(descriptor)

    def sync_folder(self, path: str) -> None:
        self._call("sync_folder")
        super().sync_folder(path)

    def close(self, descriptor: int) -> None:
        super().close(descriptor)
        self._call("close")

    def rename(self, path: str, to: str) -> None:
        """Put a file in the place of another, or fail."""
        self._call("rename")
        super().rename(path, to)

    def remove(self, path: str) -> None:
        self._call("remove")
        super().remove(path)

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if len(self.calls) - 1 in self.failing:
            raise OSError(self.error, os.strerror(self.error))


def files(folder: Path) -> Iterator[Path]:
    return iter(sorted(path for path in folder.rglob("*") if path.is_file()))
