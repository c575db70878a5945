"""A game of Modern Gems in rows: its board, scrolled to the cursor, and the panel beside it."""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from cc3k.arcade.gems.board import GemBoard
from cc3k.arcade.gems.policies import PLAYERS, POLICIES, RemovalPolicy, choose_greedily
from cc3k.arcade.gems.program import GemGame
from cc3k.arcade.protocols import Row, Span, plain, wrapped

GEM_ROLES = 6
"""Roles `gem1` to `gem6`; kinds beyond begin again."""

CURSOR, LIT, HINT = "[]", "()", "<>"
"""Marks around a gem: everything is told apart without colour."""

WIDER, HIGHER = 2, 2
"""More columns of a cell where there is room, and its rows."""

HEAD_ROWS, NUMBER_COLUMNS = 2, 4
"""Rows above the board, and columns left of it, for the numbers of columns and rows."""


class Marks(NamedTuple):
    """What is marked on a board: cells, counted row by row."""

    cursor: int | None = None
    lit: Collection[int] = ()
    hints: Collection[int] = ()


class Window(NamedTuple):
    """The part of a board that is shown: its first row and column, and how many of each."""

    row: int
    column: int
    rows: int
    columns: int
    cell_width: int
    row_height: int

    def cell_at(self, board: GemBoard, row: int, column: int) -> int | None:
        """Return the cell that is drawn at a place below and right of the board's first, or None.

        Counted from the first row of the picture, its numbers included.
        """
        down, right = row - HEAD_ROWS, column - NUMBER_COLUMNS
        if not (
            0 <= down < self.rows * self.row_height and 0 <= right < self.columns * self.cell_width
        ):
            return None
        at = self.column + right // self.cell_width
        return (self.row + down // self.row_height) * board.columns + at


def window_of(board: GemBoard, cursor: int, columns: int, rows: int) -> Window:
    """Return the window of a board for that many columns and rows of a screen, cursor in sight.

    A board that leaves enough room is drawn wider and higher.
    """
    cell_width, row_height = len(str(max(board.kinds))) + 2, 1
    is_wide = board.columns * (cell_width + WIDER) <= columns - NUMBER_COLUMNS
    if is_wide and board.rows * HIGHER <= rows - HEAD_ROWS:
        cell_width, row_height = cell_width + WIDER, HIGHER
    shown_rows = min(board.rows, max(1, (rows - HEAD_ROWS) // row_height))
    shown_columns = min(board.columns, max(1, (columns - NUMBER_COLUMNS) // cell_width))
    row, column = divmod(cursor, board.columns)
    first_row = max(0, min(row - shown_rows // 2, board.rows - shown_rows))
    first_column = max(0, min(column - shown_columns // 2, board.columns - shown_columns))
    return Window(first_row, first_column, shown_rows, shown_columns, cell_width, row_height)


def board_rows(board: GemBoard, window: Window, marks: Marks) -> list[Row]:
    width = window.cell_width
    columns = range(window.column, window.column + window.columns)
    numbers = "".join([f"{column % 100:^{width}}" for column in columns])
    rows: list[Row] = [
        ((" " * NUMBER_COLUMNS + numbers, "heading"),),
        ((" " * NUMBER_COLUMNS + "-" * width * window.columns, ""),),
    ]
    for row in range(window.row, window.row + window.rows):
        cells = [_cell(board, row * board.columns + column, width, marks) for column in columns]
        rows.append(((f"{row % 1000:>3}", "heading"), ("|", ""), *cells))
        rows += [plain("   |")] * (window.row_height - 1)
    return rows


def _cell(board: GemBoard, cell: int, width: int, marks: Marks) -> Span:
    kind = board.kinds[cell]
    text, role = (str(kind), f"gem{(kind - 1) % GEM_ROLES + 1}") if kind >= 0 else ("", "")
    around = "  "
    if cell == marks.cursor:
        around, role = CURSOR, "cursor"
    elif cell in marks.hints:
        around, role = HINT, "legal"
    elif cell in marks.lit:
        around, role = LIT, "hit"
    return f"{around[0]}{text:^{width - 2}}{around[1]}", role


PANEL_COLUMNS = 34
"""Columns right of the board."""


class MoveHint(NamedTuple):
    player: str
    cell: int
    score: int


def hints_for(game: GemGame) -> list[MoveHint]:
    policy, found = POLICIES[game.policy_name], list[MoveHint]()
    for player in PLAYERS.values():
        if player.choose is not None:
            cell = player.choose(game.board, policy)
            score = policy.score_move(game.board, *divmod(cell, game.board.columns))
            found.append(MoveHint(player.title, cell, score))
    return found


def panel_rows(game: GemGame, cursor: int | None, hints: list[MoveHint]) -> list[Row]:
    """Return the rows of the panel; without a cursor it tells who plays."""
    policy, player = POLICIES[game.policy_name], PLAYERS[game.player_name]
    rows = [
        plain(f"Score {game.score}   Move {game.moves}", "heading"),
        *wrapped(f"{policy.description}.", PANEL_COLUMNS),
        (),
    ]
    if cursor is not None:
        rows += _prospect(game.board, policy, cursor)
    elif player.choose is not None:
        rows += wrapped(f"{player.title} plays. {player.description}", PANEL_COLUMNS)
    if hints:
        rows += [(), plain("Hints", "heading")]
        for hint in hints:
            where = place(game.board, hint.cell)
            rows += wrapped(f"{hint.player}: {where} for {hint.score}", PANEL_COLUMNS, "legal")
    return rows


def place(board: GemBoard, cell: int) -> str:
    row, column = divmod(cell, board.columns)
    return f"({row},{column})"


@lru_cache(maxsize=64)
def _prospect(board: GemBoard, policy: RemovalPolicy, cursor: int) -> tuple[Row, ...]:
    """Return what removing the gem under the cursor does, and the best that could follow."""
    at = place(board, cursor)
    if board.kinds[cursor] < 0:
        return (plain(f"{at}: no gem"),)
    group = {*policy.group(board, cursor)}
    gems = "1 gem" if len(group) == 1 else f"{len(group)} gems"
    after = board.remove(group)
    if not after.gems():
        then = "Then the board is empty."
    else:
        best = choose_greedily(after, policy)
        score = policy.score_move(after, *divmod(best, after.columns))
        then = f"Best after that: {score} at {place(after, best)}"
    return (
        plain(f"{at}: removes {gems} of kind {board.kinds[cursor]}"),
        plain(f"Scores {policy.score(len(group))}"),
        plain(then),
    )
