"""Pyodide's package: fetched with npm once, known by its hash, and kept for the next time."""

import hashlib
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Mapping
from io import BytesIO
from tempfile import TemporaryDirectory

from cc3k.play.quoting import printable_name
from cc3k.saves.disk import Disk, replace_file_in
from cc3k.saves.open_files import open_without_links, read_regular
from cc3k.saves.paths import user_cache_folder
from cc3k.web.pyodide_files import PINNED_INTEGRITY, PYODIDE_VERSION, PyodideSource

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
        opened = {
            name: archive.extractfile(f"{PACKAGE_FOLDER}/{name}") for name in PINNED_INTEGRITY
        }
        return PyodideSource({name: file.read() for name, file in opened.items() if file})


def _read_package(path: str) -> bytes | None:
    """Return the package if that is what a file is, whoever has put it there."""
    try:
        data = read_regular(path, MAX_PACKAGE_BYTES, open_without_links)
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
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        if os.fstat(opened).st_uid != os.geteuid():
            raise OSError(None, f"{printable_name(folder)} is somebody else's")
        replace_file_in(opened, PACKAGE_FILE, package)
    finally:
        os.close(opened)
