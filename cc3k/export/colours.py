"""Which ink each role is drawn in where there is no terminal to know what a style looks like."""

from collections.abc import Mapping

from attrs import frozen

from cc3k.tty.terminal_codes import PLAIN, Brush
from cc3k.ui.palette import LETTERS, PALETTES

PAPER, TEXT = "#14161a", "#c9ccd1"

COLOURS = {
    "black": PAPER,
    "red": "#c4453f",
    "green": "#4f9d4c",
    "yellow": "#b58a2e",
    "blue": "#3b78c2",
    "magenta": "#a457b3",
    "cyan": "#2f9aa0",
    "white": TEXT,
    "bright_black": "#7a808a",
    "bright_red": "#ff6b63",
    "bright_green": "#7fd77a",
    "bright_yellow": "#f2cb57",
    "bright_blue": "#78aef5",
    "bright_magenta": "#e08bf0",
    "bright_cyan": "#5fdbe2",
    "bright_white": "#ffffff",
}
"""The sixteen colours of a terminal, by their names in a style."""

WEIGHTS = ("bold", "underline", "reverse", "normal")
"""What a style may say besides colours."""


@frozen
class Ink:
    """How a character is drawn: its colour, what is behind it, and its weight."""

    colour: str = TEXT
    paper: str = PAPER
    bold: bool = False
    underlined: bool = False


def inks(palette: str) -> Mapping[str, Ink]:
    """Return the ink of each role of a palette, by the role's letter."""
    styles = PALETTES[palette]
    return {PLAIN: Ink(), **{LETTERS[role]: _ink(style) for role, style in styles.items()}}


def parts_of(style: str) -> tuple[str, str, list[str]]:
    """Return the colours of a style such as `bold_white_on_red`, and its weights; none is empty."""
    words = style.split("_")
    front, _, back = "_".join([word for word in words if word not in WEIGHTS]).partition("on_")
    return front.rstrip("_"), back, [word for word in words if word in WEIGHTS]


def _ink(style: str) -> Ink:
    front, back, weights = parts_of(style)
    colour, paper = COLOURS[front or "white"], COLOURS[back or "black"]
    if "reverse" in weights:
        colour, paper = paper, colour
    return Ink(colour, paper, bold="bold" in weights, underlined="underline" in weights)


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
