"""Score file: one line of JSON a game, appended to by any process; and abandoned games.

Lines that cannot be read are skipped and counted: a crash may tear one, people may edit others.
"""

import errno
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from typing import BinaryIO

from attrs import asdict, field, frozen

from cc3k.play.quoting import escape_to_ascii
from cc3k.saves.disk import Disk, atomic_write, is_same_file
from cc3k.saves.foreign_data import parse_json
from cc3k.saves.locks import lock_with_timeout, remove_lock_file
from cc3k.saves.open_files import UnreadableError, open_plain_file, open_regular, read_regular
from cc3k.saves.score import Score
from cc3k.saves.scores import SCORED_KINDS

MAX_LINE_BYTES = 8_192
"""Bytes of the longest line; the longest journal names leave room to spare."""

MAX_SCORES_BYTES = 1 << 28
"""Bytes of the largest file that is read: half a million games."""

MAX_TEXT_LENGTH = 600
MAX_COUNT, MAX_NUMBER = 10**10, 10**32
"""Limits above any figure of a game, and above any seed."""

MAX_OPEN_ATTEMPTS = 100
"""Times that the file is reopened after another process has replaced it."""

_JOURNAL_FIELD_PATTERN = re.compile(rb'^\{.*"journal": "([^"\\]*)".*\}$', re.MULTILINE)


@frozen
class StoredScores:
    """The scores of a file in the order of its lines, and how many lines are damaged.

    `damaged_line_numbers` says which, counted from 1.
    """

    scores: tuple[Score, ...] = ()
    damaged_lines: int = 0
    damaged_line_numbers: tuple[int, ...] = field(default=(), eq=False)


class _DamagedError(Exception):
    """Raised for a line that is not a valid score."""


def append_score(path: str, disk: Disk, score: Score) -> None:
    """Append a score in a single write unless the file has it; raise `OSError` if that fails.

    A torn last line is ended first; if the disk is full, no part of the new line stays.
    """
    line = format_score_line(score)
    disk.make_folder(os.path.dirname(path))
    with _open_locked(path, disk) as descriptor:
        end = os.fstat(descriptor).st_size
        if score.digest and _has_score(path, score):
            return
        if end and os.pread(descriptor, 1, end - 1) != b"\n":
            line = b"\n" + line
        if disk.write(descriptor, line) < len(line):
            with suppress(OSError):
                disk.truncate(descriptor, end)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        disk.sync(descriptor)
        if not end:
            disk.sync_folder(os.path.dirname(path))


def format_score_line(score: Score) -> bytes:
    return json.dumps(asdict(score)).encode("ascii") + b"\n"


def file_digest_of(path: str) -> str:
    """Return the SHA-256 digest of a file as hexadecimal digits; raise `OSError`."""
    # Imported only when a game has ended, to keep the start fast.
    from hashlib import file_digest

    with open_plain_file(path) as file:
        return file_digest(file, "sha256").hexdigest()


def scored_journal_names(path: str) -> set[str]:
    """Return the names of the journals that have a score, by a quick scan of the file."""
    try:
        found = _JOURNAL_FIELD_PATTERN.findall(read_regular(path, MAX_SCORES_BYTES))
    except OSError:
        return set()
    return {name.decode("ascii", "replace") for name in found}


def replace_scores(path: str, disk: Disk, scores: Iterable[Score]) -> None:
    disk.make_folder(os.path.dirname(path))
    with _open_locked(path, disk):
        atomic_write(disk, path, [b"".join(map(format_score_line, scores))])


def _has_score(path: str, score: Score) -> bool:
    """Return True if the file has a score of the same game, by digest or journal name."""
    named = [text.encode("ascii", "backslashreplace") for text in (score.digest, score.journal)]
    with _open_scores(path) as file:
        lines = [line for _, line in _numbered_lines(file) if any(name in line for name in named)]
    others = [other for line in lines for other in _try_parse_score(line)]
    return any(
        other.digest == score.digest or (not other.digest and other.journal == score.journal)
        for other in others
    )


@contextmanager
def _open_locked(path: str, disk: Disk) -> Iterator[int]:
    """Context manager: open the score file and lock it, even if it is being replaced."""
    for _ in range(MAX_OPEN_ATTEMPTS):
        descriptor, lock_path = _open_or_create(path, disk), ""
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(errno.EINVAL, "Not a regular file", path)
            lock_path = lock_with_timeout(disk, path, descriptor)
            if is_same_file(path, descriptor):
                yield descriptor
                return
        finally:
            remove_lock_file(disk, lock_path)
            disk.close(descriptor)
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN), path)


