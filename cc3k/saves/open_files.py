"""Reading what others may have made: no device or pipe can hang the game (R32), no data harm it.

It knows no game, so that those of the arcade can read a file without the dungeon. Nobody else
parses JSON or unpacks a ZIP file from elsewhere.
"""

import errno
import os
import re
import select
import stat
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BufferedReader, BytesIO, FileIO
from typing import TYPE_CHECKING, TypeAlias

from cc3k.engine.text import escape_text, printable_name
from cc3k.exit_codes import UserError

if TYPE_CHECKING:
    from zipfile import ZipInfo

LINK_REASON = "a symbolic link, which is not followed"

PIPE_TIMEOUT = 10.0
"""Seconds to wait for a named pipe's first byte, and between pieces."""


def list_folder(path: str) -> list[str]:
    try:
        return os.listdir(path)
    except (FileNotFoundError, NotADirectoryError):
        return []


def modification_time(path: str) -> float:
    """Return the time of the last write to a file, in seconds since 1970; 0 if it is unknown.

    Raises FileNotFoundError.
    """
    try:
        return os.stat(path).st_mtime
    except FileNotFoundError:
        raise
    except OSError:
        return 0.0


def format_timestamp(seconds: float) -> str:
    """Return a time, in seconds since 1970, as `2026-11-20T20:57:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


class UnreadableError(UserError):
    """Raised for a file that cannot be read, with what was found and what was expected."""


def reason_of(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def describe_error(error: OSError) -> str:
    reason = reason_of(error)
    if not isinstance(error.filename, str):
        return reason
    return f"{printable_name(error.filename)}: {reason[:1].lower()}{reason[1:]}"


def file_error_reason(error: OSError | ValueError) -> str:
    # A ValueError says that no file can have such a name, on each Python in other words.
    return (reason_of(error) if isinstance(error, OSError) else "no such file name").lower()


def read_limited(path: str, max_bytes: int) -> bytes:
    """Return the contents of a regular file or a pipe, at most `max_bytes` and one byte more.

    It is opened as `open_with_timeout` does. Raises `OSError`, and ValueError for what can be no
    file's name.
    """
    with open_with_timeout(path) as stream:
        return stream.read(max_bytes + 1)


def open_regular(path: str, *, follow_links: bool = False) -> BufferedReader:
    """Open a regular file for reading: no pipe, and no link, which may lead anywhere.

    Raises `OSError` for anything else.
    """
    try:
        descriptor = open_without_waiting(path, follow_links=follow_links)
    except OSError as error:
        if follow_links or error.errno != errno.ELOOP:
            raise
        raise OSError(errno.ELOOP, LINK_REASON, path) from error
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        is_folder = stat.S_ISDIR(mode)
        number = errno.EISDIR if is_folder else errno.EINVAL
        raise OSError(number, os.strerror(number) if is_folder else "not a regular file", path)
    return BufferedReader(_ReadFile(descriptor))


def read_regular(path: str, max_bytes: int, *, follow_links: bool = False) -> bytes:
    with open_regular(path, follow_links=follow_links) as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise OSError(errno.EFBIG, f"larger than {max_bytes:,} bytes", path)
    return data


def read_input_file(path: str, max_bytes: int) -> bytes:
    """Return the contents of a regular file, a pipe, or the null device, which is an empty one.

    Raises `OSError`, also for more than `max_bytes`, and ValueError as `read_limited` does.
    """
    found, null = os.stat(path), os.stat(os.devnull)
    if stat.S_ISCHR(found.st_mode) and found.st_rdev == null.st_rdev:
        return b""
    data = read_limited(path, max_bytes)
    if len(data) > max_bytes:
        raise OSError(None, f"more than {max_bytes:,} bytes")
    return data


def open_without_waiting(path: str, *, follow_links: bool = True) -> int:
    """Open a file and return its descriptor; neither a pipe nor a device can hang the game.

    The only place where a file is opened for reading.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    return os.open(path, flags if follow_links else flags | os.O_NOFOLLOW)


class _ReadFile(FileIO):
    """A file that is read, so that nothing is lost when closing it fails."""

    def close(self) -> None:
        with suppress(OSError):
            super().close()


def open_with_timeout(path: str) -> BufferedReader:
    """Open a regular file or a pipe for reading; nothing it does can hang the game.

    Raises `OSError`, also while it is read, and ValueError for what can be no file's name.
    """
    descriptor = open_without_waiting(path)
    mode = os.fstat(descriptor).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        os.close(descriptor)
        raise OSError(None, "neither a regular file nor a pipe")
    return BufferedReader(TimeoutReader(descriptor, PIPE_TIMEOUT))


def is_plain_file(path: str) -> bool:
    return os.path.isfile(path) and not os.path.islink(path)


class TimeoutReader(_ReadFile):
    """An open file whose reads wait for bytes.

    With a timeout, a read raises `TimeoutError` after that many seconds without a byte.
    """

    def __init__(self, descriptor: int, timeout: float | None = None) -> None:
        super().__init__(descriptor)
        self._timeout = timeout

    def readinto(self, buffer: object) -> int:
        if not select.select([self], [], [], self._timeout)[0]:
            message = f"a pipe that nothing was written to for {self._timeout:g} seconds"
            raise TimeoutError(None, message)
        # The type `Buffer` exists only since Python 3.12.
        assert isinstance(buffer, bytearray | memoryview)  # noqa: S101 - Python's reader has these
        return super().readinto(buffer)


MAX_DEPTH = 32
"""Lists and tables within one another; ours have four."""

MAX_SHOWN = 100
"""Characters shown of what is wrong."""

_BRACKET_OR_STRING_REGEX = r'(?s)[\[{]|[\]}]|"[^"\\]*(?:\\.[^"\\]*)*"?'


def parse_json(data: bytes) -> object:
    """Return what a text in JSON says; raise `UnreadableError`, also for one that is too deep."""
    import json

    try:
        text, depth = data.decode("utf-8-sig"), 0
        for token in re.finditer(_BRACKET_OR_STRING_REGEX, text):
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
