"""A game of Escape on a screen: the part of the board that is shown, the panel, outcomes in words.

Rows have one x each, the least at the bottom. A hex stands half a cell to the right of the one
with the same y below it, so that all six neighbours touch. The window scrolls with the cursor.
The words are not the document's; the pipe has its own answers.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cc3k.arcade.escape.board import (
    Cell,
    Coordinate,
    EscapeBoard,
    PieceType,
    Rectangle,
    number_text,
)
from cc3k.arcade.escape.manager import EscapeGameManager, fight
from cc3k.arcade.escape.movement import Way
from cc3k.arcade.escape.terms import BLOCK, CLEAR, EXIT, HEX, LOCATION_TYPES, SCORE, TURN_LIMIT
from cc3k.arcade.protocols import Row, plain, wrapped

CELL_COLUMNS = 3


class Projection(NamedTuple):
    """Columns from one cell to the next in its row, and from a cell to the one above it."""

    per_y: int
    per_x: int


PROJECTIONS = {HEX: Projection(per_y=4, per_x=2)}
SQUARES = Projection(per_y=CELL_COLUMNS, per_x=0)


class BoardWindow:
    """A part of the board, as high and wide as there is room."""

    __slots__ = ("_projection", "columns", "left", "low_x", "rows")

    def __init__(self, coordinate_type: str) -> None:
        self._projection = PROJECTIONS.get(coordinate_type, SQUARES)
        self.rows, self.columns = 1, CELL_COLUMNS
        self.low_x, self.left = 0, 0
        """The x of the lowest row, and the column of the board that is leftmost."""

    @property
    def is_staggered(self) -> bool:
        return self._projection.per_x != 0

    def column_of(self, cell: Cell) -> int:
        return self._projection.per_y * cell[1] + self._projection.per_x * cell[0] - self.left

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
        per_y, per_x = self._projection
        y = -((per_x * x - self.left) // per_y)
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
        x = self.low_x + self.rows - 1 - row
        if not 0 <= row < self.rows:
            return None
        for cell in self.row_cells(x):
            if 0 <= column - self.column_of(cell) < CELL_COLUMNS:
                return cell
        return None


def _scrolled(first: int, wanted: int, shown: int, size: int) -> int:
    return min(max(first, wanted + size - shown), wanted)


_SEPARATOR = " | "


def describe_cell(game: EscapeGameManager, cell: Cell) -> str:
    """Return what is on a cell: `(3,4) DOG of Ann, value 2`."""
    where = Coordinate(*cell)
    piece = game.piece_at(cell)
    if piece is not None:
        return f"{where} {piece.name} of {piece.player}, value {piece.value}"
    return f"{where} {game.board.tiles.get(cell, CLEAR).lower()}"


def describe_move(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    """Return what a valid move would do, in a sentence; or what is on the cell."""
    piece = game.board.pieces[source]
    name, way = piece.piece_type.name, game.way(source, destination)
    if way is Way.NONE:
        return describe_cell(game, destination)
    if way is Way.FALL:
        return f"The {name} would fall through an exit on its way, and be lost."
    if LOCATION_TYPES[game.board.tiles.get(destination, CLEAR)].leads_out:
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
        head, *messages = line.split(_SEPARATOR)
        words = head.split()
        if words[:2] == ["reply", "move"]:
            told.append(f"({words[2]},{words[3]}) moves to ({words[4]},{words[5]}).")
        told += [f"{message}." for message in messages]
    return " ".join(told)


def describe_refusal(game: EscapeGameManager, source: Cell, destination: Cell) -> str:
    if game.board.tiles.get(destination) == BLOCK:
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
    flies = EXIT in kind.opens
    abilities = [
        "flies" if flies else "",
        "crosses blocks" if BLOCK in kind.opens and not flies else "",
        "jumps" if kind.leaps else "",
    ]
    return ", ".join([steps, *filter(None, abilities)])


def describe_goal(game: EscapeGameManager) -> list[str]:
    ways = []
    if SCORE in game.rules:
        ways.append(f"with {_points(game.rules[SCORE])}")
    if TURN_LIMIT in game.rules:
        moves = game.rules[TURN_LIMIT] * game.term.moves_a_turn
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
    has_scored = SCORE in game.rules and game.scores[winner] >= game.rules[SCORE]
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


def panel_rows(
    game: EscapeGameManager, kinds: Sequence[Row], fights: Sequence[str], count: int
) -> list[Row]:
    """Return at most so many rows; the pieces are listed only if all of them fit.

    `kinds` are the rows of the types with which the game began, and `fights` those that can be
    begun now.
    """
    rows = [row for text in describe_goal(game) for row in wrapped(text, PANEL_COLUMNS)]
    sides = f"Capitals: {game.players[0]}; small: {game.players[1]}"
    rows += [(), plain(SIGNS), *wrapped(sides, PANEL_COLUMNS), ()]
    rows += [plain("Pieces: most steps, how, value", "heading"), *kinds]
    rows += [plain(fight, "legal") for fight in fights]
    if len(rows) + 1 + len(game.players) + len(game.board.pieces) > count:
        return rows[:count]
    rows.append(())
    for number, name in enumerate(game.players):
        rows.append(plain(f"{name}, {number_text(game.scores[number])} points", "heading"))
        for cell, piece in sorted(game.board.pieces.items()):
            if piece.player == number:
                rows.append(plain(f"  {describe_cell(game, cell)}", SIDE_ROLES[number]))
    return rows
