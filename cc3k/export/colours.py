"""Which ink each role is drawn in where there is no terminal to know what a style looks like."""

from collections.abc import Mapping

from attrs import frozen

from cc3k.tty.terminal_codes import PLAIN
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
