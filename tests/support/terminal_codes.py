"""The codes to paint with on an xterm that is not there, as blessed gives them."""

import io
from functools import partial

from blessed import Terminal

from cc3k.terminal.blessed_codes import screen_codes
from cc3k.terminal.paint import TerminalCodes
from cc3k.ui.palette import styles_by_letter

XTERM = "xterm-256color"


def blessed_codes(palette: str, colours: int = 256) -> TerminalCodes:
    return screen_codes(
        blessed_terminal(XTERM, colours), partial(styles_by_letter, palette)
    ).painting


def blessed_terminal(kind: str, colours: int = 256) -> Terminal:
    terminal = Terminal(kind=kind, stream=io.StringIO(), force_styling=True)
    terminal.number_of_colors = colours
    return terminal
