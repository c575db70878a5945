"""Writer of layout files: from floor layouts or floors back to text (§6)."""

from collections.abc import Iterable

from cc3k.engine.board import FloorLayout


class LayoutError(Exception):
    """An error in a layout file: `file:line:column: what was found; what was expected`.

    `others` are the errors in it besides that first one.
    """

    def __init__(self, message: str, others: int = 0) -> None:
        super().__init__(message)
        self.others = others


def format_layout(floor_layouts: Iterable[FloorLayout]) -> str:
    """Return the text of a layout file: the floors one after another."""
    return "".join(map(_format_floor_layout, floor_layouts))


def _format_floor_layout(floor_layout: FloorLayout) -> str:
    picture = bytearray(floor_layout.board.terrain)
    for cell, mark in floor_layout.marks:
        picture[cell] = ord(mark)
    return picture.decode("ascii")
