"""What may be done now, as an array: the glyphs around the PC tell it."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cc3k.engine.floor import PASSABLE
from cc3k.engine.game import Game
from cc3k.engine.grid import DIRECTIONS
from cc3k.engine.options import OPTIONS
from cc3k.engine.rules import Rules

MOST_KEPT = 1 << 16
"""Neighbourhoods whose masks are kept, a few MB of them; random play meets fewer."""

_PLACES = tuple(4 + direction.shift(3) for direction in DIRECTIONS)
"""Where the eight neighbours are in a block of three by three."""


class Masks(dict[bytes, NDArray[np.int8]]):
    """The mask of each block of three by three glyphs, worked out when first asked for.

    A mask has a 1 for each of `OPTIONS` that would not be refused (R4), as `legal_actions` lists
    them. It is shared by all who ask, and cannot be written to.
    """

    def __init__(self, foes: bytes, potions: bytes) -> None:
        super().__init__()
        self._kinds = (PASSABLE, foes, potions)
        self._none = _fixed([False] * len(OPTIONS))

    def mask(self, game: Game) -> NDArray[np.int8]:
        """Return the mask of a game as it stands; all zeros once it is over."""
        if game.outcome is not None:
            return self._none
        floor = game.floor
        picture, stride, first = floor.picture, floor.plan.stride, floor.hero - 1
        above, below = first - stride, first + stride
        return self[
            bytes(
                picture[above : above + 3] + picture[first : first + 3] + picture[below : below + 3]
            )
        ]

    def __missing__(self, block: bytes) -> NDArray[np.int8]:
        if len(self) >= MOST_KEPT:
            self.clear()
        around = bytes([block[place] for place in _PLACES])
        flags = [glyph in kind for kind in self._kinds for glyph in around]
        mask = self[block] = _fixed([*flags, True])
        return mask


def masks_of(rules: Rules) -> Masks:
    """Return the masks of games of those rules; all of these have them in common."""
    foes = bytes([ord(kind.glyph) for kind in rules.enemies])
    return _masks(foes, bytes([ord(potion.glyph) for potion in rules.potions]))


@lru_cache(maxsize=8)
def _masks(foes: bytes, potions: bytes) -> Masks:
    return Masks(foes, potions)


def _fixed(flags: list[bool]) -> NDArray[np.int8]:
    mask = np.array(flags, np.int8)
    mask.flags.writeable = False
    return mask
