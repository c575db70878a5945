"""How a file of somebody else's is opened: warily (R32)."""

import os
import select
import stat
from io import BufferedReader, FileIO

from cc3k.content.layout.reader import MOST_BYTES, Layout, read_layout
from cc3k.content.layout.writer import LayoutError
from cc3k.engine.rules import Rules
from cc3k.play.quoting import shown
from cc3k.storage.paths import shipped_layouts

PATIENCE = 10.0
"""Seconds that may pass until a named pipe is written to, and between its pieces."""


class UnreadableError(Exception):
    """A file whose bytes cannot be had: what was found, and what was expected."""


def load_layout(name: str, rules: Rules, patience: float = PATIENCE) -> Layout:
    """Read the layout file of that name, as `layout_bytes` finds it; raise `LayoutError`."""
    try:
        data = layout_bytes(name, patience)
    except UnreadableError as error:
        message = f"{shown(name)}: {error}"
        raise LayoutError(message) from error
    return layout_of(data, name, rules)


def layout_of(data: bytes, name: str, rules: Rules) -> Layout:
    """Return the layout in the bytes of a file of that name; raise `LayoutError` if it is none.

    The error is the first one of the file, with what lists the others.
    """
    try:
        return read_layout(data, shown(name), rules)
    except LayoutError as error:
        if not error.others:
            raise
        others = f"{error.others} more {'error' if error.others == 1 else 'errors'}"
        message = f"{error} (`cc3k check` lists {others})"
        raise LayoutError(message, error.others) from error


def layout_bytes(name: str, patience: float = PATIENCE) -> bytes:
    """Return what is in the layout file of that path, or else in the shipped one of that name.

    A directory is no layout, so it does not stand in the way of a shipped one. Raises
    `UnreadableError`; a pipe is given up after `patience` seconds without a byte.
    """
    shipped = shipped_layouts()
    drawn_by_hand = os.path.lexists(name) and not os.path.isdir(name)
    path = name if drawn_by_hand else shipped.get(name, name)
    try:
        return read_bounded(path, MOST_BYTES, patience)
    except (OSError, ValueError) as error:
        expected = f"a layout file, or one of {', '.join(shipped)}"
        message = f"found {reason_of(error)}; expected {expected}"
        raise UnreadableError(message) from error


def reason_of(error: OSError | ValueError) -> str:
    """Return why a file cannot be had, to go on a sentence with."""
    # A ValueError says that no file can have such a name, on each Python in other words.
    reason = error.strerror or str(error) if isinstance(error, OSError) else "no such file name"
    return reason.lower()


def read_bounded(path: str, most: int, patience: float = PATIENCE) -> bytes:
    """Return what is in a regular file or a pipe, no more than one byte over so many.

    It is opened as `open_warily` does. Raises `OSError`, and ValueError for what can be no file's
    name.
    """
    with open_warily(path, patience) as stream:
        return stream.read(most + 1)


def open_warily(path: str, patience: float = PATIENCE) -> BufferedReader:
    """Open a regular file or a pipe, to be read as far as is wanted.

    That is done without waiting, so that neither a device nor a pipe without a writer can hang the
    game. Raises `OSError`, also while it is read, and ValueError for what can be no file's name.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    mode = os.fstat(handle).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        os.close(handle)
        raise OSError(None, "neither a regular file nor a pipe")
    return BufferedReader(PatientReader(handle, patience))


class PatientReader(FileIO):
    """An open file that is waited for, and closed in the end.

    With patience it is given up after so many seconds without a byte, by a `TimeoutError`.
    """

    def __init__(self, handle: int, patience: float | None = None) -> None:
        super().__init__(handle)
        self._patience = patience

    def readinto(self, buffer: object) -> int:
        """Wait for bytes, and return how many there were; none at the end."""
        if not select.select([self], [], [], self._patience)[0]:
            message = f"a pipe that nothing was written to for {self._patience:g} seconds"
            raise TimeoutError(None, message)
        if not isinstance(buffer, bytearray | memoryview):  # what it can be has no name before 3.12
            raise TypeError(type(buffer))
        return super().readinto(buffer)
