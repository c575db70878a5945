"""Escape on a screen: pick a piece, see where it can go and what that does, and move it.

Rows have one x each, the least at the bottom. A hex stands half a cell to the right of the one
with the same y below it, so that all six neighbours touch. The window scrolls with the cursor.
The words are not the document's; the pipe has its own answers.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from cc3k.arcade.escape import terms
from cc3k.arcade.escape.board import (
    Cell,
    Coordinate,
    EscapeBoard,
    PieceType,
    Rectangle,
    Way,
    number_text,
)
from cc3k.arcade.escape.manager import EscapeGameManager, fight
from cc3k.arcade.escape.program import EscapeProgram
from cc3k.arcade.protocols import BoardScreen, Row, Span, beside, fitted, plain, wrapped

CELL_COLUMNS = 3

PROJECTIONS = {terms.HEX: (4, 2), terms.SQUARE: (CELL_COLUMNS, 0)}
"""Columns from one cell to the next in its row, and from a cell to the one above it."""


class BoardWindow:
    """A part of the board, as high and wide as there is room."""

    def __init__(self, coordinate_type: str) -> None:
        self._per_y, self._per_x = PROJECTIONS[coordinate_type]
        self.rows, self.columns = 1, CELL_COLUMNS
        self.low_x, self.left = 0, 0
        """The x of the lowest row, and the column of the board that is leftmost."""

    @property
    def is_staggered(self) -> bool:
        return self._per_x != 0

    def column_of(self, cell: Cell) -> int:
        return self._per_y * cell[1] + self._per_x * cell[0] - self.left

    def show(self, board: EscapeBoard, cell: Cell, size: tuple[int, int]) -> None:
        """Take that many rows and columns, and scroll no farther than it takes to show a cell.

        It never leaves an axis that ends, and one that fits is shown whole.
        """
        self.rows, self.columns = max(size[0], 1), max(size[1], CELL_COLUMNS)
        self.low_x = _scrolled(self.low_x, cell[0], self.rows, 1)
        if board.x_max:
            self.low_x = max(min(self.low_x, board.x_max - self.rows + 1), 1)
        begins = self.column_of(cell) + self.left
        self.left = _scrolled(self.left, begins, self.columns, CELL_COLUMNS)
        if board.y_max:
            edges = [
                self.column_of((x, y)) + self.left
                for x in (self.low_x, self.low_x + self.rows - 1)
                for y in (1, board.y_max)
            ]
            last = max(edges) + CELL_COLUMNS - self.columns
            self.left = max(min(self.left, last), min(edges))

    def centre(self, cell: Cell) -> None:
        self.low_x = cell[0] - self.rows // 2
        self.left = self.column_of(cell) + self.left - self.columns // 2

    def row_cells(self, x: int) -> Iterator[Cell]:
        y = -((self._per_x * x - self.left) // self._per_y)
        while self.column_of((x, y)) + CELL_COLUMNS <= self.columns:
            yield x, y
            y += 1

    def xs(self) -> range:
        return range(self.low_x + self.rows - 1, self.low_x - 1, -1)

    def area(self) -> Rectangle:
        cells = [cell for x in (self.low_x, self.low_x + self.rows) for cell in self.row_cells(x)]
        ys = [y for _, y in cells]
        return self.low_x, self.low_x + self.rows - 1, min(ys), max(ys)

    def cell_at(self, row: int, column: int) -> Cell | None:
        if not 0 <= row < self.rows:
            return None
        cells = self.row_cells(self.low_x + self.rows - 1 - row)
        return next((c for c in cells if 0 <= column - self.column_of(c) < CELL_COLUMNS), None)


def _scrolled(first: int, wanted: int, shown: int, size: int) -> int:
    return min(max(first, wanted + size - shown), wanted)


def describe_cell(game: EscapeGameManager, cell: Cell) -> str:
    """Return what is on a cell: `(3,4) DOG of Ann, value 2`."""
    where = Coordinate(*cell)
    piece = game.piece_at(cell)
    if piece is not None:
        return f"{where} {piece.name} of {piece.player}, value {piece.value}"
    return f"{where} {game.board.tile(cell).lower()}"


def describe_move(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    """Return what a valid move would do, in a sentence; or what is on the cell."""
    piece = game.board.pieces[source]
    name, way = piece.piece_type.name, game.way(source, destination)
    if way is Way.NONE:
        return describe_cell(game, destination)
    if way is Way.FALL:
        return f"The {name} would fall through an exit on its way, and be lost."
    if game.board.tile(destination) == terms.EXIT:
        return f"The {name} would leave the board and score {piece.value}."
    there = game.board.pieces.get(destination)
    if there is None:
        return f"The {name} can go to {Coordinate(*destination)}."
    return f"The {name} would fight: {describe_fight(game, source, destination)}."


def describe_fight(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    """Return how a fight would end, in few words: `(3,4) SNAIL lost, DOG keeps 2`."""
    attacker, defender = game.board.pieces[source], game.board.pieces[destination]
    survivor, _ = fight(attacker, defender)
    where = Coordinate(*destination)
    if survivor is None:
        return f"{where} both lost"
    lost = defender if survivor.player == attacker.player else attacker
    names = lost.piece_type.name, survivor.piece_type.name
    return f"{where} {names[0]} lost, {names[1]} keeps {survivor.value}"


def describe_answer(answer: str) -> str:
    told = []
    for line in answer.splitlines():
        head, *messages = line.split(" | ")
        words = head.split()
        if words[:2] == ["reply", "move"]:
            told.append(f"({words[2]},{words[3]}) moves to ({words[4]},{words[5]}).")
        told += [f"{message}." for message in messages]
    return " ".join(told)


def describe_refusal(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    if game.board.tile(destination) == terms.BLOCK:
        return "No move ends on a block."
    if destination in game.board.pieces and not game.can_fight:
        return "No piece moves onto another here."
    kind = game.board.pieces[source].piece_type
    return f"The {kind.name} cannot get there: {describe_way(kind)}."


def describe_way(kind: PieceType) -> str:
    """Return how a piece moves: `at most 3 diagonal, flies`."""
    shape = kind.step_set.word
    turns = "turning" if shape else "any way"
    words = [shape, turns if kind.turns else "" if shape else "straight"]
    steps = " ".join([f"{kind.distance}", ", ".join(filter(None, words))])
    flies = terms.EXIT in kind.opens
    abilities = [
        "flies" if flies else "",
        "crosses blocks" if terms.BLOCK in kind.opens and not flies else "",
        "jumps" if kind.leaps else "",
    ]
    return ", ".join([steps, *filter(None, abilities)])


def describe_goal(game: EscapeGameManager) -> list[str]:
    ways = []
    if terms.SCORE in game.rules:
        ways.append(f"with {_points(game.rules[terms.SCORE])}")
    if terms.TURN_LIMIT in game.rules:
        moves = game.rules[terms.TURN_LIMIT] * game.term.moves_a_turn
        ways.append(f"with more points after {number_text(moves)} moves")
    ways.append("when the other side cannot move")
    told = ["Goal: move pieces onto an exit (*). Each scores its value."]
    told.append(f"You win {', '.join(ways[:-1])}{' or ' if ways[1:] else ''}{ways[-1]}.")
    if game.can_fight:
        told.append("Fights: the greater value stays, less the smaller.")
    return told


def describe_end(game: EscapeGameManager) -> str:
    if game.winner is None:
        return f"A draw: {_points(game.scores[0])} each."
    winner, loser = game.winner, 1 - game.winner
    has_scored = terms.SCORE in game.rules and game.scores[winner] >= game.rules[terms.SCORE]
    if not has_scored and not game.can_move(loser):
        return f"{game.players[loser]} has no move: {game.players[winner]} wins."
    return f"{game.players[winner]} wins with {_points(game.scores[winner])}."


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{number_text(count)} points"


PANEL_COLUMNS = 37
"""Columns right of the board; the sample's board fits beside it on 80."""

