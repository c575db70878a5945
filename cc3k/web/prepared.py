"""Prepared start: what every browser would do the same way, done once by Node.

`prepare.mjs` compiles the game, starts Python and the game, and writes what the memory is then: a
page that begins with that memory has neither to start Python nor to import anything.
"""

import gzip
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping

from cc3k.play.quoting import escape_text
from cc3k.web.pyodide_files import (
    LIBRARY,
    PINNED_INTEGRITY,
    PYODIDE_VERSION,
    PyodideSource,
    integrity_of,
)

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prepare.mjs")

MEMORY, MODULES = "memory", "modules"
"""What the script writes: Python's memory, and the modules and files that are not in it yet."""

MAX_SECONDS, MAX_SAID = 600, 200


class NotPrepared(Exception):
    """Raised if a start cannot be prepared: why."""


def prepare_start(
    pyodide: PyodideSource,
    wheels: Mapping[str, bytes],
    report: Callable[[str], None] = lambda _sentence: None,
) -> dict[str, bytes]:
    """Return the files of a prepared start by their names, packed; raise `NotPrepared`.

    It takes some seconds, of which `report` is told before.
    """
    node = shutil.which("node")
    if pyodide.address:
        message = "Pyodide's files are on another host"
        raise NotPrepared(message)
    expected = {**PINNED_INTEGRITY, LIBRARY: integrity_of(pyodide.files[LIBRARY])}
    if pyodide.integrity != expected:  # but for the library, which is slim by now
        message = f"these are not the files of Pyodide {PYODIDE_VERSION}"
        raise NotPrepared(message)
    if node is None:
        message = "there is no program `node`"
        raise NotPrepared(message)
    report("starting the game once with Node, so that pages begin with its memory")
    with tempfile.TemporaryDirectory(prefix="cc3k-web-") as folder:
        for name, data in {**pyodide.files, **wheels}.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        command = [node, SCRIPT, folder]
        try:
            ended = subprocess.run(  # noqa: S603 - fixed words
                command, capture_output=True, timeout=MAX_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            message = f"`node` did not do it: {error}"
            raise NotPrepared(message) from error
        try:
            ended.check_returncode()  # else what it wrote may be half
            stamp = stamp_of(pyodide, wheels)
            return {f"{name}.gz": packed(_read(folder, name) + stamp) for name in (MEMORY, MODULES)}
        except (subprocess.CalledProcessError, FileNotFoundError) as error:
            said = ended.stderr.decode("utf-8", "replace").splitlines()
            why = next((line.strip() for line in said if "Error" in line), "it wrote nothing")
            message = f"`node` could not do it: {escape_text(why[:MAX_SAID])}"
            raise NotPrepared(message) from error


def stamp_of(pyodide: PyodideSource, wheels: Mapping[str, bytes]) -> bytes:
    """Return what the prepared files end with: memory and modules of two builds never run together.

    It is the same for the same files that they are made of.
    """
    with open(SCRIPT, "rb") as file:
        made_of = [file.read(), *pyodide.files.values(), *wheels.values()]
    every = b"".join([hashlib.sha256(data).digest() for data in made_of])
    return hashlib.sha256(every).hexdigest()[:16].encode("ascii")


def packed(data: bytes) -> bytes:
    """Return data as gzip packs it best, with no time in it."""
    return gzip.compress(data, mtime=0)


def _read(folder: str, name: str) -> bytes:
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()
