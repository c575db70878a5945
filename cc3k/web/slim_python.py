"""Slim Python: Pyodide's files without what no page of the game can use."""

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO

from attrs import evolve

from cc3k.web.pyodide_files import LIBRARY, PyodideSource
from cc3k.web.wheels import pack_files

UNUSED = (
    *("_pydatetime.py", "_pyio.py", "_pyrepl/", "antigravity.py", "bdb.py", "cProfile.py"),
    *("ctypes/", "doctest.py", "ensurepip/", "ftplib.py", "http/server.py", "imaplib.py"),
    *("mailbox.py", "modulefinder.py", "multiprocessing/", "optparse.py", "pdb.py"),
    *("pickletools.py", "plistlib.py", "poplib.py", "profile.py", "profiling/", "pstats.py"),
    *("pyclbr.py", "pydoc.py", "pydoc_data/", "smtplib.py", "socketserver.py", "statistics.py"),
    *("symtable.py", "trace.py", "tracemalloc.py", "unittest/", "wave.py", "webbrowser.py"),
    *("wsgiref/", "xmlrpc/", "zipapp.py"),
)
"""Modules of the standard library that need a terminal, a process or a network, or develop."""

ENCODINGS = "encodings/"
USED_ENCODINGS = (
    *("__init__", "aliases", "ascii", "base64", "charmap", "cp1252", "cp437", "hex", "idna"),
    *("latin_1", "punycode", "raw_unicode", "unicode", "utf_"),
)
"""Those that Python, JSON, links and ZIP files ask for, by how their names begin."""


def slimmed(pyodide: PyodideSource) -> PyodideSource:
    """Return Pyodide's files, with a standard library of what a page may use."""
    library = BytesIO(pyodide.files.get(LIBRARY, b""))
    if not zipfile.is_zipfile(library):
        return pyodide
    with zipfile.ZipFile(library) as whole:
        slim = pack_files(_used(whole))
    return evolve(pyodide, files={**pyodide.files, LIBRARY: slim})


def _used(library: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    encodings = tuple([ENCODINGS + name for name in USED_ENCODINGS])
    for name in library.namelist():
        is_used = not name.startswith((*UNUSED, ENCODINGS)) or name.startswith(encodings)
        if is_used and not name.endswith("/"):
            yield name, library.read(name)


def lock_of_no_packages(lock: bytes) -> object:
    """Return what Pyodide reads of the packages that it could load, but none of them."""
    return {**json.loads(lock), "packages": {}} if lock.startswith(b"{") else None
