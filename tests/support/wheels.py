"""Check of an installed wheel: complete, typed, on a terminal, on a pipe and for programs.

`python -m tests.support.wheels PYTHON` checks the package that this interpreter imports, which has
to have the extra `gym`, and prints what was checked. Each fault is a line on standard error; the
exit code is 1 if there is any.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

from attrs import field, frozen

import cc3k
from cc3k.cli.argument_parser import COMMANDS
from tests.support.terminals import XTERM, Terminal

ROOT = Path(__file__).parent.parents[1]
PATIENCE = 120
"""Seconds after which a process counts as hanging: types are checked without a cache."""

ENVIRONMENT = """
import gymnasium
env = gymnasium.make("cc3k.gym:CC3k-Tiny-v0")
env.reset(seed=1)
print(*map(type, env.step(env.action_space.sample())[1:2]))
"""

RIGHT = """
from cc3k import Game
from cc3k.api import Game as Same
def play(seed: int) -> Game:
    game: Same = Game(seed=seed)
    return game
"""

WRONG = """
from cc3k import Game
game: int = Game(seed=42)
"""
"""A program that a type checker refuses, if it sees any types at all."""

AT_WRONG = "wrong.py:3: error: Incompatible types in assignment"


@frozen
class Installed:
    """A package as one interpreter imports it, from anywhere but the source tree."""

    python: str
    environ: Mapping[str, str] = field(factory=dict)

    def run(self, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        with tempfile.TemporaryDirectory() as nowhere:
            return subprocess.run(
                [self.python, "-P", *arguments],
                input=typed,
                capture_output=True,
                check=False,
                text=True,
                timeout=PATIENCE,
                cwd=nowhere,
                env=self.environment(CC3K_HOME=nowhere),
            )

    def environment(self, **more: str) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], **self.environ, **more}

    def folder(self) -> Path:
        found = self.run("-c", "import cc3k; print(cc3k.__path__[0])")
        return Path(found.stdout.strip() or os.devnull)


Check: TypeAlias = Callable[[Installed], Iterator[str]]
"""Yields a sentence for each fault of a package."""


def files(installed: Installed) -> Iterator[str]:
    """Miss any file of the source tree, or find another one in its place."""
    folder = installed.folder()
    if folder.is_relative_to(ROOT / "cc3k"):
        yield f"the package is imported from the source tree: {folder}"
    for name, source in sources().items():
        path = folder / name
        if not path.is_file():
            yield f"{name} is missing"
        elif path.read_bytes() != source.read_bytes():
            yield f"{name} is not that of the source tree"


def sources() -> dict[str, Path]:
    """Return the files that belong to the package, by their names in it."""
    folders = {ROOT / "cc3k": "", ROOT / "floors": "floors"}
    return {
        os.path.join(inside, path.relative_to(folder)): path
        for folder, inside in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.parent.name != "__pycache__"
    }


def copied(folder: Path) -> Path:
    """Write the package into a folder as a wheel installs it, to be changed; return its own.

    The source tree may be read-only, and a copy by the usual means would be that, too.
    """
    package = folder / "cc3k"
    for name, source in sources().items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.read_bytes())
    return package


def commands(installed: Installed) -> Iterator[str]:
    """Ask every command for its help, and the program for its version."""
    version = installed.run("-m", "cc3k", "--version")
    if not version.stdout.startswith(f"cc3k {cc3k.__version__} "):
        yield f"cc3k --version: found {_said(version)}; expected {cc3k.__version__}"
    for words in ([], *([tool] for tool in COMMANDS)):
        # The game of the day is played like any other, and told so.
        name = " ".join(["cc3k", *words]).removesuffix(" daily")
        done = installed.run("-m", "cc3k", *words, "--help")
        if done.returncode or done.stderr or not done.stdout.startswith(f"usage: {name}"):
            yield f"{name} --help: found {_said(done)}; expected its usage"


def terminal(installed: Installed) -> Iterator[str]:
    """Begin a game on a terminal, see its board and leave it."""
    program = [installed.python, "-P", "-m", "cc3k", "--seed", "42"]
    with Terminal(program, env=installed.environment(**XTERM)) as shown:

        def is_shown(text: str) -> bool:
            return text in shown.text or shown.process.poll() is not None

        try:
            for text, keys in (("Choose a race", "s"), ("Turn 0", "qy")):
                shown.wait_until(partial(is_shown, text))
                shown.type(keys)
            code = shown.end()
        except AssertionError as failed:
            yield f"on a terminal {failed}"
            return
        if code:
            yield f"on a terminal the program ended with {code}:\n{shown.text}"


def environments(installed: Installed) -> Iterator[str]:
    """Make an environment by its name, and take a step in it."""
    done = installed.run("-c", ENVIRONMENT)
    if done.stdout != "<class 'float'>\n":
        yield f"cc3k.gym: found {_said(done)}; expected a reward"


def types(installed: Installed) -> Iterator[str]:
    """Have a right program and a wrong one looked at by mypy, as whoever uses the package would."""
    with tempfile.TemporaryDirectory() as folder:
        for name, program in (("right.py", RIGHT), ("wrong.py", WRONG)):
            (Path(folder) / name).write_text(program, "utf-8")
        strict = ["--strict", "--no-error-summary", "--cache-dir", str(Path(folder) / "cache")]
        done = subprocess.run(
            [sys.executable, "-m", "mypy", *strict, "--python-executable", installed.python, "."],
            capture_output=True,
            check=False,
            text=True,
            timeout=PATIENCE,
            cwd=folder,
            env=installed.environment(),
        )
    told = (done.stdout or done.stderr).splitlines()
    if len(told) != 1 or not told[0].startswith(AT_WRONG):
        yield f"types: found {told}; expected one line, {AT_WRONG!r}"


CHECKS: Mapping[str, Check] = {
    "files": files,
    "commands": commands,
    "terminal": terminal,
    "environments": environments,
    "types": types,
}
"""All that is checked, by its name."""


def _said(done: "subprocess.CompletedProcess[str]") -> str:
    lines = (done.stderr or done.stdout).splitlines()
    return f"code {done.returncode} and {lines[-1] if lines else ''!a}"


def main(arguments: list[str]) -> int:
    """Check the package that an interpreter imports; return the exit code."""
    (python,) = arguments
    installed, code = Installed(os.path.abspath(python)), 0
    for name, check in CHECKS.items():
        faults = list(check(installed))
        for fault in faults:
            sys.stderr.write(f"{name}: {fault}\n")
            code = 1
        sys.stdout.write(f"{name}: {'BROKEN' if faults else 'fine'}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
