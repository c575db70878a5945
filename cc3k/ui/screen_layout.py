"""Screen layout: the positions of board, status, messages and panel on a screen of any size."""

import textwrap
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from cc3k.engine.board import WALKABLE, Board, Cell

MIN_COLUMNS, MIN_ROWS = 79, 24
STATUS_ROWS, COMPACT_STATUS_ROWS = 4, 2

PANEL_COLUMNS, PANEL_GAP = 34, 2
"""Width of the panel beside the board, and of the gap between the two."""


@frozen
class Viewport:
    """The visible part of a board: its first row and column, and how many of each."""

    top: int
    left: int
    rows: int
    columns: int


@frozen
class ScreenLayout:
    """Layout of a screen. `shows_all_rows` is False where empty board rows had to be left out."""

    columns: int
    rows: int
    viewport: Viewport
    shows_all_rows: bool

    @property
    def text_columns(self) -> int:
        """Width of the text rows below or above the board."""
        beside = max(MIN_COLUMNS, self.viewport.columns)
        return beside if self.has_panel else self.columns

    @property
    def has_panel(self) -> bool:
        """Return True if there is room for a panel beside the board."""
        beside = max(MIN_COLUMNS, self.viewport.columns)
        return self.shows_all_rows and self.columns >= beside + PANEL_GAP + PANEL_COLUMNS

    @property
    def has_seed_row(self) -> bool:
        """Return True if the row below the rest shows the seed, as there is no panel for it."""
        picture = self.viewport.rows + STATUS_ROWS + 1
        return self.shows_all_rows and not self.has_panel and self.rows > picture

    @property
    def message_rows(self) -> int:
        """Number of message lines that fit at once."""
        figures = STATUS_ROWS if self.shows_all_rows else COMPACT_STATUS_ROWS
        return self.rows - self.viewport.rows - figures - self.has_seed_row

    def cell_at(self, column: int, row: int, board: Board) -> Cell | None:
        """Return the board cell at a position of the screen, both from 0, or None."""
        row -= 0 if self.shows_all_rows else self.message_rows
        if not (0 <= row < self.viewport.rows and column < self.viewport.columns):
            return None
        return (self.viewport.top + row) * board.stride + self.viewport.left + column


def is_large_enough(columns: int, rows: int) -> bool:
    """Return True if a screen is large enough to play on."""
    return columns >= MIN_COLUMNS and rows >= MIN_ROWS


def compute_screen_layout(columns: int, rows: int, board: Board, hero_cell: Cell) -> ScreenLayout:
    """Return the layout of a board on a screen that `is_large_enough`.

    If not all rows fit, those without a walkable cell are left out; a board that is still too large
    scrolls with the hero.
    """
    row, column = board.row_and_column(hero_cell)
    left, width = _visible_span(0, board.width - 1, columns, column)
    if rows > board.height + STATUS_ROWS:
        return ScreenLayout(
            columns, rows, Viewport(0, left, board.height, width), shows_all_rows=True
        )
    first, last = _walkable_rows(board)
    top, height = _visible_span(first, last, rows - COMPACT_STATUS_ROWS - 1, row)
    return ScreenLayout(columns, rows, Viewport(top, left, height, width), shows_all_rows=False)


@frozen
class MessagePages:
    """A screen layout, with the message of the Action row as pages of lines that fit."""

    layout: ScreenLayout
    pages: tuple[list[str], ...]


@lru_cache(maxsize=2)
def lay_out_message(
    columns: int, rows: int, board: Board, focus_cell: Cell, message: str
) -> MessagePages:
    """Return the layout of a screen that `is_large_enough`, with a message on it.

    The last ones are cached: the layout drawn after one key is the layout that the next key needs.
    """
    layout = compute_screen_layout(columns, rows, board, focus_cell)
    text = f"Action: {message}" if layout.shows_all_rows else message
    return MessagePages(layout, tuple(paginate(text, layout.text_columns, layout.message_rows)))


def _visible_span(first: int, last: int, size: int, middle: int) -> tuple[int, int]:
    """Return the start and length of the visible span, centred on `middle` if it must scroll."""
    length = last - first + 1
    if length <= size:
        return first, length
    return min(max(first, middle - size // 2), last - size + 1), size


@lru_cache(maxsize=8)
def _walkable_rows(board: Board) -> tuple[int, int]:
    """Return the first and the last row with walkable cells, including the walls around them."""
    walkable = [cell // board.stride for cell, kind in enumerate(board.terrain) if kind in WALKABLE]
    return walkable[0] - 1, walkable[-1] + 1


MORE_PROMPT = " --more--"


def wrap_text(text: str, width: int) -> list[str]:
    """Return the text in lines of at most that many columns, broken between words."""
    return textwrap.wrap(text, width, break_on_hyphens=False)


def paginate(text: str, width: int, lines: int) -> list[list[str]]:
    """Return the text as pages of at most `lines` lines of at most `width` columns.

    Nothing is lost: every page but the last says that there is more (R1), and ends with a
    sentence if that costs no page more. Beside `MORE_PROMPT` there must be room for any one word.
    """
    text = " ".join(text.split())
    return [[text]] if len(text) <= width else list(_paginate_long(text, width, lines))


def _paginate_long(text: str, width: int, lines: int) -> Iterator[list[str]]:
    while len(folded := wrap_text(text, width)) > lines:
        most = _fitting_text(text, width, lines)
        whole = _cut_after_sentence(most)
        rest, rest_of_most = _rest_after(whole, text), _rest_after(most, text)
        if _count_pages(rest, width, lines) > _count_pages(rest_of_most, width, lines):
            whole, rest = most, rest_of_most
        *others, last = wrap_text(whole, width - len(MORE_PROMPT))
        yield [*others, last + MORE_PROMPT]
        text = rest
    yield folded or [""]


def _fitting_text(text: str, width: int, lines: int) -> str:
    """Return as much of a text as fits on a page beside the more prompt."""
    return " ".join(wrap_text(text, width - len(MORE_PROMPT))[:lines])


def _rest_after(page: str, text: str) -> str:
    return text[len(page) :].lstrip()


def _count_pages(text: str, width: int, lines: int) -> int:
    """Return the number of pages that a text needs."""
    count = 1
    while len(wrap_text(text, width)) > lines:
        text = _rest_after(_fitting_text(text, width, lines), text)
        count += 1
    return count


def _cut_after_sentence(text: str) -> str:
    """Return a text up to its last full stop; without any, all of it."""
    return text[: f"{text} ".rfind(". ") + 1] or text
