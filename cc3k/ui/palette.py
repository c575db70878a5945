"""What each role looks like, in colour and without."""

from collections.abc import Mapping
from string import ascii_letters

from cc3k.tty.canvas import Line
from cc3k.tty.terminal_codes import PLAIN

COLOURED = {
    "wall": "bright_black",
    "doorway": "yellow",
    "passage": "bright_black",
    "stairs": "bold_bright_white",
    "hero": "bright_cyan",
    "enemy": "bright_red",
    "merchant": "bright_blue",
    "dragon": "bold_bright_magenta",
    "potion": "bright_green",
    "gold": "bright_yellow",
    "hp": "normal",
    "wounded": "bright_yellow",
    "dying": "bold_bright_red",
    "asking": "bold_bright_white",
    "hurt": "bright_red",
    "hit": "bright_green",
    "cursor": "reverse",
    "flash": "reverse",
    "heading": "bold",
}

SAFE = {
    **COLOURED,
    "stairs": "underline_bright_white",
    "hero": "bold_bright_white",
    "enemy": "bright_yellow",
    "dragon": "bold_bright_yellow",
    "potion": "bright_cyan",
    "gold": "bold_yellow",
    "hp": "bright_cyan",
    "wounded": "bright_yellow",
    "dying": "bold_white_on_blue",
    "hurt": "bright_yellow",
    "hit": "bright_cyan",
    "flash": "bold_white_on_blue",
}
"""No two roles are told apart by red and green alone."""

MONOCHROME = {
    "stairs": "bold",
    "hero": "reverse",
    "enemy": "bold",
    "merchant": "underline",
    "dragon": "bold",
    "potion": "underline",
    "gold": "underline",
    "dying": "reverse",
    "hurt": "bold",
    "cursor": "reverse",
    "flash": "bold",
    "asking": "bold",
    "heading": "bold",
}
"""Glyphs tell things apart without colour; weight only says where to look. A hero who is hurt
is not reversed: that flashes too."""

EXACT = {
    "deuteran": {
        **SAFE,
        "enemy": "orange",
        "dragon": "bold_orange",
        "merchant": "dodgerblue",
        "potion": "skyblue",
        "hp": "skyblue",
        "hit": "skyblue",
        "wounded": "orange",
        "hurt": "orange",
    }
}
"""Palettes in colours that no theme of a terminal changes, where it has so many. The default one
stays with the sixteen: their names are the shortest on a slow line."""

FEWEST_COLOURS, BRIGHT_COLOURS, EXACT_COLOURS = 8, 16, 256

LETTERS = dict(zip(COLOURED, ascii_letters, strict=False))
"""A letter for each role, to note the roles of a line in a string as long as the line."""


PALETTES = {"default": COLOURED, "deuteran": SAFE, "mono": MONOCHROME}


def styles_for(colours: int, palette: str = "default") -> dict[str, str]:
    """Return the style of each role on a terminal with so many colours."""
    if colours < FEWEST_COLOURS:
        return MONOCHROME
    styles = PALETTES[palette]
    if colours < BRIGHT_COLOURS:
        return {role: _dimmed(style) for role, style in styles.items()}
    return EXACT.get(palette, styles) if colours >= EXACT_COLOURS else styles


def _dimmed(style: str) -> str:
    """Return a style in eight colours: bold stands for bright; bright black would be hidden."""
    if "black" in style:
        return "normal"
    return style.replace("bold_bright_", "bold_").replace("bright_", "bold_")


def line(text: str, role: str = "", rest: str = "") -> Line:
    """Return a line of text in one role, and the rest of it in none."""
    return Line(text + rest, LETTERS.get(role, PLAIN) * len(text) + PLAIN * len(rest))


DRAWN: Mapping[str, Mapping[str, str]] = {
    "ascii": {},
    "unicode": {"|": "│", "-": "─", ".": "·", "#": "░", "+": "▫"},
}
"""What stands for each glyph, for each way to draw them; one that is not named is drawn as it is.

Each takes one column, so that all things stay where they are.
"""
