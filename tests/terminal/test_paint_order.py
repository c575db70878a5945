"""The order in which changed cells are painted: the same cells, for fewer bytes."""

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from cc3k.terminal.canvas import Canvas, Line
from cc3k.terminal.codes import TerminalCodes
from cc3k.terminal.paint import MAX_RUNS, MIN_AREA_CELLS, order_cells, render_changes
from tests.terminal.test_canvas import CODES

COLUMNS, ROWS = 40, 12


def ordered(cells: list[tuple[int, int]], roles: list[str]) -> list[tuple[int, int]]:
    return order_cells(cells, roles, CODES.styles)


@given(
    st.sets(st.tuples(st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1)), max_size=300),
    st.lists(st.text("brg ", min_size=COLUMNS, max_size=COLUMNS), min_size=ROWS, max_size=ROWS),
)
def test_every_cell_is_painted_once(cells: set[tuple[int, int]], roles: list[str]) -> None:
    order = ordered(sorted(cells), roles)
    assert sorted(order) == sorted(cells)


def test_what_is_near_is_painted_before_what_is_far() -> None:
    """A move of the cursor by a cell or two takes a byte or two; to anywhere it takes eight."""
    roles = [" " * COLUMNS] * ROWS
    assert ordered([(1, 5), (2, 30), (3, 6), (4, 31)], roles)[0] == (1, 5)
    assert ordered([(5, 20), (6, 39), (7, 21)], roles) == [(5, 20), (7, 21), (6, 39)]
    assert ordered([(4, 20), (5, 19), (5, 30)], roles)[:2] == [(4, 20), (5, 19)]


def test_a_change_of_style_is_put_off_while_there_is_something_plain_near() -> None:
    roles = ["r" + " " * (COLUMNS - 1), " r" + " " * (COLUMNS - 2), *[" " * COLUMNS] * 10]
    order = ordered([(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)], roles)
    assert [roles[row][column] for row, column in order] in (
        [" ", " ", " ", "r", "r"],
        ["r", " ", " ", " ", "r"],
    )


def test_large_changes_are_painted_style_by_style_and_areas_row_by_row() -> None:
    """A whole screen has more runs than can be compared with one another."""
    roles = ["rbg " * (COLUMNS // 4)] * 8
    cells = [(row, column) for row in range(8) for column in range(COLUMNS)]
    assert len(cells) > MAX_RUNS
    painted = [roles[row][column] for row, column in ordered(cells, roles)]
    assert [role for role, _ in groupby(painted)] == [" ", "b", "r", "g"]
    assert len(cells) // 4 < MIN_AREA_CELLS
    large = [(row, column) for row in range(12) for column in range(COLUMNS)]
    painted = [(roles * 2)[row][column] for row, column in ordered(large, roles * 2)]
    assert painted[:4] == ["r", "b", "g", " "]


def test_a_step_up_is_a_step_and_no_move_to_anywhere() -> None:
    """Reverse line feed: two bytes; a terminal without one is told the row and column."""
    lines = [Line(" " * COLUMNS, " " * COLUMNS)] * 11
    above = Line("a".rjust(11).ljust(COLUMNS), "r".rjust(11).ljust(COLUMNS))
    below = Line("b".rjust(11).ljust(COLUMNS), " " * COLUMNS)
    old, new = Canvas(COLUMNS, tuple(lines)), Canvas(COLUMNS, (*lines[:9], above, below))
    without = TerminalCodes(
        CODES.styles,
        CODES.reset,
        CODES.clear_screen,
        CODES.erase_to_line_end,
        CODES.move_to,
        CODES.move_to_column,
        CODES.move_right,
        CODES.move_left,
        CODES.move_down,
    )
    assert CODES.move_cursor((10, 11), (9, 10)) == "\b\x1bM"
    assert without.move_cursor((10, 11), (9, 10)) == "\x1b[10;11H"
    assert len(render_changes(old, new, CODES)) <= len(render_changes(old, new, without))
