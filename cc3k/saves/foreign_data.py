"""Foreign data: JSON and ZIP files from elsewhere, read within bounds and with one kind of error.

Nobody else parses JSON or unpacks a ZIP file that somebody may have made or damaged. Whatever the
bytes are, the answer is their contents or an `UnreadableError`.
"""

import json
import re
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from cc3k.play.quoting import escape_text
from cc3k.saves.open_files import UnreadableError

if TYPE_CHECKING:
    from zipfile import ZipInfo

MAX_DEPTH = 32
"""Lists and tables within one another; ours have four."""

MAX_NUMBER_CHARACTERS = 40
"""Characters of a number: more than any seed has."""

MAX_SHOWN = 100
"""Characters shown of what is wrong."""


class _UnsuitableNumber(Exception):
    """Raised for a number that is too long or no number, with its text."""


def parse_json(data: bytes) -> object:
    """Return what a text in JSON says; raise `UnreadableError` with its line and column."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        _refuse(before, len(before), f"the byte {data[error.start]:#04x}", "text in UTF-8")
    _check_depth(text)
    try:
        found: object = _DECODER.decode(text)
    except _UnsuitableNumber as error:
        digits = str(error)
        expected = f"a number of at most {MAX_NUMBER_CHARACTERS} characters"
        _refuse(text, text.find(digits), ascii(digits[:MAX_NUMBER_CHARACTERS]), expected)
    except json.JSONDecodeError as error:
        at = error.pos
        _refuse(text, at, ascii(text[at]) if at < len(text) else "its end", f"JSON ({error.msg})")
    return found


_BRACKET_OR_STRING = re.compile(r'[\[{]|[\]}]|"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for token in _BRACKET_OR_STRING.finditer(text):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if depth > MAX_DEPTH:
            found = f"more than {MAX_DEPTH} brackets within one another"
            _refuse(text, token.start(), found, "fewer")


def _parse_integer(text: str) -> int:
    if len(text) > MAX_NUMBER_CHARACTERS:
        raise _UnsuitableNumber(text)
    return int(text)


def _parse_fraction(text: str) -> float:
    if len(text) > MAX_NUMBER_CHARACTERS or not abs(float(text)) < float("inf"):
        raise _UnsuitableNumber(text)
    return float(text)


_DECODER = json.JSONDecoder(
    parse_int=_parse_integer, parse_float=_parse_fraction, parse_constant=_parse_fraction
)


def _refuse(text: str, position: int, found: str, expected: str) -> NoReturn:
    line, column = text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
    message = f"{line}:{column}: found {found}; expected {expected}"
    raise UnreadableError(message)


ZipFiles: TypeAlias = "Sequence[ZipInfo]"

_ENCRYPTED = 1
"""The flag of a file that needs a password."""


def read_zip(data: bytes, choose: Callable[[ZipFiles], ZipFiles]) -> list[tuple[str, bytes]]:
    """Return the files in a ZIP file that `choose` picks of all, by their paths.

    No file unpacks to more bytes than its entry says: `choose` bounds these, and raises an
    `UnreadableError` of its own for what it refuses. Any other damage raises one as well.
    """
    # Imported here for a fast start: it imports a lot.
    import struct
    import zipfile
    import zlib

    methods, name = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), ""
    damages = (
        *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
        *(ValueError, LookupError, ArithmeticError, RuntimeError),
    )
    unpacked = list[tuple[str, bytes]]()
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for each in choose([each for each in archive.infolist() if not each.is_dir()]):
                name = shown_text(each.filename)
                if each.flag_bits & _ENCRYPTED or each.compress_type not in methods:
                    message = f"found {name} encrypted or packed in another way; "
                    message += "expected files that any program can unpack"
                    raise UnreadableError(message)
                with archive.open(each) as file:
                    unpacked.append((each.filename, file.read(each.file_size + 1)))
    except damages as error:
        reason = escape_text(str(error) or "damage")[:MAX_SHOWN]
        place = f" in {name}" if name and name not in reason else ""
        message = f"found {reason}{place}; expected a whole ZIP file"
        raise UnreadableError(message) from error
    return unpacked


def shown_text(name: str) -> str:
    """Return a name of somebody else as an error shows it: quoted, escaped, and not too long."""
    shown = escape_text(name)
    return f"'{shown[:MAX_SHOWN]}{'...' if len(shown) > MAX_SHOWN else ''}'"
