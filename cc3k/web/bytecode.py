"""Bytecode: what Python has compiled of the game, kept by the browser so that it starts sooner.

A third of the time that the game takes to load is compiling it, each time anew: the files of a page
are gone with it. So the compiled modules are packed once, and unpacked beside the sources later.
"""

import importlib.util
import os
import sys
import zipfile
from contextlib import suppress
from io import BytesIO

import cc3k

FLAGS = slice(4, 8)
"""Where the flags of a compiled module are (PEP 552)."""

UNCHECKED = (1).to_bytes(4, "little")
"""Flags of one that is taken as it is: the sources are of the same version, whatever their time."""


def pack_bytecode() -> bytes:
    """Return a ZIP of what is compiled of each module that was imported of the game."""
    root, packed = os.path.dirname(os.path.dirname(os.path.abspath(cc3k.__file__))), BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for module in list(sys.modules.values()):
            source = getattr(module, "__file__", None) or ""
            if source.startswith(f"{root}/") and source.endswith(".py"):
                path = importlib.util.cache_from_source(source)
                with suppress(OSError), open(path, "rb") as file:
                    code = bytearray(file.read())
                    code[FLAGS] = UNCHECKED
                    archive.writestr(os.path.relpath(path, root), bytes(code))
    return packed.getvalue()
