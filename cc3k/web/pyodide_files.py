"""Pyodide: its files and their hashes, from a folder, an address or npm; the game packed for it.

`prepare.mjs` compiles the game, starts Python and the game, and writes what the memory is then: a
page that begins with that memory has neither to start Python nor to import anything.
"""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import attr
import attrs
from attrs import evolve, frozen

import cc3k
from cc3k.engine.text import escape_text, printable_name
from cc3k.saves.disk import Disk, replace_file
from cc3k.saves.open_files import file_error_reason, read_regular
from cc3k.saves.paths import shipped_layouts, user_cache_folder

PYODIDE_VERSION = "314.0.7"
"""The version that is pinned: the page has been tried with it, and the hashes are its own."""

PINNED_INTEGRITY = {
    "pyodide.mjs": "sha384-Lp79fMwxa4n2BLtugpUAoQMlbxIdg8iCUiP1r3h7nJLkQjwlXT1JzZTeHVL+f4Dg",
    "pyodide.asm.mjs": "sha384-/2281iaC0Iimw0B3Kagy1DBfZcJG3W4KYW+EmOqhsdY3fR9BJ88FE2Zt6y0KQKpa",
    "pyodide.asm.wasm": "sha384-y++qrQ72KPA1fTjLIuGMP+jppgGxjbLCgfdb0zMrnNnQVhxRUXTOTF6rTxNzllSu",
    "python_stdlib.zip": "sha384-xW3A5jmenkrPXbsgrIaB1FCJh9OuLT7FRMagsJMgtlhVc19k/mSy3+7nMaF/d767",
    "pyodide-lock.json": "sha384-o8SQQvpVlZnOl04+3dFTJipKxul9GbViVusA379wlOrfHSgxbzt0yPiqCTxOiYES",
}
"""What a browser checks a file by before it uses it (Subresource Integrity)."""

SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
"""Those of them that a browser loads as modules."""

LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
"""Those with the standard library, and with a list of all packages that Pyodide can load."""

FOLDER = "pyodide/"
"""Where they lie beside the page, if they come from a folder."""

GZIP_MARK = b"\x1f\x8b"


class UnsuitablePyodide(Exception):
    """Raised for a folder or an address that is none of Pyodide: what was found, and expected."""


@frozen
class PyodideSource:
    """Where the page has Pyodide from: files to copy beside it, or an address to load them from."""

    files: dict[str, bytes]
    address: str = ""

    @property
    def base(self) -> str:
        return self.address or FOLDER

    @property
    def integrity(self) -> dict[str, str]:
        if self.address:
            return PINNED_INTEGRITY
        return {name: integrity_of(data) for name, data in self.files.items()}


def read_pyodide(folder: str) -> PyodideSource:
    """Return the files in a folder, as the package unpacks; raise `UnsuitablePyodide`."""
    files = dict[str, bytes]()
    for name in PINNED_INTEGRITY:
        try:
            files[name] = Path(folder, name).read_bytes()
        except (OSError, ValueError) as error:
            message = (
                f"found {file_error_reason(error)} at {name}; expected a folder with Pyodide "
                f"{PYODIDE_VERSION}: {', '.join(PINNED_INTEGRITY)}"
            )
            raise UnsuitablePyodide(message) from error
    return PyodideSource(files)


def pyodide_at(address: str) -> PyodideSource:
    folder = folder_address(address)
    if folder is None:
        expected = f"the address of a folder with Pyodide {PYODIDE_VERSION}, with https:// before"
        message = f"found {address!a}; expected {expected}"
        raise UnsuitablePyodide(message)
    return PyodideSource({}, folder)


SAFE_ADDRESS = r"https?://[-_.:]*[a-zA-Z0-9][-\w.:]*(/[^\"'<>&;, ]*)?"


def folder_address(address: str) -> str | None:
    """Return the address of a folder, with / at its end; None for what is unsafe in a page."""
    is_plain = address.isascii() and address.isprintable()
    if not is_plain or re.fullmatch(SAFE_ADDRESS, address) is None:
        return None
    return address if address.endswith("/") else f"{address}/"


def integrity_of(data: bytes) -> str:
    """Return the hash of a file, and of what is inside if it is packed: a browser takes either.

    Some hosts, such as itch.io, let browsers unpack such a file on its way.
    """
    found = [data, gzip.decompress(data)] if data.startswith(GZIP_MARK) else [data]
    hashes = [base64.b64encode(hashlib.sha384(each).digest()).decode("ascii") for each in found]
    return " ".join([f"sha384-{each}" for each in hashes])


PACK_COMMAND = f"npm pack pyodide@{PYODIDE_VERSION}"
PACKAGE_FILE = f"pyodide-{PYODIDE_VERSION}.tgz"
PACKAGE_FOLDER = "package"
"""What fetches the package, the file that it makes, and the folder that is inside."""

PACKAGE_SHA512 = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
"""The hash of the package: a file with another one is never unpacked or kept."""

MAX_PACKAGE_BYTES = 16 << 20

NPM_OPTIONS = (
    *("--ignore-scripts", "--loglevel=error"),
    *("--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=1000"),
)
"""It runs nothing that a package brings, and gives up soon where there is no network."""

NPM_FAILS = "npm failing, as told below"
NPM_SECONDS = 900
MAX_NPM_LINES = 4
"""Most lines of its own that are told when it fails."""


class PyodideNotFetched(Exception):
    """Raised where the package cannot be had; its arguments are what was found, in lines."""


