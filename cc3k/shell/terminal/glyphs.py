"""How the board's own glyphs are drawn; who stands on it is a letter everywhere."""

from collections.abc import Mapping

DRAWN: Mapping[str, Mapping[str, str]] = {
    "ascii": {},
    "unicode": {"|": "│", "-": "─", ".": "·", "#": "░", "+": "▫"},
}
"""What stands for each glyph, for each way to draw them; one that is not named is drawn as it is.

Each takes one column, so that all things stay where they are.
"""
