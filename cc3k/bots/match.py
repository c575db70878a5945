"""One game of a contest: a bot plays it to its end, or until it has had enough time."""

from collections.abc import Sequence

from attrs import frozen

from cc3k.bots.bot import Maker, bad_choice, bot_for, chosen, words_of
from cc3k.engine.actors import Race
from cc3k.engine.board import Drawing
from cc3k.engine.dice import Dice
from cc3k.engine.events import Impossible, why_not
from cc3k.engine.game import Game
from cc3k.engine.rules import Rules
from cc3k.play.messages import slayer

GIVEN_UP = "given up"
"""The cause of the end of a game that took too long."""

MOST_COMMANDS = 20_000
"""Commands after which a game is given up: far more than any that comes to an end."""


@frozen
class Result:
    """How a game of a contest ended.

    `game` is its number in the seed's run (R34), `cause` what the PC was slain by, empty for a
    victory; `floors` is how many it came to. A game given up has no score, and is no victory.
    """

    race: str
    game: int
    cause: str
    score: int
    gold: int
    floors: int
    turns: int

    @property
    def won(self) -> bool:
        """Whether the PC left the dungeon alive."""
        return not self.cause


def play_out(game: Game, make: Maker, number: int, most: int = MOST_COMMANDS) -> Result:
    """Let a bot play a game.

    Raises `BadChoice` if it does not play by the rules (R4), and `BotFailed` for an error of its
    own.
    """
    bot = bot_for(game, make)
    for _ in range(most):
        action = chosen(bot, game)
        try:
            game.play(action)
        except Impossible as refusal:
            raise bad_choice(game, words_of(action), why_not(refusal.reason)) from refusal
        if game.outcome is not None:
            break
    return Result(
        race=game.race.name,
        game=number,
        cause=slayer(game) if game.outcome is not None else GIVEN_UP,
        score=game.score if game.outcome is not None else 0,
        gold=game.hero.gold,
        floors=game.depth,
        turns=game.turns,
    )


def game_of(
    rules: Rules, race: Race, seed: int, number: int, drawings: Sequence[Drawing] = ()
) -> Game:
    """Return the game of that number in the run of a seed (R34)."""
    return Game(rules, race, Dice(f"{seed}/game {number}"), drawings)
