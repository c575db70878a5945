"""How to paint on a terminal that is not there."""

import io

from blessed import Terminal

from cc3k.tty.colour_support import in_palette
from cc3k.tty.terminal_codes import Brush
from cc3k.tty.terminfo import description_of

XTERM = "xterm-256color"


def xterm_brush(palette: str, colours: int = 256) -> Brush:
    """Return how to paint on an xterm with so many colours."""
    described = description_of(XTERM, 1)
    assert described is not None
    terminal = Terminal(kind=XTERM, stream=io.StringIO(), force_styling=True)
    terminal.number_of_colors = colours
    return in_palette(described.brush, terminal, palette)
