"""What each role looks like, in colour and without."""

from string import ascii_letters

COLOURED = {
    "wall": "bright_black",
    "doorway": "yellow",
    "passage": "bright_black",
    "stairs": "bold_bright_white",
    "hero": "bold_bright_cyan",
    "enemy": "bright_red",
    "merchant": "bright_blue",
    "dragon": "bold_bright_magenta",
    "potion": "bright_green",
    "gold": "bright_yellow",
    "hp": "bright_green",
    "wounded": "bright_yellow",
    "dying": "bold_bright_red",
    "asking": "bold_bright_white",
    "heading": "bold",
}

MONOCHROME = {
    "stairs": "bold",
    "hero": "reverse",
    "enemy": "bold",
    "merchant": "underline",
    "dragon": "bold",
    "potion": "underline",
    "gold": "underline",
    "dying": "reverse",
    "asking": "bold",
    "heading": "bold",
}
"""Glyphs tell things apart without colour; weight only says where to look."""

FEWEST_COLOURS, BRIGHT_COLOURS = 8, 16

LETTERS = dict(zip(COLOURED, ascii_letters, strict=False))
"""A letter for each role, to note the roles of a line in a string as long as the line."""


def styles_for(colours: int) -> dict[str, str]:
    """Return the style of each role on a terminal with so many colours."""
    if colours < FEWEST_COLOURS:
        return MONOCHROME
    if colours < BRIGHT_COLOURS:
        return {role: _dimmed(style) for role, style in COLOURED.items()}
    return COLOURED


def _dimmed(style: str) -> str:
    """Return a style in eight colours: bold stands for bright; bright black would be hidden."""
    if "black" in style:
        return "normal"
    return style.replace("bold_bright_", "bold_").replace("bright_", "bold_")
