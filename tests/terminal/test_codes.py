"""How a codes moves and changes its style: the shortest way there is."""

import pyte
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tables import for_each
from tests.terminal.test_canvas import BARE, CODES

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
    "at, to, way",
    [
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
    ],
)
def test_way_is_the_shortest(at: tuple[int, int], to: tuple[int, int], way: str) -> None:
    """Relative where that is shorter, absolute where not."""
    assert CODES.move_cursor(at, to) == way


def test_terminal_that_cannot_move_otherwise_is_told_the_place() -> None:
    """Not every terminal has a way to a column, or to the right."""
    assert BARE.move_cursor((1, 1), (1, 30)) == BARE.move_to(1, 30)
    assert BARE.move_cursor((1, 30), (20, 1)) == BARE.move_to(20, 1)


@for_each(
    "role, to, change",
    [
        ("r", "g", "\x1b[32m"),
        ("r", " ", "\x1b[m"),
        (" ", "b", "\x1b[1m"),
        ("b", "r", "\x1b[;31m"),
        ("i", "i", ""),
        ("r", "b", "\x1b[;1m"),
        (" ", " ", ""),
        ("w", "r", "\x1b[;31m"),
    ],
)
def test_change_of_style_says_no_more_than_is_new(role: str, to: str, change: str) -> None:
    """A new colour ends the old one; only a reset ends bold, reverse and a background."""
    assert CODES.change_style(role, to) == change
