"""Observations as arrays: what an agent sees of a game, and its action masks."""

from functools import lru_cache
from struct import Struct
from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cc3k.engine.actions import ALL_ACTIONS
from cc3k.engine.floor import PASSABLE_GLYPHS, Floor
from cc3k.engine.game import GameState
from cc3k.engine.grid import DIRECTIONS
from cc3k.engine.rules import Rules
from cc3k.gym.settings import GameFactory

MAX_CACHED_MASKS = 1 << 16
"""Neighbourhoods whose masks are cached, a few MB of them; random play meets fewer."""

_NEIGHBOURS = tuple(4 + direction.offset(3) for direction in DIRECTIONS)
"""Indices of the eight neighbours in a block of three by three."""


class ActionMaskCache(dict[bytes, NDArray[np.int8]]):
    """The action mask of each block of three by three glyphs, computed when first needed.

    A mask has a 1 for each of `OPTIONS` that would not be refused (R4), as `legal_actions` lists
    them. It is shared by all who ask, and cannot be written to.
    """

    def __init__(self, enemy_glyphs: bytes, potion_glyphs: bytes) -> None:
        super().__init__()
        self._glyph_kinds = (PASSABLE_GLYPHS, enemy_glyphs, potion_glyphs)
        self._no_actions = _read_only_mask([False] * len(ALL_ACTIONS))

    def mask_for(self, game: GameState) -> NDArray[np.int8]:
        """Return the action mask of a game now; all zeros once it is over."""
        if game.outcome is not None:
            return self._no_actions
        floor = game.floor
        picture, stride, first = floor.glyphs, floor.board.stride, floor.hero_cell - 1
        above, below = first - stride, first + stride
        return self[
            bytes(
                picture[above : above + 3] + picture[first : first + 3] + picture[below : below + 3]
            )
        ]

    def __missing__(self, block: bytes) -> NDArray[np.int8]:
        if len(self) >= MAX_CACHED_MASKS:
            self.clear()
        around = bytes([block[place] for place in _NEIGHBOURS])
        flags = [glyph in kind for kind in self._glyph_kinds for glyph in around]
        mask = self[block] = _read_only_mask([*flags, True])
        return mask


def shared_mask_cache(rules: Rules) -> ActionMaskCache:
    """Return the mask cache that all games of these rules share."""
    foes = bytes([ord(kind.glyph) for kind in rules.enemy_kinds])
    return _mask_cache(foes, bytes([ord(potion.glyph) for potion in rules.potions]))


@lru_cache(maxsize=8)
def _mask_cache(enemy_glyphs: bytes, potion_glyphs: bytes) -> ActionMaskCache:
    return ActionMaskCache(enemy_glyphs, potion_glyphs)


def _read_only_mask(flags: list[bool]) -> NDArray[np.int8]:
    mask = np.array(flags, np.int8)
    mask.flags.writeable = False
    return mask