def _open_or_create(path: str, disk: Disk) -> int:
    flags = os.O_RDWR | os.O_APPEND | os.O_NONBLOCK
    with suppress(FileNotFoundError):
        return disk.open(path, flags)
    with suppress(FileExistsError):
        return disk.open(path, flags | os.O_CREAT | os.O_EXCL)
    return disk.open(path, flags)


def read_scores(path: str) -> StoredScores:
    """Read a score file, empty if there is none. Raise `OSError`."""
    try:
        with _open_scores(path) as file:
            return _read_lines(file)
    except FileNotFoundError:
        return StoredScores()


def _open_scores(path: str) -> BufferedReader:
    """Open a score file for reading; raise `OSError` also for one that is too large."""
    file = open_regular(path)
    if os.fstat(file.fileno()).st_size > MAX_SCORES_BYTES:
        file.close()
        raise OSError(errno.EFBIG, f"larger than {MAX_SCORES_BYTES:,} bytes", path)
    return file


def read_last_score(path: str) -> Score | None:
    """Return the last score of a file that can be read, without reading all of it; or None."""
    try:
        with open_regular(path) as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - 2 * MAX_LINE_BYTES))
            lines = file.read().splitlines()
    except OSError:
        return None
    return next((score for line in reversed(lines) for score in _try_parse_score(line)), None)


def parse_printable_text(value: object) -> str | None:
    """Return a text that is safe to print, or None if it is no text or too long.

    It is no longer than `MAX_TEXT_LENGTH` with its escapes either.
    """
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH:
        return None
    return escape_to_ascii(value)[:MAX_TEXT_LENGTH]


def _read_lines(file: BinaryIO) -> StoredScores:
    found = [(number, _try_parse_score(line)) for number, line in _numbered_lines(file)]
    damaged = tuple([number for number, scores in found if not scores])
    return StoredScores(
        tuple([score for _, scores in found for score in scores]), len(damaged), damaged
    )


def _try_parse_score(line: bytes) -> list[Score]:
    try:
        return [_parse_score(line)]
    except _DamagedError:
        return []


def _numbered_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not empty, with their numbers; of a long one only the start."""
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number, rest = number + 1, line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(MAX_LINE_BYTES)
        if line.strip():
            yield number, line


def _parse_score(line: bytes) -> Score:
    facts = _ScoreFields(line)
    return Score(
        race=facts.text("race"),
        score=facts.count("score"),
        gold=facts.count("gold"),
        turns=facts.count("turns"),
        floors=facts.count("floors"),
        cause=facts.text("cause"),
        seed=facts.number("seed"),
        game=facts.number("game"),
        layout=facts.text("layout"),
        called=facts.text("called"),
        expansions=facts.texts("expansions"),
        ruleset=facts.number("ruleset"),
        kind=facts.choice("kind", SCORED_KINDS),
        journal=facts.text("journal"),
        date=facts.text("date"),
        digest=facts.text("digest", ""),
        frozen_turns=facts.optional_count("frozen_turns"),
    )


class _ScoreFields:
    """The fields of one line, each checked as it is read; unknown ones are ignored."""

    def __init__(self, line: bytes) -> None:
        try:
            found = parse_json(line) if len(line) <= MAX_LINE_BYTES else None
        except UnreadableError:
            found = None
        if not isinstance(found, dict):
            raise _DamagedError
        self._found: dict[str, object] = found

    def number(self, name: str) -> int:
        found = self._found.get(name)
        if type(found) is not int or abs(found) >= MAX_NUMBER:
            raise _DamagedError
        return found

    def count(self, name: str) -> int:
        found = self.number(name)
        if not 0 <= found < MAX_COUNT:
            raise _DamagedError
        return found

    def optional_count(self, name: str) -> int | None:
        return None if self._found.get(name) is None else self.count(name)

    def text(self, name: str, usual: str | None = None) -> str:
        return _checked_text(self._found.get(name, usual))

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        found = self.text(name)
        if found not in choices:
            raise _DamagedError
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        found = self._found.get(name)
        if not isinstance(found, list):
            raise _DamagedError
        return tuple([_checked_text(text) for text in found])


def _checked_text(value: object) -> str:
    text = parse_printable_text(value)
    if text is None:
        raise _DamagedError
    return text
