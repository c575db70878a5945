"""Terminfo: the codes of the first page, which is read while blessed loads.

It is read by the standard library, which has it in a millisecond. All that is painted later comes
from `terminal`.
"""

import curses
import re
from functools import cache

from cc3k.tty.terminal_codes import Palette, ScreenCodes, TerminalCodes

_PADDING = re.compile(rb"\$<[\d.]+[*/]*>")
"""Padding that only hardware terminals needed."""

_ATTRIBUTES = {"bold": "bold", "reverse": "rev", "underline": "smul"}
"""Capabilities of the styles of a palette without colours."""

ANSI_HOME = "\x1b[1;1H"
"""The move to the first cell, on all terminals but a few of the seventies and eighties."""


def read_screen_codes(kind: str, descriptor: int, palette: Palette) -> ScreenCodes | None:
    """Return the codes of that kind of terminal behind a file, without colours.

    None if the kind is not known, or is not one of the ANSI terminals (ECMA-48): such a terminal
    would print the codes for pastes and the mouse, and blessed would take it for an xterm.
    """
    try:
        curses.setupterm(kind, descriptor)
    except curses.error:
        return None
    if _capability("cup", 0, 0) != ANSI_HOME:
        return None
    normal, clear = _capability("sgr0"), _capability("clear")
    # A terminal without an alternate screen is left empty: it cannot show the old one again.
    leave = _capability("rmcup") or clear
    return ScreenCodes(
        enter=f"{_capability('smcup')}{_capability('civis')}",
        leave=f"{normal}{_capability('cnorm')}{leave}",
        painting=TerminalCodes(
            styles={
                letter: _capability(_ATTRIBUTES[style]) for letter, style in palette(0).items()
            },
            reset=normal,
            clear_screen=clear,
            erase_to_line_end=_capability("el"),
            move_to=cache(lambda row, column: _capability("cup", row, column)),
            move_to_column=cache(lambda column: _capability("hpa", column)),
            move_right=cache(lambda columns: _capability("cuf", columns)),
            move_left=cache(lambda columns: _capability("cub", columns)),
            move_down=cache(lambda rows: _capability("cud", rows)),
        ),
    )


def _capability(name: str, *parameters: int) -> str:
    """Return the escape sequence of a capability, empty if the terminal has none."""
    code = curses.tigetstr(name)
    if not code:
        return ""
    if parameters:
        code = curses.tparm(code, *parameters)
    return _PADDING.sub(b"", code).decode("latin-1")
