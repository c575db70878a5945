"""Supported Pythons of this machine: on the PATH, among pyenv's versions, and those uv knows.

`python -m tests.support.pythons` prints a line for each minor version that is supported: its number
and the interpreter, or the number alone where none is found. `python -m tests.support.pythons all`
prints the interpreters alone, of which there may be several of a version.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen

VERSIONS = tuple(f"3.{minor}" for minor in range(11, 15))
NAMES = tuple(f"python{version}" for version in VERSIONS)
"""The versions that the game supports, and what their interpreters are called."""

PATIENCE = 60
"""Seconds after which an interpreter counts as none."""

PROBE = """
import os, sys
print(sys.version.replace(os.linesep, " "))
print(os.path.realpath(sys.executable))
"""


@frozen
class Python:
    """An interpreter; two of the same version string are the same."""

    version: str
    path: str = field(eq=False)

    @property
    def minor(self) -> str:
        """The first two numbers of its version, as in `3.11`."""
        return ".".join(self.version.split(".")[:2])


def pythons() -> list[Python]:
    found = dict.fromkeys(filter(None, map(_probed, _candidates())))
    return [python for python in found if python.minor in VERSIONS]


def other_pythons() -> list[Python]:
    own = _probed(sys.executable)
    return [python for python in pythons() if python != own]


def _candidates() -> Iterator[str]:
    for folder in (*os.get_exec_path(), *_pyenv()):
        paths = [os.path.join(folder, name) for name in NAMES]
        # A folder that may not be looked into has none; `os.path` takes that for an answer.
        yield from [path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK)]
    yield from _found_by_uv()


def _pyenv() -> list[str]:
    root = os.environ.get("PYENV_ROOT") or os.path.join(os.path.expanduser("~"), ".pyenv")
    try:
        names = sorted(os.listdir(os.path.join(root, "versions")))
    except OSError:
        return []
    return [os.path.join(root, "versions", name, "bin") for name in names]


def _found_by_uv() -> Iterator[str]:
    uv = shutil.which("uv")
    if uv is None:
        return
    for version in VERSIONS:
        find = [uv, "python", "find", "--offline", "--no-python-downloads", "--system", version]
        try:
            found = _said(find)
        except (OSError, subprocess.SubprocessError):
            continue
        yield from found.split("\n")[:1]


def _probed(path: str) -> Python | None:
    """Return the interpreter at that path; a shim that leads to none is none."""
    try:
        version, real, *_ = _said([path, "-S", "-c", PROBE]).splitlines()
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return Python(version, real)


def _said(command: list[str]) -> str:
    nowhere = Path(__file__).anchor  # where no project has a say in which Python is meant
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=PATIENCE, cwd=nowhere
    )
    return done.stdout


def main(arguments: list[str]) -> None:
    everyone = pythons()
    if arguments:
        sys.stdout.writelines(f"{python.path}\n" for python in everyone)
        return
    found = {python.minor: python.path for python in reversed(everyone)}
    for version in VERSIONS:
        sys.stdout.write(f"{version} {found.get(version, '')}".rstrip() + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
