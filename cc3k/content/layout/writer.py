"""How drawings are written: the text of a layout file that is read as them again (§6)."""

from collections.abc import Iterable

from cc3k.engine.board import Drawing


class LayoutError(Exception):
    """A file that is no layout: `file:line:column: what was found; what was expected`.

    `others` are the errors in it besides that first one.
    """

    def __init__(self, message: str, others: int = 0) -> None:
        super().__init__(message)
        self.others = others


def text_of(drawings: Iterable[Drawing]) -> str:
    """Return the layout file of drawings, a floor after another; nothing for none."""
    return "".join(map(_floor, drawings))


def _floor(drawing: Drawing) -> str:
    picture = bytearray(drawing.plan.ground)
    for cell, mark in drawing.marks:
        picture[cell] = ord(mark)
    return picture.decode("ascii")
