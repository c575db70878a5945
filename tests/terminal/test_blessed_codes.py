"""The one blessed terminal: it asks nothing, and gives all codes to paint with."""

import os
import random
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TextIO

import pytest

from cc3k.terminal import blessed_codes as terminal_module
from cc3k.terminal.blessed_codes import create_terminal, load_screen_codes, screen_codes
from cc3k.ui.palette import MONOCHROME_STYLES, ROLE_LETTERS, styles_by_letter
from tests.support.processes import start_and_wait
from tests.support.tables import for_each
from tests.support.terminal_codes import blessed_terminal

PALETTE = partial(styles_by_letter, "default")
KINDS = ("xterm-256color", "xterm", "linux", "screen", "tmux-256color", "vt100", "foot", "wy50")


@pytest.fixture
def slave() -> Iterator[tuple[int, TextIO]]:
    """Open a terminal that never answers: yield its other side, and a stream to write to it."""
    master, descriptor = os.openpty()
    tty.setraw(descriptor)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        yield master, stream
    os.close(master)


@pytest.mark.parametrize("no_color", [{}, {"NO_COLOR": "1"}])
def test_terminal_is_made_without_asking_anything_or_reading_a_key(
    slave: tuple[int, TextIO], no_color: dict[str, str]
) -> None:
    """On a pty that never answers, a question costs ten seconds and the keys typed meanwhile."""
    master, stream = slave
    modes = termios.tcgetattr(stream.fileno())
    os.write(master, b"typed ahead")
    environ = {"TERM": "xterm-256color", **no_color}
    before = environ.copy()
    codes = load_screen_codes(stream, environ, PALETTE)
    assert codes.painting.move_to(0, 0)
    assert select.select([master], [], [], 0)[0] == [], "nothing was written"
    assert os.read(stream.fileno(), 100) == b"typed ahead"
    assert termios.tcgetattr(stream.fileno()) == modes
    assert environ == before


def test_no_color_takes_the_colours_and_nothing_else(slave: tuple[int, TextIO]) -> None:
    """Otherwise blessed would switch off cursor movement and the full screen as well."""
    _, stream = slave
    environ = {"TERM": "xterm-256color"}
    coloured = load_screen_codes(stream, environ, PALETTE)
    plain = load_screen_codes(stream, environ | {"NO_COLOR": "1"}, PALETTE)
    assert (plain.enter, plain.leave) == (coloured.enter, coloured.leave)
    assert plain.painting.clear_screen == coloured.painting.clear_screen
    assert plain.painting.move_to(3, 4) == coloured.painting.move_to(3, 4) != ""
    assert plain.painting.styles.keys() == {ROLE_LETTERS[role] for role in MONOCHROME_STYLES}
    attributes = {"\x1b[1m", "\x1b[7m", "\x1b[4m"}
    assert set(plain.painting.styles.values()) == {*attributes, "\x1b[1m\x1b[4m", "\x1b[1m\x1b[7m"}
    assert coloured.painting.styles[ROLE_LETTERS["hero"]] == "\x1b[96m"


def test_terminal_has_the_kind_and_the_stream_it_is_given(slave: tuple[int, TextIO]) -> None:
    """`TERM` is that of the environment given, not of this process."""
    _, stream = slave
    terminal = create_terminal(stream, {"TERM": "linux"})
    assert terminal.kind == "linux"
    assert terminal.stream is stream
    assert terminal.number_of_colors == 8


@for_each("kind", KINDS)
def test_every_code_is_what_blessed_says(kind: str) -> None:
    """Moves are worked out from a pattern: they are the same for every row, column and number."""
    terminal = blessed_terminal(kind)
    codes = screen_codes(terminal, PALETTE)
    painting, rng = codes.painting, random.Random(kind)
    for row, column in [(0, 0), (8, 9), (9, 99), (99, 199), *[_position(rng) for _ in range(100)]]:
        assert painting.move_to(row, column) == str(terminal.move_yx(row, column)) != ""
        assert painting.move_to_column(column) == _said(terminal.move_x, column)
        assert painting.move_right(column + 1) == str(terminal.move_right(column + 1))
        assert painting.move_left(column + 1) == str(terminal.move_left(column + 1))
        assert painting.move_down(row + 1) == str(terminal.move_down(row + 1))
    assert painting.clear_screen == terminal.clear
    assert painting.erase_to_line_end == terminal.clear_eol
    assert painting.reset == terminal.normal
    assert codes.enter == terminal.enter_fullscreen + terminal.hide_cursor
    assert codes.leave.startswith(terminal.normal + terminal.normal_cursor)
    assert codes.leave.endswith(terminal.exit_fullscreen or terminal.clear)


def _said(move: Callable[..., str], number: int) -> str:
    return str(move(number))


def _position(rng: random.Random) -> tuple[int, int]:
    return rng.randrange(130), rng.randrange(220)


@pytest.mark.parametrize(("kind", "most"), [("xterm-256color", 4), ("linux", 4), ("wy50", 450)])
def test_blessed_is_asked_for_a_move_before_the_first_key_and_not_at_each(
    kind: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes 0.1 ms for each, which is what painting a key takes.

    Only of a terminal whose moves have no numbers written into them it is asked for every one.
    """
    terminal = blessed_terminal(kind)
    asked = list[tuple[int, int]]()
    move = terminal.move_yx

    def count_moves(row: int, column: int) -> str:
        asked.append((row, column))
        return move(row, column)

    monkeypatch.setattr(terminal, "move_yx", count_moves)
    codes = screen_codes(terminal, PALETTE).painting
    for _ in range(3):
        for row in range(20):
            for column in range(20):
                assert codes.move_to(row, column)
    assert len(asked) <= most


def test_nothing_but_the_first_page_knows_terminfo() -> None:
    """All that is painted with the terminal's own colours comes from one blessed terminal."""
    source = Path(terminal_module.__file__).read_text("utf-8")
    assert "curses" not in source
    assert source.count("Terminal(") == 1


def test_full_screen_is_left_empty_where_the_old_one_cannot_be_shown_again() -> None:
    """The shell's prompt must not come up in the middle of the board."""
    for kind in ("linux", "vt100"):
        terminal = blessed_terminal(kind)
        assert not terminal.exit_fullscreen
        assert screen_codes(terminal, PALETTE).leave.endswith(terminal.clear)


FIRST_AND_LATER = """\
import os, sys
from functools import partial
from cc3k.terminal.blessed_codes import load_screen_codes
from cc3k.terminal.paint import read_screen_codes
from cc3k.ui.palette import styles_by_letter
kind, palette, no_color = sys.argv[1:]
styles = partial(styles_by_letter, palette)
with os.fdopen(os.openpty()[1], "w") as stream:
    first = read_screen_codes(kind, stream.fileno(), styles, with_colours=not no_color)
    environ = {"TERM": kind, "NO_COLOR": no_color}
    later = load_screen_codes(stream, environ, styles)
print(first.painting.styles == later.painting.styles, len(set(later.painting.styles.values())))
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["xterm-256color", "xterm", "linux", "screen-256color", "vt100"])
@pytest.mark.parametrize("no_color", ["", "1"])
def test_first_page_has_the_colours_that_blessed_gives_it_later(kind: str, no_color: str) -> None:
    """So a map is shown while blessed is still imported, and nothing is painted twice."""
    program = (sys.executable, "-c", FIRST_AND_LATER, kind, "default", no_color)
    are_equal, count = start_and_wait(command=program).out.split()
    assert are_equal == "True"
    is_coloured = not no_color and kind != "vt100"
    assert (int(count) > 5) is is_coloured
