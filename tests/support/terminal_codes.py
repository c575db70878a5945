"""How to paint on a terminal that is not there."""

import io

from blessed import Terminal

from cc3k.tty.colour_support import apply_palette
from cc3k.tty.terminal_codes import TerminalCodes
from cc3k.tty.terminfo import read_terminfo

XTERM = "xterm-256color"


def xterm_brush(palette: str, colours: int = 256) -> TerminalCodes:
    """Return how to paint on an xterm with so many colours."""
    described = read_terminfo(XTERM, 1)
    assert described is not None
    terminal = Terminal(kind=XTERM, stream=io.StringIO(), force_styling=True)
    terminal.number_of_colors = colours
    return apply_palette(described.codes, terminal, palette)
