"""One game of a match: a bot plays it to its end, or until it takes too long."""

from collections.abc import Sequence

from attrs import frozen

from cc3k.bots.bot import BotFactory, bad_choice_error, create_bot
from cc3k.bots.game import PlayableGame, command_words
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.events import Impossible, refusal_message
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.play.messages import cause_of_death

GIVEN_UP = "given up"
"""The cause of a game that ended because it took too long."""

MAX_COMMANDS = 20_000
"""Commands after which a game is given up: far more than a normal game takes."""


@frozen
class GameResult:
    """The result of one game of a match.

    `game_number` is its number in the seed's run (R34), `cause_of_death` what the PC was slain by,
    empty for a victory; `floors` is how many it came to. A game given up has no score, and is no
    victory.
    """

    race: str
    game_number: int
    cause_of_death: str
    score: int
    gold: int
    floors: int
    turns: int

    @property
    def won(self) -> bool:
        """Whether the PC left the dungeon alive."""
        return not self.cause_of_death


def play_to_end(
    game: GameState,
    factory: BotFactory,
    game_number: int,
    max_commands: int = MAX_COMMANDS,
    game_class: type[PlayableGame] = PlayableGame,
) -> GameResult:
    """Let a bot play a game to its end: what it chooses is played here, in the true game.

    Raises `BadChoice` for what is not legal (R4), `GameChanged` if it changed the game that it was
    shown, a `game_class`, and `BotFailed` for an error of its own.
    """
    bot = create_bot(game, factory, game_class)
    for _ in range(max_commands):
        action = bot.choose(game)
        try:
            game.play(action)
        except Impossible as refusal:
            raise bad_choice_error(
                game, command_words(action), refusal_message(refusal.reason)
            ) from refusal
        if game.outcome is not None:
            break
    return GameResult(
        race=game.race.name,
        game_number=game_number,
        cause_of_death=cause_of_death(game) if game.outcome is not None else GIVEN_UP,
        score=game.score if game.outcome is not None else 0,
        gold=game.hero.gold,
        floors=game.depth,
        turns=game.turns,
    )


def new_game(
    rules: Rules, race: Race, seed: int, game_number: int, floor_layouts: Sequence[FloorLayout] = ()
) -> GameState:
    """Return the game of that number of a seed (R34)."""
    return GameState(rules, race, Dice(f"{seed}/game {game_number}"), floor_layouts)
