"""Painting of a page: the rows of a canvas that have changed, for its script to show."""

from typing import TypedDict

from attrs import define, field

from cc3k.terminal.canvas import Canvas


class Painted(TypedDict):
    """The size of the screen, and its rows that have changed: number, text and role letters."""

    columns: int
    lines: int
    rows: list[tuple[int, str, str]]


@define(eq=False)
class PagePainter:
    """Knows what is shown, so that only rows that differ are shown anew."""

    _shown: Canvas | None = field(default=None, init=False)

    def forget(self) -> None:
        self._shown = None

    def paint(self, canvas: Canvas) -> Painted:
        """Return the rows that differ from those shown, all of them on a screen of another size."""
        before = self._shown
        self._shown = canvas
        whole = before is None or (before.width, len(before.lines)) != (
            canvas.width,
            len(canvas.lines),
        )
        rows = [
            (number, line.text, line.roles)
            for number, line in enumerate(canvas.lines)
            if before is None or whole or line != before.lines[number]
        ]
        return Painted(columns=canvas.width, lines=len(canvas.lines), rows=rows)

    @property
    def rows(self) -> list[str]:
        return [] if self._shown is None else [line.text for line in self._shown.lines]

    @property
    def text(self) -> str:
        return "\n".join([text.rstrip() for text in self.rows])
