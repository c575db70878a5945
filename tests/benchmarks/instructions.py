"""Instructions of a scripted frame and of starts: counted, so no neighbour on the machine matters.

`perf stat` counts them where it may, `valgrind` where that is installed. Both runs of a difference
are warm: a run before them has compiled the modules.
"""

import fcntl
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from tests.benchmarks import workloads
from tests.benchmarks.figures import Figure

FEW, MANY = 500, 3_500
"""Commands of two scripts: what a frame costs is the difference, the start left out."""

MILLION = 1_000_000

_PERF = ("perf", "stat", "-x,", "-e", "instructions:u", "-o", "{report}", "--")
_CACHEGRIND = (
    *("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"),
    "--log-file={report}",
)
_COUNTS = (re.compile(r"^(\d+),.*instructions", re.MULTILINE), re.compile(r"I +refs: +([\d,]+)"))


def count(
    command: Sequence[str],
    typed: str = "",
    terminal: int | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> int | None:
    """Return the instructions of a command that ends by itself; None if nothing counts them here.

    Its hashes are not random, and its modules are compiled once, in a folder of all such runs.
    """
    for counter in (_PERF, _CACHEGRIND):
        if shutil.which(counter[0]) is None:
            continue
        with tempfile.TemporaryDirectory(prefix="cc3k-") as folder:
            report = Path(folder, "report")
            words = [word.format(report=report) for word in counter]
            with tempfile.TemporaryFile() as keyboard:
                keyboard.write(typed.encode("ascii"))
                keyboard.seek(0)
                ended = subprocess.run(
                    [*words, *command],
                    env={**_environment(), **environment},
                    check=False,
                    stdin=keyboard if terminal is None else terminal,
                    stdout=subprocess.DEVNULL if terminal is None else terminal,
                    stderr=subprocess.DEVNULL,
                )
            told = report.read_text("utf-8") if report.exists() else ""
        found = next(filter(None, [pattern.search(told) for pattern in _COUNTS]), None)
        if ended.returncode == 0 and found:
            return int(found[1].replace(",", ""))
    return None


def _environment() -> dict[str, str]:
    left_out = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    compiled = Path(tempfile.gettempdir(), f"cc3k-compiled-{os.getuid()}")
    return {**kept, "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": f"{compiled}"}


def of_script(commands: int) -> int | None:
    """Return the instructions of a script of so many commands, a frame each; None as above."""
    typed = workloads.script(commands) if commands else ""
    command = [sys.executable, "-m", "cc3k", "--seed", f"{workloads.SEED}"]
    subprocess.run(  # which compiles what it needs
        command, input=typed, text=True, env=_environment(), check=True, stdout=subprocess.DEVNULL
    )
    return count(command, typed)


TO_MAP = """
import gc, os, sys
gc.disable()
from cc3k.cli.main import main
from cc3k.terminal.screen import Screen
Screen.load_codes = lambda _screen: os._exit(0)
raise SystemExit(main(sys.argv[1:]))
"""
"""A program that plays on a screen, and ends as soon as the first page is painted."""


def to_first_map() -> int | None:
    """Return the instructions of a game on a screen up to its first map; None as above."""
    command = [sys.executable, "-c", TO_MAP, "--seed", f"{workloads.SEED}", "--race", "troll"]
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 79, 0, 0))
    with tempfile.TemporaryDirectory(prefix="cc3k-") as home:
        own = {"TERM": "xterm-256color", "CC3K_HOME": home}
        try:
            subprocess.run(  # which compiles what it needs
                command, env={**_environment(), **own}, check=True,
                stdin=slave, stdout=slave, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            os.read(master, 1 << 16)  # it has room for one page unread
            return count(command, terminal=slave, environment=own)
        finally:
            os.close(slave)
            os.close(master)


def of_a_frame() -> float | None:
    """Return the instructions of a scripted frame, the start left out; None as above."""
    few, many = of_script(FEW), of_script(MANY)
    return None if few is None or many is None else (many - few) / (MANY - FEW)


def figures() -> Iterator[Figure]:
    frame, start = of_a_frame(), of_script(0)
    if frame is not None and start is not None:
        yield Figure("instructions of a scripted frame", frame, "", at_most=100_000)
        yield Figure("a script of none", start / MILLION, "M instructions", at_most=400)
    on_screen = to_first_map()
    if on_screen is not None:
        yield Figure("a screen's first map", on_screen / MILLION, "M instructions", at_most=520)
