"""Where a board goes on a screen of any size ("Geometry")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.standard_board import PLAN
from cc3k.engine.board import TILE, Plan, plan_of
from cc3k.ui.screen_layout import (
    FEWEST_COLUMNS,
    FEWEST_ROWS,
    Window,
    arrange,
    fits,
)

SOMEWHERE = PLAN.chambers[0][0]


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
    assert fits(columns, rows) is enough


@pytest.mark.parametrize(
    ("columns", "rows"), [(79, 30), (80, 30), (79, 31), (114, 50), (120, 40), (500, 200)]
)
def test_documents_picture_is_shown_where_it_has_room(columns: int, rows: int) -> None:
    """In a terminal: at 79x30 and up the document's picture."""
    shown = arrange(columns, rows, PLAN, SOMEWHERE)
    assert shown.whole
    assert shown.window == Window(0, 0, 25, 79)
    assert shown.message_rows == rows - 29 - shown.has_seed_row
    assert shown.has_seed_row == (rows > 30 and not shown.has_panel)


@pytest.mark.parametrize("rows", range(24, 30))
def test_playable_rows_and_text_are_shown_where_less_has_room(rows: int) -> None:
    """The playable interior is rows 2-22, 21 rows; two are for figures."""
    shown = arrange(80, rows, PLAN, SOMEWHERE)
    assert not shown.whole
    assert shown.window == Window(2, 0, 21, 79)
    assert shown.message_rows == rows - 21 - 2


@st.composite
def _boards(draw: st.DrawFn) -> tuple[Plan, int]:
    """Draw a board of any size that R32 allows, walkable in one rectangle, and a cell of it."""
    width, height = draw(st.integers(3, 500)), draw(st.integers(3, 200))
    top, bottom = sorted(draw(st.tuples(*[st.integers(1, height - 2)] * 2)))
    left, right = sorted(draw(st.tuples(*[st.integers(1, width - 2)] * 2)))
    wall = f"|{'-' * (width - 2)}|"
    inside = f"|{' ' * (left - 1)}{'.' * (right - left + 1)}".ljust(width - 1) + "|"
    outside = f"|{' ' * (width - 2)}|"
    middle = [inside if top <= row <= bottom else outside for row in range(1, height - 1)]
    plan = plan_of((wall, *middle, wall))
    row, column = draw(st.integers(top, bottom)), draw(st.integers(left, right))
    return plan, row * plan.stride + column


@given(
    _boards(),
    st.integers(FEWEST_COLUMNS, 520),
    st.integers(FEWEST_ROWS, 220),
)
def test_hero_is_always_in_view_and_the_screen_is_used_up(
    board: tuple[Plan, int], columns: int, rows: int
) -> None:
    """A custom layout that uses other rows scrolls instead of being clipped."""
    plan, hero = board
    assert plan.ground[hero] == TILE
    shown = arrange(columns, rows, plan, hero)
    window, (row, column) = shown.window, plan.where(hero)
    assert window.top <= row < window.top + window.rows <= plan.height
    assert window.left <= column < window.left + window.columns <= plan.width
    assert window.columns == min(columns, plan.width)
    assert shown.message_rows >= 1
    figures = (4 if shown.whole else 2) + shown.has_seed_row
    assert window.rows + shown.message_rows + figures == rows
    assert shown.whole == (plan.height + 5 <= rows)
    if rows == FEWEST_ROWS and not shown.whole:
        walkable = [cell for cell, kind in enumerate(plan.ground) if kind == TILE]
        last = plan.where(walkable[-1])[0]
        assert window.rows == min(21, last - plan.where(walkable[0])[0] + 3)
