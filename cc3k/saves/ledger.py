"""Ledger: an append-only text in which every change to earlier lines is noticed.

Each line begins with a checksum of itself and all lines before it, so no line can be changed, left
out or moved unnoticed. A last line without a line end was cut off while it was written: it is
dropped. Any other damage is an error that names the line and the byte. The journals of the dungeon
and of the arcade are ledgers.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO
from zlib import crc32

from cc3k.engine.values import define

MAX_LINE_BYTES = 2_400
"""Bytes; the longest line is that of a result. A ledger may have any length."""

_CHECKSUM_DIGITS = 8


class LedgerError(Exception):
    """An error in a ledger: `name:line:byte: what was found; what was expected`.

    Bytes and lines count from 1.
    """


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
    `error_type` makes the errors, and `max_bytes` bounds a line.
    """

    source: BinaryIO
    name: str
    error_type: Callable[[str], LedgerError] = LedgerError
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
        written, payload = (
            raw[:-1][:_CHECKSUM_DIGITS].decode("ascii"),
            raw[_CHECKSUM_DIGITS + 1 : -1],
        )
        checksum = crc32(payload, self.checksum)
        if raw[: _CHECKSUM_DIGITS + 1] != b"%08x " % checksum:
            found = f"a line that is marked {written!a}"
            raise self.error(found, f"'{checksum:08x}', its checksum")
        self.next_start, self.checksum = self.line_start + len(raw), checksum
        return payload.decode("ascii")

    def error(self, found: str, expected: str) -> LedgerError:
        where = f"{self.name}:{self.lines_read + 1}:{self.line_start + 1}"
        return self.error_type(f"{where}: found {found}; expected {expected}")
