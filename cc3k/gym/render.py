"""Rendering of an environment: the board as an RGB array."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.rules import Rules
from cc3k.export.svg import BACKGROUND, FOREGROUND, cell_styles
from cc3k.play.frame import glyph_roles
from cc3k.ui.palette import PALETTES, ROLE_LETTERS

GLYPH_WIDTH, GLYPH_HEIGHT = 5, 7

GLYPH_DOTS = {
    " ": "..... ..... ..... ..... ..... ..... .....",
    ".": "..... ..... ..... ..#.. ..... ..... .....",
    "#": "..... .#.#. ##### .#.#. ##### .#.#. .....",
    "+": "##### #...# #...# #...# #.#.# #...# #...#",
    "|": "..#.. ..#.. ..#.. ..#.. ..#.. ..#.. ..#..",
    "-": "..... ..... ..... ##### ..... ..... .....",
    "\\": "#.... ##... .#... .###. ...#. ...## ....#",
    "@": "..#.. .###. ..#.. ##### ..#.. .#.#. #...#",
    "P": "####. #...# #...# ####. #.... #.... #....",
    "G": ".###. #...# #.... #..## #...# #...# .###.",
    "H": "#...# #...# #...# ##### #...# #...# #...#",
    "W": "#...# #...# #...# #.#.# #.#.# ##.## #...#",
    "E": "##### #.... #.... ####. #.... #.... #####",
    "O": ".###. #...# #...# #...# #...# #...# .###.",
    "M": "#...# ##.## #.#.# #.#.# #...# #...# #...#",
    "D": "####. #...# #...# #...# #...# #...# ####.",
    "L": "#.... #.... #.... #.... #.... #.... #####",
}
"""The rows of each glyph from the top, a `#` for a dot: the PC is a figure with its arms out."""

UNKNOWN_GLYPH = "##### #...# #...# #...# #...# #...# #####"
"""Shown for a glyph that the font lacks."""


CELL_WIDTH_PIXELS, CELL_HEIGHT_PIXELS = GLYPH_WIDTH + 1, GLYPH_HEIGHT + 2
"""The size of a cell, in pixels: its dots, and the gaps to the next ones."""

_CODE_COUNT = 128


def render_rgb(glyphs: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    """Return the board in the colours of a terminal, uint8 [height, width, 3].

    A board of r rows and c columns is 9 r pixels high and 6 c wide.
    """
    rows, columns = glyphs.shape
    cells = _cell_pictures(tuple(sorted(glyph_roles(rules).items())))[glyphs]
    return cells.swapaxes(1, 2).reshape(rows * CELL_HEIGHT_PIXELS, columns * CELL_WIDTH_PIXELS, 3)


@lru_cache(maxsize=8)
def _cell_pictures(roles: tuple[tuple[str, str], ...]) -> NDArray[np.uint8]:
    """Return the picture of each code, uint8 [codes, height of a cell, width of a cell, 3]."""
    with_inks, role_of = cell_styles(next(iter(PALETTES))), dict(roles)
    cells = np.empty((_CODE_COUNT, CELL_HEIGHT_PIXELS, CELL_WIDTH_PIXELS, 3), np.uint8)
    cells[:] = _parse_rgb(BACKGROUND)
    for code in range(_CODE_COUNT):
        letter = ROLE_LETTERS.get(role_of.get(chr(code), ""), "")
        ink = with_inks[letter].foreground if letter in with_inks else FOREGROUND
        cells[code, 1 : 1 + GLYPH_HEIGHT, :GLYPH_WIDTH][_glyph_dots(chr(code))] = _parse_rgb(ink)
    return cells


def _glyph_dots(glyph: str) -> NDArray[np.bool_]:
    """Return the dots of a glyph, bool [GLYPH_HEIGHT, GLYPH_WIDTH]."""
    rows = GLYPH_DOTS.get(glyph, UNKNOWN_GLYPH).split()
    return np.array([[dot == "#" for dot in row] for row in rows])


def _parse_rgb(colour: str) -> list[int]:
    """Return the red, green and blue of a colour such as `#14161a`."""
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
