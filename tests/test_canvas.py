"""What is painted: exactly the new screen, and as little of it as can be."""

import re
from collections.abc import Iterator

import pyte
from hypothesis import given
from hypothesis import strategies as st

from cc3k.shell.terminal.canvas import NEAR, PLAIN, Brush, Canvas, Line, paint

STYLES = {"b": "\x1b[1m", "r": "\x1b[31m"}
BRUSH = Brush(
    STYLES, "\x1b[m", "\x1b[H\x1b[2J", lambda row, column: f"\x1b[{row + 1};{column + 1}H"
)
STYLE_OF = {"b": ("default", True), "r": ("red", False), PLAIN: ("default", False)}
"""Colour and weight, as the model terminal has them."""


@st.composite
def _canvases(draw: st.DrawFn, columns: int, rows: int) -> Canvas:
    texts = st.text("ab. ", max_size=columns + 2)
    roles = st.text("br ", max_size=columns + 2)
    lines = draw(st.lists(st.builds(Line, texts, roles), max_size=rows + 1))
    return Canvas.of(columns, rows, lines)


@st.composite
def _changes(draw: st.DrawFn) -> tuple[Canvas, Canvas]:
    """Draw two screens of one size, often alike in most of their cells."""
    columns, rows = draw(st.integers(1, 30)), draw(st.integers(1, 6))
    old = draw(_canvases(columns, rows))
    fresh = draw(_canvases(columns, rows))
    kept = draw(st.lists(st.integers(0, rows - 1)))
    lines = [old.lines[row] if row in kept else fresh.lines[row] for row in range(rows)]
    return old, Canvas(columns, tuple(lines))


Seen = list[list[tuple[str, tuple[str, bool]]]]


def wanted(canvas: Canvas) -> Seen:
    """Return the characters and styles of a canvas."""
    return [
        [(text, STYLE_OF[role]) for text, role in zip(line.text, line.roles, strict=True)]
        for line in canvas.lines
    ]


def seen(screen: pyte.Screen, canvas: Canvas) -> Seen:
    """Return the characters and styles on a model terminal of the size of a canvas."""
    cells = [
        [screen.buffer[row][column] for column in range(canvas.width)]
        for row in range(len(canvas.lines))
    ]
    return [[(str(cell.data), (str(cell.fg), bool(cell.bold))) for cell in row] for row in cells]


def painted_on(screen: pyte.Screen, painting: str) -> None:
    """Let a model terminal paint."""
    pyte.Stream(screen).feed(painting)


@given(_changes())
def test_painting_any_screen_over_any_other_gives_exactly_it(change: tuple[Canvas, Canvas]) -> None:
    """Own cell grid, paint only what changed."""
    old, new = change
    screen = pyte.Screen(new.width, len(new.lines))
    painted_on(screen, "rubbish left by somebody else")
    painted_on(screen, paint(None, old, BRUSH))
    assert seen(screen, old) == wanted(old)
    painted_on(screen, paint(old, new, BRUSH))
    assert seen(screen, new) == wanted(new)


@given(_changes())
def test_nothing_changed_paints_nothing(change: tuple[Canvas, Canvas]) -> None:
    """A key that does nothing costs nothing."""
    _, new = change
    assert paint(new, new, BRUSH) == ""
    assert paint(new, Canvas(new.width, new.lines), BRUSH) == ""


def touched(painting: str) -> Iterator[tuple[int, int]]:
    """Yield the cells that are painted, in order."""
    row = column = 0
    for piece in re.finditer(r"\x1b\[(\d+);(\d+)H|\x1b\[\d*m|([^\x1b])", painting):
        if piece[1]:
            row, column = int(piece[1]) - 1, int(piece[2]) - 1
        elif piece[3]:
            yield row, column
            column += 1


@given(_changes())
def test_only_changed_cells_and_short_gaps_are_painted(change: tuple[Canvas, Canvas]) -> None:
    """Changed cells and the cheapest cursor motion; each cell once at the most."""
    old, new = change
    cells = list(touched(paint(old, new, BRUSH)))
    before, after = wanted(old), wanted(new)
    changed = {
        (row, column)
        for row, line in enumerate(after)
        for column, cell in enumerate(line)
        if cell != before[row][column]
    }
    assert changed <= set(cells)
    assert cells == sorted(set(cells))
    for row, column in set(cells) - changed:
        near = [other - column for line, other in changed if line == row]
        left, right = max(way for way in near if way < 0), min(way for way in near if way > 0)
        assert right - left - 1 <= NEAR


def test_gap_is_painted_over_while_that_is_cheaper_than_to_move() -> None:
    """A cursor motion takes more bytes than a few cells."""
    for gap, motions in ((NEAR, 1), (NEAR + 1, 2)):
        old = Canvas.of(20, 1, [Line("", "")])
        new = Canvas.of(20, 1, [Line(f"a{' ' * gap}b", "")])
        assert paint(old, new, BRUSH).count("H") == motions


def test_another_size_is_painted_from_the_beginning() -> None:
    """After a resize nothing is known of what the terminal shows."""
    old, new = Canvas.of(5, 2, [Line("abc", "")]), Canvas.of(6, 2, [Line("abc", "")])
    assert paint(old, new, BRUSH) == paint(None, new, BRUSH) != ""
    assert paint(None, new, BRUSH).startswith(BRUSH.normal + BRUSH.clear)


def test_style_ends_with_its_run() -> None:
    """A colour never leaks into what is written next."""
    new = Canvas.of(6, 1, [Line("ab.cc", "bb rr")])
    old = Canvas.of(6, 1, [])
    assert paint(old, new, BRUSH) == "\x1b[1;1H\x1b[1mab\x1b[m.\x1b[31mcc\x1b[m"
