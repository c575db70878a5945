"""Where a board goes on a screen of any size, and how a long row is folded and paged (R1)."""

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.roster import STANDARD_BOARD
from cc3k.engine.board import TILE, Board, board_from_rows
from cc3k.engine.text import wrap_text
from cc3k.play.messages import Message
from cc3k.ui.screen_layout import (
    MIN_COLUMNS,
    MIN_ROWS,
    MORE_PROMPT,
    STANDARD_COLUMNS,
    STANDARD_ROWS,
    Viewport,
    compute_screen_layout,
    lay_out_text,
    paginate,
)
from tests.support.tables import for_each

SOMEWHERE = STANDARD_BOARD.chambers[0][0]


@for_each((79, 30), (80, 30), (79, 31), (114, 50), (120, 40), (500, 200))
def test_documents_picture_is_shown_where_it_has_room(columns: int, rows: int) -> None:
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
)
def test_panel_stands_beside_or_below_wherever_it_has_room(
    columns: int, rows: int, beside: int, below: int, messages: int
) -> None:
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


@given(_boards(), st.integers(MIN_COLUMNS, 520), st.integers(MIN_ROWS, 220))
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
    board = STANDARD_BOARD
    text = "word " * 30
    for cell in (cell for tiles in board.chambers for cell in tiles):
        layout = compute_screen_layout(40, 12, board, cell)
        pages = lay_out_text(layout, (Message(text.strip()),), board, cell, is_document=False)
        view, row = pages.layout.viewport, board.row_and_column(cell)[0]
        assert view.top + pages.covered_rows <= row < view.top + view.rows
        assert " ".join(" ".join(page) for page in pages.pages).count("word") == 30


WORD = st.text("abcXYZ019-()/", min_size=1, max_size=40)
SENTENCE = st.lists(WORD, min_size=1, max_size=20).map(lambda words: " ".join(words) + ".")
TEXT = st.lists(SENTENCE, max_size=12).map(" ".join)


@given(TEXT, st.integers(60, 200), st.integers(1, 12))
def test_pages_hold_all_of_a_text_within_their_bounds(text: str, width: int, lines: int) -> None:
    """R1: one line however long it grows, in the terminal folded or paged, never lost."""
    found = paginate(text, width, lines)
    assert max(map(len, found)) <= lines
    assert max(len(line) for page in found for line in page) <= width
    assert [page[-1].endswith(MORE_PROMPT) for page in found] == [True] * (len(found) - 1) + [False]
    assert " ".join(" ".join(page).removesuffix(MORE_PROMPT) for page in found) == text


def test_lists_without_blanks_fold_between_their_names() -> None:
    folded = wrap_text("cc3k --dlc pack,shop,chambers,fog,hunters,gear --seed 42", 24)
    assert folded == ["cc3k --dlc pack,shop,", "chambers,fog,hunters,", "gear --seed 42"]
    assert wrap_text("aaa half-orc", 9) == ["aaa", "half-orc"], "not broken at hyphens"


HIT, REGAINED = "PC deals 20 damage to W (60 HP).", "PC regains 5 HP."
MISSED = "W deals 18 damage to PC. W misses PC."


@for_each(
    (f"{HIT} {REGAINED} {MISSED}", 79, f"{HIT} {REGAINED} --more--", MISSED),
    (  # with `PC dies.` on the next page there would be three
        f"PC is hit. PC dies. {'The end of it is so long ' * 2}that it fills a page.",
        60,
        "PC is hit. PC dies. The end of it is so long The --more--",
        "end of it is so long that it fills a page.",
    ),
    (  # R18: eight potions around the PC make one long sentence
        "PC moves East and sees an unknown potion and a PH potion.",
        40,
        "PC moves East and sees an --more--",
        "unknown potion and a PH potion.",
    ),
)
def test_page_ends_with_a_sentence_unless_that_costs_a_page(
    text: str, width: int, first: str, second: str
) -> None:
    """A blow is not read in two halves; and there is always a page to show."""
    assert paginate(text, width, 1) == [[first], [second]]
    assert paginate("", width, 1) == [[""]]


@given(TEXT, st.integers(60, 200), st.integers(1, 4))
def test_whole_sentences_cost_no_page_more(text: str, width: int, lines: int) -> None:
    words, fewest = text, 1
    while len(wrap_text(words, width)) > lines:
        page = " ".join(wrap_text(words, width - len(MORE_PROMPT))[:lines])
        words, fewest = words[len(page) :].lstrip(), fewest + 1
    assert len(paginate(text, width, lines)) == fewest


@given(st.text("ab -\t\u00e9", max_size=60), st.integers(1, 20))
def test_text_is_broken_as_the_library_would(text: str, width: int) -> None:
    """Simple texts without it, as it takes long to load."""
    if text.strip():
        assert wrap_text(text, width) == textwrap.wrap(text, width, break_on_hyphens=False)
