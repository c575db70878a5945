"""Palettes: the style of each role, in colour and without, and the glyph sets."""

from collections.abc import Mapping
from string import ascii_letters

from cc3k.cells.canvas import PLAIN_ROLE, Line
from cc3k.ui.arcade_palette import (
    ARCADE_STYLES,
    DEUTERAN_ARCADE_STYLES,
    MONOCHROME_ARCADE_STYLES,
)

DEFAULT_STYLES = {
    "wall": "bright_black",
    "doorway": "yellow",
    "passage": "bright_black",
    "stairs": "bold_bright_white",
    "hero": "bright_cyan",
    "human": "cyan",
    "dwarf": "yellow",
    "elf": "green",
    "orc": "bright_red",
    "halfling": "normal",
    "merchant": "underline_bright_blue",
    "dragon": "bold_bright_magenta",
    "enemy 1": "bright_magenta",
    "enemy 2": "underline_bright_red",
    "enemy 3": "underline_bright_white",
    "enemy 4": "underline_yellow",
    "enemy 5": "underline_green",
    "enemy 6": "underline_cyan",
    "peaceful": "bright_blue",
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
    "raised": "bright_green",
    "lowered": "bright_red",
    "frozen": "bold_bright_cyan",
    "older": "bright_black",
    **ARCADE_STYLES,
}
"""Each kind of enemy has a style of its own (`enemy_roles`), and all that are peaceful have one."""

DEUTERAN_STYLES = {
    **DEFAULT_STYLES,
    "stairs": "underline_bright_white",
    "hero": "bold_bright_white",
    "human": "bright_white",
    "dwarf": "yellow",
    "elf": "cyan",
    "orc": "bright_yellow",
    "halfling": "underline_bright_cyan",
    "merchant": "bold_bright_blue",
    "dragon": "bold_bright_yellow",
    "enemy 1": "underline_bright_yellow",
    "enemy 2": "bold_cyan",
    "enemy 3": "underline_yellow",
    "enemy 4": "underline_cyan",
    "enemy 5": "bold_underline_bright_yellow",
    "enemy 6": "bold_underline_bright_white",
    "potion": "bright_cyan",
    "gold": "bold_yellow",
    "hp": "bright_cyan",
    "wounded": "bright_yellow",
    "dying": "bold_white_on_blue",
    "hurt": "bright_yellow",
    "hit": "bright_cyan",
    "flash": "bold_white_on_blue",
    "raised": "bright_cyan",
    "lowered": "bright_yellow",
    "frozen": "bold_white_on_blue",
    **DEUTERAN_ARCADE_STYLES,
}
"""No two roles differ by red and green alone."""

MONOCHROME_STYLES = {
    "stairs": "bold",
    "hero": "reverse",
    **dict.fromkeys([role for role in DEFAULT_STYLES if role.startswith("enemy ")], "bold"),
    **dict.fromkeys(("human", "dwarf", "elf", "orc", "halfling", "merchant", "dragon"), "bold"),
    "potion": "underline",
    "gold": "underline",
    "dying": "reverse",
    "hurt": "bold",
    "cursor": "reverse",
    "flash": "bold",
    "asking": "bold",
    "heading": "bold",
    "lowered": "bold",
    "frozen": "reverse",
    **MONOCHROME_ARCADE_STYLES,
}
"""Styles without colours: glyphs tell things apart, and bold only draws attention: to enemies, but
not to the peaceful ones, which are plain. A hero with few HP is not reversed, as a flash is."""

STYLES_256 = {
    "deuteran": {
        **DEUTERAN_STYLES,
        "orc": "orange",
        "dragon": "bold_orange",
        "merchant": "bold_dodgerblue",
        "peaceful": "dodgerblue",
        "enemy 1": "underline_orange",
        "potion": "skyblue",
        "hp": "skyblue",
        "hit": "skyblue",
        "wounded": "orange",
        "hurt": "orange",
        "raised": "skyblue",
        "lowered": "orange",
    }
}
"""Palettes for terminals of 256 colours, which no theme changes. The default palette keeps to the
sixteen colours: their codes are the shortest on a slow line."""

MIN_COLOURS, BRIGHT_COLOURS, MANY_COLOURS = 8, 16, 256

ROLE_LETTERS = dict(zip(DEFAULT_STYLES, ascii_letters, strict=False))
"""A letter for each role, so that a line's roles are a string as long as its text."""


PALETTES = {"default": DEFAULT_STYLES, "deuteran": DEUTERAN_STYLES, "mono": MONOCHROME_STYLES}


def role_styles(colour_count: int, palette: str = "default") -> dict[str, str]:
    """Return the style of each role on a terminal with that many colours."""
    if colour_count < MIN_COLOURS:
        return MONOCHROME_STYLES
    styles = PALETTES[palette]
    if colour_count < BRIGHT_COLOURS:
        return {role: _reduce_to_8_colours(style) for role, style in styles.items()}
    return STYLES_256.get(palette, styles) if colour_count >= MANY_COLOURS else styles


def styles_by_letter(palette: str, colour_count: int) -> dict[str, str]:
    """Return the style of each role letter on a terminal with that many colours."""
    return {ROLE_LETTERS[role]: style for role, style in role_styles(colour_count, palette).items()}


def _reduce_to_8_colours(style: str) -> str:
    """Return a style in eight colours: bold replaces bright; bright black would be invisible."""
    if "black" in style:
        return "normal"
    return style.replace("bold_bright_", "bold_").replace("bright_", "bold_")


def styled_line(text: str, role: str = "", rest: str = "") -> Line:
    """Return a line of text in one role, and the rest of it in none."""
    return Line(
        text + rest, ROLE_LETTERS.get(role, PLAIN_ROLE) * len(text) + PLAIN_ROLE * len(rest)
    )


GLYPH_SETS: Mapping[str, Mapping[str, str]] = {
    "ascii": {},
    "unicode": {"|": "│", "-": "─", ".": "·", "#": "░", "+": "╪"},
}
"""The character drawn for each glyph, by glyph set; a glyph without an entry is drawn as itself.

Each takes one column, so that the board keeps its shape.
"""
