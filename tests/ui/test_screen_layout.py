"""Where a board goes on a screen of any size ("Geometry")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.standard_board import STANDARD_BOARD
from cc3k.engine.board import TILE, Board, board_from_rows
from cc3k.ui.screen_layout import (
    MIN_COLUMNS,
    MIN_ROWS,
    Viewport,
    compute_screen_layout,
    is_large_enough,
)

SOMEWHERE = STANDARD_BOARD.chambers[0][0]


@pytest.mark.parametrize(
    ("columns", "rows", "enough"),
    [
        (79, 24, True),
        (80, 24, True),
        (79, 30, True),
        (300, 100, True),
        (78, 24, False),
        (79, 23, False),
        (500, 1, False),
    ],
)
def test_game_needs_79_columns_and_24_rows(columns: int, rows: int, *, enough: bool) -> None:
    """In a terminal: on 80x24 the playable rows and three text rows fit."""
    assert is_large_enough(columns, rows) is enough


@pytest.mark.parametrize(
    ("columns", "rows"), [(79, 30), (80, 30), (79, 31), (114, 50), (120, 40), (500, 200)]
)
def test_documents_picture_is_shown_where_it_has_room(columns: int, rows: int) -> None:
    """In a terminal: at 79x30 and up the document's picture."""
    shown = compute_screen_layout(columns, rows, STANDARD_BOARD, SOMEWHERE)
    assert shown.shows_all_rows
    assert shown.viewport == Viewport(0, 0, 25, 79)
    assert shown.message_rows == rows - 29 - shown.has_seed_row
    assert shown.has_seed_row == (rows > 30 and not shown.has_panel)


@pytest.mark.parametrize("rows", range(24, 30))
def test_playable_rows_and_text_are_shown_where_less_has_room(rows: int) -> None:
    """The playable interior is rows 2-22, 21 rows; two are for figures."""
    shown = compute_screen_layout(80, rows, STANDARD_BOARD, SOMEWHERE)
    assert not shown.shows_all_rows
    assert shown.viewport == Viewport(2, 0, 21, 79)
    assert shown.message_rows == rows - 21 - 2


@st.composite
def _boards(draw: st.DrawFn) -> tuple[Board, int]:
    """Draw a board of any size that R32 allows, walkable in one rectangle, and a cell of it."""
    width, height = draw(st.integers(3, 500)), draw(st.integers(3, 200))
    top, bottom = sorted(draw(st.tuples(*[st.integers(1, height - 2)] * 2)))
    left, right = sorted(draw(st.tuples(*[st.integers(1, width - 2)] * 2)))
    wall = f"|{'-' * (width - 2)}|"
    inside = f"|{' ' * (left - 1)}{'.' * (right - left + 1)}".ljust(width - 1) + "|"
    outside = f"|{' ' * (width - 2)}|"
    middle = [inside if top <= row <= bottom else outside for row in range(1, height - 1)]
    plan = board_from_rows((wall, *middle, wall))
    row, column = draw(st.integers(top, bottom)), draw(st.integers(left, right))
    return plan, row * plan.stride + column


@given(
    _boards(),
    st.integers(MIN_COLUMNS, 520),
    st.integers(MIN_ROWS, 220),
)
def test_hero_is_always_in_view_and_the_screen_is_used_up(
    board: tuple[Board, int], columns: int, rows: int
) -> None:
    """A custom layout that uses other rows scrolls instead of being clipped."""
    plan, hero = board
    assert plan.terrain[hero] == TILE
    shown = compute_screen_layout(columns, rows, plan, hero)
    window, (row, column) = shown.viewport, plan.row_and_column(hero)
    assert window.top <= row < window.top + window.rows <= plan.height
    assert window.left <= column < window.left + window.columns <= plan.width
    assert window.columns == min(columns, plan.width)
    assert shown.message_rows >= 1
    figures = (4 if shown.shows_all_rows else 2) + shown.has_seed_row
    assert window.rows + shown.message_rows + figures == rows
    assert shown.shows_all_rows == (plan.height + 5 <= rows)
    if rows == MIN_ROWS and not shown.shows_all_rows:
        walkable = [cell for cell, kind in enumerate(plan.terrain) if kind == TILE]
        last = plan.row_and_column(walkable[-1])[0]
        assert window.rows == min(21, last - plan.row_and_column(walkable[0])[0] + 3)
