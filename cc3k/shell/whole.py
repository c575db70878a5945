"""A file that a player asks for by its name: whole, or not at all."""

import os
from collections.abc import Iterable

from cc3k.shell.disk import PARTIAL


def write_whole(path: str, pieces: Iterable[str]) -> None:
    """Put a text in place in one step, and nothing but a file.

    Raises `OSError`, also for what is there and is no regular file, and ValueError for what can
    be no file's name.
    """
    path = os.path.realpath(path)
    if os.path.lexists(path) and not os.path.isfile(path):
        raise OSError(None, "Not a regular file")
    partial = f"{path}.{os.getpid()}{PARTIAL}"
    try:
        with open(partial, "x", encoding="utf-8") as file:
            file.writelines(pieces)
        os.replace(partial, path)
    except BaseException:
        if os.path.lexists(partial):
            os.unlink(partial)
        raise
