"""Rendering of an environment: the board as an RGB array, in the font of all pictures."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.rules import Rules
from cc3k.export.pixels import FONT_COLUMNS, FONT_ROWS, letters
from cc3k.export.svg import BACKGROUND, FOREGROUND, cell_styles
from cc3k.play.frame import glyph_roles
from cc3k.ui.palette import PALETTES, ROLE_LETTERS

_CODE_COUNT = 128


def render_rgb(glyphs: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    """Return the board in the colours of a terminal, uint8 [height, width, 3].

    A board of r rows and c columns is 9 r pixels high and 6 c wide.
    """
    rows, columns = glyphs.shape
    cells = _cell_pictures(tuple(sorted(glyph_roles(rules).items())))[glyphs]
    return cells.swapaxes(1, 2).reshape(rows * FONT_ROWS, columns * FONT_COLUMNS, 3)


@lru_cache(maxsize=8)
def _cell_pictures(roles: tuple[tuple[str, str], ...]) -> NDArray[np.uint8]:
    """Return the picture of each code, uint8 [codes, height of a cell, width of a cell, 3]."""
    with_inks, role_of = cell_styles(next(iter(PALETTES))), dict(roles)
    cells = np.empty((_CODE_COUNT, FONT_ROWS, FONT_COLUMNS, 3), np.uint8)
    cells[:] = _parse_rgb(BACKGROUND)
    for glyph, drawn in letters().items():
        letter = ROLE_LETTERS.get(role_of.get(glyph, ""), "")
        ink = with_inks[letter].foreground if letter in with_inks else FOREGROUND
        dots = np.array([[dot == "#" for dot in row] for row in drawn])
        cells[ord(glyph), :, : dots.shape[1]][dots] = _parse_rgb(ink)
    return cells


def _parse_rgb(colour: str) -> list[int]:
    """Return the red, green and blue of a colour such as `#14161a`."""
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
