"""File mirror: what has changed among the files of a folder, for the browser to keep.

The page's files are in memory, and gone with the page. So every change is told to the browser's
storage, after each key: a journal that has grown by a line costs that line, whatever its length.

Python itself tells which files are opened for writing, renamed and removed (PEP 578), whoever does
it. So nothing else need know that there is a mirror.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple, TypeAlias
from weakref import WeakSet

from attrs import define, field

WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

PATHS = {"os.rename": slice(2), "os.link": slice(1, 2), "os.remove": slice(1)}
"""Where events of Python by which files change have their paths, but for `open`."""


class FileChange(NamedTuple):
    """A change of a file: bytes from an offset on, where 0 replaces all; or that it is gone.

    `modified` is the time of its last change, in seconds since 1970.
    """

    path: str
    offset: int
    data: bytes | None
    modified: float


AuditEvent: TypeAlias = tuple[object, ...]


@define(eq=False)
class FileMirror:
    """The files under a root that may have changed since the browser was told of them.

    `_watched` are those that were opened for writing, renamed or removed, as nobody else changes:
    their size and time when they were told of last, or None if that is to be asked anew. `_kept` is
    what the browser has of a file; of one that was restored it is nothing, as if it were empty.
    """

    root: str
    _kept: dict[str, bytes] = field(factory=dict, init=False)
    _watched: dict[str, tuple[int, int] | None] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        if not _HOOKED:
            _HOOKED.append(_tell_mirrors)
            sys.addaudithook(_tell_mirrors)  # for good: none can be taken back
        _MIRRORS.add(self)

    def restore(self, path: str, data: bytes, modified: float) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        os.utime(path, (modified, modified))
        self._kept[path] = b""
        self._watched.pop(path, None)

    def take_changes(self) -> list[FileChange]:
        """Return what has changed since the last time, each change once."""
        changes = [change for path in list(self._watched) for change in self._changes_of(path)]
        # A file that is new is kept before the one whose name it takes over is gone.
        return sorted(changes, key=lambda change: change.data is None)

    def _changes_of(self, path: str) -> Iterator[FileChange]:
        before = self._kept.get(path, b"")
        try:
            status = os.stat(path)
        except OSError:
            del self._watched[path]
            if self._kept.pop(path, None) is not None:
                yield FileChange(path, 0, None, 0.0)
            return
        stamp = status.st_size, status.st_mtime_ns
        if stamp == self._watched[path]:
            return
        with open(path, "rb") as file:
            data = file.read()
        is_longer = len(data) > len(before) and data.startswith(before)
        offset = len(before) if is_longer else 0
        self._kept[path], self._watched[path] = data, stamp
        yield FileChange(path, offset, data[offset:], status.st_mtime)

    def observe(self, event: str, arguments: AuditEvent) -> None:
        """Note files that are about to change; this is an audit hook, called for very much."""
        match event, arguments:
            case "open", (path, _, int(flags)) if flags & WRITING_FLAGS:
                self._note(path)
            case name, _ if name in PATHS:
                for path in arguments[PATHS[name]]:
                    self._note(path)

    def _note(self, path: object) -> None:
        if isinstance(path, str):
            with suppress(FileNotFoundError):  # the working directory is gone, and so is all in it
                absolute = os.path.abspath(path)
                if absolute.startswith(f"{self.root}/"):
                    self._watched[absolute] = None


_HOOKED = list[object]()
"""The audit hook, once it is set."""

_MIRRORS = WeakSet[FileMirror]()
"""All mirrors there are: on a page one."""


def _tell_mirrors(event: str, arguments: AuditEvent) -> None:
    if event == "open" or event in PATHS:
        for mirror in list(_MIRRORS):
            mirror.observe(event, arguments)
