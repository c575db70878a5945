"""Where things go on a screen of a given size: the document's picture, or as much as fits."""

import textwrap
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from cc3k.engine.board import WALKABLE, Plan
from cc3k.engine.grid import Cell

FEWEST_COLUMNS, FEWEST_ROWS = 79, 24
FIGURE_ROWS, TIGHT_FIGURE_ROWS = 4, 2

PANEL_COLUMNS, GAP = 34, 2
"""What stands beside the board where there is room, and the columns between."""


@frozen
class Window:
    """The part of a board that is shown: its first row and column, and how many of each."""

    top: int
    left: int
    rows: int
    columns: int


@frozen
class Arrangement:
    """A way to use a screen. `whole` has all rows of the document's picture, in its order."""

    columns: int
    rows: int
    window: Window
    whole: bool

    @property
    def text_columns(self) -> int:
        """How wide the rows of text below or above the board are."""
        beside = max(FEWEST_COLUMNS, self.window.columns)
        return beside if self.has_panel else self.columns

    @property
    def has_panel(self) -> bool:
        """Whether a panel has room beside the board."""
        beside = max(FEWEST_COLUMNS, self.window.columns)
        return self.whole and self.columns >= beside + GAP + PANEL_COLUMNS

    @property
    def has_seed_row(self) -> bool:
        """Whether a row below the picture is the seed's, as there is no panel to show it."""
        picture = self.window.rows + FIGURE_ROWS + 1
        return self.whole and not self.has_panel and self.rows > picture

    @property
    def message_rows(self) -> int:
        """How many lines of text fit at once."""
        figures = FIGURE_ROWS if self.whole else TIGHT_FIGURE_ROWS
        return self.rows - self.window.rows - figures - self.has_seed_row

    def cell_at(self, column: int, row: int, plan: Plan) -> Cell | None:
        """Return the cell of the board that stands at a place of the screen, both from 0."""
        row -= 0 if self.whole else self.message_rows
        if not (0 <= row < self.window.rows and column < self.window.columns):
            return None
        return (self.window.top + row) * plan.stride + self.window.left + column


def fits(columns: int, rows: int) -> bool:
    """Tell whether a screen is large enough to play on."""
    return columns >= FEWEST_COLUMNS and rows >= FEWEST_ROWS


def arrange(columns: int, rows: int, plan: Plan, hero: Cell) -> Arrangement:
    """Return how to show a board on a screen that `fits`.

    Where not all rows have room, those without anything walkable go first; what is still too
    large scrolls with the hero.
    """
    row, column = plan.where(hero)
    left, width = _slide(0, plan.width - 1, columns, column)
    if rows > plan.height + FIGURE_ROWS:
        return Arrangement(columns, rows, Window(0, left, plan.height, width), whole=True)
    first, last = _walkable_rows(plan)
    top, height = _slide(first, last, rows - TIGHT_FIGURE_ROWS - 1, row)
    return Arrangement(columns, rows, Window(top, left, height, width), whole=False)


def _slide(first: int, last: int, room: int, middle: int) -> tuple[int, int]:
    """Return where a view of `room` starts and how long it is, around `middle` if it must slide."""
    length = last - first + 1
    if length <= room:
        return first, length
    return min(max(first, middle - room // 2), last - room + 1), room


@lru_cache(maxsize=8)
def _walkable_rows(plan: Plan) -> tuple[int, int]:
    """Return the first and the last row of what is walkable with the walls around it."""
    walkable = [cell // plan.stride for cell, kind in enumerate(plan.ground) if kind in WALKABLE]
    return walkable[0] - 1, walkable[-1] + 1


MORE = " --more--"


def fold(text: str, width: int) -> list[str]:
    """Return the text in lines of at most that many columns, broken between words."""
    return textwrap.wrap(text, width, break_on_hyphens=False)


def pages(text: str, width: int, lines: int) -> list[list[str]]:
    """Return the text as pages of at most `lines` lines of at most `width` columns.

    Nothing is lost: every page but the last says that there is more (R1), and ends with a
    sentence if that costs no page more. Beside `MORE` there must be room for any one word.
    """
    text = " ".join(text.split())
    return [[text]] if len(text) <= width else list(_pages(text, width, lines))


def _pages(text: str, width: int, lines: int) -> Iterator[list[str]]:
    while len(folded := fold(text, width)) > lines:
        most = _most(text, width, lines)
        whole = _whole_sentences(most)
        rest, rest_of_most = _after(whole, text), _after(most, text)
        if _count(rest, width, lines) > _count(rest_of_most, width, lines):
            whole, rest = most, rest_of_most
        *others, last = fold(whole, width - len(MORE))
        yield [*others, last + MORE]
        text = rest
    yield folded or [""]


def _most(text: str, width: int, lines: int) -> str:
    """Return as much of a text as a page has room for beside `MORE`."""
    return " ".join(fold(text, width - len(MORE))[:lines])


def _after(page: str, text: str) -> str:
    return text[len(page) :].lstrip()


def _count(text: str, width: int, lines: int) -> int:
    """Return on how few pages a text has room."""
    count = 1
    while len(fold(text, width)) > lines:
        text = _after(_most(text, width, lines), text)
        count += 1
    return count


def _whole_sentences(text: str) -> str:
    """Return a text up to its last full stop; without any, all of it."""
    return text[: f"{text} ".rfind(". ") + 1] or text
