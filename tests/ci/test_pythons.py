"""Pythons of a machine: found wherever they are, whatever else lies on the PATH."""

import sys
from pathlib import Path

import pytest

from tests.support import pythons
from tests.support.pythons import VERSIONS, other_pythons

OTHER = "3.12"
"""A version that the stand-in for an interpreter says it is."""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("PYENV_ROOT", raising=False)
    return tmp_path


def stand_in(path: Path, says: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\necho '{path}'\n", "ascii")
    path.chmod(0o755)
    return path


def test_python_is_found_on_the_path_and_among_those_of_pyenv_and_uv(machine: Path) -> None:
    for folder in ("bin", ".pyenv/versions/3.12.9/bin"):
        path = stand_in(machine / folder / f"python{OTHER}", f"{OTHER}.9 (main)")
        (found,) = pythons.pythons()
        assert (found.minor, found.path) == (OTHER, str(path))
        path.unlink()
    path = stand_in(machine / "kept" / "python", f"{OTHER}.9 (main)")
    uv = stand_in(machine / "bin" / "uv", "")
    uv.write_text(f'#!/bin/sh\ncase "$*" in *{OTHER}) echo {path};; *) exit 2;; esac\n', "ascii")
    assert [found.path for found in pythons.pythons()] == [str(path)]


def test_what_is_no_supported_python_is_none(machine: Path) -> None:
    """A shim that leads nowhere, an older version by that name, what cannot be run."""
    broken = stand_in(machine / "bin" / "python3.11", "")
    broken.write_text("#!/bin/sh\nexit 127\n", "ascii")
    stand_in(machine / "bin" / "python3.13", "3.10.1 (main)")
    stand_in(machine / "bin" / "python3.14", "3.14.0 (main)").chmod(0o644)
    assert pythons.pythons() == []


def test_same_python_counts_once_and_the_own_one_is_no_other(machine: Path) -> None:
    for folder in ("bin", ".pyenv/versions/own/bin"):
        link = machine / folder / "python{}.{}".format(*sys.version_info)
        link.parent.mkdir(parents=True)
        link.symlink_to(sys.executable)
    assert len(pythons.pythons()) == 1
    assert other_pythons() == []


def test_every_version_is_told_found_or_not(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = stand_in(machine / "bin" / f"python{OTHER}", f"{OTHER}.9 (main)")
    pythons.main([])
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{version} {path}" if version == OTHER else version for version in VERSIONS]
    other = stand_in(machine / ".pyenv" / "versions" / "x" / "bin" / path.name, "3.12.0 (main)")
    pythons.main(["all"])
    assert capsys.readouterr().out == f"{path}\n{other}\n"
