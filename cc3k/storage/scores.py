"""The file of scores: a line of JSON a game, appended by any number of processes at once.

Lines that cannot be read are skipped and counted: a crash may tear one, people may edit others.
"""

import errno
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from attrs import asdict, frozen

from cc3k.play.quoting import plain
from cc3k.record.scores import TABLED, Score
from cc3k.storage.disk import Disk, is_at, put_file
from cc3k.storage.locks import unlock, wait_for_lock

LONGEST_LINE = 8_192
"""Bytes; the longest names that a journal can have leave room to spare."""

LONGEST_TEXT = 600
LARGEST, MOST_DIGITS = 10**10, 10**32
"""No figure of a game is as great, and no seed."""

ATTEMPTS = 100
"""Times that the file is opened again which another process has replaced meanwhile."""

_TABLED = re.compile(rb'^\{.*"journal": "([^"\\]*)".*\}$', re.MULTILINE)


@frozen
class Scores:
    """The scores of a file in the order of its lines, and how many lines are damaged."""

    kept: tuple[Score, ...] = ()
    damaged: int = 0


class _DamagedError(Exception):
    """A line that tells of no score."""


def append_score(path: str, disk: Disk, score: Score) -> None:
    """Add a score to a file by a single write, unless its game is in it.

    A line that a crash has left without an end is ended first, and no part of a line stays that
    there is no room for. Raises `OSError` where it cannot be added.
    """
    line = line_of(score)
    disk.folder(os.path.dirname(path))
    with _locked(path, disk) as descriptor:
        end = os.fstat(descriptor).st_size
        if score.digest and _holds(path, score):
            return
        if end and os.pread(descriptor, 1, end - 1) != b"\n":
            line = b"\n" + line
        if disk.write(descriptor, line) < len(line):
            with suppress(OSError):
                disk.truncate(descriptor, end)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        disk.sync(descriptor)


def line_of(score: Score) -> bytes:
    """Return the line of a score."""
    return json.dumps(asdict(score)).encode("ascii") + b"\n"


def digest_of(path: str) -> str:
    """Return what tells a journal from all others; raise `OSError`."""
    # Imported only when a game has ended: to begin one need not wait for it.
    from hashlib import file_digest

    with open(path, "rb", opener=_open_at_once) as file:
        return file_digest(file, "sha256").hexdigest()


def tabled(path: str) -> set[str]:
    """Return the names of the journals whose games have a line, read quickly; torn ones do not."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            return {name.decode("ascii", "replace") for name in _TABLED.findall(file.read())}
    except OSError:
        return set()


def replace_scores(path: str, disk: Disk, scores: Iterable[Score]) -> None:
    """Put a file of those scores in the place of the old one, in one step; raise `OSError`."""
    disk.folder(os.path.dirname(path))
    with _locked(path, disk):
        put_file(disk, path, b"".join(map(line_of, scores)))


def _holds(path: str, score: Score) -> bool:
    """Tell whether the game of a score is in a file; older lines know its journal by name only."""
    named = [text.encode("ascii", "backslashreplace") for text in (score.digest, score.journal)]
    with open(path, "rb", opener=_open_at_once) as file:
        lines = [line for line in _lines(file) if any(name in line for name in named)]
    others = [other for line in lines for other in _scores(line)]
    return any(
        other.digest == score.digest or (not other.digest and other.journal == score.journal)
        for other in others
    )


@contextmanager
def _locked(path: str, disk: Disk) -> Iterator[int]:
    """Open the file of scores for this process alone, also if another one replaces it just now."""
    for _ in range(ATTEMPTS):
        descriptor, stand_in = _open(path, disk), ""
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(errno.EINVAL, "Not a regular file", path)
            stand_in = wait_for_lock(disk, path, descriptor)
            if is_at(path, descriptor):
                yield descriptor
                return
        finally:
            unlock(disk, stand_in)
            disk.close(descriptor)
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN), path)


def _open(path: str, disk: Disk) -> int:
    """Open the file of scores, or make it."""
    flags = os.O_RDWR | os.O_APPEND | os.O_NONBLOCK
    with suppress(FileNotFoundError):
        return disk.open(path, flags)
    with suppress(FileExistsError):
        return disk.open(path, flags | os.O_CREAT | os.O_EXCL)
    return disk.open(path, flags)


def read_scores(path: str) -> Scores:
    """Read a file of scores; there are none where there is no file. Raise `OSError`."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "Not a regular file", path)
            return _read(file)
    except FileNotFoundError:
        return Scores()


def readable(found: object) -> str | None:
    """Return a text of a file as it can be shown on any terminal, odd letters escaped.

    None for what is no text, or too long a one.
    """
    if not isinstance(found, str) or len(found) > LONGEST_TEXT:
        return None
    return plain(found)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file; a pipe without a writer is not waited for."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _read(file: BinaryIO) -> Scores:
    found = [_scores(line) for line in _lines(file)]
    kept = tuple([score for scores in found for score in scores])
    return Scores(kept, len(found) - len(kept))


def _scores(line: bytes) -> list[Score]:
    """Return the score of a line, or none where it is damaged."""
    try:
        return [_score(line)]
    except _DamagedError:
        return []


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that are not empty, and only the beginning of one that is too long."""
    while line := file.readline(LONGEST_LINE + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST_LINE)
        if line.strip():
            yield line


def _score(line: bytes) -> Score:
    facts = _Facts(line)
    return Score(
        race=facts.text("race"),
        score=facts.figure("score"),
        gold=facts.figure("gold"),
        turns=facts.figure("turns"),
        floors=facts.figure("floors"),
        cause=facts.text("cause"),
        seed=facts.number("seed"),
        game=facts.number("game"),
        layout=facts.text("layout"),
        called=facts.text("called"),
        expansions=facts.texts("expansions"),
        ruleset=facts.number("ruleset"),
        kind=facts.one_of("kind", TABLED),
        journal=facts.text("journal"),
        date=facts.text("date"),
        digest=facts.text("digest", ""),
    )


class _Facts:
    """The facts that a line tells, each read as what it has to be; others are no matter."""

    def __init__(self, line: bytes) -> None:
        try:
            found: object = json.loads(line) if len(line) <= LONGEST_LINE else None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise _DamagedError
        self._found: dict[str, object] = found

    def number(self, name: str) -> int:
        """Return a whole number."""
        found = self._found.get(name)
        if type(found) is not int or abs(found) >= MOST_DIGITS:
            raise _DamagedError
        return found

    def figure(self, name: str) -> int:
        """Return a whole number that is not below 0, of a size that games have."""
        found = self.number(name)
        if not 0 <= found < LARGEST:
            raise _DamagedError
        return found

    def text(self, name: str, usual: str | None = None) -> str:
        """Return a text, or what is usual where there is none."""
        return _text(self._found.get(name, usual))

    def one_of(self, name: str, texts: tuple[str, ...]) -> str:
        """Return one of some texts."""
        found = self.text(name)
        if found not in texts:
            raise _DamagedError
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        found = self._found.get(name)
        if not isinstance(found, list):
            raise _DamagedError
        return tuple([_text(text) for text in found])


def _text(found: object) -> str:
    text = readable(found)
    if text is None:
        raise _DamagedError
    return text