SIGNS = "* exit   # block   . free"
SIDE_ROLES = ("friend", "foe")
"""Roles of the first player's pieces, in capitals, and of the second's, in small letters."""


def kind_rows(game: EscapeGameManager) -> list[Row]:
    kinds = {piece.piece_type.name: piece.piece_type for piece in game.board.pieces.values()}
    return [
        row
        for name, kind in sorted(kinds.items())
        for row in wrapped(
            f"{name[0]} {name} {describe_way(kind)}, value {number_text(kind.value)}", PANEL_COLUMNS
        )
    ]


LABEL_COLUMNS = 5
"""Columns of the numbers of rows, at the left."""

ROWS_AROUND = 4
"""Rows besides the board: the heading, the numbers of columns, and two lines below."""

PANEL_FROM = 80
"""Columns of a screen that has room for them."""

LONGEST_LIT = 100
"""Steps of the longest ways whose ends are lit; a piece may go farther all the same."""

TILE_SPANS: Mapping[str, Span] = {
    terms.CLEAR: (".", ""),
    terms.BLOCK: ("#", "block"),
    terms.EXIT: ("*", "exit"),
}
KEYS_LINE = "Arrows and Tab move the cursor, Enter picks and puts a piece, ? help, q leaves"

PICK_FIRST = "Pick a piece of yours first: TAB goes to the next one."
AGAIN_TO_FALL = "ENTER again, if that is what you want."

