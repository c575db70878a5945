"""Generated boards hold every sentence of X30."""

from collections import Counter
from collections.abc import Collection

import pytest

from cc3k.engine.board import DOORWAY, PASSAGE, TILE, WALKABLE, Board, Cell
from cc3k.engine.cell_areas import CellSet
from cc3k.engine.dice import Dice
from cc3k.expansions.chambers import INNER, BoardPlan, generate_board, rectangle
from tests.support.tables import for_each

FEW, MANY = 10, 300


def board(number: int) -> Board:
    """Return one of many boards."""
    return generate_board(Dice(f"board {number}"))


def is_connected(board: Board, cells: Collection[Cell]) -> bool:
    """Tell whether one can walk over those cells from any one to any other."""
    waiting = [next(iter(cells))]
    reached = {*waiting}
    for cell in waiting:
        new = [near for near in board.neighbours[cell] if near in cells and near not in reached]
        waiting += new
        reached.update(new)
    return len(reached) == len(cells)


def is_rectangle(board: Board, chamber: tuple[Cell, ...]) -> bool:
    """Tell whether a chamber fills the box around it."""
    places = [board.row_and_column(cell) for cell in chamber]
    height, width = (max(side) - min(side) + 1 for side in zip(*places, strict=True))
    return bool(height * width == len(chamber))


def check_board(board: Board) -> None:
    """Assert every sentence of X30 that is about one board."""
    terrain, near = board.terrain, board.neighbours
    assert [len(row) for row in board.rows] == [79] * 25
    assert 4 <= len(board.chambers) <= 9
    assert min(map(len, board.chambers)) >= 20
    assert 350 <= sum(map(len, board.chambers)) <= 800
    irregular = sum(not is_rectangle(board, chamber) for chamber in board.chambers)
    assert 5 * irregular >= len(board.chambers)
    chambers_with_doorway = set()
    for cell, kind in enumerate(terrain):
        if kind == DOORWAY:
            touched = {board.chamber_index.get(other) for other in near[cell]} - {None}
            assert len(touched) == 1
            assert any(terrain[other] == PASSAGE for other in near[cell])
            chambers_with_doorway |= touched
        elif kind == PASSAGE:
            assert all(terrain[other] != TILE for other in near[cell])
        elif kind == TILE:
            assert all(terrain[other] != ord(" ") for other in near[cell])
    assert chambers_with_doorway == set(range(len(board.chambers)))
    walkable = {cell for cell, kind in enumerate(terrain) if kind in WALKABLE}
    assert is_connected(board, walkable)
    assert has_loop(board, walkable)


def has_loop(board: Board, walkable: set[Cell]) -> bool:
    """Tell whether a passage can be cut: between two cells far apart all stays connected."""
    for cell in walkable:
        if board.terrain[cell] == PASSAGE:
            cut = walkable - board.neighbourhood[cell]
            rim = [n for c in board.neighbourhood[cell] for n in board.neighbours[c] if n in cut]
            if len({*rim}) > 1 and is_connected(board, cut):
                return True
    return False


@for_each("number", range(FEW))
def test_a_board_holds_all_that_is_demanded(number: int) -> None:
    """X30: chambers, doorways, passages, and how they hang together."""
    check_board(board(number))


@pytest.mark.slow
def test_hundreds_of_boards_hold_it_and_no_two_are_equal() -> None:
    """X30, X32."""
    boards = [board(number) for number in range(MANY)]
    for each in boards:
        check_board(each)
    assert len({each.terrain for each in boards}) == MANY


def test_there_are_chambers_of_all_counts() -> None:
    """X30: 4 to 9 of them."""
    counts = Counter(len(board(number).chambers) for number in range(6 * FEW))
    assert counts.keys() == set(range(4, 10))


BAND = rectangle(1, 30, 23, 3)
"""A chamber from the top to the bottom: nobody gets past it."""

ROOM, CORNER = rectangle(10, 10, 5, 5), rectangle(2, 2, 3, 3)
AROUND_THE_CORNER = rectangle(7, 2, 6, 11) | rectangle(2, 7, 11, 6)


@for_each("chambers", [[INNER, ROOM], [ROOM, INNER], [CORNER, AROUND_THE_CORNER]])
def test_chambers_without_room_for_a_doorway_are_given_up(chambers: list[CellSet]) -> None:
    """X30: another board is drawn then."""
    assert not any(BoardPlan(Dice(f"{n}"), chambers).connect_chambers() for n in range(20))


def test_chambers_without_a_way_between_them_are_given_up() -> None:
    """X30: doorways on both sides of a chamber that parts the board."""
    plans = [BoardPlan(Dice(f"{n}"), [ROOM, BAND, ROOM << 50]) for n in range(40)]
    connected = [plan.connect_chambers() for plan in plans]
    assert not all(connected)
