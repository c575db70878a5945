"""What processes that came to a sudden end have left in a home, put in order at the next start."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress

from cc3k.play.journal import END, FORMAT, LONGEST_LINE, START, JournalError, sealed
from cc3k.shell.disk import PARTIAL, Disk
from cc3k.shell.found import SUFFIX, read_found
from cc3k.shell.home import GAMES, MORGUE, UNFINISHED
from cc3k.shell.journals import Clerk, open_journal
from cc3k.shell.keeper import Archive

_ORPHAN = re.compile(rf".*\.([1-9][0-9]{{0,8}}){re.escape(PARTIAL)}", re.DOTALL)
_ENDING, _START = f" {END} ".encode("ascii"), f" {START} ".encode("ascii")
_FIRST_LINE = sealed([FORMAT])[0].encode("ascii")


def sweep(home: str, clerk: Clerk, archive: Archive) -> list[str]:
    """Put away the games that have ended, remove what was never finished being written.

    Returns what could not be kept. What another process is writing is left to it.
    """
    for folder in ("", UNFINISHED, GAMES, MORGUE):
        remove_partial(os.path.join(home, folder), clerk.disk)
    place, news = os.path.join(home, UNFINISHED), list[str]()
    for name in _names(place):
        if name.endswith(SUFFIX):
            with suppress(OSError, JournalError):
                news += _settled(os.path.join(place, name), clerk, archive)
    return news


def remove_partial(folder: str, disk: Disk) -> None:
    """Remove what processes have left half written that are no more."""
    for name in _names(folder):
        orphan = _ORPHAN.fullmatch(name)
        if orphan and not _is_alive(int(orphan[1])):
            with suppress(OSError):
                disk.remove(os.path.join(folder, name))


def _settled(path: str, clerk: Clerk, archive: Archive) -> list[str]:
    """Put a journal away if its game has ended, and remove it if no game was ever begun in it."""
    tail = _tail(path)
    if not _is_stub(tail) and _ENDING not in tail:
        return []
    file = open_journal(path, clerk)
    try:
        if _is_stub(_tail(path)):
            clerk.disk.remove(path)
        elif read_found(path).record.ending:
            file.move()
            return archive(file.path)
    finally:
        with suppress(OSError):
            file.close()
    return []


def _is_stub(tail: bytes) -> bool:
    """Tell whether this is all of a journal that was cut off before its game began."""
    lines = tail.rpartition(b"\n")[0]
    return _FIRST_LINE.startswith(tail[: len(_FIRST_LINE)]) and _START not in lines


def _tail(path: str) -> bytes:
    """Return the last line of a journal, and mostly a few before it."""
    with open(path, "rb", opener=_waiting_for_nothing) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - LONGEST_LINE))
        return file.read(LONGEST_LINE)


def _waiting_for_nothing(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _names(folder: str) -> Iterator[str]:
    with suppress(OSError):
        yield from sorted(os.listdir(folder))


def _is_alive(process: int) -> bool:
    """Tell whether another process of that number is running."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process != os.getpid()
