"""Files that a process was writing when it came to a sudden end, told from those of others.

One may go only if its name is one that we give, its process is no more, and all that is in it is
elsewhere as well: then nothing is lost, whoever wrote it.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress

from cc3k.record.journal import JournalError, rewritten, sealed
from cc3k.storage.disk import PARTIAL
from cc3k.storage.locks import LOCK, is_alive, is_stale
from cc3k.storage.lookup import SUFFIX, read_found
from cc3k.storage.paths import GAMES, MORGUE, SCORES, UNFINISHED

_GAME = r"[0-9]{8}-[0-9]{6}-[a-z]+-{1,2}[0-9]+(?:-[0-9]+)?"
_BY_PROCESS = rf"\.([1-9][0-9]{{0,8}})(?:-[0-9]+)?{re.escape(PARTIAL)}"

JOURNAL_NAME = re.compile(rf"{_GAME}{re.escape(SUFFIX)}")
"""How we call the journal of a game."""

_IN = {
    UNFINISHED: re.compile(rf"({_GAME}{re.escape(SUFFIX)}){_BY_PROCESS}"),
    GAMES: re.compile(rf"({_GAME}{re.escape(SUFFIX)}){_BY_PROCESS}"),
    MORGUE: re.compile(rf"({_GAME}\.(?:txt|json)){_BY_PROCESS}"),
    "": re.compile(rf"({re.escape(SCORES)}){_BY_PROCESS}"),
}
"""What we call a file in each folder while it is written; for which other, and by which process."""

_LOCKED = re.compile(rf"(?:{_GAME}{re.escape(SUFFIX)}|{re.escape(SCORES)}){re.escape(LOCK)}")


def leftovers(home: str) -> Iterator[str]:
    """Yield the files of a home that can go."""
    for place, pattern in _IN.items():
        folder = os.path.join(home, place)
        for name in _names(folder):
            path, partial = os.path.join(folder, name), pattern.fullmatch(name)
            if partial and not is_alive(int(partial[2])):
                if _is_elsewhere(path, os.path.join(folder, partial[1])):
                    yield path
            elif _LOCKED.fullmatch(name) and is_stale(path):
                yield path


def _is_elsewhere(path: str, target: str) -> bool:
    """Tell whether a half file is the beginning of the whole one, or of what was to replace it."""
    with suppress(OSError):
        half = _contents(path)
        return _contents(target).startswith(half) or _anew(target).startswith(half)
    return False


def _anew(path: str) -> bytes:
    """Return the journal that a damaged one would be replaced by, or nothing."""
    with suppress(JournalError):
        if path.endswith(SUFFIX):
            return sealed(rewritten(read_found(path).record))[0].encode("ascii")
    return b""


def _contents(path: str) -> bytes:
    """Return what is in a regular file that is no link."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags), "rb") as file:
        return file.read()


def _names(folder: str) -> Iterator[str]:
    with suppress(OSError):
        yield from sorted(os.listdir(folder))
