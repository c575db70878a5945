"""Screen layout: where board, status and panel stand, messages in pages, and rows side by side."""

from collections.abc import Container, Sequence
from functools import cached_property, lru_cache, partial
from itertools import accumulate, zip_longest
from typing import TypeAlias

from attrs import evolve

from cc3k.engine.board import Board, Cell
from cc3k.engine.text import wrap_text
from cc3k.engine.values import frozen
from cc3k.play.frame import ACTION_LABEL
from cc3k.play.messages import Message, join_messages
from cc3k.terminal.app import PLAIN_ROLE, Line
from cc3k.ui.palette import ROLE_LETTERS

MIN_COLUMNS, MIN_ROWS = 40, 12
"""Size of the smallest screen that can be played on."""

STANDARD_COLUMNS, STANDARD_ROWS = 79, 24
"""Size of the smallest screen that shows all of the standard floor that matters."""

STATUS_ROWS = 4
"""Rows of the document's figures (§3); a screen without room for its picture has fewer."""

PANEL_COLUMNS, PANEL_GAP = 34, 2
"""Width of the panel, and of the gap beside or above it."""

PANEL_ROWS_BESIDE = 20
"""Rows that a panel beside the board needs; a lower board has it beside the messages too."""

MIN_PANEL_ROWS, MAX_PANEL_ROWS = 6, 10
"""Rows of a panel below the board."""

MIN_MESSAGE_ROWS = 2
"""Message rows of every screen but the document's picture, which has one."""

SPARE_MESSAGE_ROWS = 2
"""Further ones that a screen has before expansions have more than a row."""

MANY_MESSAGE_ROWS = 4
"""Message rows of a screen whose panel need not repeat them."""

IN_A_ROW = 4
"""Rows of expansions that stand beside one another where rows are few."""

NARROW_EXPANSION_ROWS = 2
"""Rows for expansions on any narrow screen: what has to be known is too long for one."""


@frozen
class Viewport:
    """The visible part of a board: its first row and column, and how many of each."""

    top: int
    left: int
    rows: int
    columns: int


@frozen(slots=False)
class ScreenLayout:
    """Layout of a screen: messages, board, status and panel.

    With `shows_all_rows` it is the document's picture: board, status, messages. Without, empty
    board rows had to be left out, and the messages stand above the board, the status below it.
    """

    columns: int
    rows: int
    viewport: Viewport
    shows_all_rows: bool
    status_rows: int
    expansion_rows: int = 0
    panel_rows_below: int = 0
    may_have_panel: bool = True

    @cached_property
    def text_columns(self) -> int:
        """Width of the message rows: that of the screen, unless the panel is beside them too."""
        return self.panel_column - PANEL_GAP if self.panel_spans_screen else self.columns

    @property
    def is_narrow(self) -> bool:
        return self.columns < STANDARD_COLUMNS

    @cached_property
    def status_columns(self) -> int:
        """Width of the status rows: in the picture that of the document, whatever its board's."""
        beside = STANDARD_COLUMNS + (not self.shows_all_rows)
        return beside if self.shows_all_rows or self.has_panel_beside else self.columns

    @cached_property
    def panel_column(self) -> int:
        return max(STANDARD_COLUMNS, self.viewport.columns) + PANEL_GAP

    @cached_property
    def has_panel_beside(self) -> bool:
        return self.may_have_panel and self.columns >= self.panel_column + PANEL_COLUMNS

    @cached_property
    def panel_spans_screen(self) -> bool:
        """Return True if a small board leaves too few rows for the panel beside it alone."""
        beside = self.viewport.rows + self.status_rows
        return self.has_panel_beside and beside < PANEL_ROWS_BESIDE

    @cached_property
    def panel_rows(self) -> int:
        """Rows of the panel, beside board and status or below all; 0 where neither has room."""
        if self.panel_spans_screen:
            return self.rows
        beside = self.viewport.rows + self.status_rows
        return beside if self.has_panel_beside else self.panel_rows_below

    @cached_property
    def leaves_log_to_panel(self) -> bool:
        """Return True if there are too few message rows for the last turns."""
        return self.panel_spans_screen or self.message_rows < MANY_MESSAGE_ROWS

    @cached_property
    def message_rows(self) -> int:
        return self.rows - self.viewport.rows - self.status_rows - self.panel_rows_below

    def cell_at(self, column: int, row: int, board: Board) -> Cell | None:
        """Return the board cell at a position of the screen, both from 0, or None."""
        row -= 0 if self.shows_all_rows else self.message_rows
        if not (0 <= row < self.viewport.rows and column < self.viewport.columns):
            return None
        return (self.viewport.top + row) * board.stride + self.viewport.left + column


