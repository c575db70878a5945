"""Colours for files: the RGB style of each role for pictures, and xterm codes for asciicasts."""

from collections.abc import Mapping

from attrs import frozen

from cc3k.tty.terminal_codes import PLAIN_ROLE, TerminalCodes
from cc3k.ui.palette import PALETTES, ROLE_LETTERS

BACKGROUND, FOREGROUND = "#14161a", "#c9ccd1"

RGB_COLOURS = {
    "black": BACKGROUND,
    "red": "#c4453f",
    "green": "#4f9d4c",
    "yellow": "#b58a2e",
    "blue": "#3b78c2",
    "magenta": "#a457b3",
    "cyan": "#2f9aa0",
    "white": FOREGROUND,
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

TEXT_ATTRIBUTES = ("bold", "underline", "reverse", "normal")
"""The words of a style that are not colours."""


@frozen
class CellStyle:
    """Style of a character: its colours, bold and underline."""

    foreground: str = FOREGROUND
    background: str = BACKGROUND
    is_bold: bool = False
    is_underlined: bool = False


def cell_styles(palette: str) -> Mapping[str, CellStyle]:
    """Return the cell style of each role of a palette, by role letter."""
    styles = PALETTES[palette]
    return {
        PLAIN_ROLE: CellStyle(),
        **{ROLE_LETTERS[role]: _cell_style(style) for role, style in styles.items()},
    }


def parse_style(style: str) -> tuple[str, str, list[str]]:
    """Return foreground, background and attributes of a style such as `bold_white_on_red`."""
    words = style.split("_")
    front, _, back = "_".join([word for word in words if word not in TEXT_ATTRIBUTES]).partition(
        "on_"
    )
    return front.rstrip("_"), back, [word for word in words if word in TEXT_ATTRIBUTES]


def _cell_style(style: str) -> CellStyle:
    front, back, attributes = parse_style(style)
    foreground, background = RGB_COLOURS[front or "white"], RGB_COLOURS[back or "black"]
    if "reverse" in attributes:
        foreground, background = background, foreground
    return CellStyle(
        foreground,
        background,
        is_bold="bold" in attributes,
        is_underlined="underline" in attributes,
    )


HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"

_COLOUR_NUMBERS = {name: number for number, name in enumerate(RGB_COLOURS)}
_ATTRIBUTE_CODES = {"bold": 1, "underline": 4, "reverse": 7}
_FIRST_FOREGROUND, _FIRST_BRIGHT_FOREGROUND, _BACKGROUND_OFFSET = 30, 90, 10
"""Codes of the first dark and the first bright colour, and the offset of a background."""

_DARK_COLOURS = 8


def xterm_codes(palette: str) -> TerminalCodes:
    """Return the xterm codes of a palette."""
    styles = {
        ROLE_LETTERS[role]: _style_sequence(style) for role, style in PALETTES[palette].items()
    }
    return TerminalCodes(
        styles,
        reset="\x1b[m",
        clear_screen="\x1b[H\x1b[2J",
        erase_to_line_end="\x1b[K",
        move_to=lambda row, column: f"\x1b[{row + 1};{column + 1}H",
        move_to_column=lambda column: f"\x1b[{column + 1}G",
        move_right=lambda columns: f"\x1b[{columns}C",
        move_left=lambda columns: f"\x1b[{columns}D",
        move_down=lambda rows: f"\x1b[{rows}B",
    )


def _style_sequence(style: str) -> str:
    """Return the escape sequence that turns the plain style into this one."""
    front, back, attributes = parse_style(style)
    codes = [_ATTRIBUTE_CODES[name] for name in attributes if name in _ATTRIBUTE_CODES]
    codes += [_foreground_code(front)] if front else []
    codes += [_foreground_code(back) + _BACKGROUND_OFFSET] if back else []
    return f"\x1b[{';'.join(map(str, codes))}m" if codes else ""


def _foreground_code(name: str) -> int:
    number = _COLOUR_NUMBERS[name]
    return (
        _FIRST_FOREGROUND + number
        if number < _DARK_COLOURS
        else _FIRST_BRIGHT_FOREGROUND + number - _DARK_COLOURS
    )
