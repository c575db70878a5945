"""Where a board goes on a screen of any size ("Geometry")."""

from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import STANDARD_BOARD
from cc3k.engine.board import TILE, Board, board_from_rows
from cc3k.play.messages import Message
from cc3k.ui.screen_layout import (
    MIN_COLUMNS,
    MIN_ROWS,
    STANDARD_COLUMNS,
    STANDARD_ROWS,
    Viewport,
    compute_screen_layout,
    is_large_enough,
    lay_out_text,
)
from tests.support.tables import for_each

SOMEWHERE = STANDARD_BOARD.chambers[0][0]


@for_each(
    "columns, rows, enough",
    [
        (79, 24, True),
        (80, 24, True),
        (79, 30, True),
        (300, 100, True),
        (40, 12, True),
        (39, 24, False),
        (79, 11, False),
        (500, 1, False),
    ],
)
def test_game_needs_40_columns_and_12_rows(columns: int, rows: int, *, enough: bool) -> None:
    """Below 79x24 the board scrolls, down to 40x12."""
    assert is_large_enough(columns, rows) is enough


@for_each("columns, rows", [(79, 30), (80, 30), (79, 31), (114, 50), (120, 40), (500, 200)])
def test_documents_picture_is_shown_where_it_has_room(columns: int, rows: int) -> None:
    """In a terminal: at 79x30 and up the document's picture."""
    shown = compute_screen_layout(columns, rows, STANDARD_BOARD, SOMEWHERE)
    assert shown.shows_all_rows
    assert shown.viewport == Viewport(0, 0, 25, 79)
    assert shown.message_rows == rows - 29 - shown.panel_rows_below
    assert shown.has_panel_beside == (columns >= 115)


@for_each("rows", range(36, 40))
def test_a_message_of_two_rows_covers_no_row_of_expansions(rows: int) -> None:
    """X6: with 8 of them the picture has two rows for messages, or another layout is taken."""
    shown = compute_screen_layout(80, rows, STANDARD_BOARD, SOMEWHERE, expansion_rows=8)
    assert shown.shows_all_rows == (rows >= 39)
    assert shown.message_rows >= 2


@for_each(
    "columns, rows, beside, below, messages",
    [
        (80, 24, 0, 0, 2),
        (114, 24, 0, 0, 2),
        (115, 24, 22, 0, 2),
        (132, 24, 22, 0, 2),
        (132, 26, 23, 0, 3),
        (79, 30, 0, 0, 1),
        (120, 30, 29, 0, 1),
        (120, 40, 29, 0, 11),
        (79, 37, 0, 0, 8),
        (79, 38, 0, 6, 3),
        (100, 40, 0, 8, 3),
        (100, 60, 0, 10, 21),
        (200, 60, 29, 0, 31),
        (40, 12, 0, 0, 2),
    ],
)
def test_panel_stands_beside_or_below_wherever_it_has_room(
    columns: int, rows: int, beside: int, below: int, messages: int
) -> None:
    """At 132x24 beside, at 100x40 below; tall screens leave more rows for messages."""
    shown = compute_screen_layout(columns, rows, STANDARD_BOARD, SOMEWHERE)
    assert shown.has_panel_beside == bool(beside)
    assert (shown.panel_rows, shown.panel_rows_below) == (beside or below, below)
    assert shown.message_rows == messages


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
    assert shown.message_rows >= (1 if shown.shows_all_rows else 2)
    text_rows = shown.message_rows + shown.status_rows + shown.panel_rows_below
    assert window.rows + text_rows == rows
    assert shown.shows_all_rows == (plan.height + 5 <= rows and columns >= 79)
    assert shown.status_rows == 4 or not shown.shows_all_rows
    if rows == STANDARD_ROWS and columns >= STANDARD_COLUMNS and not shown.shows_all_rows:
        walkable = [cell for cell, kind in enumerate(plan.terrain) if kind == TILE]
        last = plan.row_and_column(walkable[-1])[0]
        assert window.rows == min(21, last - plan.row_and_column(walkable[0])[0] + 3)


def test_long_message_covers_nobody() -> None:
    """A message that covers rows of the board leaves the PC's row to be seen."""
    board = STANDARD_BOARD
    text = "word " * 30
    for cell in (cell for tiles in board.chambers for cell in tiles):
        layout = compute_screen_layout(40, 12, board, cell)
        pages = lay_out_text(layout, (Message(text.strip()),), board, cell, is_document=False)
        view, row = pages.layout.viewport, board.row_and_column(cell)[0]
        assert view.top + pages.covered_rows <= row < view.top + view.rows
        assert " ".join(" ".join(page) for page in pages.pages).count("word") == 30
