"""The benchmark of environments does what it says; how long it takes is not tested."""

import pytest

from tests.benchmarks import environments, stepping


def test_speeds_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what is installed beside it, or without."""
    monkeypatch.setattr(stepping, "ROUNDS", 1)
    monkeypatch.setattr(stepping, "STEPS", 320)
    monkeypatch.setattr(environments, "find_spec", {"gymnasium": True}.get)
    speeds = environments.compare()
    assert speeds is not None
    assert min(speeds.single, speeds.vector, speeds.turns) > 0
    assert speeds.minigrid is None


def test_nothing_is_measured_without_gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there is nothing to compare."""
    monkeypatch.setattr(environments, "find_spec", dict[str, bool]().get)
    assert environments.compare() is None
