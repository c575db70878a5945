"""Bytecode: what Python has compiled of the game, kept by the browser so that it starts sooner.

A third of the time that the game takes to load is compiling it, each time anew: the files of a page
are gone with it. So the compiled modules are packed once, and unpacked beside the sources later.
"""

import importlib.util
import os
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO

import cc3k

HEADER_BYTES, FLAGS = 16, slice(4, 8)
"""The header of a compiled module, and where its flags are (PEP 552)."""

UNCHECKED = (1).to_bytes(4, "little")
"""Flags of one that is taken as it is: the sources are of the same version, whatever their time."""


def pack_bytecode() -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, code in _compiled_modules():
            archive.writestr(name, code)
        is_empty = not archive.namelist()
    return b"" if is_empty else packed.getvalue()


def _compiled_modules() -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of each module that was compiled below the folder of the game."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(cc3k.__file__)))
    for module in list(sys.modules.values()):
        source = getattr(module, "__file__", None) or ""
        if not source.startswith(f"{root}/") or not source.endswith(".py"):
            continue
        path = importlib.util.cache_from_source(source)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                code = bytearray(file.read())
            if len(code) > HEADER_BYTES:
                code[FLAGS] = UNCHECKED
                yield os.path.relpath(path, root), bytes(code)
