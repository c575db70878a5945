"""Ledger: an append-only text in which every change to earlier lines is noticed.

Each line begins with a checksum of itself and all lines before it, so no line can be changed, left
out or moved unnoticed. A last line without a line end was cut off while it was written: it is
dropped. Any other damage is an error that names the line and the byte. The journals of the dungeon
and of the arcade are ledgers.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, TypeVar
from zlib import crc32

from cc3k.engine.values import define, frozen
from cc3k.exit_codes import EXIT_DAMAGED

if TYPE_CHECKING:
    from cc3k.saves.record import Record

MAX_LINE_BYTES = 2_400
"""Bytes; the longest line is that of a result. A ledger may have any length."""

_CHECKSUM_DIGITS = 8

MAX_SHOWN = 40
"""Letters shown of what is wrong."""

T = TypeVar("T")


class RecordError(Exception):
    """Why a recorded game cannot be played again; a command then ends with the `exit_code`."""

    exit_code = EXIT_DAMAGED

    def told_of(self, name: str) -> str:
        """Return the line that tells it of the record of that name."""
        return f"{name}: {self}"


class JournalError(RecordError):
    """An error in a ledger: `name:line:byte: what was found; what was expected`.

    Bytes and lines count from 1. `intact_record` is the game up to the damage, if there is one. A
    journal that `is_cut_short` ends before its game began.
    """

    intact_record: "Record | None" = None
    is_cut_short = False

    def told_of(self, _name: str) -> str:
        return str(self)


@frozen
class WrittenLines:
    """The intact lines of a ledger: their bytes, and the checksum of the last of them.

    With `has_torn_line`, half a line follows them.
    """

    valid_bytes: int = 0
    checksum: int = 0
    has_torn_line: bool = False


def add_checksums(payloads: Sequence[str], checksum: int = 0) -> tuple[str, int]:
    lines = []
    for payload in payloads:
        checksum = crc32(payload.encode("ascii"), checksum)
        lines.append(f"{checksum:08x} {payload}\n")
    return "".join(lines), checksum


@define(eq=False)
class LineReader:
    """Reads the lines of a ledger called `name`, and checks each.

    `line_start` and `next_start` are byte offsets from 0; `lines_read` counts the lines before
    the present one. At the end, `has_torn_line` says whether an unfinished line was dropped.
    `max_bytes` bounds a line.
    """

    source: BinaryIO
    name: str
    max_bytes: int = MAX_LINE_BYTES
    line_start: int = 0
    next_start: int = 0
    lines_read: int = 0
    checksum: int = 0
    has_torn_line: bool = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        self.lines_read += self.next_start > self.line_start
        self.line_start = self.next_start
        raw = self.source.readline(self.max_bytes + 1)
        whole = raw.endswith(b"\n")
        if not whole and len(raw) <= self.max_bytes:
            self.has_torn_line = bool(raw)
            raise StopIteration
        if not whole or not raw.isascii():
            found = "what is no text"
            raise self.error(found, f"a line of {self.max_bytes} letters at most")
        written = raw[:-1][:_CHECKSUM_DIGITS].decode("ascii")
        payload = raw[_CHECKSUM_DIGITS + 1 : -1]
        checksum = crc32(payload, self.checksum)
        if raw[: _CHECKSUM_DIGITS + 1] != b"%08x " % checksum:
            found = f"a line that is marked {written!a}"
            raise self.error(found, f"'{checksum:08x}', its checksum")
        self.next_start, self.checksum = self.line_start + len(raw), checksum
        return payload.decode("ascii")

    def error(self, found: str, expected: str) -> JournalError:
        where = f"{self.name}:{self.lines_read + 1}:{self.line_start + 1}"
        return JournalError(f"{where}: found {found}; expected {expected}")

    @property
    def written(self) -> WrittenLines:
        return WrittenLines(self.next_start, self.checksum, self.has_torn_line)

    def read_value(self, label: str, parse: Callable[[str], T | None], expected: str) -> T:
        """Return what the next line has after a label; `parse` returns None for anything else."""
        payload, prefix = next(self, None), f"{label} "
        value = None
        if payload is not None and payload.startswith(prefix):
            value = parse(payload.removeprefix(prefix))
        if value is None:
            found = "its end" if payload is None else ascii(payload[:MAX_SHOWN])
            error = self.error(found, f"'{label}' and {expected}")
            error.is_cut_short = payload is None
            raise error
        return value


def matching(pattern: str) -> Callable[[str], str | None]:
    def parse(text: str) -> str | None:
        return text if re.fullmatch(pattern, text, re.ASCII) else None

    return parse
