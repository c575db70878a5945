"""The program, run in this process or in one of its own: typed to, and waited for."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from typing import IO

import pytest
from attrs import frozen

from cc3k.cli.main import main

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-m", "cc3k")
PATIENCE = 60
"""Seconds after which a process counts as hanging."""

STREAMS = (
    ("stdin", "r", "strict"),
    ("stdout", "w", "strict"),
    ("stderr", "w", "backslashreplace"),
)
"""The three streams as Python opens them: name, mode, and what becomes of odd characters."""


@frozen
class Ended:
    code: int
    out: str
    err: str


def environment(packages: Path = ROOT) -> dict[str, str]:
    """Return this process's environment, with that folder to import from and nothing else odd."""
    plain = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return {**plain, "PYTHONPATH": str(packages)}


def run(*arguments: str, typed: str = "", folder: Path = ROOT) -> Ended:
    """Run the program's command line in this process, on files for its three streams.

    That is the whole program but for its first lines (`cc3k.__main__`) and its last: tests that are
    about a process, a pipe or a terminal call `start_and_wait`. An error that the program does not
    handle reaches the test.
    """
    with (
        tempfile.TemporaryFile() as typed_in,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        typed_in.write(typed.encode("utf-8", "surrogateescape"))
        typed_in.seek(0)
        with _standard_streams(typed_in, out, err), chdir(folder):
            sys.argv = ["cc3k", *arguments]
            try:
                code = main()
            except SystemExit as error:
                code = error.code if isinstance(error.code, int) else 0
        out.seek(0)
        err.seek(0)
        return Ended(code, out.read().decode("ascii"), err.read().decode("utf-8"))


@contextmanager
def _standard_streams(*files: IO[bytes]) -> Iterator[None]:
    """Put files in the place of the three streams: as Python's objects, and as descriptors."""
    sys.stdout.flush()
    sys.stderr.flush()
    with ExitStack() as stack:
        for number, file in enumerate(files):
            kept = os.dup(number)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, number)
            os.dup2(file.fileno(), number)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        for number, (name, mode, errors) in enumerate(STREAMS):
            stream = stack.enter_context(
                open(number, mode, encoding="utf-8", errors=errors, closefd=False)
            )
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "argv", sys.argv)
        yield


def refused(*arguments: str, typed: str = "") -> str:
    """Run the program, see that it says nothing and ends with 2, and return what it complains."""
    ended = run(*arguments, typed=typed)
    assert (ended.code, ended.out) == (2, "")
    return ended.err


def told(*arguments: str, typed: str = "") -> str:
    """Run the program, see that it ends with 0 and complains of nothing; return what it says."""
    ended = run(*arguments, typed=typed)
    assert (ended.code, ended.err) == (0, "")
    return ended.out


def start_and_wait(
    *arguments: str,
    typed: str = "",
    redirected: str = "",
    packages: Path = ROOT,
    folder: Path | None = None,
    command: tuple[str, ...] = COMMAND,
) -> Ended:
    """Start the program and wait for its end; `redirected` is what a shell would have behind it."""
    shell = ("/bin/sh", "-c", f'exec "$0" "$@" {redirected}') if redirected else ()
    done = subprocess.run(
        [*shell, *command, *arguments],
        input=typed.encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        cwd=folder or packages,
        env=environment(packages),
    )
    return Ended(done.returncode, done.stdout.decode("ascii"), done.stderr.decode("utf-8"))


def start(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="ascii",
        env=environment(),
    )
