"""What is painted, and in which order: exactly the new screen, by as few bytes as can be."""

import random
import re
from collections.abc import Iterator
from itertools import groupby

import pyte
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cc3k.terminal import paint
from cc3k.terminal.app import PLAIN_ROLE, Canvas, Line
from cc3k.terminal.paint import Painter, TerminalCodes, order_cells, render_changes
from cc3k.ui.palette import PALETTES, ROLE_LETTERS
from tests.support.tables import for_each
from tests.support.terminal_codes import blessed_codes

STYLES = {"b": "\x1b[1m", "r": "\x1b[31m", "i": "\x1b[7m", "g": "\x1b[32m", "w": "\x1b[37;44m"}
CODES = TerminalCodes(
    STYLES,
    "\x1b[m",
    "\x1b[H\x1b[2J",
    "\x1b[K",
    lambda row, column: f"\x1b[{row + 1};{column + 1}H",
    lambda column: f"\x1b[{column + 1}G",
    lambda columns: f"\x1b[{columns}C",
    lambda columns: f"\x1b[{columns}D",
    lambda rows: f"\x1b[{rows}B",
    "\x1bM",
)
BARE = TerminalCodes(
    {},
    "",
    "\x1b[H\x1b[J",
    "",
    CODES.move_to,
    lambda _column: "",
    lambda _columns: "",
    lambda _columns: "",
    lambda _rows: "",
)
"""A terminal that can hardly do anything."""


@st.composite
def _canvases(draw: st.DrawFn, columns: int, rows: int) -> Canvas:
    texts = st.text("ab. ", max_size=columns + 2)
    roles = st.text("brigw ", max_size=columns + 2)
    lines = draw(st.lists(st.builds(Line, texts, roles), max_size=rows + 1))
    return Canvas.from_lines(columns, rows, lines)


@st.composite
def _changes(draw: st.DrawFn) -> tuple[Canvas, Canvas]:
    """Draw two screens of one size, often alike in most of their cells."""
    columns, rows = draw(st.integers(1, 30)), draw(st.integers(1, 6))
    old = draw(_canvases(columns, rows))
    fresh = draw(_canvases(columns, rows))
    kept = draw(st.lists(st.integers(0, rows - 1)))
    lines = [old.lines[row] if row in kept else fresh.lines[row] for row in range(rows)]
    return old, Canvas(columns, tuple(lines))


Seen = list[list[tuple[str, ...]]]


def seen(screen: pyte.Screen) -> Seen:
    """Return the characters and styles on a model terminal; a blank's colour cannot be seen."""
    return [
        [_looks(screen.buffer[row][column]) for column in range(screen.columns)]
        for row in range(screen.lines)
    ]


def _looks(cell: pyte.screens.Char) -> tuple[str, ...]:
    shown = (str(cell.data), str(cell.bg), str(cell.reverse), str(cell.underscore))
    visible = cell.data != " " or cell.reverse or cell.underscore
    return (*shown, str(cell.fg), str(cell.bold)) if visible else shown


def wanted(canvas: Canvas, codes: TerminalCodes) -> Seen:
    """Return how a canvas looks, each of its cells painted by itself."""
    screen = pyte.Screen(canvas.width, len(canvas.lines))
    for row, line in enumerate(canvas.lines):
        for column, (text, role) in enumerate(zip(line.text, line.roles, strict=True)):
            style = codes.styles.get(role, "")
            painted_on(screen, f"\x1b[{row + 1};{column + 1}H\x1b[m{style}{text}")
    return seen(screen)


def painted_on(screen: pyte.Screen, painting: str) -> None:
    pyte.Stream(screen).feed(painting)


def assert_painted(old: Canvas, new: Canvas, codes: TerminalCodes) -> None:
    """Check that painting gives exactly the old screen, then the new one, and the old one again.

    So it does if each is painted for itself, and if one painter knows where it left the cursor.
    """
    screen, kept = (pyte.Screen(new.width, len(new.lines)) for _ in range(2))
    before, after, painter = wanted(old, codes), wanted(new, codes), Painter(codes)
    painted_on(screen, "rubbish left by somebody else")
    painted_on(screen, render_changes(None, old, codes))
    assert seen(screen) == before
    painted_on(screen, render_changes(old, new, codes))
    assert seen(screen) == after
    for canvas, looks in ((old, before), (new, after), (old, before)):
        painted_on(kept, painter.paint(canvas))
        assert seen(kept) == looks
    painted_on(screen, "\x1b[Hx")
    assert screen.buffer[0][0] == pyte.screens.Char("x")


