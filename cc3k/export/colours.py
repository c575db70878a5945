"""Colours for pictures and pages: the RGB style of each role."""

from collections.abc import Mapping

from attrs import frozen

from cc3k.terminal.canvas import PLAIN_ROLE
from cc3k.ui.palette import PALETTES, ROLE_LETTERS

BACKGROUND, FOREGROUND = "#14161a", "#c9ccd1"

RGB_COLOURS = {
    "black": BACKGROUND,
    "red": "#dd625b",
    "green": "#4f9d4c",
    "yellow": "#b58a2e",
    "blue": "#5a94da",
    "magenta": "#b96cc7",
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

LIGHT_COLOURS = {
    "black": "#fbfaf6",
    "red": "#b3261e",
    "green": "#1e6b1c",
    "yellow": "#7a5a00",
    "blue": "#1f5aa6",
    "magenta": "#8a2f9b",
    "cyan": "#0f6a70",
    "white": "#2b2e33",
    "bright_black": "#666c76",
    "bright_red": "#c8261b",
    "bright_green": "#287a24",
    "bright_yellow": "#8a6400",
    "bright_blue": "#2563c9",
    "bright_magenta": "#a8259f",
    "bright_cyan": "#0b7580",
    "bright_white": "#000000",
}
"""The same on paper: what is bright stands out from it, by its hue or by being darker."""

ON_COLOUR, COLOURED = "#ffffff", "#1f5aa6"
"""Letters of a style with a background of its own, which is blue wherever there is one."""

TEXT_ATTRIBUTES = ("bold", "underline", "reverse", "normal")
"""The words of a style that are not colours."""


@frozen
class CellStyle:
    """Style of a character: its colours, bold and underline."""

    foreground: str = FOREGROUND
    background: str = BACKGROUND
    is_bold: bool = False
    is_underlined: bool = False


def cell_styles(palette: str, colours: Mapping[str, str] = RGB_COLOURS) -> Mapping[str, CellStyle]:
    styles = PALETTES[palette]
    return {
        PLAIN_ROLE: _cell_style("", colours),
        **{ROLE_LETTERS[role]: _cell_style(style, colours) for role, style in styles.items()},
    }


def parse_style(style: str) -> tuple[str, str, list[str]]:
    """Return foreground, background and attributes of a style such as `bold_white_on_red`."""
    words = style.split("_")
    colours = "_".join([word for word in words if word not in TEXT_ATTRIBUTES])
    front, _, back = colours.partition("on_")
    return front.rstrip("_"), back, [word for word in words if word in TEXT_ATTRIBUTES]


def _cell_style(style: str, colours: Mapping[str, str]) -> CellStyle:
    front, back, attributes = parse_style(style)
    foreground, background = colours[front or "white"], colours["black"]
    if back:
        foreground, background = ON_COLOUR, COLOURED
    if "reverse" in attributes:
        foreground, background = background, foreground
    return CellStyle(
        foreground,
        background,
        is_bold="bold" in attributes,
        is_underlined="underline" in attributes,
    )
