"""Where layout files are, and how one is opened: warily (R32)."""

import os
import select
import stat

from cc3k.content.layout import MOST_BYTES, Layout, LayoutError, read_layout
from cc3k.engine.rules import Rules

PATIENCE = 10.0
"""Seconds that may pass until a named pipe is written to, and between its pieces."""

_SUFFIX = ".txt"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PLACES = (os.path.join(_PACKAGE, "floors"), os.path.join(os.path.dirname(_PACKAGE), "floors"))
"""Where the shipped layouts are: in an installed package, and in a checkout of the project."""


def load_layout(name: str, rules: Rules, patience: float = PATIENCE) -> Layout:
    """Read the layout file of that path, or else the shipped one of that name.

    A directory is no layout, so it does not stand in the way of a shipped one. Raises
    `LayoutError`; a pipe is given up after `patience` seconds without a byte.
    """
    shown = name if name and name.isprintable() else ascii(name)
    shipped = shipped_layouts()
    drawn_by_hand = os.path.lexists(name) and not os.path.isdir(name)
    path = name if drawn_by_hand else shipped.get(name, name)
    try:
        data = _read(path, patience)
    except (OSError, ValueError) as error:
        # A ValueError says that no file can have such a name, on each Python in other words.
        reason = error.strerror or str(error) if isinstance(error, OSError) else "no such file name"
        expected = f"a layout file, or one of {', '.join(shipped)}"
        message = f"{shown}: found {reason.lower()}; expected {expected}"
        raise LayoutError(message) from error
    return read_layout(data, shown, rules)


def shipped_layouts() -> dict[str, str]:
    """Return the paths of the layouts that come with the game, by name."""
    floors = next(filter(os.path.isdir, _PLACES), None)
    if floors is None:
        return {}
    files = sorted([file for file in os.listdir(floors) if file.endswith(_SUFFIX)])
    return {file.removesuffix(_SUFFIX): os.path.join(floors, file) for file in files}


def _read(path: str, patience: float) -> bytes:
    """Return what is in a regular file or a pipe, no more than one byte too much.

    It is opened without waiting, so that neither a device nor a pipe without a writer can hang
    the game.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        mode = os.fstat(handle).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            raise OSError(None, "neither a regular file nor a pipe")
        data = bytearray()
        while len(data) <= MOST_BYTES:
            if not select.select([handle], [], [], patience)[0]:
                message = f"a pipe that nothing was written to for {patience:g} seconds"
                raise TimeoutError(None, message)
            piece = os.read(handle, MOST_BYTES + 1 - len(data))
            if not piece:
                break
            data += piece
        return bytes(data)
    finally:
        os.close(handle)
