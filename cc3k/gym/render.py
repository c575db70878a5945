"""What a person is shown of an environment: a frame as text, or the board as a picture."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.rules import Rules
from cc3k.export.colours import PAPER, TEXT, inks
from cc3k.gym.episode import Episode
from cc3k.play.frame import frame, glyph_roles
from cc3k.ui.palette import LETTERS, PALETTES

WIDTH, HEIGHT = 5, 7

DOTS = {
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

BOX = "##### #...# #...# #...# #...# #...# #####"
"""What stands for a glyph that is not drawn here."""


CELL_WIDTH, CELL_HEIGHT = WIDTH + 1, HEIGHT + 2
"""The size of a cell, in pixels: its dots, and the gaps to the next ones."""

_CODES = 128


def text(episode: Episode) -> str:
    """Return the frame that `cc3k --script` would show (§3)."""
    return frame(episode.game, episode.said).text


def picture(glyphs: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    """Return the board in the colours of a terminal, uint8 [height, width, 3].

    A board of r rows and c columns is 9 r pixels high and 6 c wide.
    """
    rows, columns = glyphs.shape
    cells = _cells(tuple(sorted(glyph_roles(rules).items())))[glyphs]
    return cells.swapaxes(1, 2).reshape(rows * CELL_HEIGHT, columns * CELL_WIDTH, 3)


@lru_cache(maxsize=8)
def _cells(roles: tuple[tuple[str, str], ...]) -> NDArray[np.uint8]:
    """Return the picture of each code, uint8 [codes, height of a cell, width of a cell, 3]."""
    with_inks, role_of = inks(next(iter(PALETTES))), dict(roles)
    cells = np.empty((_CODES, CELL_HEIGHT, CELL_WIDTH, 3), np.uint8)
    cells[:] = _rgb(PAPER)
    for code in range(_CODES):
        letter = LETTERS.get(role_of.get(chr(code), ""), "")
        ink = with_inks[letter].colour if letter in with_inks else TEXT
        cells[code, 1 : 1 + HEIGHT, :WIDTH][_dots(chr(code))] = _rgb(ink)
    return cells


def _dots(glyph: str) -> NDArray[np.bool_]:
    """Return where a glyph has dots, bool [HEIGHT, WIDTH]."""
    rows = DOTS.get(glyph, BOX).split()
    return np.array([[dot == "#" for dot in row] for row in rows])


def _rgb(colour: str) -> list[int]:
    """Return the parts of a colour such as `#14161a`."""
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
