"""Look mode: a look around on the board, cell by cell, from which a journey can begin."""

from collections.abc import Sequence

from attrs import field

from cc3k.engine.board import Board, Cell, Direction
from cc3k.engine.game import GameState
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.look import cells_of_interest, describe_cell, name_of_barrier
from cc3k.play.messages import nobody_walks_there
from cc3k.play.travel import AutoTravel, goal_at
from cc3k.ui.command_input import ENTER
from cc3k.ui.modes import ConsoleRequest, KeyPress, Mode, Notify, Open, PassOn, StartMultiTurn

PEDESTAL_KEY = "x"
"""The key of a look around that goes to the next pedestal, as `x` asks for its price."""


@frozen
class LookMode(Mode):
    """A look around: the cell under the cursor, with its description; a hint is told after it."""

    game: GameState
    cell: Cell
    hint: str = ""
    text: str = field(init=False, repr=False)

    @text.default
    def _describe_cell(self) -> str:
        """Return the description of the cell, computed once: odds take a while."""
        return " ".join([*describe_cell(self.game, self.cell), self.hint]).rstrip()

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
        way, view = press.direction, GameView(self.game)
        if press.action.text in press.session.command_table.questions:
            return PassOn(press.key)  # it opens a menu, such as that of the points to spend
        cell = None
        if way is not None:
            cell = _move_cursor(view.board, self.cell, way)
        elif press.key == "tab":
            cell = self._next_of(cells_of_interest(self.game))
        elif press.key == PEDESTAL_KEY and view.pedestals:
            cell = self._next_of(sorted(view.pedestals))
        if cell is not None:
            return Open(LookMode(self.game, cell))
        if press.key not in (ENTER, "."):
            return Notify()  # what was looked at is newer than the last messages
        barrier = name_of_barrier(self.game, self.cell)
        if barrier:
            return Notify(nobody_walks_there(barrier))
        return StartMultiTurn(AutoTravel(goal_at(self.cell)))

    def _next_of(self, cells: Sequence[Cell]) -> Cell:
        """Return the next of some cells; after the last, from the start again."""
        after = cells.index(self.cell) + 1 if self.cell in cells else 0
        return [*cells, self.cell][after % max(1, len(cells))]


def _move_cursor(board: Board, cell: Cell, direction: Direction) -> Cell:
    row, column = board.row_and_column(cell)
    row = min(max(0, row + direction.row_delta), board.height - 1)
    column = min(max(0, column + direction.column_delta), board.width - 1)
    return row * board.stride + column
