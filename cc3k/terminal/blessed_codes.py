"""Terminal: the one `blessed.Terminal` of the program, and the codes to paint with.

This is the only module that imports blessed, which takes as long as all the rest of the start: so
it is imported late, while the player reads the first page.
"""

from collections.abc import Callable, MutableMapping
from functools import cache, partial
from typing import TextIO

from blessed import Terminal

from cc3k.terminal.paint import Palette, ScreenCodes, TerminalCodes

SAMPLE_NUMBERS, CHECK_NUMBERS = (171, 219), (7, 98)
"""Numbers that a cursor move is asked for with, to see where it has them, and to be sure of it."""


def load_screen_codes(
    stream: TextIO, environ: MutableMapping[str, str], palette: Palette
) -> ScreenCodes:
    return screen_codes(create_terminal(stream, environ), palette)


def create_terminal(stream: TextIO, environ: MutableMapping[str, str]) -> Terminal:
    """Return the blessed terminal behind a stream of its own; respects `NO_COLOR` and `TERM`.

    A terminal on `sys.stdout` would own the keyboard: blessed would ask it questions, wait up to
    ten seconds for the answers, and lose the keys typed meanwhile. On any other stream, such as one
    on a duplicate of that descriptor, it asks nothing; `keys` reads the keyboard.
    """
    # With NO_COLOR set, blessed would switch off cursor movement and the full screen as well.
    no_color = environ.pop("NO_COLOR", "")
    try:
        terminal = Terminal(kind=environ.get("TERM"), stream=stream)
    finally:
        if no_color:
            environ["NO_COLOR"] = no_color
    if no_color:
        terminal.number_of_colors = 0
    return terminal


def screen_codes(terminal: Terminal, palette: Palette) -> ScreenCodes:
    """Return the codes of a blessed terminal, each asked for once."""
    normal, clear = str(terminal.normal), str(terminal.clear)
    # A terminal without an alternate screen is left empty: it cannot show the old one again.
    leave = str(terminal.exit_fullscreen) or clear
    return ScreenCodes(
        enter=f"{terminal.enter_fullscreen}{terminal.hide_cursor}",
        leave=f"{normal}{terminal.normal_cursor}{leave}",
        painting=TerminalCodes(
            styles={
                letter: str(terminal.formatter(style))
                for letter, style in palette(terminal.number_of_colors).items()
            },
            reset=normal,
            clear_screen=clear,
            erase_to_line_end=str(terminal.clear_eol),
            move_to=_prepare_move(terminal.move_yx, 2),
            move_to_column=_prepare_move(terminal.move_x, 1),
            move_right=_prepare_move(terminal.move_right, 1),
            move_left=_prepare_move(terminal.move_left, 1),
            move_down=_prepare_move(terminal.move_down, 1),
            move_up_one=str(terminal.ri),
        ),
    )


def _prepare_move(move: Callable[..., str], number_count: int) -> Callable[..., str]:
    """Return a cursor move of blessed, given that many numbers, with its strings cached.

    blessed takes 0.1 ms for a move it has not made before, as long as painting a key takes. So it
    is asked for one move only, and the numbers of others are written into that one. A terminal
    whose moves are not made like that is asked for each of them, once.
    """
    samples, others = SAMPLE_NUMBERS[:number_count], CHECK_NUMBERS[:number_count]
    sample = str(move(*samples))
    for first in (0, 1):  # the number of the first row and column on this terminal
        pattern = sample
        for position, number in enumerate(samples):
            pattern = pattern.replace(str(number + first), f"{{{position}}}")
        filled_in = partial(_filled_in, pattern.format, first)
        if filled_in(*others) == str(move(*others)):
            return cache(filled_in)
    return cache(lambda *numbers: str(move(*numbers)))


def _filled_in(fill: Callable[..., str], first: int, *numbers: int) -> str:
    return fill(*[number + first for number in numbers])
