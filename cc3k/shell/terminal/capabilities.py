"""What a terminal understands, as blessed knows it. This is the only module that imports blessed.

A `blessed.Terminal` that owns the keyboard asks the terminal questions when it is made, waits up
to ten seconds for the answers, and loses the keys typed meanwhile. One that writes to a stream of
its own does not: so it is given a duplicate of standard output, and `keys` reads the keyboard.
"""

from collections.abc import MutableMapping
from functools import cache
from typing import TextIO

from attrs import frozen
from blessed import Terminal

from cc3k.shell.terminal.brush import Brush
from cc3k.shell.terminal.palette import LETTERS, styles_for


@frozen
class Capabilities:
    """How to paint on a terminal, and what takes all of it and gives it back."""

    brush: Brush
    begin: str
    end: str


def capabilities_of(
    stream: TextIO, environ: MutableMapping[str, str], palette: str
) -> Capabilities | None:
    """Return what the terminal behind a stream can do, or None if its kind is not known."""
    # With NO_COLOR set, blessed would switch off cursor movement and the full screen as well.
    without_colour = environ.pop("NO_COLOR", "")
    try:
        terminal = Terminal(stream=stream)
    finally:
        if without_colour:
            environ["NO_COLOR"] = without_colour
    if terminal.kind != environ.get("TERM"):
        return None
    if without_colour:
        terminal.number_of_colors = 0
    # A terminal without an alternate screen gets none of its own back, but an empty one.
    clear = terminal.exit_fullscreen or terminal.clear
    return Capabilities(
        brush_for(terminal, palette),
        f"{terminal.enter_fullscreen}{terminal.hide_cursor}",
        f"{terminal.normal}{terminal.normal_cursor}{clear}",
    )


def brush_for(terminal: Terminal, palette: str) -> Brush:
    """Return how to paint on a terminal; each way to move is asked for only once."""
    styles = styles_for(terminal.number_of_colors, palette)
    return Brush(
        {LETTERS[role]: str(terminal.formatter(style)) for role, style in styles.items()},
        str(terminal.normal),
        str(terminal.clear),
        str(terminal.clear_eol),
        cache(lambda row, column: str(terminal.move_yx(row, column))),
        cache(lambda column: str(terminal.hpa(column))),
        cache(lambda columns: str(terminal.move_right(columns) if columns > 1 else terminal.cuf1)),
        cache(lambda columns: str(terminal.move_left(columns))),
        cache(lambda rows: str(terminal.move_down(rows))),
    )