@pytest.mark.slow
@pytest.mark.parametrize("codes", [CODES, BARE], ids=["able", "bare"])
@given(change=_changes())
def test_painting_any_screen_over_any_other_gives_exactly_it(
    codes: TerminalCodes, change: tuple[Canvas, Canvas]
) -> None:
    """Painted cells and untouched ones together are the new screen, and the style ends plain."""
    assert_painted(*change, codes)


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("colours", [0, 8, 256])
@pytest.mark.parametrize("palette", PALETTES)
def test_painting_is_exact_in_every_palette(palette: str, colours: int) -> None:
    """Random screens in all roles of a palette, each over the one before it."""
    codes = blessed_codes(palette, colours)
    rng = random.Random(f"{palette} {colours}")
    old = Canvas.from_lines(40, 8, [])
    for _ in range(5):
        new = Canvas(40, tuple([_varied(line, rng) for line in old.lines]))
        assert_painted(old, new, codes)
        old = new


def _varied(line: Line, rng: random.Random) -> Line:
    """Return a line with some of its cells changed: a stretch, single ones, or its whole end."""
    at = rng.randrange(41)
    end = rng.choice([at, at, at + 1, at + 5, 40])
    fill = rng.choice(["....", "    ", "@H.|", "PC. "])
    text = "".join([rng.choice(fill) for _ in range(at, end)])
    role = rng.choice([*ROLE_LETTERS.values(), PLAIN_ROLE, PLAIN_ROLE])
    return Line(
        line.text[:at] + text + line.text[end:],
        line.roles[:at] + role * len(text) + line.roles[end:],
    ).padded(40)


@given(_changes())
def test_nothing_changed_paints_nothing(change: tuple[Canvas, Canvas]) -> None:
    """A key that does nothing costs nothing."""
    _, new = change
    assert render_changes(new, new, CODES) == ""
    assert render_changes(new, Canvas(new.width, new.lines), CODES) == ""


PIECE = re.compile(r"\x1b\[(\d*);?(\d*)[\d;]*([HGCDBKm])|([\r\n\b]|\x1bM)|([^\x1b])")


