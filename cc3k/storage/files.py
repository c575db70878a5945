"""Reading files without waiting (R32): no device or pipe can hang the game."""

import os
import select
import stat
from io import BufferedReader, FileIO

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import MAX_LAYOUT_BYTES, Layout, read_layout
from cc3k.engine.rules import Rules
from cc3k.play.quoting import printable_name
from cc3k.storage.paths import shipped_layouts

PIPE_TIMEOUT = 10.0
"""Seconds to wait for a named pipe's first byte, and between pieces."""


class UnreadableError(Exception):
    """Raised for a file that cannot be read, with what was found and what was expected."""


def load_layout(path_or_name: str, rules: Rules, timeout_seconds: float = PIPE_TIMEOUT) -> Layout:
    """Read the layout file of that name, as `read_layout_bytes` finds it; raise `LayoutError`."""
    try:
        data = read_layout_bytes(path_or_name, timeout_seconds)
    except UnreadableError as error:
        message = f"{printable_name(path_or_name)}: {error}"
        raise LayoutError(message) from error
    return parse_layout_file(data, path_or_name, rules)


def parse_layout_file(data: bytes, name: str, rules: Rules) -> Layout:
    """Return the layout in the bytes of a file; raise `LayoutError` with a hint to `cc3k check`.

    The error is the first one of the file, with the number of others.
    """
    try:
        return read_layout(data, printable_name(name), rules)
    except LayoutError as error:
        if not error.others:
            raise
        others = f"{error.others} more {'error' if error.others == 1 else 'errors'}"
        message = f"{error} (`cc3k check` lists {others})"
        raise LayoutError(message, error.others) from error


def read_layout_bytes(name: str, timeout: float = PIPE_TIMEOUT) -> bytes:
    """Return the bytes of the layout file of that path, or else of the shipped one of that name.

    A directory does not hide a shipped layout of the same name. Raises
    `UnreadableError`; a pipe is given up after `timeout` seconds without a byte.
    """
    try:
        return read_limited(find_layout(name), MAX_LAYOUT_BYTES, timeout)
    except (OSError, ValueError) as error:
        expected = f"a layout file, or one of {', '.join(shipped_layouts())}"
        message = f"found {file_error_reason(error)}; expected {expected}"
        raise UnreadableError(message) from error


def find_layout(name: str) -> str:
    """Return the path of the layout of that name: the player's own file, or a shipped one."""
    is_own_file = os.path.lexists(name) and not os.path.isdir(name)
    return name if is_own_file else shipped_layouts().get(name, name)


def file_error_reason(error: OSError | ValueError) -> str:
    """Return why a file cannot be read, as the end of a sentence."""
    # A ValueError says that no file can have such a name, on each Python in other words.
    reason = error.strerror or str(error) if isinstance(error, OSError) else "no such file name"
    return reason.lower()


def read_limited(path: str, max_bytes: int, timeout: float = PIPE_TIMEOUT) -> bytes:
    """Return the contents of a regular file or a pipe, at most `max_bytes` and one byte more.

    It is opened as `open_with_timeout` does. Raises `OSError`, and ValueError for what can be no
    file's name.
    """
    with open_with_timeout(path, timeout) as stream:
        return stream.read(max_bytes + 1)


def open_without_waiting(path: str, flags: int = os.O_RDONLY) -> int:
    """Open a file and return its descriptor; neither a pipe nor a device can hang the game.

    An opener for `open`, and the only place where a file is opened for reading.
    """
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)


def open_without_links(path: str, flags: int) -> int:
    """Open a file as `open_without_waiting` does, but no symbolic link: an opener for `open`."""
    return open_without_waiting(path, flags | os.O_NOFOLLOW)


def open_with_timeout(path: str, timeout: float = PIPE_TIMEOUT) -> BufferedReader:
    """Open a regular file or a pipe for reading; nothing it does can hang the game.

    Raises `OSError`, also while it is read, and ValueError for what can be no file's name.
    """
    descriptor = open_without_waiting(path)
    mode = os.fstat(descriptor).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        os.close(descriptor)
        raise OSError(None, "neither a regular file nor a pipe")
    return BufferedReader(TimeoutReader(descriptor, timeout))


class TimeoutReader(FileIO):
    """An open file whose reads wait for bytes.

    With a timeout, a read raises `TimeoutError` after that many seconds without a byte.
    """

    def __init__(self, descriptor: int, timeout: float | None = None) -> None:
        super().__init__(descriptor)
        self._timeout = timeout

    def readinto(self, buffer: object) -> int:
        """Wait for bytes; return how many were read, 0 at the end of the file."""
        if not select.select([self], [], [], self._timeout)[0]:
            message = f"a pipe that nothing was written to for {self._timeout:g} seconds"
            raise TimeoutError(None, message)
        if not isinstance(
            buffer, bytearray | memoryview
        ):  # the type `Buffer` exists only since 3.12
            raise TypeError(type(buffer))
        return super().readinto(buffer)
