"""Escape by the given data: the courses' sample tests and the output of their own tool."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from cc3k.arcade.escape import ConfigurationError, Coordinate
from cc3k.arcade.escape.manager import EscapeGameManager
from cc3k.cli.escape import load_escape_game
from cc3k.cli.main import main
from tests.support.given_data import given_folder
from tests.support.tables import for_each

ARCADE = given_folder("arcade")
REASON = "the given data of the arcade is not here"
pytestmark = pytest.mark.skipif(ARCADE is None, reason=REASON)

FOLDER = (ARCADE or Path()) / "escape"
Numbers: TypeAlias = list[int]


class Step(NamedTuple):
    """A step of a scenario: a move or a look, and what a test of the course asserts of it."""

    move: list[Numbers] | None
    piece_at: Numbers | None
    asserted: dict[str, object]


@cache
def scenarios() -> list[dict[str, object]]:
    loaded: list[dict[str, object]] = json.loads((FOLDER / "scenarios.json").read_text("utf-8"))
    return loaded


def inputs() -> list[Path]:
    return sorted((FOLDER / "configurator").glob("*.egc"))


def game_of(scenario: dict[str, object]) -> EscapeGameManager:
    return load_escape_game(FOLDER / "configurations" / str(scenario["config"]), "c25")


def steps(scenario: dict[str, object]) -> Iterator[Step]:
    listed = scenario.get("steps", [])
    assert isinstance(listed, list)
    for step in listed:
        asserted = {name: value for name, value in step.items() if name not in {"move", "piece_at"}}
        yield Step(step.get("move"), step.get("piece_at"), asserted)


@for_each("number", range(36))
def test_scenario_goes_as_the_course_says(number: int) -> None:
    """E9 to E19: what the sample tests of three milestones assert."""
    scenario = scenarios()[number]
    game = game_of(scenario)
    facts = scenario.get("asserts", {})
    assert isinstance(facts, dict)
    assert facts.get("x_max", game.board.x_max) == game.board.x_max
    assert facts.get("y_max", game.board.y_max) == game.board.y_max
    assert facts.get("coordinate_type", game.coordinate_type) == game.coordinate_type
    assert facts.get("players", [*game.players]) == [*game.players]
    for x, y, made in facts.get("make_coordinate", []):
        assert game.make_coordinate(x, y) == (made and Coordinate(*made))
    for step in steps(scenario):
        assert step.asserted.items() <= outcome(game, step).items(), scenario["test"]


def outcome(game: EscapeGameManager, step: Step) -> dict[str, object]:
    if step.piece_at is not None:
        piece = game.piece_at(Coordinate(*step.piece_at))
        assert piece is not None
        return {"player": piece.player, "name": piece.name}
    assert step.move is not None
    source, destination = step.move
    status = game.move(Coordinate(*source), Coordinate(*destination))
    final = status.final_location
    return {
        "valid": status.is_valid,
        "final": None if final is None else [*final],
        "result": status.move_result.value,
    }


@for_each("number", range(16))
def test_converter_writes_what_the_tool_writes(
    number: int, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """E1, E5, E6, E7: bytes of standard output or of standard error, and the exit status."""
    path = inputs()[number]
    monkeypatch.chdir(path.parent)
    code = main(["escape", "convert", "-s", path.name])
    said = capfd.readouterr()
    xml, errors = path.with_suffix(".xml"), path.with_suffix(".err")
    if xml.exists():
        assert (code, said.out, said.err) == (0, xml.read_text("utf-8"), "")
        return
    assert (code, said.out) == (2, "")
    if errors.exists():
        assert said.err == errors.read_text("utf-8")
    else:
        assert said.err.startswith(f"{path.name}:")
        assert said.err.count("\n") == 1


def test_the_tools_second_snail_cannot_be_played() -> None:
    """E8: a replaced descriptor with SKEW counts, as does a DISTANCE without its number."""
    path = FOLDER / "configurator" / "05_sections_in_any_order_and_twice.egc"
    with pytest.raises(ConfigurationError) as raised:
        load_escape_game(path)
    assert len(raised.value.lines) == 3  # SKEW, DISTANCE and TURN_LIMIT
