"""Compiled functions are kept for the next process, wherever the package lies, and it is said."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cc3k.fast import compiler
from tests.support.processes import ROOT, environment

NOTICE = compiler.NOTICE.format(compiler.CORE)

PROGRAM = """
from cc3k.fast import compiler
from cc3k.fast.state import GameRow

@compiler.compiled
def doubled(number: int) -> int:
    return 2 * number

@compiler.entry_point
def quadrupled(number: int) -> int:
    return doubled(doubled(number))

compiler.prepare(quadrupled, 1)
print(quadrupled(21), len(quadrupled.stats.cache_hits))
"""


def run(program: Path, **environ: str) -> tuple[str, str]:
    command = [sys.executable, str(program)]
    ended = subprocess.run(
        command,
        env={**environment(), "PYTHONPATH": str(ROOT), **environ},
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout, ended.stderr


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, "utf-8")
    return path


@pytest.mark.slow
def test_what_is_compiled_is_announced_and_kept(tmp_path: Path, program: Path) -> None:
    cache = str(tmp_path / "cache")
    assert run(program, NUMBA_CACHE_DIR=cache) == ("84 0\n", NOTICE)
    assert run(program, NUMBA_CACHE_DIR=cache) == ("84 1\n", "")
    assert NOTICE.count("\n") == 1


@pytest.mark.slow
def test_a_read_only_package_has_its_code_in_the_users_folder(
    tmp_path: Path, program: Path
) -> None:
    package = tmp_path / "installed"
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(os.path.dirname(os.path.dirname(compiler.__file__)), package / "cc3k",
                    ignore=skipped)  # fmt: skip
    before = sorted(package.rglob("*"))
    for folder in [path for path in before if path.is_dir()]:
        folder.chmod(0o555)
    home = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": ""}
    home |= {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    assert run(program, **home) == ("84 0\n", NOTICE)
    assert run(program, **home) == ("84 1\n", "")
    assert sorted(package.rglob("*")) == before
    for folder in [path for path in before if path.is_dir()]:
        folder.chmod(0o755)
    assert list((tmp_path / "home" / ".cache" / "cc3k").iterdir())


@pytest.mark.slow
def test_without_a_folder_to_write_to_it_still_compiles(program: Path) -> None:
    nowhere = {"NUMBA_CACHE_DIR": "/dev/null/no", "HOME": ""}
    assert run(program, **nowhere) == ("84 0\n", NOTICE)


def test_the_folder_is_that_of_this_version(tmp_path: Path) -> None:
    base = str(tmp_path)
    folder = compiler.cache_folder({"XDG_CACHE_HOME": base})
    assert folder is not None
    assert os.path.dirname(folder) == os.path.join(base, "cc3k")
    assert compiler.cache_folder({"NUMBA_CACHE_DIR": base}) == os.path.join(
        base, os.path.basename(folder)
    )
    assert compiler.cache_folder({"HOME": "relative"}) is None
    assert os.stat(folder).st_mode & 0o077 == 0


@compiler.entry_point
def take_turns(counters: NDArray[np.int64], taken: NDArray[np.int64], most: int) -> int:
    count, number = 0, compiler.fetch_add(counters, 1, 1)
    while number < most:
        taken[number] += 1
        count += 1
        number = compiler.fetch_add(counters, 1, 1)
    return count


@pytest.mark.slow
def test_no_two_threads_take_the_same() -> None:
    most, threads = 1_000_000, 4
    counters, taken = np.array([7, 0, 7]), np.zeros(most, np.int64)
    compiler.prepare(take_turns, counters, taken, most)
    with ThreadPoolExecutor(threads) as executor:
        runs = [executor.submit(take_turns, counters, taken, most) for _ in range(threads)]
        assert sum(run.result() for run in runs) == most
    assert (taken == 1).all()
    assert counters.tolist() == [7, most + threads, 7]
