"""Observations as arrays: what an agent sees of a game, its action masks, and pictures."""

from functools import lru_cache
from struct import Struct
from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cc3k.engine.actions import legal_flags
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.export import pictures
from cc3k.gym.settings import GameFactory
from cc3k.ui.palette import PALETTES, ROLE_LETTERS, glyph_roles


@lru_cache(maxsize=1 << 16)
def _mask_of_flags(flags: bytes) -> NDArray[np.int8]:
    """Return legal-action flags as an array, int8 [actions]; it cannot be written to."""
    return np.frombuffer(flags, np.int8)


STAT_NAMES = (
    *("hp", "max_hp", "attack", "defence", "gold", "score"),
    *("floor", "turns", "held", "row", "column"),
)
"""The names of the entries of `blstats`, in order.

`max_hp` is 0 for a race without a cap (R10), `held` 1 while enemies are held (R5); `row` and
`column` are where the PC is, both from 0.
"""

ObservationArray: TypeAlias = NDArray[np.uint8] | NDArray[np.int8] | NDArray[np.int32]
HpArray: TypeAlias = NDArray[np.uint8] | NDArray[np.int32]
ArrayObservation: TypeAlias = dict[str, ObservationArray]
"""One observation: its arrays by name."""

_BLANK = ord(" ")
_STATS_FORMAT = Struct(f"={len(STAT_NAMES)}i")
"""The entries of `blstats` as the bytes of int32."""

GREATEST_BYTE = 255


def build_observation_space(game_factory: GameFactory, message_length: int) -> spaces.Dict:
    """Return the observation space of the games of a factory.

    - `chars`, uint8 [rows, columns]: the board in ASCII, blank beside a floor that is smaller;
    - `enemy_hp`, uint8 [rows, columns]: the HP of the enemy on a cell, if it is in sight, else 0;
      int32 where some kind of enemy has more than 255;
    - `hostile`, int8 [rows, columns]: a 1 where an enemy is in sight that is hostile (R21);
    - `blstats`, int32 [11]: the figures named by `STAT_NAMES`;
    - `known`, int8 [6]: a 1 for each kind of potion used so far (R18), in the roster's order;
    - `figures`, int32 [figures], with expansions that have any: their numbers, such as the level,
      in the order of `Rules.figures`, each within its bounds;
    - `message`, uint8 [message_length], unless that is 0: what was said last in ASCII, cut to that
      many characters, zeros after its end.
    """
    most, shape = np.iinfo(np.int32).max, game_factory.board_shape
    most_hp = greatest_hp(game_factory.rules)
    space: dict[str, spaces.Space[ObservationArray]] = {
        "chars": spaces.Box(0, 127, shape, np.uint8),
        "enemy_hp": spaces.Box(0, most_hp, shape, np.uint8 if most_hp < most else np.int32),
        "hostile": spaces.Box(0, 1, shape, np.int8),
        "blstats": spaces.Box(0, most, (len(STAT_NAMES),), np.int32),
        "known": spaces.MultiBinary(len(game_factory.rules.potions)),
    }
    figures = game_factory.rules.figures
    if figures:
        space["figures"] = spaces.Box(
            np.array([figure.lowest for figure in figures], np.int32),
            np.array([figure.highest for figure in figures], np.int32),
            dtype=np.int32,
        )
    if message_length:
        space["message"] = spaces.Box(0, 127, (message_length,), np.uint8)
    return spaces.Dict(space)


def greatest_hp(rules: Rules) -> int:
    """Return the most HP of an enemy that are shown: those of its kind if a byte can hold them."""
    most = max([kind.hp for kind in rules.enemy_kinds], default=0)
    return most if most <= GREATEST_BYTE else int(np.iinfo(np.int32).max)


def _zero_hp(shape: tuple[int, int], most_hp: int) -> HpArray:
    hp: HpArray = np.zeros(shape, np.uint8)
    return hp if most_hp <= GREATEST_BYTE else np.zeros(shape, np.int32)


def check_same_spaces(made: GameFactory, chosen: GameFactory) -> None:
    """Raise ValueError if other games have other actions or arrays than those of a factory.

    The spaces of an environment are the same as long as it lives.
    """
    if _shape_of_spaces(made.rules) != _shape_of_spaces(chosen.rules):
        names = ", ".join([each.name for each in chosen.rules.expansions]) or "none"
        message = (
            f"dlc {names}: expected expansions with the actions and arrays that the environment "
            "was made with; make a new one"
        )
        raise ValueError(message)


def _shape_of_spaces(rules: Rules) -> tuple[object, ...]:
    commands = [words for each in rules.expansions for words, _ in each.commands.actions]
    figures = [(figure.name, figure.lowest, figure.highest) for figure in rules.figures]
    return commands, figures, len(rules.potions), greatest_hp(rules)


