"""Choices among tests: few parameters of each, and which are measured."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT, environment

PROGRAM = """
import sys
import pytest

class Names:
    def pytest_collection_finish(self, session):
        for item in session.items:
            is_measured = item.get_closest_marker("no_cover") is None
            print("chosen", item.name, "measured" if is_measured else "unmeasured")

options = ["--collect-only", "-q", "-p", "no:cacheprovider"]
sys.exit(pytest.main([*options, *sys.argv[1:]], [Names()]))
"""

MANY = """
import pytest

def test_one(): pass

@pytest.mark.parametrize("number", range(4))
def test_many(number): pass

class TestOthers:
    @pytest.mark.parametrize("letter", "xyz")
    @pytest.mark.parametrize("number", range(3))
    def test_many(self, number, letter): pass
"""


def chosen(own: Path, *arguments: str, folder: Path = ROOT) -> list[list[str]]:
    """Return the names of the tests that are run, and whether they are measured.

    What is measured is kept in an own folder, as the tests themselves may be measured right now.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**environment(), "COVERAGE_FILE": str(own / "coverage"), "PYTEST_ADDOPTS": ""},
    )
    lines = [line.rpartition(" ") for line in done.stdout.splitlines()]
    return [
        [name.removeprefix("chosen "), how] for name, _, how in lines if name.startswith("chosen ")
    ]


@pytest.mark.slow
def test_each_test_keeps_the_first_and_the_last_of_its_parameters(tmp_path: Path) -> None:
    """A new row is the last of its table; without the option there are all."""
    (tmp_path / "test_some.py").write_text(MANY, "ascii")
    some = ("test_some.py", "-p", "tests.conftest")
    few = chosen(tmp_path, "--first-and-last", *some, folder=tmp_path)
    assert [name for name, _ in few] == [
        *("test_one", "test_many[0]", "test_many[3]"),
        *("test_many[0-x]", "test_many[2-z]"),
    ]
    assert len(chosen(tmp_path, *some, folder=tmp_path)) == 1 + 4 + 9


@pytest.mark.slow
def test_coverage_is_measured_by_tests_of_the_core_alone(tmp_path: Path) -> None:
    """What a test of the disk or of the arena runs by the way is no test of a rule."""
    paths = ("tests/rules/test_stats.py", "tests/web/test_links.py")
    measuring = ("--cov=cc3k.engine", "--cov-report=", "--cov-fail-under=0")
    assert {how for _, how in chosen(tmp_path, paths[0], *measuring)} == {"measured"}
    assert {how for _, how in chosen(tmp_path, paths[1], *measuring)} == {"unmeasured"}
    assert {how for _, how in chosen(tmp_path, *paths)} == {"measured"}


SHARING = """
import sys

def test_bytecode_is_shared_meanwhile():
    assert "cc3k-tests-" in __cached__
    assert sys.dont_write_bytecode
    assert sys.pycache_prefix is None
"""


@pytest.mark.slow
def test_workers_share_what_they_compile_and_leave_none_where_none_is_wanted(
    tmp_path: Path,
) -> None:
    """Each of them would rewrite the assertions of all tests otherwise."""
    folder, temporary = tmp_path / "tests", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    (folder / "test_sharing.py").write_text(SHARING, "ascii")
    options = ("-q", "-n", "2", "-p", "no:cacheprovider", "-p", "tests.conftest", ".")
    run = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**environment(), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(temporary)},
    )
    assert "1 passed" in run.stdout, run.stdout
    assert [path.name for path in folder.iterdir()] == ["test_sharing.py"]
    assert not [path for path in temporary.iterdir() if path.name.startswith("cc3k-tests-")]
