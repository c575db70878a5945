"""Where layout files are, and how one is opened: warily (R32)."""

import os
import select
import stat

from cc3k.content.layout import MOST_BYTES, Layout, LayoutError, read_layout
from cc3k.engine.rules import Rules

PATIENCE = 10.0
"""Seconds that a named pipe has to be written to."""

_SUFFIX = ".txt"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PLACES = (os.path.join(_PACKAGE, "floors"), os.path.join(os.path.dirname(_PACKAGE), "floors"))
"""Where the shipped layouts are: in an installed package, and in a checkout of the project."""


def load_layout(name: str, rules: Rules) -> Layout:
    """Read the layout file of that path, or the shipped one of that name; raise `LayoutError`."""
    shown = name if name.isprintable() else ascii(name)
    path = name
    if not os.path.lexists(name) and name in shipped_layouts():
        path = os.path.join(_floors(), name + _SUFFIX)
    try:
        data = _read(path)
    except OSError as error:
        found = (error.strerror or str(error)).lower()
        expected = f"a layout file, or one of {', '.join(shipped_layouts())}"
        message = f"{shown}: found {found}; expected {expected}"
        raise LayoutError(message) from error
    return read_layout(data, shown, rules)


def shipped_layouts() -> list[str]:
    """Return the names of the layouts that come with the game."""
    files = os.listdir(_floors())
    return sorted([file.removesuffix(_SUFFIX) for file in files if file.endswith(_SUFFIX)])


def _floors() -> str:
    return next(filter(os.path.isdir, _PLACES))


def _read(path: str) -> bytes:
    """Return what is in a regular file or a pipe, no more than one byte too much.

    It is opened without waiting, so that neither a device nor a pipe without a writer can hang the
    game; a pipe then has a while to be written to.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with open(handle, "rb") as file:
        mode = os.fstat(handle).st_mode
        if stat.S_ISFIFO(mode):
            if not select.select([handle], [], [], PATIENCE)[0]:
                message = f"a pipe that nothing was written to for {PATIENCE:.0f} seconds"
                raise TimeoutError(None, message)
            os.set_blocking(handle, True)
        elif not stat.S_ISREG(mode):
            raise OSError(None, "neither a regular file nor a pipe")
        return file.read(MOST_BYTES + 1)
