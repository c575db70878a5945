"""Escape on a screen: pick a piece, see where it can go and what that does, and move it."""

from collections.abc import Iterator, Mapping, Sequence

from cc3k.arcade.escape.board import Cell, Rectangle, number_text
from cc3k.arcade.escape.board_view import (
    CELL_COLUMNS,
    PANEL_COLUMNS,
    SIDE_ROLES,
    BoardWindow,
    describe_answer,
    describe_cell,
    describe_end,
    describe_fight,
    describe_move,
    describe_refusal,
    kind_rows,
    panel_rows,
)
from cc3k.arcade.escape.movement import Way
from cc3k.arcade.escape.program import AnsweringProgram, EscapeProgram
from cc3k.arcade.escape.terms import BLOCK, CLEAR, EXIT
from cc3k.arcade.protocols import BoardScreen, Row, Span, beside, fitted

LABEL_COLUMNS = 5
"""Columns of the numbers of rows, at the left."""

ROWS_AROUND = 4
"""Rows besides the board: the heading, the numbers of columns, and two lines below."""

PANEL_FROM = 80
"""Columns of a screen that has room for them."""

LONGEST_LIT = 100
"""Steps of the longest ways whose ends are lit; a piece may go farther all the same."""

TILE_SPANS: Mapping[str, Span] = {CLEAR: (".", ""), BLOCK: ("#", "block"), EXIT: ("*", "exit")}
KEYS_LINE = "Arrows and Tab move the cursor, Enter picks and puts a piece, ? help, q leaves"

PICK_FIRST = "Pick a piece of yours first: TAB goes to the next one."
AGAIN_TO_FALL = "ENTER again, if that is what you want."

PAGE = 8
"""Rows that a page key goes."""


