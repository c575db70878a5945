"""How drawings are written: the text of a layout file that is read as them again (§6)."""

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from cc3k.engine.board import FloorLayout, format_layout
from tests.layout.test_layout_properties import boards
from tests.support import tour
from tests.support.scenarios import drawn, room
from tests.support.tables import for_each

KINDS = {
    "marks of every kind": drawn(room("0123456789", "HWEOMDL...", "@........\\")),
    "any potion and gold": drawn(room("P@G", "..\\")),
    "walls, doorways, passages": drawn(room("@.+##+.\\", ".||  |..", "--|  |--")),
    "not closed at its corners": "|--|\n|@.|\n|.\\|\n|--|\n",
    "floors one after another": drawn(room("@\\", "..")) * 5,
    "the standard plan": STANDARD_BOARD_TEXT,
}


def read(text: str) -> tuple[FloorLayout, ...]:
    return read_layout(text.encode("ascii"), "layout", BASE_RULES).floor_layouts


def facts(drawings: tuple[FloorLayout, ...]) -> list[object]:
    return [(drawing.board.terrain, drawing.board.width, drawing.marks) for drawing in drawings]


def test_no_drawings_are_no_text() -> None:
    assert format_layout(()) == ""


@for_each("text", KINDS.values())
def test_drawings_are_read_again_as_they_were(text: str) -> None:
    """R34: a game that is gone on with is played on the very same floors."""
    drawings = read(text)
    assert drawings
    assert facts(read(format_layout(drawings))) == facts(drawings)
    assert format_layout(read(format_layout(drawings))) == format_layout(drawings)


@for_each("name", tour.NAMES)
def test_shipped_layouts_are_read_again_as_they_were(name: str) -> None:
    drawings = tour.layout(name).floor_layouts
    assert facts(read(format_layout(drawings))) == facts(drawings)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.filter_too_much])  # most drawings are no layout
@given(st.lists(boards(), min_size=1, max_size=3))
def test_whatever_is_read_can_be_written(floors: list[str]) -> None:
    try:
        drawings = read("".join(floors))
    except LayoutError:
        reject()
    assert facts(read(format_layout(drawings))) == facts(drawings)
