"""Styles of the arcade's roles, for each palette; glyphs tell everything apart without them."""

from collections.abc import Mapping

ARCADE_STYLES: Mapping[str, str] = {
    "friend": "bright_cyan",
    "foe": "bright_red",
    "fog": "bright_black",
    "path": "yellow",
    "range": "cyan",
    "exit": "bright_green",
    "block": "bright_black",
    "legal": "bold_bright_yellow",
    "gem1": "bright_red",
    "gem2": "bright_green",
    "gem3": "bright_blue",
    "gem4": "bright_yellow",
    "gem5": "bright_magenta",
    "gem6": "bright_cyan",
}

DEUTERAN_ARCADE_STYLES: Mapping[str, str] = {
    **ARCADE_STYLES,
    "foe": "bright_yellow",
    "exit": "bold_bright_white",
    "legal": "bold_white_on_blue",
    "gem1": "yellow",
    "gem2": "bright_cyan",
    "gem5": "bright_white",
    "gem6": "blue",
}
"""No two roles differ by red and green alone."""

MONOCHROME_ARCADE_STYLES: Mapping[str, str] = {
    "friend": "bold",
    "foe": "bold",
    "exit": "underline",
    "legal": "underline",
    "path": "underline",
}