def fetched_pyodide(environ: Mapping[str, str], report: Callable[[str], None]) -> PyodideSource:
    """Return the files of the package that is kept; otherwise it is fetched now, and kept.

    `report` is told what takes a while, and what is not kept. Raises `PyodideNotFetched`.
    """
    folder = user_cache_folder(environ)
    package = None if folder is None else _read_package(os.path.join(folder, PACKAGE_FILE))
    if package is None:
        npm = shutil.which("npm", path=environ.get("PATH"))
        if npm is None:
            message = "no npm"
            raise PyodideNotFetched(message)
        report(f"fetching Pyodide {PYODIDE_VERSION} with npm (6.5 MB, once)")
        package = _fetch_package(npm)
        try:
            _keep_package(folder, package)
        except OSError as error:
            report(f"it is not kept for the next time: {error.strerror or error}")
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        found = {name: archive.extractfile(f"{PACKAGE_FOLDER}/{name}") for name in PINNED_INTEGRITY}
        return PyodideSource({name: file.read() for name, file in found.items() if file})


def _read_package(path: str) -> bytes | None:
    """Return the package if that is what a file is, whoever has put it there."""
    try:
        data = read_regular(path, MAX_PACKAGE_BYTES, follow_links=False)
    except OSError:
        return None
    return data if hashlib.sha512(data).hexdigest() == PACKAGE_SHA512 else None


def _fetch_package(npm: str) -> bytes:
    with TemporaryDirectory(prefix="cc3k-npm-") as folder:
        try:
            done = subprocess.run(  # noqa: S603 - fixed words
                [npm, *PACK_COMMAND.split()[1:], *NPM_OPTIONS],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=NPM_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PyodideNotFetched(NPM_FAILS, str(error)) from error
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").splitlines()
            raise PyodideNotFetched(NPM_FAILS, *said[:MAX_NPM_LINES])
        package = _read_package(os.path.join(folder, PACKAGE_FILE))
    if package is None:
        message = "another package than the pinned one"
        raise PyodideNotFetched(message)
    return package


def _keep_package(folder: str | None, package: bytes) -> None:
    if folder is None:
        raise OSError(None, "there is neither XDG_CACHE_HOME nor HOME")
    Disk().make_folder(folder)
    if os.stat(folder).st_uid != os.geteuid():
        raise OSError(None, f"{printable_name(folder)} is somebody else's")
    replace_file(os.path.join(folder, PACKAGE_FILE), [package])


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


SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prepare.mjs")

MEMORY, MODULES = "memory", "modules"
"""What the script writes: Python's memory, and the modules and files that are not in it yet."""

MAX_SECONDS, MAX_SAID = 600, 200


class NotPrepared(Exception):
    """Raised if a start cannot be prepared: why."""


def prepare_start(
    pyodide: PyodideSource, game: bytes, report: Callable[[str], None] = lambda _sentence: None
) -> dict[str, bytes]:
    """Return the packed files of a prepared start by their names; raise `NotPrepared`.

    A hash of what is in them is part of their names: those of two builds never run together.
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
    with TemporaryDirectory(prefix="cc3k-web-") as folder:
        for name, data in {**pyodide.files, GAME: game}.items():
            Path(folder, name).write_bytes(data)
        command, said = [node, SCRIPT, folder], b""
        try:
            ended = subprocess.run(  # noqa: S603 - fixed words
                command, capture_output=True, timeout=MAX_SECONDS, check=False
            )
            said = ended.stderr
            ended.check_returncode()  # else what it wrote may be half
            found = {name: Path(folder, name).read_bytes() for name in (MEMORY, MODULES)}
        except (OSError, subprocess.SubprocessError) as error:
            lines = said.decode("utf-8", "replace").splitlines()
            why = next((line.strip() for line in lines if "Error" in line), "it wrote nothing")
            message = f"`node` could not do it: {escape_text(why[:MAX_SAID])}"
            raise NotPrepared(message) from error
    stamp = hashlib.sha256(b"".join(found.values())).hexdigest()[:16]
    return {f"{name}-{stamp}.gz": packed(data) for name, data in found.items()}


def packed(data: bytes) -> bytes:
    """Return data as gzip packs it best, with no time in it."""
    return gzip.compress(data, mtime=0)


FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The time of every file that is packed: the same files make the same ZIP."""

GAME = "game.zip"
"""The game and what it is made with, as the page unpacks them among its modules."""

PACKED_SUFFIXES = (".py", ".pyi", ".typed", ".md")
"""Files of a package that the page may need; what is compiled for this machine is none of them."""

TERMINAL_MODULES = (
    *("blessed_codes", "early_interrupts", "interrupts", "loop", "paint", "screen"),
)
"""Modules of `cc3k.terminal` that need one: all but the canvas and the names of keys."""

LEFT_OUT = (
    *("cc3k/web/static/", "cc3k/gym/", "cc3k/fast/"),
    *[f"cc3k/terminal/{name}.py" for name in TERMINAL_MODULES],
)
"""Parts of the game that the page has no use for: no terminal, no training,
and nothing that is compiled."""


def pack_game() -> bytes:
    """Return a ZIP of the modules that the page needs, and of the layouts."""
    files = dict[str, bytes]()
    for package in (cc3k, attr, attrs):
        root = os.path.abspath(package.__path__[0])
        for folder, _, names in os.walk(root):
            for path in [os.path.join(folder, name) for name in names]:
                place = os.path.relpath(path, os.path.dirname(root)).replace(os.sep, "/")
                if place.endswith(PACKED_SUFFIXES) and not place.startswith(LEFT_OUT):
                    files[place] = Path(path).read_bytes()
    for name, path in shipped_layouts().items():
        files[f"cc3k/floors/{name}.txt"] = Path(path).read_bytes()
    return pack_files(sorted(files.items()))


def pack_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files:
            entry = zipfile.ZipInfo(name, FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return packed.getvalue()