class GameObserver:
    """Observes one game as arrays; each call costs little.

    What they return is overwritten by what happens next: whoever keeps it has to copy it.
    """

    def __init__(
        self, game: GameState, game_factory: GameFactory, shape: tuple[int, int] | None = None
    ) -> None:
        self._game, self._game_factory = game, game_factory
        self._shape = shape or game_factory.board_shape
        self._potions = game_factory.rules.potions
        self._known_flags = np.zeros(len(self._potions), np.int8)
        self._stats_buffer = bytearray(_STATS_FORMAT.size)
        self._stats = np.frombuffer(self._stats_buffer, np.int32)
        self._known_count = 0
        self._board = np.full(self._shape, _BLANK, np.uint8)
        self._most_hp = greatest_hp(game_factory.rules)
        self._enemy_hp = _zero_hp(self._shape, self._most_hp)
        self._hostile = np.zeros(self._shape, np.int8)
        self._enemies_as_of = -1
        self._view = GameView(game)
        self._attach_floor()

    def __reduce__(
        self,
    ) -> tuple[type["GameObserver"], tuple[GameState, GameFactory, tuple[int, int]]]:
        # A view cannot be pickled as one: it is taken anew of what the game then is.
        return GameObserver, (self._game, self._game_factory, self._shape)

    def for_game(self, game: GameState) -> "GameObserver":
        return GameObserver(game, self._game_factory, self._shape)

    def observe(self) -> ArrayObservation:
        enemy_hp, hostile = self.enemies()
        seen: ArrayObservation = {
            "chars": self.glyphs(),
            "enemy_hp": enemy_hp,
            "hostile": hostile,
            "blstats": self.stats(),
            "known": self.known_potions(),
        }
        if self._game.rules.figures:
            seen["figures"] = self.figures()
        return seen

    def enemies(self) -> tuple[HpArray, NDArray[np.int8]]:
        """Return the HP of the enemy on each cell, and a 1 for each that is hostile.

        They change by turns alone.
        """
        if self._view.glyphs is not self._buffer:
            self._attach_floor()
        if self._game.turns != self._enemies_as_of:
            self._enemies_as_of, hero = self._game.turns, self._game.hero
            enemies = list(self._view.enemies.items())
            rows, columns = np.divmod([cell for cell, _ in enemies], self._view.board.stride)
            places = (rows.astype(np.intp), columns.astype(np.intp))
            self._enemy_hp.fill(0)
            self._hostile.fill(0)
            self._enemy_hp[places] = [min(enemy.hp, self._most_hp) for _, enemy in enemies]
            self._hostile[places] = [enemy.is_hostile_to(hero) for _, enemy in enemies]
        return self._enemy_hp, self._hostile

    def glyphs(self) -> NDArray[np.uint8]:
        if self._view.glyphs is not self._buffer:
            self._attach_floor()
        if self._fills_board:
            return self._floor_glyphs
        self._board_part[:] = self._floor_glyphs
        return self._board

    def stats(self) -> NDArray[np.int32]:
        """Return the entries that `STAT_NAMES` names, int32 [entries]."""
        game = self._game
        view, hero, race = self._view, game.hero, game.hero.race
        figures, gold = hero.stats, hero.gold
        _STATS_FORMAT.pack_into(
            self._stats_buffer,
            0,
            hero.hp,
            race.max_hp or 0,
            figures.attack,
            figures.defence,
            gold,
            game.score if game.rules.expansions else race.score_scale(gold),
            game.depth,
            game.turns,
            game.enemies_frozen,
            *view.board.row_and_column(view.hero_cell),
        )
        return self._stats

    def known_potions(self) -> NDArray[np.int8]:
        """Return a 1 for each kind of potion used so far, int8 [kinds]; none is ever forgotten."""
        known = self._view.known_kinds
        if len(known) != self._known_count:
            self._known_count = len(known)
            self._known_flags[:] = [kind in known for kind in self._potions]
        return self._known_flags

    def figures(self) -> NDArray[np.int32]:
        game = self._game
        return np.array([figure.value(game) for figure in game.rules.figures], np.int32)

    def action_mask(self) -> NDArray[np.int8]:
        """Return a 1 for each legal action, int8 [actions]; read-only."""
        return _mask_of_flags(legal_flags(self._game))

    def _attach_floor(self) -> None:
        board, self._buffer = self._view.board, self._view.glyphs
        rows = np.frombuffer(self._buffer, np.uint8).reshape(board.height, board.stride)
        self._floor_glyphs = rows[:, : board.width]
        self._fills_board = self._floor_glyphs.shape == self._board.shape
        self._enemies_as_of = -1
        self._board.fill(_BLANK)
        self._board_part = self._board[: board.height, : board.width]


def encode_text(text: str, length: int) -> NDArray[np.uint8]:
    """Return a text in ASCII, uint8 [length], cut or followed by zeros.

    It cannot be written to.
    """
    data = text.encode("ascii", "replace")[:length].ljust(length, b"\0")
    return np.frombuffer(data, np.uint8)


_CODE_COUNT = 128


def render_rgb(glyphs: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    """Return the board in the colours of a terminal and the font of all pictures.

    It is uint8 [height, width, 3]: a board of r rows and c columns is 9 r pixels high and 6 c wide.
    """
    rows, columns = glyphs.shape
    cells = _cell_pictures(tuple(sorted(glyph_roles(rules).items())))[glyphs]
    return cells.swapaxes(1, 2).reshape(
        rows * pictures.FONT_ROWS, columns * pictures.FONT_COLUMNS, 3
    )


@lru_cache(maxsize=8)
def _cell_pictures(roles: tuple[tuple[str, str], ...]) -> NDArray[np.uint8]:
    """Return the picture of each code, uint8 [codes, height of a cell, width of a cell, 3]."""
    with_inks, role_of = pictures.cell_styles(next(iter(PALETTES))), dict(roles)
    cells = np.empty((_CODE_COUNT, pictures.FONT_ROWS, pictures.FONT_COLUMNS, 3), np.uint8)
    cells[:] = _parse_rgb(pictures.BACKGROUND)
    for glyph, drawn in pictures.letters().items():
        letter = ROLE_LETTERS.get(role_of.get(glyph, ""), "")
        ink = with_inks[letter].foreground if letter in with_inks else pictures.FOREGROUND
        dots = np.array([[dot == "#" for dot in row] for row in drawn])
        cells[ord(glyph), :, : dots.shape[1]][dots] = _parse_rgb(ink)
    return cells


def _parse_rgb(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
