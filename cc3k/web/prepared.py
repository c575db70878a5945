"""Prepared start: what every browser would do the same way, done once by Node.

`prepare.mjs` compiles the game, starts Python and the game, and writes what the memory is then: a
page that begins with that memory has neither to start Python nor to import anything.
"""

import gzip
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping

from cc3k.web.pyodide_files import PyodideSource

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prepare.mjs")

MEMORY, MODULES = "memory", "modules"
"""What the script writes: Python's memory, and the modules and files that are not in it yet."""

MAX_SECONDS = 600


class NotPrepared(Exception):
    """Raised if a start cannot be prepared: why."""


def prepare_start(pyodide: PyodideSource, wheels: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a prepared start by their names, packed; raise `NotPrepared`."""
    node = shutil.which("node")
    if pyodide.address:
        message = "Pyodide's files are on another host"
        raise NotPrepared(message)
    if node is None:
        message = "there is no program `node`"
        raise NotPrepared(message)
    with tempfile.TemporaryDirectory(prefix="cc3k-web-") as folder:
        for name, data in {**pyodide.files, **wheels}.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        command = [node, SCRIPT, folder]
        try:
            ended = subprocess.run(command, capture_output=True, timeout=MAX_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            message = f"`node` did not do it: {error}"
            raise NotPrepared(message) from error
        try:
            return {f"{name}.gz": packed(_read(folder, name)) for name in (MEMORY, MODULES)}
        except FileNotFoundError as error:
            said = ended.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
            message = f"`node` failed with exit code {ended.returncode} {' '.join(said)}"
            raise NotPrepared(message) from error


def packed(data: bytes) -> bytes:
    """Return data as gzip packs it best, with no time in it."""
    return gzip.compress(data, mtime=0)


def _read(folder: str, name: str) -> bytes:
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()
