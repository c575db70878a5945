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
    paths = ("tests/rules/test_stats.py", "tests/web/test_links.py")
    measuring = ("--cov=cc3k.engine", "--cov-report=", "--cov-fail-under=0")
    assert {how for _, how in chosen(tmp_path, paths[0], *measuring)} == {"measured"}
    assert {how for _, how in chosen(tmp_path, paths[1], *measuring)} == {"unmeasured"}
    assert {how for _, how in chosen(tmp_path, *paths)} == {"measured"}
