"""The benchmark of environments does what it says; how long it takes is not tested."""

import pytest

from tests.benchmarks import agents, many_games, other_environments, stepping


def test_speeds_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "ROUNDS", 1)
    monkeypatch.setattr(stepping, "STEPS", 320)
    monkeypatch.setattr(agents, "find_spec", {"gymnasium": True}.get)
    speeds = {figure.name: figure.value for figure in agents.figures()}
    assert len(speeds) == 3
    assert min(speeds.values()) > 0
    monkeypatch.setattr(agents, "find_spec", dict[str, bool]().get)
    assert list(agents.figures()) == []


@pytest.mark.core
def test_many_games_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="the extra `fast` is not installed")
    for name in ("STEPS", "REFERENCE_STEPS", "OTHER_STEPS"):
        monkeypatch.setattr(many_games, name, 2_048)
    monkeypatch.setattr(many_games, "ROUNDS", 1)
    played = list[int]()
    other = ("another", lambda steps: lambda: played.append(steps))
    monkeypatch.setattr(other_environments, "OTHERS", {"gymnasium": other, "no such": other})
    figures = {figure.name: figure for figure in many_games.figures()}
    assert len(figures) == 7
    assert played == [2_048] * 2
    assert all(figure.value > 0 for figure in figures.values())
    assert figures["steps of 64 games"].at_least == 1_000_000
    stepping.steps_of(2, 20, fast=False)()
