"""Modes: what gets the keys instead of the game: a question, a pager, a look around."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from attrs import evolve, field, frozen

from cc3k.engine.board import Board
from cc3k.engine.game import GameState
from cc3k.engine.grid import NORTH, SOUTH, Cell, Direction
from cc3k.engine.view import GameView
from cc3k.play.look import describe_cell
from cc3k.play.travel import AutoTravel, goal_at

YES_KEYS, ENTER = ("y", "Y"), "enter"
WRAP_INDENT = 2
"""Columns by which the rest of a wrapped line is indented further."""

SCROLL_TO_END = 1 << 20
"""More lines than any text has."""


class ModeConsole(Protocol):
    """The part of the console that a mode uses."""

    columns: int
    rows: int

    def direction_of_key(self, key: str) -> Direction | None:
        """Return the direction of a key, if it has one."""
        ...

    def start_travel(self, travel: AutoTravel) -> None:
        """Start to travel."""
        ...


@frozen
class QuestionMode:
    """A yes-or-no question; `on_yes` is called on yes.

    Enter may be the end of the line of a word that was typed, as the document's interpreter has
    lines. So it is never a no: where the question is about that word (`accepts_enter`) it is a yes,
    and otherwise the question stays.
    """

    question: str
    on_yes: Callable[[], None]
    accepts_enter: bool = False

    def press(self, _console: ModeConsole, key: str) -> "Mode | None":
        """Call `on_yes` on yes, and close in any case."""
        if key == ENTER and not self.accepts_enter:
            return self
        if key in (*YES_KEYS, ENTER):
            self.on_yes()
        return None


@frozen
class PagerMode:
    """Text on a screen of its own, scrolled to line `top`; `covered_mode` is shown after it."""

    lines: Sequence[str]
    top: int = 0
    covered_mode: "Mode | None" = None

    def press(self, console: ModeConsole, key: str) -> "Mode | None":
        """Scroll; any other key closes the pager."""
        page = self.visible_lines(console.rows)
        steps = {
            "page down": page,
            " ": page,
            "page up": -page,
            "home": -self.top,
            "end": SCROLL_TO_END,
        }
        way = console.direction_of_key(key)
        step = steps.get(key, way.row_delta if way in (NORTH, SOUTH) else None)
        then = None if step is None else self.scrolled(console, step)
        if then is None or (key == " " and then.top == self.top):
            return self.covered_mode
        return then

    def scrolled(self, console: ModeConsole, lines: int) -> "PagerMode":
        """Return the pager scrolled down by that many lines, but not beyond its ends."""
        last = max(0, len(self.wrapped_lines(console.columns)) - self.visible_lines(console.rows))
        return evolve(self, top=min(max(0, self.top + lines), last))

    def wrapped_lines(self, columns: int) -> list[str]:
        """Return the lines wrapped to the screen, continuation lines indented."""
        return [part for line in self.lines for part in _wrap_line(line, columns)]

    @staticmethod
    def visible_lines(rows: int) -> int:
        """Return the number of lines that fit above the key hint."""
        return rows - 1


def _wrap_line(line: str, columns: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + WRAP_INDENT)
    return textwrap.wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False) or [""]


@frozen
class LookMode:
    """A look around: the cell under the cursor, with its description."""

    game: GameState
    cell: Cell
    description: str = field(init=False, repr=False)

    @description.default
    def _describe_cell(self) -> str:
        """Return the description of the cell, computed once: odds take a while."""
        return " ".join(describe_cell(self.game, self.cell))

    def press(self, console: ModeConsole, key: str) -> "Mode | None":
        """Move the cursor, travel there, or close."""
        plan = GameView(self.game).board
        way = console.direction_of_key(key)
        if way is not None:
            return evolve(self, cell=_move_cursor(plan, self.cell, way))
        if key == "tab":
            return evolve(self, cell=self._next_enemy())
        if key in (ENTER, "."):
            console.start_travel(AutoTravel(goal_at(self.cell)))
        return None

    def _next_enemy(self) -> Cell:
        """Return the next enemy's cell, nearest to the PC first, then from the start again."""
        cells = enemies_by_distance(self.game)
        if self.cell in cells:
            return cells[(cells.index(self.cell) + 1) % len(cells)]
        return cells[0] if cells else self.cell


Mode: TypeAlias = QuestionMode | PagerMode | LookMode


def enemies_by_distance(game: GameState) -> list[Cell]:
    """Return the cells of the enemies, the nearest to the PC first."""
    view = GameView(game)
    plan, hero = view.board, view.hero_cell
    return sorted(view.enemies, key=lambda cell: (count_steps(plan, hero, cell), cell))


def count_steps(board: Board, start: Cell, end: Cell) -> int:
    """Return the number of steps between two cells if nothing is in the way."""
    (row, column), (to_row, to_column) = board.row_and_column(start), board.row_and_column(end)
    return max(abs(row - to_row), abs(column - to_column))


def _move_cursor(board: Board, cell: Cell, direction: Direction) -> Cell:
    row, column = board.row_and_column(cell)
    row = min(max(0, row + direction.row_delta), board.height - 1)
    column = min(max(0, column + direction.column_delta), board.width - 1)
    return row * board.stride + column
