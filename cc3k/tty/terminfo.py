"""Terminfo: enter and exit codes, cursor moves and colours of the player's terminal.

This is terminfo, read by the standard library. It is enough for a first page without colours,
which a player can read while the library that knows the rest is loaded.
"""

import curses
import re
from functools import cache

from attrs import frozen

from cc3k.tty.terminal_codes import TerminalCodes
from cc3k.ui.palette import ROLE_LETTERS

_TERMINFO_PADDING = re.compile(rb"\$<[\d.]+[*/]*>")
"""Padding that only hardware terminals needed."""

_FIRST_PAGE_STYLES = {"heading": "bold", "cursor": "rev"}
"""Roles of the first page, each with its capability."""


@frozen
class TerminalInfo:
    """Enter and exit codes of a terminal, and its codes without colours."""

    enter_codes: str
    exit_codes: str
    codes: TerminalCodes


def read_terminfo(terminal_type: str, descriptor: int) -> TerminalInfo | None:
    """Return the terminfo of that type of terminal behind a file, or None if there is none."""
    try:
        curses.setupterm(terminal_type, descriptor)
    except curses.error:
        return None
    clear = _capability("clear")
    normal = _capability("sgr0")
    # A terminal without an alternate screen gets none of its own back, but an empty one.
    leave = _capability("rmcup") or clear
    return TerminalInfo(
        f"{_capability('smcup')}{_capability('civis')}",
        f"{normal}{_capability('cnorm')}{leave}",
        _read_codes(normal),
    )


def _read_codes(reset: str) -> TerminalCodes:
    styles = {
        ROLE_LETTERS[role]: _capability(weight) for role, weight in _FIRST_PAGE_STYLES.items()
    }
    return TerminalCodes(
        styles,
        reset,
        _capability("clear"),
        _capability("el"),
        cache(lambda row, column: _capability("cup", row, column)),
        cache(lambda column: _capability("hpa", column)),
        cache(lambda columns: _capability("cuf", columns)),
        cache(lambda columns: _capability("cub", columns)),
        cache(lambda rows: _capability("cud", rows)),
    )


def _capability(capability: str, *parameters: int) -> str:
    """Return the escape sequence of a capability, empty if the terminal has none."""
    found = curses.tigetstr(capability)
    if not found:
        return ""
    if parameters:
        found = curses.tparm(found, *parameters)
    return _TERMINFO_PADDING.sub(b"", found).decode("latin-1")
