"""Terminal codes: the escape sequences of a terminal, and the shortest way to use them."""

import curses
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TypeAlias

from cc3k.engine.values import frozen
from cc3k.terminal.app import PLAIN_ROLE

FAR_COLUMNS, FAR_UP, FAR_DOWN = 9, -2, 4
"""Columns beyond which, and rows from which on, no two moves are shorter than one to any cell."""

PAST_LAST_COLUMN = -1
"""Column of a cursor that has just written the last cell of its row."""

Palette: TypeAlias = Callable[[int], Mapping[str, str]]
"""The styles of a program by role letter, such as `bold_red`, given how many colours there are.

Without any, a style is `bold`, `reverse` or `underline`.
"""

_SGR_SEQUENCE = re.compile(r"\x1b\[([\d;]+)m")
_SGR_CODE = re.compile(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+")


def _only_reset_ends(code: str) -> bool:
    """Tell of an SGR code whether only a reset ends it; a new colour replaces the old one."""
    return code in {"1", "2", "3", "5", "7"} or code.startswith(("4", "10"))


@frozen
class TerminalCodes:
    """Escape sequences of a terminal. `styles` are by role letter; `PLAIN_ROLE` has none.

    `clear_screen` clears the screen, `erase_to_line_end` the rest of a row. `move_to` moves the
    cursor to a row and a column, `move_to_column` to a column of the same row, both from 0;
    `move_right`, `move_left` and `move_down` move it by that many cells, `move_up_one` by one, not
    from the first row. A code that the terminal
    does not have is empty.
    """

    styles: Mapping[str, str]
    reset: str
    clear_screen: str
    erase_to_line_end: str
    move_to: Callable[[int, int], str]
    move_to_column: Callable[[int], str]
    move_right: Callable[[int], str]
    move_left: Callable[[int], str]
    move_down: Callable[[int], str]
    move_up_one: str = ""

    def change_style(self, old_role: str, new_role: str) -> str:
        styles = self.styles
        return _style_change(styles.get(old_role, ""), styles.get(new_role, ""), self.reset)

    def looks_same_in(self, character: str, role: str, current_role: str) -> bool:
        """Return True if a cell looks the same in the current role as in its own."""
        return role == current_role or (
            character == " "
            and role == PLAIN_ROLE
            and not _shows_on_blank(self.styles.get(current_role, ""))
        )

    def move_cursor(self, start: tuple[int, int], target: tuple[int, int]) -> str:
        """Return the shortest cursor move from one position to another.

        Terminals differ in what a relative move does from `PAST_LAST_COLUMN`; a carriage return
        goes to the first column on all of them.
        """
        (row, column), (to_row, to_column) = start, target
        straight = self.move_to(to_row, to_column)
        is_aside = abs(to_column - column) > FAR_COLUMNS < to_column
        if is_aside and not FAR_UP < to_row - row < FAR_DOWN:
            return straight  # as most often
        if to_row > row:
            stepped = _shortest_down(self.move_down, to_row - row)
        else:
            stepped = self.move_up_one * (row - to_row)
            if to_row < row and (not stepped or len(stepped) >= len(straight)):
                return straight
        across = _across(self.move_right, self.move_left, self.move_to_column, column, to_column)
        if across is None:
            return straight
        stepped = across + stepped
        return stepped if len(stepped) < len(straight) else straight


@frozen
class ScreenCodes:
    """Codes that enter and leave the full screen, with the cursor hidden, and those to paint it."""

    enter: str
    leave: str
    painting: TerminalCodes


@lru_cache(maxsize=1024)
def _shortest_down(down: Callable[[int], str], rows: int) -> str:
    """Return the shortest way down; every terminal has line feeds."""
    feeds = "\n" * rows
    return min(feeds, down(rows) or feeds, key=len) if rows else ""


@lru_cache(maxsize=1 << 13)
def _across(
    right: Callable[[int], str],
    left: Callable[[int], str],
    move_to_column: Callable[[int], str],
    column: int,
    target: int,
) -> str | None:
    if target == column:
        return ""
    if target == 0:
        return "\r"
    if column == PAST_LAST_COLUMN:
        ways = [f"\r{right(target)}" if right(target) else ""]
    elif target > column:
        ways = [right(target - column), move_to_column(target)]
    else:
        ways = ["\b" * (column - target), left(column - target), move_to_column(target)]
    return min(filter(None, ways), key=len, default=None)


@lru_cache(maxsize=256)
def _style_change(old_style: str, new_style: str, reset: str) -> str:
    """Return the shortest change of style; one that is not plain SGR is written in full."""
    before, after = _sgr_codes(old_style), _sgr_codes(new_style)
    if before is None or after is None:
        return reset + new_style
    removed = [code for code in before if code not in after]
    is_uncoloured = all(map(_only_reset_ends, after))
    if any(map(_only_reset_ends, removed)) or (removed and is_uncoloured):
        return f"\x1b[{';'.join(['', *after])}m" if after else "\x1b[m"
    added = [code for code in after if code not in before]
    return f"\x1b[{';'.join(added)}m" if added else ""


@lru_cache(maxsize=256)
def _sgr_codes(style: str) -> list[str] | None:
    if _SGR_SEQUENCE.sub("", style):
        return None
    return [code for codes in _SGR_SEQUENCE.findall(style) for code in _SGR_CODE.findall(codes)]


@lru_cache(maxsize=256)
def _shows_on_blank(style: str) -> bool:
    codes = _sgr_codes(style)
    return codes is None or any(map(_only_reset_ends, codes))


_PADDING = rb"\$<[\d.]+[*/]*>"
"""Padding that only hardware terminals needed."""

_ATTRIBUTES = {"bold": "bold", "reverse": "rev", "underline": "smul"}
"""Capabilities of the words of a style that are no colours."""

_COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
NAMED_COLOURS = 16
"""Those eight and the bright ones, which terminals number alike."""

ANSI_HOME = "\x1b[1;1H"
"""The move to the first cell, on all terminals but a few of the seventies and eighties."""


def read_screen_codes(
    kind: str, descriptor: int, palette: Palette, *, with_colours: bool = True
) -> ScreenCodes | None:
    """Return the codes of that kind of terminal behind a file, in at most sixteen colours.

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
    colours = min(curses.tigetnum("colors"), NAMED_COLOURS) if with_colours else 0
    styles = palette(colours)
    codes = {style: _style_code(style) for style in set(styles.values())}
    # A terminal without an alternate screen is left empty: it cannot show the old one again.
    leave = _capability("rmcup") or clear
    return ScreenCodes(
        enter=f"{_capability('smcup')}{_capability('civis')}",
        leave=f"{normal}{_capability('cnorm')}{leave}",
        painting=TerminalCodes(
            styles={letter: codes[style] for letter, style in styles.items()},
            reset=normal,
            clear_screen=clear,
            erase_to_line_end=_capability("el"),
            move_to=cache(lambda row, column: _capability("cup", row, column)),
            move_to_column=cache(lambda column: _capability("hpa", column)),
            move_right=cache(lambda columns: _capability("cuf", columns)),
            move_left=cache(lambda columns: _capability("cub", columns)),
            move_down=cache(lambda rows: _capability("cud", rows)),
            move_up_one=_capability("ri"),
        ),
    )


def _style_code(style: str) -> str:
    codes, capability, brightness = "", "setaf", 0
    for word in style.split("_"):
        if word in _ATTRIBUTES:
            codes += _capability(_ATTRIBUTES[word])
        elif word in _COLOURS:
            codes += _capability(capability, _COLOURS.index(word) + brightness)
            brightness = 0
        elif word == "bright":
            brightness = len(_COLOURS)
        elif word == "on":
            capability = "setab"
    return codes


def _capability(name: str, *parameters: int) -> str:
    code = curses.tigetstr(name)
    if not code:
        return ""
    if parameters:
        code = curses.tparm(code, *parameters)
    if b"$<" in code:
        code = re.sub(_PADDING, b"", code)
    return code.decode("latin-1")
