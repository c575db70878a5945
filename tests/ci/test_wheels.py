"""The check of a wheel goes red: for whatever is left out of the package, and for no types.

That it is not red for a whole package, too, `.ci/run` sees of the wheel.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import wheels
from tests.support.wheels import CHECKS, ROOT, Installed, copied

pytestmark = pytest.mark.slow

TERMINAL, STATS = "terminal", "cli/stats.py"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return copied(tmp_path)


def faults(package: Path, check: str, python: str = sys.executable) -> Iterator[str]:
    return CHECKS[check](Installed(python, {"PYTHONPATH": str(package.parent)}))


def without(package: Path, part: str) -> Path:
    path = package / part
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    return package


@pytest.mark.parametrize("part", ["gym", STATS, "py.typed", "floors/dragon.txt"])
def test_whatever_is_left_out_or_changed_is_told_by_its_name(package: Path, part: str) -> None:
    with (package / "api.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    found = list(faults(without(package, part), "files"))
    missing = [fault for fault in found if fault.startswith(part) and fault.endswith(" is missing")]
    assert missing
    assert sorted(found) == sorted([*missing, "api.py is not that of the source tree"])
    source = next(faults(ROOT / "cc3k", "files"))
    assert source == f"the package is imported from the source tree: {ROOT / 'cc3k'}"


def test_command_that_is_left_out_is_told(package: Path) -> None:
    found = next(faults(without(package, STATS), "commands"))
    assert found.startswith("cc3k stats --help: found code 1 and ")


def test_package_without_a_terminal_is_told(package: Path) -> None:
    (found,) = faults(without(package, TERMINAL), "terminal")
    assert found.startswith("on a terminal")


def test_package_without_environments_is_told(package: Path) -> None:
    pytest.importorskip("gymnasium")
    (found,) = faults(without(package, "gym"), "environments")
    assert found.startswith("cc3k.gym: found code 1 and ")


@pytest.mark.slow
def test_package_without_types_is_told(package: Path) -> None:
    pytest.importorskip("mypy")
    python = os.path.realpath(sys.executable)  # where the source tree itself is not installed
    for part in ("__init__.pyi", "py.typed"):
        (found,) = faults(without(package, part), "types", python)
        assert found.startswith("types: found [")


def test_code_is_1_if_any_check_finds_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        wheels, "CHECKS", {"first": lambda _: iter(["x is missing"]), "second": lambda _: iter(())}
    )
    assert wheels.main([sys.executable]) == 1
    assert capsys.readouterr() == ("first: BROKEN\nsecond: fine\n", "first: x is missing\n")
    monkeypatch.setattr(wheels, "CHECKS", {"second": lambda _: iter(())})
    assert wheels.main([sys.executable]) == 0
