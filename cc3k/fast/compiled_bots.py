"""Compiled bots: bots of the game as compiled functions, which play whole games in the core.

Each is the twin of a bot in Python: it has the same dice and chooses the same actions, so its games
end as those of the other do. A further one is a function here and an entry in `COMPILED_BOTS`.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc3k.bots.bot import BotFactory, RandomBot
from cc3k.bots.statistics import CUT_SHORT, BotResult
from cc3k.engine.board import FloorLayout
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.fast import state
from cc3k.fast.compiler import compiled, entry_point, prepare
from cc3k.fast.games import FastGames, FastSettings, NewGames
from cc3k.fast.state import Core, GameRow, below, game_row, glyph_class, seed_dice, towards
from cc3k.fast.stepping import perform
from cc3k.fast.support import board_shape

TWIN = "the bot"
"""The thing that is compiled here."""

_WAYS = 8
_NO_WEIGHTS = (0.0,) * 6


class BotDice(NamedTuple):
    """The dice of a bot: their words, and the figures of a game row that say how many are used."""

    words: NDArray[np.uint32]
    numbers: NDArray[np.int64]


PlayOn: TypeAlias = Callable[[Core, int, BotDice, NDArray[np.uint32], int], int]
"""Let a bot take up to so many actions in a game; return how many it took.

It stops where the game ends, and where the PC is on its way to a floor that is not laid out yet.
The key seeds its dice; with an empty one they go on.
"""


@entry_point
def play_randomly(
    core: Core, number: int, dice: BotDice, key: NDArray[np.uint32], most: int
) -> int:
    """Take random legal actions, as `RandomBot` does."""
    game = game_row(core, number)
    bot = _row_of_dice(game, dice)
    if key.size:
        seed_dice(bot, key)
    for taken in range(most):
        perform(game, _choose_randomly(game, bot))
        if game.numbers[state.OUTCOME] or game.numbers[state.PENDING]:
            return taken + 1
    return most


@compiled
def _row_of_dice(game: GameRow, dice: BotDice) -> GameRow:
    return GameRow(
        game.seen,
        game.ground,
        game.items,
        dice.numbers,
        game.enemies,
        dice.words,
        game.rules,
        game.letters,
    )


@compiled
def _choose_randomly(game: GameRow, bot: GameRow) -> int:
    hero, hold = game.numbers[state.HERO], state.ACTION_COUNT - 1
    flags, count = 1 << hold, 1
    for way in range(_WAYS):
        found = glyph_class(game, int(game.seen[hero + towards(game, way)]))
        can_move = int((found & state.IS_PASSABLE) != 0)
        can_attack = int((found & state.IS_ENEMY) != 0)
        can_drink = int((found & state.IS_POTION) != 0)
        flags |= can_move << way | can_attack << (_WAYS + way) | can_drink << (2 * _WAYS + way)
        count += can_move + can_attack + can_drink
    left = below(bot, count)
    for action in range(hold):
        if flags >> action & 1:
            if left == 0:
                return action
            left -= 1
    return hold


COMPILED_BOTS: Sequence[tuple[BotFactory, PlayOn]] = ((RandomBot, play_randomly),)
"""The bots of the game that have a twin here."""


def find_compiled_bot(factory: BotFactory) -> PlayOn | None:
    return next((play_on for bot, play_on in COMPILED_BOTS if bot is factory), None)


class CompiledPlayer:
    """Plays games of one twin, one after another: on the same floors, by the same rules."""

    def __init__(
        self, play_on: PlayOn, rules: Rules, floor_layouts: Sequence[FloorLayout] = ()
    ) -> None:
        self._play_on, self._floor_layouts = play_on, floor_layouts
        self.games = FastGames(
            FastSettings(
                rules=rules,
                board_shape=board_shape(rules, floor_layouts),
                letters=0,
                limits=(None, None),
                weights=_NO_WEIGHTS,
            ),
            1,
        )
        self._dice = BotDice(
            np.zeros(state.DICE_WORDS, np.uint32), np.zeros(state.FIGURES, np.int64)
        )
        self._going_on = np.zeros(0, np.uint32)
        prepare(play_on, self.games.core, 0, self._dice, self._going_on, 0, of=TWIN)

    def play(self, race: Race, seed: int, game_number: int, max_commands: int) -> BotResult:
        games = self.games
        games.start(NewGames({0: seed}, race, self._floor_layouts, game_number))
        key, left, numbers = games.key_of(0, "bot"), max_commands, games.state.numbers[0]
        while left and not numbers[state.OUTCOME]:
            left -= self._play_on(games.core, 0, self._dice, key, left)
            if numbers[state.PENDING]:
                games.descend(0)
                numbers = games.state.numbers[0]
            key = self._going_on
        gold, is_over = int(numbers[state.GOLD]), bool(numbers[state.OUTCOME])
        return BotResult(
            race=race.name,
            game_number=game_number,
            cause_of_death=games.cause_of_death(0) if is_over else CUT_SHORT,
            score=race.score_scale(gold) if is_over else 0,
            gold=gold,
            floors=games.depth(0),
            turns=games.turns(0),
        )
