"""Foreign data: JSON and ZIP files from elsewhere, read within bounds and with one kind of error.

Nobody else parses JSON or unpacks a ZIP file that somebody may have made or damaged. Whatever the
bytes are, the answer is their contents or an `UnreadableError`.
"""

import json
import re
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from cc3k.play.quoting import escape_text
from cc3k.saves.open_files import UnreadableError

if TYPE_CHECKING:
    from zipfile import ZipInfo

MAX_DEPTH = 32
"""Lists and tables within one another; ours have four."""

MAX_SHOWN = 100
"""Characters shown of what is wrong."""

_BRACKET_OR_STRING = re.compile(r'[\[{]|[\]}]|"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)


def parse_json(data: bytes) -> object:
    """Return what a text in JSON says; raise `UnreadableError`, also for one that is too deep."""
    try:
        text, depth = data.decode("utf-8-sig"), 0
        for token in _BRACKET_OR_STRING.finditer(text):
            depth += (token[0] in "[{") - (token[0] in "]}")
            if depth > MAX_DEPTH:
                message = f"found more than {MAX_DEPTH} brackets within one another"
                raise UnreadableError(message)
        found: object = json.loads(text)
    except ValueError as error:
        raise UnreadableError(str(error)) from error
    return found


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