STAT_NAMES = (
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
"""The names of the entries of `stats`, in order.

`max_hp` is 0 for a race without a cap (R10), `held` 1 while enemies are held (R5); `row` and
`column` are where the PC is, both from 0.
"""

ObservationArray: TypeAlias = NDArray[np.uint8] | NDArray[np.int8] | NDArray[np.int32]
ArrayObservation: TypeAlias = dict[str, ObservationArray]
"""One observation: its arrays by name."""

_BLANK = ord(" ")
_STATS_FORMAT = Struct(f"={len(STAT_NAMES)}i")
"""The entries of `stats` as the bytes of int32."""


def build_observation_space(game_factory: GameFactory, message_length: int) -> spaces.Dict:
    """Return the observation space of the games of a factory.

    - `glyphs`, uint8 [rows, columns]: the board in ASCII, blank beside a floor that is smaller;
    - `stats`, int32 [11]: the figures named by `STAT_NAMES`;
    - `known`, int8 [6]: a 1 for each kind of potion used so far (R18), in the roster's order;
    - `message_length`, uint8 [message], unless that is 0: what was said last in ASCII, cut to that
      many characters, zeros after its end.
    """
    most = np.iinfo(np.int32).max
    space: dict[str, spaces.Space[ObservationArray]] = {
        "glyphs": spaces.Box(0, 127, game_factory.board_shape, np.uint8),
        "stats": spaces.Box(0, most, (len(STAT_NAMES),), np.int32),
        "known": spaces.MultiBinary(len(game_factory.rules.potions)),
    }
    if message_length:
        space["message"] = spaces.Box(0, 127, (message_length,), np.uint8)
    return spaces.Dict(space)


class GameObserver:
    """Observes one game as arrays; each call costs little.

    What they return is overwritten by what happens next: whoever keeps it has to copy it.
    """

    def __init__(self, game: GameState, game_factory: GameFactory) -> None:
        self._game, self._game_factory = game, game_factory
        self._mask_cache = shared_mask_cache(game_factory.rules)
        self._potions = [potion.name for potion in game_factory.rules.potions]
        self._known_flags = np.zeros(len(self._potions), np.int8)
        self._stats_buffer = bytearray(_STATS_FORMAT.size)
        self._stats = np.frombuffer(self._stats_buffer, np.int32)
        self._known_count = 0
        self._board = np.full(game_factory.board_shape, _BLANK, np.uint8)
        self._attach_floor(game.floor)

    def __reduce__(self) -> tuple[type["GameObserver"], tuple[GameState, GameFactory]]:
        # A view cannot be pickled as one: it is taken anew of what the game then is.
        return GameObserver, (self._game, self._game_factory)

    def for_game(self, game: GameState) -> "GameObserver":
        """Return an observer for another game of the same factory."""
        return GameObserver(game, self._game_factory)

    def glyphs(self) -> NDArray[np.uint8]:
        """Return the board, uint8 [rows, columns]: not copied where the floor fills it."""
        if self._game.floor is not self._floor:
            self._attach_floor(self._game.floor)
        if self._fills_board:
            return self._floor_glyphs
        self._board_part[:] = self._floor_glyphs
        return self._board

    def stats(self) -> NDArray[np.int32]:
        """Return the entries that `STAT_NAMES` names, int32 [entries]."""
        game = self._game
        hero, floor, race = game.hero, game.floor, game.race
        figures, gold = hero.stats, hero.gold
        _STATS_FORMAT.pack_into(
            self._stats_buffer,
            0,
            hero.hp,
            race.max_hp or 0,
            figures.attack,
            figures.defence,
            gold,
            race.score_scale(gold),
            game.depth,
            game.turns,
            game.enemies_frozen,
            *floor.board.row_and_column(floor.hero_cell),
        )
        return self._stats

    def known_potions(self) -> NDArray[np.int8]:
        """Return a 1 for each kind of potion used so far, int8 [kinds]; none is ever forgotten."""
        known = self._game.known_potions
        if len(known) != self._known_count:
            self._known_count = len(known)
            self._known_flags[:] = [name in known for name in self._potions]
        return self._known_flags

    def action_mask(self) -> NDArray[np.int8]:
        """Return a 1 for each legal action, int8 [25]; read-only."""
        return self._mask_cache.mask_for(self._game)

    def _attach_floor(self, floor: Floor) -> None:
        plan, self._floor = floor.board, floor
        rows = np.frombuffer(floor.glyphs, np.uint8).reshape(plan.height, plan.stride)
        self._floor_glyphs = rows[:, : plan.width]
        self._fills_board = self._floor_glyphs.shape == self._board.shape
        self._board.fill(_BLANK)
        self._board_part = self._board[: plan.height, : plan.width]


def encode_text(text: str, length: int) -> NDArray[np.uint8]:
    """Return a text in ASCII, uint8 [length], cut or followed by zeros.

    It cannot be written to.
    """
    data = text.encode("ascii", "replace")[:length].ljust(length, b"\0")
    return np.frombuffer(data, np.uint8)
