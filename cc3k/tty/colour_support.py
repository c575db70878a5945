"""Terminal colours, from blessed. This is the only module that imports blessed.

A `blessed.Terminal` that owns the keyboard asks the terminal questions when it is made, waits up
to ten seconds for the answers, and loses the keys typed meanwhile. One that writes to a stream of
its own does not: so it is given a duplicate of standard output, and `keys` reads the keyboard.
"""

from collections.abc import MutableMapping
from typing import TextIO

from attrs import evolve
from blessed import Terminal

from cc3k.tty.terminal_codes import TerminalCodes
from cc3k.ui.palette import ROLE_LETTERS, role_styles


def detect_colours(
    codes: TerminalCodes, stream: TextIO, environ: MutableMapping[str, str], palette: str
) -> TerminalCodes:
    """Return codes with the colours of the terminal behind a stream; respects `NO_COLOR`."""
    # With NO_COLOR set, blessed would switch off cursor movement and the full screen as well.
    without_colour = environ.pop("NO_COLOR", "")
    try:
        terminal = Terminal(stream=stream)
    finally:
        if without_colour:
            environ["NO_COLOR"] = without_colour
    if without_colour:
        terminal.number_of_colors = 0
    return apply_palette(codes, terminal, palette)


def apply_palette(codes: TerminalCodes, terminal: Terminal, palette: str) -> TerminalCodes:
    """Return codes with a style for each role of a palette.

    How the cursor moves stays as it is described: asked of blessed, each move would take as long
    as all else that a key costs.
    """
    styles = role_styles(terminal.number_of_colors, palette)
    return evolve(
        codes,
        styles={
            ROLE_LETTERS[role]: str(terminal.formatter(style)) for role, style in styles.items()
        },
        reset=str(terminal.normal),
    )