PAGE = 8
"""Rows that a page key goes."""


class EscapeScreen(BoardScreen):
    keys = (
        ("arrows", "move the cursor; the board scrolls with it"),
        ("PGUP PGDN", f"move it {PAGE} rows up or down"),
        ("TAB", "go to the next piece of yours"),
        ("ENTER, blank, click", "pick the piece there; then, where it goes"),
        ("ESC", "put the picked piece back"),
        ("i", "hide or show goal, signs and pieces: a large board gets their room"),
    )

    def __init__(self, program: EscapeProgram) -> None:
        self.program = program
        self._game = program.game
        self._kinds = kind_rows(self._game)
        """Rows of the types with which the game began."""
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
        wanted = self._picked, self._window.area(), self._game.moves_made
        if wanted != self._lit_for:
            source, area, _ = self._lit_for = wanted
            ends = () if source is None else self._game.destinations(source, area, LONGEST_LIT)
            self._lit = frozenset(ends)
        board = [self._board_row(x) for x in self._window.xs()] + [self._column_numbers(columns)]
        if has_panel:
            board = beside(board, self._panel_rows(height + 1), LABEL_COLUMNS + width + 1)
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
        return self._game.is_over

    def place(self) -> tuple[int, ...]:
        return (*self._cursor, self._window.low_x, self._window.left)

    def go_to(self, place: Sequence[int]) -> None:
        if len(place) == len(self.place()) and self._game.board.has((place[0], place[1])):
            self._cursor = place[0], place[1]
            self._window.low_x, self._window.left = place[2:]
            self._is_placed = True

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

    def _heading(self, columns: int) -> str:
        game = self._game
        standing = zip(game.players, game.scores, strict=True)
        scores = " : ".join(f"{name} {points}" for name, points in standing)
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
        runs = groupby(filter(itemgetter(0), spans), key=itemgetter(1))
        return tuple(("".join(text for text, _ in run), role) for role, run in runs)

    def _cell_spans(self, cell: Cell) -> Iterator[Span]:
        if not self._game.board.has(cell):
            yield "   ", ""
            return
        piece = self._game.board.pieces.get(cell)
        if piece is not None:
            letter = piece.piece_type.name[0]
            glyph = letter if piece.player == 0 else letter.lower()
            role = SIDE_ROLES[piece.player]
        else:
            glyph, role = TILE_SPANS[self._game.board.tile(cell)]
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

    def _panel_rows(self, count: int) -> list[Row]:
        game = self._game
        rows = [row for text in describe_goal(game) for row in wrapped(text, PANEL_COLUMNS)]
        sides = f"Capitals: {game.players[0]}; small: {game.players[1]}"
        rows += [(), plain(SIGNS), *wrapped(sides, PANEL_COLUMNS), ()]
        rows += [plain("Pieces: most steps, how, value", "heading"), *self._kinds]
        rows += [plain(fight, "legal") for fight in self._fights()]
        if len(rows) + 1 + len(game.players) + len(game.board.pieces) > count:
            return rows[:count]
        rows.append(())
        for number, name in enumerate(game.players):
            rows.append(plain(f"{name}, {number_text(game.scores[number])} points", "heading"))
            for cell, piece in sorted(game.board.pieces.items()):
                if piece.player == number:
                    rows.append(plain(f"  {describe_cell(game, cell)}", SIDE_ROLES[number]))
        return rows

    def _fights(self) -> list[str]:
        game, source = self._game, self._picked
        if source is None:
            return []
        foes = sorted(self._lit & game.board.pieces.keys())
        return [describe_fight(game, source, cell) for cell in foes]


def _line(source: Cell, destination: Cell) -> str:
    return "move " + " ".join(number_text(number) for number in (*source, *destination))
