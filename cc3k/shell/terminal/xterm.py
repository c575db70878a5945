"""How to paint on an xterm of sixteen colours, written down: the same on every machine."""

from cc3k.export.colours import COLOURS, parts_of
from cc3k.tty.terminal_codes import Brush
from cc3k.ui.palette import LETTERS, PALETTES

HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"

_NUMBERS = {name: number for number, name in enumerate(COLOURS)}
_WEIGHTS = {"bold": 1, "underline": 4, "reverse": 7}
_FRONT, _BRIGHT_FRONT, _BEHIND = 30, 90, 10
"""The renditions of the first dark and the first bright colour, and what a background adds."""

_DARK = 8


def xterm_brush(palette: str) -> Brush:
    """Return how to paint in a palette."""
    styles = {LETTERS[role]: _rendition(style) for role, style in PALETTES[palette].items()}
    return Brush(
        styles,
        normal="\x1b[m",
        clear="\x1b[H\x1b[2J",
        erase="\x1b[K",
        move=lambda row, column: f"\x1b[{row + 1};{column + 1}H",
        column=lambda column: f"\x1b[{column + 1}G",
        right=lambda columns: f"\x1b[{columns}C",
        left=lambda columns: f"\x1b[{columns}D",
        down=lambda rows: f"\x1b[{rows}B",
    )


def _rendition(style: str) -> str:
    """Return what turns the plain style into this one."""
    front, back, weights = parts_of(style)
    codes = [_WEIGHTS[weight] for weight in weights if weight in _WEIGHTS]
    codes += [_colour(front)] if front else []
    codes += [_colour(back) + _BEHIND] if back else []
    return f"\x1b[{';'.join(map(str, codes))}m" if codes else ""


def _colour(name: str) -> int:
    number = _NUMBERS[name]
    return _FRONT + number if number < _DARK else _BRIGHT_FRONT + number - _DARK
