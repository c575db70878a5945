"""Wheels for the page: packages as they are installed, packed for Python in the browser."""

import base64
import hashlib
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from io import BytesIO

import cc3k
from cc3k.saves.paths import shipped_layouts

FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The time of every file of a wheel: the same files make the same wheel."""

PACKED_SUFFIXES = (".py", ".pyi", ".typed", ".md")
"""Files of a package that the page may need; what is compiled for this machine is none of them."""

TERMINAL_MODULES = (
    *("blessed_codes", "codes", "early_interrupts", "interrupts", "loop", "paint", "screen"),
)
"""Modules of `cc3k.terminal` that need one: all but the canvas and the names of keys."""

LEFT_OUT = (
    *("cc3k/web/static/", "cc3k/gym/", "cc3k/fast/"),
    *[f"cc3k/terminal/{name}.py" for name in TERMINAL_MODULES],
)
"""Parts of the game that the page has no use for: no terminal, no training,
and nothing that is compiled."""

WHEEL_TEXT = "Wheel-Version: 1.0\nGenerator: cc3k\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


class NoSuchPackage(Exception):
    """Raised for a package that is not installed, or not as files: found, and expected."""


def own_wheel() -> tuple[str, bytes]:
    """Return the name and the bytes of a wheel of the game itself, however it is installed."""
    folder = os.path.dirname(os.path.abspath(cc3k.__file__))
    files = {
        name: data for name, data in _package_files(folder, "cc3k") if not name.startswith(LEFT_OUT)
    }
    for name, path in shipped_layouts().items():
        files[f"cc3k/floors/{name}.txt"] = _read(path)
    return _build_wheel("cc3k", cc3k.__version__, files)


def installed_wheel(name: str) -> tuple[str, bytes]:
    try:
        found = distribution(name)
    except PackageNotFoundError as error:
        message = f"found no package {name}; expected it to be installed beside this one"
        raise NoSuchPackage(message) from error
    files = {
        str(path): _read(str(path.locate()))
        for path in found.files or ()
        if str(path).endswith(PACKED_SUFFIXES) and ".." not in path.parts
    }
    if not files:
        message = f"found no files of {name}; expected it to be installed from a wheel"
        raise NoSuchPackage(message)
    return _build_wheel(name, found.version, files)


def _package_files(folder: str, package: str) -> Iterator[tuple[str, bytes]]:
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(PACKED_SUFFIXES):
                path = os.path.join(place, name)
                yield "/".join([package, *os.path.relpath(path, folder).split(os.sep)]), _read(path)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _build_wheel(name: str, version: str, files: Mapping[str, bytes]) -> tuple[str, bytes]:
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    every = {
        **files,
        f"{info}/METADATA": metadata.encode("ascii"),
        f"{info}/WHEEL": WHEEL_TEXT.encode("ascii"),
    }
    record = "".join([*map(_record_line, every.items()), f"{info}/RECORD,,\n"])
    every[f"{info}/RECORD"] = record.encode("utf-8")
    return f"{name}-{version}-py3-none-any.whl", pack_files(every.items())


def _record_line(entry: tuple[str, bytes]) -> str:
    name, data = entry
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode("ascii").rstrip("=")
    return f"{name},sha256={digest},{len(data)}\n"


def pack_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files:
            entry = zipfile.ZipInfo(name, FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return packed.getvalue()
