"""What a bot is: something that looks at a game and says what to do next.

A bot is made anew for each game, with dice of its own: all its chance comes from them, so that
its games can be had again. It is trusted to look only at what a player can see: not at the kinds
of potion that have not been used yet (R18), nor at the game's dice. It plays no turn itself; a
copy of the game may be played on to look ahead only by a bot that means to cheat, as it has the
luck of its original.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from cc3k.bots.errors import BadChoice, BotFailed
from cc3k.engine.dice import Dice
from cc3k.engine.events import Impossible, NoSuchCommand
from cc3k.engine.game import Game
from cc3k.engine.options import OPTIONS, Option
from cc3k.play.commands import ACTIONS

Choice: TypeAlias = Option | str
"""What to do: an action, such as `Attack(NORTH)`, or the words for it, such as `"a no"` (§4)."""


class Bot(Protocol):
    """A player of one game."""

    def choose(self, game: Game) -> Choice:
        """Return what to do now; the game is not over, and can do it (R4)."""
        ...


Maker: TypeAlias = Callable[[Dice], Bot]
"""How a bot is made for a game: a class will do. The dice are the bot's own."""


def bot_for(game: Game, make: Maker) -> Bot:
    """Return a bot for that game, with dice that no other game has; raise `BotFailed`."""
    try:
        return make(game.dice.fork("bot"))
    except (Exception, SystemExit) as error:
        raise failure(_moment(game), error) from error


def chosen(bot: Bot, game: Game) -> Choice:
    """Return what a bot chooses; raise `BotFailed` for any error of its own."""
    try:
        return bot.choose(game)
    except (Exception, SystemExit) as error:
        raise failure(_moment(game), error) from error


def failure(when: str, error: BaseException) -> BotFailed:
    """Return what there is to tell of an error of a bot."""
    told = " ".join(f"{type(error).__name__}: {error}".split())
    return BotFailed(f"{when}: {told if told.isprintable() else ascii(told)}")


def _moment(game: Game) -> str:
    """Return which game it is, so that it can be had again (R34), and which turn."""
    return f"as {game.race.name}, seed {game.dice.path.replace('/', ', ')}, turn {game.turns}"


def action_of(choice: Choice) -> Option:
    """Return the action that was chosen.

    Raises `Impossible` for words that are none, and `BadChoice` for what is no choice at all.
    """
    if isinstance(choice, str):
        action = ACTIONS.get(" ".join(choice.lower().split()))
        if action is None:
            raise Impossible(NoSuchCommand(choice))
        return action
    if not isinstance(choice, Option) or choice not in OPTIONS:
        message = f"{choice!r}: expected an action or its words"
        raise BadChoice(message)
    return choice


def words_of(choice: Choice) -> str:
    """Return the words for what was chosen; raise `BadChoice`."""
    try:
        return _WORDS[action_of(choice)]
    except Impossible as refusal:
        message = f"{choice!r}: {refusal.reason}"
        raise BadChoice(message) from refusal


_WORDS = {action: words for words, action in ACTIONS.items()}