def is_large_enough(columns: int, rows: int) -> bool:
    return columns >= MIN_COLUMNS and rows >= MIN_ROWS


def compute_screen_layout(  # noqa: PLR0913 - the size, what is on it, and what may be
    columns: int,
    rows: int,
    board: Board,
    hero_cell: Cell,
    *,
    may_have_panel: bool = True,
    expansion_rows: int = 0,
) -> ScreenLayout:
    """Return the layout of a board on a screen that `is_large_enough`.

    The picture has all `expansion_rows` below the figures; any other screen has one for each four
    of them, a narrow one two, and as many more as there are to spare. If not all rows fit, those
    without a walkable cell are left out; a board that is still too large scrolls with the hero.
    """
    first, last = board.walkable_rows
    layout = _unscrolled_layout(
        (columns, rows), (board.width, board.height), (first, last), may_have_panel, expansion_rows
    )
    window = layout.viewport
    if window.columns == board.width and window.rows > last - first:
        return layout
    row, column = board.row_and_column(hero_cell)
    left, _ = _visible_span(0, board.width - 1, columns, column)
    top = 0 if layout.shows_all_rows else _visible_span(first, last, window.rows, row)[0]
    return evolve(layout, viewport=evolve(window, top=top, left=left))


@lru_cache(maxsize=16)
def _unscrolled_layout(
    screen: tuple[int, int],
    board: tuple[int, int],
    walkable_rows: tuple[int, int],
    may_have_panel: bool,  # noqa: FBT001 - one of what the layout is cached by
    expansion_rows: int,
) -> ScreenLayout:
    """Return the layout of a board seen from its first row and column that matter.

    The sizes of screen and board are in columns and rows.
    """
    (columns, rows), (width, height) = screen, board
    width = min(width, columns)
    make_layout = partial(ScreenLayout, columns, rows, may_have_panel=may_have_panel)
    # With expansions messages often take two rows, which must not cover the last row of those.
    picture_rows = height + STATUS_ROWS + expansion_rows + bool(expansion_rows)
    if rows > picture_rows and columns >= STANDARD_COLUMNS:
        picture = make_layout(
            Viewport(0, 0, height, width),
            shows_all_rows=True,
            status_rows=STATUS_ROWS + expansion_rows,
            expansion_rows=expansion_rows,
        )
        return evolve(picture, panel_rows_below=_panel_rows_below(picture))
    first, last = walkable_rows
    # A narrow screen has its figures in two rows; any other has them in one if rows are few.
    wanted = last - first + 1 + MIN_MESSAGE_ROWS
    is_narrow = columns < STANDARD_COLUMNS
    status_rows = 2 if is_narrow or rows >= wanted + 2 else 1
    spare = rows - wanted - status_rows - SPARE_MESSAGE_ROWS
    least = NARROW_EXPANSION_ROWS if is_narrow else -(-expansion_rows // IN_A_ROW)
    expansion_rows = min(expansion_rows, max(least, spare))
    status_rows += expansion_rows
    height = min(last - first + 1, rows - MIN_MESSAGE_ROWS - status_rows)
    return make_layout(
        Viewport(first, 0, height, width),
        shows_all_rows=False,
        status_rows=status_rows,
        expansion_rows=expansion_rows,
    )


def most_of_board(board: Board, hero_cell: Cell, rows: int) -> Viewport | None:
    """Return as much of a board as fits in those rows; None if that is less than half of it.

    If not all rows fit, those without a walkable cell are left out first.
    """
    if rows >= board.height:
        return Viewport(0, 0, board.height, board.width)
    first, last = board.walkable_rows
    if 2 * rows <= last - first + 1:
        return None
    top, height = _visible_span(first, last, rows, board.row_and_column(hero_cell)[0])
    return Viewport(top, 0, height, board.width)


def _panel_rows_below(picture: ScreenLayout) -> int:
    spare = picture.message_rows - MIN_MESSAGE_ROWS - 1
    if not picture.may_have_panel or picture.has_panel_beside or spare < MIN_PANEL_ROWS:
        return 0
    return min(spare, MAX_PANEL_ROWS)


MAX_COVERED_ROWS = 2
"""Rows of status or board that a long message may cover."""

COVERED_SHARE = 4
"""Part of a board without a picture that it may cover, a quarter: then nothing is turned over."""

SCROLL_SHARE = 4
"""A board scrolls by this part of what is seen of it, a quarter."""

LEAST_BOARD_ROWS = 2
"""Rows of the board that no question covers."""


@frozen
class LaidOutText:
    """A screen layout with the messages of the Action row, as pages of lines that fit.

    Messages a little too long for their rows cover `covered_rows` of what is next to them, until
    they are gone: a question must fit on one page.
    """

    layout: ScreenLayout
    messages: tuple[Message, ...]
    pages: Sequence[list[str]]
    covered_rows: int = 0


def lay_out_text(  # noqa: PLR0913 - what is laid out where, and what kind of text it is
    layout: ScreenLayout,
    messages: tuple[Message, ...],
    board: Board,
    focus_cell: Cell,
    *,
    is_document: bool,
    is_question: bool = False,
) -> LaidOutText:
    """Return a layout with messages on it; they cover nothing of the document's own picture.

    A question may cover more: all but a few rows of the board.
    """
    text = join_messages(messages)
    text = " ".join(f"{ACTION_LABEL * layout.shows_all_rows}{text}".split())
    if len(text) <= layout.text_columns:  # as most often
        return LaidOutText(layout, messages, [[text]])
    missing = max(0, len(wrap_text(text, layout.text_columns)) - layout.message_rows)
    most = MAX_COVERED_ROWS
    if not layout.shows_all_rows:
        most = max(most, layout.viewport.rows // COVERED_SHARE)
    if is_question:
        most = max(most, layout.viewport.rows - LEAST_BOARD_ROWS)
    covered = missing if missing <= most and not is_document else 0
    if covered and not layout.shows_all_rows:
        uncovered = _scroll_clear(layout, board, focus_cell, covered)
        layout, covered = uncovered, covered if uncovered is layout else 0
    rows = layout.message_rows + covered
    return LaidOutText(layout, messages, paginate(text, layout.text_columns, rows), covered)


def _scroll_clear(
    layout: ScreenLayout, board: Board, focus_cell: Cell, covered: int
) -> ScreenLayout:
    """Return a layout with fewer rows of the board where a message would cover the cell."""
    window, row = layout.viewport, board.row_and_column(focus_cell)[0]
    if row >= window.top + covered or window.rows <= covered:
        return layout
    top, height = _visible_span(*board.walkable_rows, window.rows - covered, row)
    return evolve(layout, viewport=evolve(window, top=top, rows=height))


def _visible_span(first: int, last: int, size: int, middle: int) -> tuple[int, int]:
    """Return the start and length of the visible span, about centred on `middle` if it must scroll.

    It scrolls by several rows or columns at once, so that most steps leave it where it is.
    """
    length, step = last - first + 1, max(1, size // SCROLL_SHARE)
    if length <= size:
        return first, length
    start = first + (middle - size // 2 - first) // step * step
    return min(max(first, start), last - size + 1), size


MORE_PROMPT = " --more--"


def paginate(text: str, width: int, lines: int) -> list[list[str]]:
    """Return the text as pages of at most `lines` lines of at most `width` columns.

    Nothing is lost: every page but the last says that there is more (R1), and ends with a
    sentence if that costs no page more. Beside `MORE_PROMPT` there must be room for any one word.
    """
    pages, text = list[list[str]](), " ".join(text.split())
    while len(folded := wrap_text(text, width)) > lines:
        most = _fitting_text(text, width, lines)
        whole = most[: f"{most} ".rfind(". ") + 1] or most  # up to its last full stop, if any
        rest, rest_of_most = _rest_after(whole, text), _rest_after(most, text)
        if _count_pages(rest, width, lines) > _count_pages(rest_of_most, width, lines):
            whole, rest = most, rest_of_most
        *others, last = wrap_text(whole, width - len(MORE_PROMPT))
        pages.append([*others, last + MORE_PROMPT])
        text = rest
    return [*pages, folded or [""]]


def _fitting_text(text: str, width: int, lines: int) -> str:
    """Return as much of a text as fits on a page beside the more prompt."""
    return " ".join(wrap_text(text, width - len(MORE_PROMPT))[:lines])


def _rest_after(page: str, text: str) -> str:
    return text[len(page) :].lstrip()


def _count_pages(text: str, width: int, lines: int) -> int:
    count = 1
    while len(wrap_text(text, width)) > lines:
        text = _rest_after(_fitting_text(text, width, lines), text)
        count += 1
    return count


WIDE_GAP, NARROW_GAP = "  ", " "
"""What stands between two texts of one row: the narrow one only where the wide one is too much."""


@frozen
class RowWordings:
    """A row of an expansion in the long wording and in the short one, either maybe empty.

    The `widest` are those that it usually has: they say which wording is shown, and how much room
    is left for it, so that rows keep form and place while their values change.
    """

    long: str
    short: str
    widest: tuple[str, str]


def fit_rows(rows: Sequence[RowWordings], most: int, width: int) -> list[str]:
    """Return at most that many lines with the rows in the longest wordings that usually fit.

    Which these are, and where each row stands, is the same for all values, unless they are unusual:
    then the rows of a line, or all of them, are in short, one after the other. If even that is too
    long, the end of the last line is cut.
    """
    plan = plan_rows(tuple([row.widest for row in rows]), most, width)
    lines = [] if plan is None else [_fill_line(rows, line, width) for line in plan]
    if plan is None or any(len(line) > width for line in lines):
        short = [row.short for row in rows]
        lines = [
            shorten_text(NARROW_GAP.join([short[at] for at in line]), width)
            for line in _arrange(short, most, width, NARROW_GAP)
        ]
    return lines


PlannedLine: TypeAlias = tuple[tuple[int, bool, int], ...]
"""The rows of one line: the number of each, whether it is in short, and its first column."""


@lru_cache(maxsize=64)
def plan_rows(
    widest: tuple[tuple[str, str], ...], most: int, width: int
) -> tuple[PlannedLine, ...] | None:
    """Return what stands where on so many lines, the last rows shortened first; None if too long.

    The rows are below one another as far as that many lines are allowed.
    """

    def arranged(short: Container[int]) -> tuple[PlannedLine, ...] | None:
        texts = [pair[at in short] for at, pair in enumerate(widest)]
        lines = list[PlannedLine]()
        for line in _arrange(texts, most, width, WIDE_GAP):
            *starts, end = accumulate([len(texts[at] + WIDE_GAP) for at in line], initial=0)
            if end > width + len(WIDE_GAP):
                return None
            placed = zip(line, starts, strict=True)
            lines.append(tuple([(at, at in short, start) for at, start in placed]))
        return tuple(lines)

    for first in range(len(widest), -1, -1):
        short = {*range(first, len(widest))}
        if (plan := arranged(short)) is not None:
            break
    else:
        return None
    for at in sorted(short):  # what has room after all, as another one became short
        if (longer := arranged(short - {at})) is not None:
            short, plan = short - {at}, longer
    return plan


def _arrange(texts: Sequence[str], most: int, width: int, gap: str) -> list[list[int]]:
    """Return which texts stand on each line: below one another while lines are left, else packed.

    The last line gets all that is left, however long.
    """
    lines, lengths = list[list[int]](), list[int]()
    filled = [at for at, text in enumerate(texts) if text]
    for number, at in enumerate(filled):
        beside = lengths[-1] + len(gap) + len(texts[at]) if lines else 0
        has_no_room = len(filled) - number > most - len(lines)
        if lines and has_no_room and (beside <= width or len(lines) == most):
            lines[-1].append(at)
            lengths[-1] = beside
        else:
            lines.append([at])
            lengths.append(len(texts[at]))
    return lines


def _fill_line(rows: Sequence[RowWordings], line: PlannedLine, width: int) -> str:
    """Return a planned line with the values of now; what is unusually long moves the rest."""
    text = ""
    for at, is_short, start in line:
        gap, row = WIDE_GAP * bool(text), rows[at].short if is_short else rows[at].long
        text = f"{text + gap:<{start}}{row}".rstrip()
    if len(text) <= width:
        return text
    return WIDE_GAP.join(filter(None, [rows[at].short for at, *_ in line]))


def fit_each_row(rows: Sequence[RowWordings], width: int) -> list[str]:
    """Return each row on a line: in short where the long wording is too long."""
    return [first_that_fits((row.long, row.short or row.long), width) for row in rows]


ELLIPSIS = "..."


def first_that_fits(wordings: Sequence[str], width: int) -> str:
    """Return the first wording that fits, the best first; the last one cut if none does."""
    fitting = [text for text in wordings if len(text) <= width]
    return fitting[0] if fitting else shorten_text(wordings[-1], width)


def shorten_text(text: str, width: int) -> str:
    """Return a text, or as much of it as fits in that many columns, and three dots."""
    return text if len(text) <= width else text[: width - len(ELLIPSIS)] + ELLIPSIS


def styled_line(text: str, role: str = "", rest: str = "") -> Line:
    roles = ROLE_LETTERS.get(role, PLAIN_ROLE) * len(text) + PLAIN_ROLE * len(rest)
    return Line(text + rest, roles)


def side_by_side(left: list[Line], right: list[Line], column: int) -> list[Line]:
    pairs = zip_longest(left, right, fillvalue=Line("", ""))
    padded = [(one.padded(column), other) for one, other in pairs]
    return [Line(one.text + other.text, one.roles + other.roles) for one, other in padded]
