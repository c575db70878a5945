"""What an agent perceives of a game, as arrays."""

from functools import lru_cache
from struct import Struct
from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cc3k.engine.actions import OPTIONS
from cc3k.engine.floor import PASSABLE, Floor
from cc3k.engine.game import Game
from cc3k.engine.grid import DIRECTIONS
from cc3k.engine.rules import Rules
from cc3k.gym.settings import Dungeon

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


STATS = (
    "hp",
    "max_hp",
    "attack",
    "defence",
    "gold",
    "score",
    "floor",
    "turns",
    "held",
    "row",
    "column",
)
"""What the figures of `stats` are, in order.

`max_hp` is 0 for a race without a cap (R10), `held` 1 while enemies are held (R5); `row` and
`column` are where the PC is, both from 0.
"""

Array: TypeAlias = NDArray[np.uint8] | NDArray[np.int8] | NDArray[np.int32]
Percept: TypeAlias = dict[str, Array]
"""One observation: its arrays by name."""

_BLANK = ord(" ")
_FIGURES = Struct(f"={len(STATS)}i")
"""The figures of `stats` as the bytes of int32."""


def space_of(dungeon: Dungeon, message: int) -> spaces.Dict:
    """Return the space of the observations of a dungeon's games.

    - `glyphs`, uint8 [rows, columns]: the board in ASCII, blank beside a floor that is smaller;
    - `stats`, int32 [11]: the figures named by `STATS`;
    - `known`, int8 [6]: a 1 for each kind of potion used so far (R18), in the roster's order;
    - `message`, uint8 [message], unless that is 0: what was said last in ASCII, cut to that many
      characters, zeros after its end.
    """
    most = np.iinfo(np.int32).max
    space: dict[str, spaces.Space[Array]] = {
        "glyphs": spaces.Box(0, 127, dungeon.shape, np.uint8),
        "stats": spaces.Box(0, most, (len(STATS),), np.int32),
        "known": spaces.MultiBinary(len(dungeon.rules.potions)),
    }
    if message:
        space["message"] = spaces.Box(0, 127, (message,), np.uint8)
    return spaces.Dict(space)


class Senses:
    """The senses of a player: views that follow one game, and cost little to look at again.

    What they return is overwritten by what happens next: whoever keeps it has to copy it.
    """

    def __init__(self, game: Game, dungeon: Dungeon) -> None:
        self._game, self._dungeon = game, dungeon
        self._masks = masks_of(dungeon.rules)
        self._potions = [potion.name for potion in dungeon.rules.potions]
        self._known = np.zeros(len(self._potions), np.int8)
        self._figures = bytearray(_FIGURES.size)
        self._stats = np.frombuffer(self._figures, np.int32)
        self._count = 0
        self._board = np.full(dungeon.shape, _BLANK, np.uint8)
        self._enter(game.floor)

    def __reduce__(self) -> tuple[type["Senses"], tuple[Game, Dungeon]]:
        # A view cannot be pickled as one: it is taken anew of what the game then is.
        return Senses, (self._game, self._dungeon)

    def of(self, game: Game) -> "Senses":
        """Return such senses for another game of the same dungeon."""
        return Senses(game, self._dungeon)

    def glyphs(self) -> NDArray[np.uint8]:
        """Return the board, uint8 [rows, columns]: the floor's own picture where that fills it."""
        if self._game.floor is not self._floor:
            self._enter(self._game.floor)
        if self._fills:
            return self._picture
        self._window[:] = self._picture
        return self._board

    def stats(self) -> NDArray[np.int32]:
        """Return the figures that `STATS` names, int32 [figures]."""
        game = self._game
        hero, floor, race = game.hero, game.floor, game.race
        figures, gold = hero.stats, hero.gold
        _FIGURES.pack_into(
            self._figures,
            0,
            hero.hp,
            race.max_hp or 0,
            figures.attack,
            figures.defence,
            gold,
            race.score(gold),
            game.depth,
            game.turns,
            game.held,
            *floor.plan.where(floor.hero),
        )
        return self._stats

    def known(self) -> NDArray[np.int8]:
        """Return which kinds of potion were used so far, int8 [kinds]; none is ever forgotten."""
        known = self._game.known
        if len(known) != self._count:
            self._count = len(known)
            self._known[:] = [name in known for name in self._potions]
        return self._known

    def mask(self) -> NDArray[np.int8]:
        """Return what can be done, int8 [25]; it cannot be written to."""
        return self._masks.mask(self._game)

    def _enter(self, floor: Floor) -> None:
        plan, self._floor = floor.plan, floor
        rows = np.frombuffer(floor.picture, np.uint8).reshape(plan.height, plan.stride)
        self._picture = rows[:, : plan.width]
        self._fills = self._picture.shape == self._board.shape
        self._board.fill(_BLANK)
        self._window = self._board[: plan.height, : plan.width]


def codes(text: str, length: int) -> NDArray[np.uint8]:
    """Return a text in ASCII, uint8 [length], cut to its length or followed by zeros.

    It cannot be written to.
    """
    data = text.encode("ascii", "replace")[:length].ljust(length, b"\0")
    return np.frombuffer(data, np.uint8)
