"""The program as a process of its own: started, typed to, and waited for."""

import os
import subprocess
import sys
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-m", "cc3k")
PATIENCE = 60
"""Seconds after which a process counts as hanging."""


@frozen
class Ended:
    """How a process ended, and all that it said."""

    code: int
    out: str
    err: str


def environment(packages: Path = ROOT) -> dict[str, str]:
    """Return this process's environment, with that folder to import from and nothing else odd."""
    plain = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return {**plain, "PYTHONPATH": str(packages)}


def run(
    *arguments: str,
    typed: str = "",
    redirected: str = "",
    packages: Path = ROOT,
    folder: Path | None = None,
    command: tuple[str, ...] = COMMAND,
) -> Ended:
    """Run the program to its end; `redirected` is what a shell would have behind the command."""
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
    """Start the program with a pipe to each of its three ends."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="ascii",
        env=environment(),
    )