class EscapeScreen(BoardScreen):
    def __init__(self, program: EscapeProgram | AnsweringProgram) -> None:
        self.program = program
        inner = program.inner if isinstance(program, AnsweringProgram) else program
        self._game = inner.game
        self._kinds = kind_rows(self._game)
        self._window = BoardWindow(self._game.coordinate_type)
        self._picked: Cell | None = None
        self._message = ""
        self._warned: Cell | None = None
        self._lit: frozenset[Cell] = frozenset()
        self._lit_for: tuple[Cell | None, Rectangle, int] | None = None
        low_x, high_x, low_y, high_y = self._game.board.area(((1, 1),), margin=0)
        self._cursor: Cell = ((low_x + high_x) // 2, (low_y + high_y) // 2)
        self._is_placed = False
        self._hides_panel = False
        self._go_to_next_piece()
        if not self._game.is_over and not self._game.can_move(self._game.turn):
            program.take(_line(self._cursor, self._cursor))  # that ends it (E14, 2; E24)

    def rows(self, columns: int, rows: int) -> list[Row]:
        has_panel = columns >= PANEL_FROM and not self._hides_panel
        width = columns - LABEL_COLUMNS - (PANEL_COLUMNS + 1 if has_panel else 0)
        height = rows - ROWS_AROUND
        size = min(height, self._game.board.x_max or height), width
        if not self._is_placed:
            self._window.rows, self._window.columns = max(size[0], 1), width
            self._window.centre(self._cursor)
            self._is_placed = True
        self._window.show(self._game.board, self._cursor, size)
        self._light()
        board = [self._board_row(x) for x in self._window.xs()] + [self._column_numbers(columns)]
        if has_panel:
            board = beside(
                board,
                panel_rows(self._game, self._kinds, self._fights(), height + 1),
                LABEL_COLUMNS + width + 1,
            )
        board += [()] * (height + 1 - len(board))
        heading: Row = ((self._heading(columns), "heading"),)
        last = self._message or "; ".join(self._fights()) or KEYS_LINE
        below: list[Row] = [((line[:columns], ""),) for line in (self._detail(), last)]
        return fitted([heading, *board, *below], columns, rows)

    def press(self, key: str) -> str | None:
        steps = self._steps()
        if key in steps:
            self._go(steps[key])
        elif key == "TAB":
            self._go_to_next_piece()
        elif key in {"ESC", "BACKSPACE"}:
            self._put_back()
        elif key == "i":
            self._hides_panel = not self._hides_panel
        elif key in {"ENTER", " "}:
            return self._choose()
        return None

    def click(self, row: int, column: int) -> str | None:
        cell = self._window.cell_at(row - 1, column - LABEL_COLUMNS)
        if cell is None or not self._game.board.has(cell):
            return None
        self._cursor = cell
        return self._choose()

    def answered(self, answer: str) -> None:
        self._put_back()
        self._message = describe_answer(answer)
        if not self._game.is_over and self._cursor not in self._own_pieces():
            self._go_to_next_piece()

    def is_over(self) -> bool:
        """Return True once the game is over, which the program outlives."""
        return self._game.is_over

    def place(self) -> tuple[int, ...]:
        return (*self._cursor, self._window.low_x, self._window.left)

    def go_to(self, place: Sequence[int]) -> None:
        if len(place) == len(self.place()) and self._game.board.has((place[0], place[1])):
            self._cursor = place[0], place[1]
            self._window.low_x, self._window.left = place[2:]
            self._is_placed = True

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("arrows", "move the cursor; the board scrolls with it"),
            ("PGUP PGDN", f"move it {PAGE} rows up or down"),
            ("TAB", "go to the next piece of yours"),
            ("ENTER, blank, click", "pick the piece there; then, where it goes"),
            ("ESC", "put the picked piece back"),
            ("i", "hide or show goal, signs and pieces: a large board gets their room"),
        ]

    def _steps(self) -> dict[str, Cell]:
        """Return where the keys of the cursor lead; among hexes up and down zigzag."""
        shift = self._cursor[0] % 2 if self._window.is_staggered else 0
        back = shift - 1 if self._window.is_staggered else 0
        return {
            "UP": (1, -shift),
            "DOWN": (-1, -back),
            "LEFT": (0, -1),
            "RIGHT": (0, 1),
            "PGUP": (PAGE, -PAGE // 2 if self._window.is_staggered else 0),
            "PGDN": (-PAGE, PAGE // 2 if self._window.is_staggered else 0),
        }

    def _go(self, step: Cell) -> None:
        self._message, self._warned = "", None
        there = (self._cursor[0] + step[0], self._cursor[1] + step[1])
        if self._game.board.has(there):
            self._cursor = there

    def _own_pieces(self) -> list[Cell]:
        game = self._game
        own = [cell for cell, piece in game.board.pieces.items() if piece.player == game.turn]
        return sorted(own, key=lambda cell: (-cell[0], cell[1]))

    def _go_to_next_piece(self) -> None:
        own = self._own_pieces()
        if own:
            place = own.index(self._cursor) + 1 if self._cursor in own else 0
            self._cursor = own[place % len(own)]

    def _put_back(self) -> None:
        self._picked, self._warned, self._message = None, None, ""

    def _choose(self) -> str | None:
        """Pick what is under the cursor, or move what is picked there, if that is valid."""
        game, cell = self._game, self._cursor
        self._message = ""
        if game.is_over:
            return None
        if cell in self._own_pieces():
            self._picked = None if cell == self._picked else cell
            return None
        if self._picked is None:
            self._message = PICK_FIRST
            return None
        way = game.way(self._picked, cell)
        if way is Way.NONE:
            self._message = describe_refusal(game, self._picked, cell)
            return None
        if way is Way.FALL and self._warned != cell:
            self._warned = cell
            self._message = AGAIN_TO_FALL
            return None
        return _line(self._picked, cell)

    def _light(self) -> None:
        """List anew where the picked piece can go, if that or the window is another."""
        wanted = self._picked, self._window.area(), self._game.moves_made
        if wanted != self._lit_for:
            source, area, _ = self._lit_for = wanted
            ends = () if source is None else self._game.destinations(source, area, LONGEST_LIT)
            self._lit = frozenset(ends)

    def _heading(self, columns: int) -> str:
        game = self._game
        scores = " : ".join(
            f"{name} {points}" for name, points in zip(game.players, game.scores, strict=True)
        )
        if not game.is_over:
            state = f"{game.players[game.turn]} to move"
        elif game.winner is None:
            state = "a draw"
        else:
            state = f"{game.players[game.winner]} has won"
        rules = ", ".join(f"{name} {number or ''}".strip() for name, number in game.rules.items())
        heading = f"Escape {game.term.name}  {scores}  moves {game.moves_made}  {state}"
        whole = f"{heading}  {rules}"
        return whole if len(whole) <= columns else heading[:columns]

    def _detail(self) -> str:
        if self._game.is_over:
            return describe_end(self._game)
        if self._picked is not None and self._picked != self._cursor:
            return describe_move(self._game, self._picked, self._cursor)
        return describe_cell(self._game, self._cursor)

    def _board_row(self, x: int) -> Row:
        label = number_text(x)
        spans: list[Span] = [(f"{label if len(label) < LABEL_COLUMNS else '':>4} ", "")]
        used = 0
        for cell in self._window.row_cells(x):
            gap = self._window.column_of(cell) - used
            used += gap + CELL_COLUMNS
            spans += [(" " * gap, ""), *self._cell_spans(cell)]
        return _joined(spans)

    def _cell_spans(self, cell: Cell) -> Iterator[Span]:
        """Yield a cell's three columns: its glyph, between signs if something is to be told."""
        if not self._game.board.has(cell):
            yield "   ", ""
            return
        piece = self._game.board.pieces.get(cell)
        if piece is not None:
            letter = piece.piece_type.name[0]
            glyph = letter if piece.player == 0 else letter.lower()
            role = SIDE_ROLES[piece.player]
        else:
            glyph, role = TILE_SPANS[self._game.board.tiles.get(cell, CLEAR)]
        left, right, around = " ", " ", ""
        if cell == self._cursor:
            left, right, around = "[", "]", "cursor"
        elif cell == self._picked:
            left, right, around = "<", ">", "cursor"
        elif cell in self._lit:
            left, right, around = "(", ")", "legal"
        yield left, around
        yield glyph, role or (around if around == "legal" else "")
        yield right, around

    def _column_numbers(self, columns: int) -> Row:
        if self._window.is_staggered:
            text = " " * LABEL_COLUMNS + "y grows to the right, x upwards"
            return ((text[:columns], ""),)
        text = " " * LABEL_COLUMNS
        low_x = self._window.low_x
        for cell in self._window.row_cells(low_x):
            label = number_text(cell[1])
            if len(label) >= CELL_COLUMNS or not self._game.board.has((low_x, cell[1])):
                label = ""
            place = LABEL_COLUMNS + self._window.column_of(cell)
            text = text.ljust(place) + f"{label:>2} "
        return ((text.rstrip()[:columns], ""),)

    def _fights(self) -> list[str]:
        """Return how each fight would end that the picked piece can begin, among lit cells."""
        game, source = self._game, self._picked
        if source is None:
            return []
        foes = sorted(self._lit & game.board.pieces.keys())
        return [describe_fight(game, source, cell) for cell in foes]


def _line(source: Cell, destination: Cell) -> str:
    return "move " + " ".join(number_text(number) for number in (*source, *destination))


def _joined(spans: list[Span]) -> Row:
    joined: list[Span] = []
    for text, role in spans:
        if joined and joined[-1][1] == role:
            joined[-1] = joined[-1][0] + text, role
        elif text:
            joined.append((text, role))
    return tuple(joined)