def touched(painting: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield the cells that are painted, in order; what is erased counts as well."""
    row = column = 0
    for first, second, final, control, character in PIECE.findall(painting):
        if character:
            yield row, column
            column += 1
        elif final == "K":
            yield from ((row, erased) for erased in range(column, width))
        else:
            numbers = int(first or 1), int(second or 1)
            row, column = _moved(row, column, final or control, numbers)


def _moved(row: int, column: int, move: str, numbers: tuple[int, int]) -> tuple[int, int]:
    """Return where a cursor is after a move; a style moves nothing."""
    first, second = numbers
    ways = {
        "H": (first - 1, second - 1),
        "G": (row, first - 1),
        "C": (row, column + first),
        "D": (row, column - first),
        "B": (row + first, column),
        "\r": (row, 0),
        "\n": (row + 1, column),
        "\b": (row, column - 1),
        "\x1bM": (row - 1, column),
    }
    return ways.get(move, (row, column))


def plain_canvas(*rows: str) -> Canvas:
    return Canvas(len(rows[0]), tuple([Line(row, " " * len(row)) for row in rows]))


@given(_changes())
@example((Canvas.from_lines(7, 1, []), Canvas(7, (Line(" " * 7, " igbgi "),))))
@example((plain_canvas("aaaaa ", "a aa a"), plain_canvas(" " * 6, " " * 6)))
def test_only_changed_cells_short_gaps_and_blank_ends_are_painted(
    change: tuple[Canvas, Canvas],
) -> None:
    """Changed cells and the cheapest cursor motion; what is passed over may be painted early."""
    old, new = change
    painting = render_changes(old, new, CODES)
    cells = list(touched(painting, new.width))
    changed = {
        (row, column)
        for row, (before, after) in enumerate(zip(old.lines, new.lines, strict=True))
        for column in range(new.width)
        if (before.text[column], before.roles[column]) != (after.text[column], after.roles[column])
    }
    assert changed <= set(cells)
    styles = {role for line in new.lines for role in line.roles}
    most = len(styles) + painting.count("\x1b[K")  # once a style, and once for each erasure
    assert all(cells.count(cell) <= most for cell in changed)
    for row, column in set(cells) - changed:
        near = [other - column for line, other in changed if line == row]
        left = max([way for way in near if way < 0], default=-99)
        right = min([way for way in near if way > 0], default=99)
        assert right - left - 1 <= len("\x1b[30C") or column >= new.lines[row].trimmed_width


def test_gap_is_painted_over_while_that_is_no_longer_than_to_move() -> None:
    """A cursor motion takes more bytes than a few cells."""
    for gap, motions in ((4, 0), (5, 1)):
        old = Canvas.from_lines(20, 1, [Line(f" {'-' * gap} ", "")])
        new = Canvas.from_lines(20, 1, [Line(f"a{'-' * gap}b", "")])
        assert len(re.findall(r"\x1b\[\d*C", render_changes(old, new, CODES))) == motions


def test_rest_of_a_row_is_erased_when_that_is_shorter_than_blanks() -> None:
    """Four blanks take more bytes than what erases a row to its end."""
    for length, erased in ((3, 0), (4, 1)):
        old = Canvas.from_lines(20, 1, [Line("a" * length, "")])
        painting = render_changes(old, Canvas.from_lines(20, 1, []), CODES)
        assert painting.count(CODES.erase_to_line_end) == erased
        assert painting.count(" ") == (0 if erased else length)


def test_styles_are_painted_one_after_another_when_that_is_shorter() -> None:
    """Each change of style takes bytes as well: two changes, not one a cell."""
    new = Canvas.from_lines(12, 1, [Line("ab" * 6, "rg" * 6)])
    assert render_changes(Canvas.from_lines(12, 1, []), new, CODES).count("m") == 3


def test_another_size_is_painted_from_the_beginning() -> None:
    old, new = (
        Canvas.from_lines(5, 2, [Line("abc", "")]),
        Canvas.from_lines(6, 2, [Line("abc", "")]),
    )
    assert render_changes(old, new, CODES) == render_changes(None, new, CODES) != ""
    assert render_changes(None, new, CODES).startswith(CODES.reset + CODES.clear_screen)


def test_style_ends_with_its_run() -> None:
    old, new = Canvas.from_lines(6, 1, []), Canvas.from_lines(6, 1, [Line("ab.", "bb ")])
    assert render_changes(old, new, CODES) == "\x1b[1;3H.\r\x1b[1mab\x1b[m"
    new = Canvas.from_lines(6, 1, [Line("ab", "bb")])
    assert render_changes(old, new, CODES) == "\x1b[1;1H\x1b[1mab\x1b[m"


PLACES = st.tuples(st.integers(0, 29), st.integers(0, 78))


@given(PLACES, PLACES)
def test_every_way_leads_there_and_none_is_longer_than_the_straight_one(
    at: tuple[int, int], to: tuple[int, int]
) -> None:
    """Line feeds go straight down: the terminal is set not to return to the first column."""
    screen = pyte.Screen(79, 30)
    way = CODES.move_cursor(at, to)
    pyte.Stream(screen).feed(CODES.move_to(*at) + way)
    assert (screen.cursor.y, screen.cursor.x) == to
    assert len(way) <= len(CODES.move_to(*to))


@for_each(
    ((5, 5), (5, 6), "\x1b[1C"),
    ((5, 5), (5, 3), "\b\b"),
    ((5, 50), (5, 3), "\x1b[4G"),
    ((5, 50), (5, 30), "\x1b[20D"),
    ((5, 5), (7, 5), "\n\n"),
    ((5, 5), (6, 4), "\b\n"),
    ((5, 5), (25, 5), "\x1b[20B"),
    ((5, 5), (4, 5), "\x1bM"),
    ((15, 5), (14, 30), "\x1b[25C\x1bM"),
    ((15, 5), (9, 30), "\x1b[10;31H"),
)
def test_way_is_the_shortest(at: tuple[int, int], to: tuple[int, int], way: str) -> None:
    """Relative where that is shorter, absolute where not."""
    assert CODES.move_cursor(at, to) == way


def test_terminal_that_cannot_move_otherwise_is_told_the_place() -> None:
    """Not every terminal has a way to a column, or to the right."""
    assert BARE.move_cursor((1, 1), (1, 30)) == BARE.move_to(1, 30)
    assert BARE.move_cursor((1, 30), (20, 1)) == BARE.move_to(20, 1)


@for_each(
    ("r", "g", "\x1b[32m"),
    ("r", " ", "\x1b[m"),
    (" ", "b", "\x1b[1m"),
    ("b", "r", "\x1b[;31m"),
    ("i", "i", ""),
    ("r", "b", "\x1b[;1m"),
    (" ", " ", ""),
    ("w", "r", "\x1b[;31m"),
)
def test_change_of_style_says_no_more_than_is_new(role: str, to: str, change: str) -> None:
    """A new colour ends the old one; only a reset ends bold, reverse and a background."""
    assert CODES.change_style(role, to) == change


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
    assert len(cells) > paint.MAX_RUNS
    painted = [roles[row][column] for row, column in ordered(cells, roles)]
    assert [role for role, _ in groupby(painted)] == [" ", "b", "r", "g"]
    assert len(cells) // 4 < paint.MIN_AREA_CELLS
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
