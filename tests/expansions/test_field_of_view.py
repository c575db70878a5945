"""What is seen from where: symmetric shadowcasting, against a plain one by fractions (X40, X50)."""

import random
from collections.abc import Callable, Collection
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from cc3k.content.roster import STANDARD_BOARD
from cc3k.engine.board import (
    DOORWAY,
    PASSAGE,
    TILE,
    WALKABLE,
    Board,
    Cell,
    CellArea,
    board_from_rows,
)
from cc3k.engine.dice import Dice
from cc3k.expansions.chambers import generate_board
from cc3k.expansions.field_of_view import (
    FieldOfView,
    cells_in_line_of_sight,
    is_in_line_of_sight,
    visible_from,
)
from tests.support.tables import for_each

Place: TypeAlias = tuple[int, int]
LIT = (TILE, DOORWAY)


def plain_shadowcasting(board: Board, cell: Cell, kinds: Collection[int] = LIT) -> set[Cell]:
    """Return the cells of some kinds seen from one of them, by slopes that are fractions."""
    row, column = board.row_and_column(cell)
    quadrants: tuple[Callable[[int, int], Place], ...] = (
        lambda depth, across: (row - depth, column + across),
        lambda depth, across: (row + depth, column + across),
        lambda depth, across: (row + across, column - depth),
        lambda depth, across: (row + across, column + depth),
    )
    seen = {cell}

    def is_lit(place: Place) -> bool:
        inside = 0 <= place[0] < board.height and 0 <= place[1] < board.width
        return inside and board.terrain[place[0] * board.stride + place[1]] in kinds

    def scan(at: Callable[[int, int], Place], depth: int, start: Fraction, end: Fraction) -> None:
        was_lit = None
        first, last = floor(depth * start + Fraction(1, 2)), ceil(depth * end - Fraction(1, 2))
        for across in range(first, last + 1):
            lit = is_lit(at(depth, across))
            if lit and depth * start <= across <= depth * end:
                there = at(depth, across)
                seen.add(there[0] * board.stride + there[1])
            if was_lit is False and lit:
                start = Fraction(2 * across - 1, 2 * depth)
            if was_lit and not lit:
                scan(at, depth + 1, start, Fraction(2 * across - 1, 2 * depth))
            was_lit = lit
        if was_lit:
            scan(at, depth + 1, start, end)

    for quadrant in quadrants:
        scan(quadrant, 1, Fraction(-1), Fraction(1))
    return seen


def random_board(dice: random.Random) -> Board:
    width, height, share = dice.randint(3, 30), dice.randint(3, 16), dice.random()
    weights = (share, 0.05, 0.1, 0.1, 1.05 - share)
    inner = ["".join(dice.choices(".+# |", weights, k=width - 2)) for _ in range(height - 2)]
    wall = f"|{'-' * (width - 2)}|"
    return board_from_rows((wall, *[f"|{row}|" for row in inner], wall))


def boards() -> list[Board]:
    """Return the standard board, some that are drawn by dice, and many without any sense."""
    dice = random.Random(40)
    drawn = [generate_board(Dice(f"board {number}")) for number in range(4)]
    return [STANDARD_BOARD, *drawn, *[random_board(dice) for _ in range(30)]]


BOARDS = boards()


def cells_of(board: Board, kinds: bytes, most: int = 40) -> list[Cell]:
    cells = [cell for cell, kind in enumerate(board.terrain) if kind in kinds]
    return random.Random(len(cells)).sample(cells, min(most, len(cells)))


@for_each("number", range(len(BOARDS)))
def test_lit_cells_are_those_of_plain_shadowcasting(number: int) -> None:
    """X40: lines of sight by symmetric shadowcasting, whatever the shape of a chamber."""
    board = BOARDS[number]
    fields = FieldOfView(board)
    lit = bytes(LIT)
    for cell in cells_of(board, lit):
        beside = board.neighbourhood[cell]
        seen = {at for at in fields.area_from(cell) if board.terrain[at] in lit}
        assert seen == plain_shadowcasting(board, cell) | {
            at for at in beside if board.terrain[at] in lit
        }


@for_each("number", range(len(BOARDS)))
def test_lines_of_sight_are_those_of_plain_shadowcasting(number: int) -> None:
    """X50: over tiles, doorways and passages; asked of one cell, of a few, or of many at once."""
    board = BOARDS[number]
    cells = range(len(board.terrain))
    for one in cells_of(board, WALKABLE, 8):
        seen = plain_shadowcasting(board, one, WALKABLE)
        assert {cell for cell in cells if visible_from(board, one) >> cell & 1} == seen
        assert {cell for cell in cells if is_in_line_of_sight(board, one, cell)} == seen
        assert {*cells_in_line_of_sight(board, one, cells)} == seen
        few = cells[one : one + 4]
        assert {*cells_in_line_of_sight(board, one, few)} == seen.intersection(few)


@for_each("number", range(len(BOARDS)))
def test_who_sees_is_seen(number: int) -> None:
    """X40: symmetric, over floor tiles, doorways and passages."""
    board = BOARDS[number]
    fields = FieldOfView(board)
    areas = {cell: fields.area_from(cell) for cell in cells_of(board, WALKABLE, 120)}
    for one, area in areas.items():
        for other, back in areas.items():
            assert (other in area) == (one in back), (one, other)


@for_each("number", range(len(BOARDS)))
def test_in_a_passage_one_sees_one_block(number: int) -> None:
    """X40: in a passage, and into one."""
    board = BOARDS[number]
    fields = FieldOfView(board)
    for cell in cells_of(board, bytes((PASSAGE,))):
        assert {*fields.area_from(cell)} == board.neighbourhood[cell]
    for cell in cells_of(board, bytes(LIT)):
        dark = {at for at in fields.area_from(cell) if board.terrain[at] == PASSAGE}
        assert dark <= board.neighbourhood[cell]


@for_each("number", range(len(BOARDS)))
def test_one_cell_alone_is_seen_as_in_the_whole_area(number: int) -> None:
    """X8: a line to it tells, where nobody has asked for all that is seen."""
    board = BOARDS[number]
    others = cells_of(board, WALKABLE, 60) + cells_of(board, b"-| ", 3)
    for one in cells_of(board, WALKABLE, 5):
        area = FieldOfView(board).area_from(one)
        assert [FieldOfView(board).sees(one, at) for at in others] == [at in area for at in others]


def test_an_area_is_a_set_of_cells() -> None:
    board = board_from_rows(("|---|", "|.+.|", "|---|"))
    area = FieldOfView(board).area_from(board.stride + 1)
    assert area <= {*area}
    assert area >= {*area}
    assert not area.is_whole
    assert len(area) == len([*area])
    assert area & {0, 1} == {0, 1}
    assert -1 not in area
    assert [cell for first, end in area.spans for cell in range(first, end)] == [*area]


@for_each(
    "bits, spans",
    [
        (0b0000, ()),
        (0b1111, ((0, 4),)),
        (0b1101, ((0, 1), (2, 4))),
        (0b0110, ((1, 3),)),
        (0b1000, ((3, 4),)),
    ],
)
def test_spans_of_an_area_are_its_unbroken_parts(
    bits: int, spans: tuple[tuple[int, int], ...]
) -> None:
    """X40: at the first cell and at the last one too, and none of an empty area."""
    assert CellArea(bits, 4).spans == spans
