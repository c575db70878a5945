"""What a terminal's own description says: how to take all of it, give it back, and show a page.

This is terminfo, read by the standard library. It is enough for a first page without colours,
which a player can read while the library that knows the rest is loaded.
"""

import curses
import re
from functools import cache

from attrs import frozen

from cc3k.tty.terminal_codes import Brush
from cc3k.ui.palette import LETTERS

_PADDING = re.compile(rb"\$<[\d.]+[*/]*>")
"""A pause that only terminals of paper and glass needed."""

_WEIGHTS = {"heading": "bold", "cursor": "rev"}
"""What a first page tells apart, and by which capability."""


@frozen
class Description:
    """What takes all of a terminal and gives it back, and how to paint on it without colours."""

    begin: str
    end: str
    brush: Brush


def description_of(kind: str, stream: int) -> Description | None:
    """Return the description of that kind of terminal behind a file, or None if there is none."""
    try:
        curses.setupterm(kind, stream)
    except curses.error:
        return None
    clear = _text("clear")
    normal = _text("sgr0")
    # A terminal without an alternate screen gets none of its own back, but an empty one.
    leave = _text("rmcup") or clear
    return Description(
        f"{_text('smcup')}{_text('civis')}", f"{normal}{_text('cnorm')}{leave}", _brush(normal)
    )


def _brush(normal: str) -> Brush:
    styles = {LETTERS[role]: _text(weight) for role, weight in _WEIGHTS.items()}
    return Brush(
        styles,
        normal,
        _text("clear"),
        _text("el"),
        cache(lambda row, column: _text("cup", row, column)),
        cache(lambda column: _text("hpa", column)),
        cache(lambda columns: _text("cuf", columns)),
        cache(lambda columns: _text("cub", columns)),
        cache(lambda rows: _text("cud", rows)),
    )


def _text(capability: str, *parameters: int) -> str:
    """Return what does that on the terminal, nothing if it cannot."""
    found = curses.tigetstr(capability)
    if not found:
        return ""
    if parameters:
        found = curses.tparm(found, *parameters)
    return _PADDING.sub(b"", found).decode("latin-1")
