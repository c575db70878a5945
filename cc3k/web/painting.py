"""Painting of a page: the rows of a canvas that have changed, for its script to show."""

from typing import TypedDict

from attrs import define, field

from cc3k.engine.view import GameView
from cc3k.terminal.canvas import Canvas, ScreenApp
from cc3k.ui.game_screen import GameScreen
from cc3k.ui.menu import ExpansionPage
from cc3k.ui.modes import ChoiceMode
from cc3k.ui.pager import PagerMode
from cc3k.ui.replay_screen import ReplayScreen


class Painted(TypedDict):
    """The size of the screen, and its rows that have changed: number, text and role letters."""

    columns: int
    lines: int
    rows: list[tuple[int, str, str]]


class ShownBoard(TypedDict):
    """Where the board is on the screen, from its first column on; and the cells of hoards in it."""

    row: int
    rows: int
    columns: int
    hoards: list[tuple[int, int]]


def shown_board(app: ScreenApp) -> ShownBoard | None:
    """Return where the board is, if a hint may lie over it; None while something else is shown."""
    console = app.console if isinstance(app, GameScreen | ReplayScreen) else None
    game = None if console is None else console.session.game
    if console is None or game is None or not console.is_screen_large_enough:
        return None
    is_over = game.outcome is not None and console.shown_end_screen is not None
    if is_over or isinstance(console.mode, PagerMode | ChoiceMode | ExpansionPage):
        return None
    laid_out, view = console.lay_out(game), GameView(game)
    layout, window = laid_out.layout, laid_out.layout.viewport
    covered = 0 if layout.shows_all_rows else laid_out.covered_rows
    first = window.top + covered
    places = [view.board.row_and_column(cell) for cell, pile in view.gold.items() if pile.guardian]
    return ShownBoard(
        row=0 if layout.shows_all_rows else layout.message_rows + covered,
        rows=window.rows - covered,
        columns=min(window.columns, view.board.width - window.left),
        hoards=[(column - window.left, row - first) for row, column in places],
    )


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
