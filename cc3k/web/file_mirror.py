"""File mirror: what has changed among the files of a folder, for the browser to keep.

The page's files are in memory, and gone with the page. So every change is told to the browser's
storage, after each key: a journal that has grown by a line costs that line, whatever its length.

Python itself tells which files are opened for writing, renamed and removed (PEP 578), whoever does
it. So nothing else need know that there is a mirror.
"""

import os
import sys
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias
from weakref import WeakSet

from attrs import define, field

WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

OBSERVED = frozenset({"open", "os.rename", "os.link", "os.truncate", "os.remove"})
"""Events of Python by which files change."""

UNSEEN = -1
"""The size of a file that the browser has nothing of."""


class FileChange(NamedTuple):
    """A change of a file: bytes from an offset on, where 0 replaces all; or that it is gone.

    `modified` is the time of its last change, in seconds since 1970.
    """

    path: str
    offset: int
    data: bytes | None
    modified: float


AuditEvent: TypeAlias = tuple[object, ...]


@define
class _KnownFile:
    """A file as the browser has it: its size, and when it was changed last."""

    size: int = UNSEEN
    modified_ns: int = 0


@define(eq=False)
class FileMirror:
    """The files under a root that may have changed since the browser was told of them.

    `_watched` are those that have been opened for writing, or renamed: nobody else changes.
    """

    root: str
    _known: dict[str, _KnownFile] = field(factory=dict, init=False)
    _watched: dict[str, None] = field(factory=dict, init=False)

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
        self._known[path] = _KnownFile(len(data), os.stat(path).st_mtime_ns)
        self._watched.pop(path, None)

    def take_changes(self) -> list[FileChange]:
        """Return what has changed since the last time, each change once."""
        changes = [change for path in list(self._watched) for change in self._changes_of(path)]
        # A file that is new is kept before the one whose name it takes over is gone.
        return sorted(changes, key=lambda change: change.data is None)

    def _changes_of(self, path: str) -> Iterator[FileChange]:
        known = self._known.setdefault(path, _KnownFile())
        try:
            status = os.stat(path)
        except OSError:
            del self._known[path], self._watched[path]
            if known.size != UNSEEN:
                yield FileChange(path, 0, None, 0.0)
            return
        if (status.st_size, status.st_mtime_ns) == (known.size, known.modified_ns):
            return
        offset = known.size if 0 < known.size < status.st_size else 0
        with open(path, "rb") as file:
            file.seek(offset)
            data = file.read()
        known.size, known.modified_ns = offset + len(data), status.st_mtime_ns
        yield FileChange(path, offset, data, status.st_mtime)

    def observe(self, event: str, arguments: AuditEvent) -> None:
        """Note a file that is about to change; this is an audit hook, called for very much."""
        match event, arguments:
            case "open", (path, _, int(flags)) if flags & WRITING_FLAGS:
                self._note(path, is_rewritten=bool(flags & os.O_TRUNC))
            case "os.rename", (source, target, *_):
                self._note(source, is_rewritten=True)
                self._note(target, is_rewritten=True)
            case "os.link", (_, target, *_):
                self._note(target, is_rewritten=True)
            case "os.truncate", (int(descriptor), _):
                self._note_rewritten(descriptor)
            case "os.remove", (path, *_):
                self._note(path, is_rewritten=True)

    def _note(self, path: object, *, is_rewritten: bool = False) -> None:
        if not isinstance(path, str):
            return
        try:
            absolute = os.path.abspath(path)
        except FileNotFoundError:  # the working directory is gone, and so is all in it
            return
        if not absolute.startswith(f"{self.root}/"):
            return
        self._watched[absolute] = None
        if is_rewritten and absolute in self._known:
            self._known[absolute].size = min(self._known[absolute].size, 0)

    def _note_rewritten(self, descriptor: int) -> None:
        """Note that an open file was cut: what was told of it may be none of it any more."""
        status = os.fstat(descriptor)
        for path in self._watched:
            known = self._known.get(path)
            is_cut = os.path.exists(path) and os.path.samestat(os.stat(path), status)
            if known is not None and is_cut:
                known.size = min(known.size, 0)


_HOOKED = list[object]()
"""The audit hook, once it is set."""

_MIRRORS = WeakSet[FileMirror]()
"""All mirrors there are: on a page one."""


def _tell_mirrors(event: str, arguments: AuditEvent) -> None:
    if event in OBSERVED:
        for mirror in list(_MIRRORS):
            mirror.observe(event, arguments)
