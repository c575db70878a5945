"""The text of a layout, and the error of one that cannot be read."""

from collections.abc import Iterable

from cc3k.engine.board import FloorLayout
from cc3k.exit_codes import UserError


class LayoutError(UserError):
    """An error in a layout file: `file:line:column: what was found; what was expected`.

    `others` are the further errors in the file.
    """

    def __init__(self, message: str, others: int = 0) -> None:
        super().__init__(message)
        self.others = others


def format_layout(floor_layouts: Iterable[FloorLayout]) -> str:
    return "".join(map(_format_floor_layout, floor_layouts))


def _format_floor_layout(floor_layout: FloorLayout) -> str:
    glyphs = bytearray(floor_layout.board.terrain)
    for cell, mark in floor_layout.marks:
        glyphs[cell] = ord(mark)
    return glyphs.decode("ascii")
