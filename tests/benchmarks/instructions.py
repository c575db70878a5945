"""Instructions of a scripted frame and of a start: counted, so no neighbour on the machine matters.

`perf stat` counts them where it may, `valgrind` where that is installed. Both runs of a difference
are warm: a run before them has compiled the modules.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

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


def count(command: Sequence[str], typed: str = "") -> int | None:
    """Return the instructions of a command that ends by itself; None if nothing counts them here.

    Its hashes are not random, and its modules are compiled once, in a folder of all such runs.
    """
    for counter in (_PERF, _CACHEGRIND):
        if shutil.which(counter[0]) is None:
            continue
        with tempfile.TemporaryDirectory(prefix="cc3k-") as folder:
            report = Path(folder, "report")
            words = [word.format(report=report) for word in counter]
            ended = subprocess.run(
                [*words, *command],
                input=typed,
                text=True,
                env=_environment(),
                check=False,
                stdout=subprocess.DEVNULL,
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


def of_a_frame() -> float | None:
    """Return the instructions of a scripted frame, the start left out; None as above."""
    few, many = of_script(FEW), of_script(MANY)
    return None if few is None or many is None else (many - few) / (MANY - FEW)


def figures() -> Iterator[Figure]:
    """Count both; where nothing counts there are no figures."""
    frame, start = of_a_frame(), of_script(0)
    if frame is not None and start is not None:
        yield Figure("instructions of a scripted frame", frame, "", at_most=100_000)
        yield Figure("a script of none", start / MILLION, "M instructions", at_most=400)
