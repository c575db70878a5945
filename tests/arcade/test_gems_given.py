"""The given sessions and boards of Modern Gems, byte for byte, read where they lie."""

import json
from pathlib import Path

import pytest

from cc3k.arcade.gems.board import BOARDS
from tests.support.gems_files import Played
from tests.support.given_data import given_folder
from tests.support.tables import for_each

ARCADE = given_folder("arcade")
GEMS = ARCADE and ARCADE / "modern_gems"
NO_DATA = "the given data of the arcade is not here: CC3K_ARCADE, or shared/arcade"

pytestmark = pytest.mark.skipif(GEMS is None, reason=NO_DATA)


def read(name: str) -> str:
    return ((GEMS or Path()) / name).read_text("utf-8")


SESSIONS: list[dict[str, str]] = json.loads(read("sessions.json")) if GEMS else []


@for_each("session", SESSIONS)
def test_a_given_session_is_written_byte_for_byte(session: dict[str, str]) -> None:
    """G1: what the document shows, without what a console adds."""
    played = Played(session["stdin"])
    assert played.out == session["stdout"]
    assert played.status == 0
    assert played.errors == []


def test_the_boards_are_the_given_ones_in_their_order() -> None:
    """G12: `boards.json` is in the order of the menu."""
    given = [
        (each["name"], tuple(kind for row in each["rows"] for kind in row), len(each["rows"][0]))
        for each in json.loads(read("boards.json"))
    ]
    assert [(name, board.kinds, board.columns) for name, board in BOARDS.items()] == given
