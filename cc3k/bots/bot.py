"""What a bot is: something that looks at a game and says what to do next.

A bot is made anew for each game, with dice of its own: all its chance comes from them, so that
its games can be had again. It is trusted to look only at what a player can see: not at the kinds
of potion that have not been used yet (R18), nor at the game's dice. It plays no turn itself; a
copy of the game may be played on to look ahead only by a bot that means to cheat, as it has the
luck of its original.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from cc3k.engine.actions import Option, is_option
from cc3k.engine.dice import Dice
from cc3k.engine.events import Impossible, NoSuchCommand, why_not
from cc3k.engine.game import Game
from cc3k.play.commands import ACTIONS
from cc3k.play.quoting import shown


class Mishap(Exception):
    """What went wrong with a bot, as a sentence that follows upon its name."""


class BadChoice(Mishap):
    """A bot has chosen what cannot be done: when, what, and why not or what was expected."""


class BotFailed(Mishap):
    """A bot has raised an error, which is the cause of this: when, and which one.

    `trace` is the way to it, as text, once it has been written down for another process.
    """

    trace: str = ""


class GameLost(Mishap):
    """Whoever worked on a game has ended amid it, by the bot or by somebody else: which, and how.

    Where nobody knows which of some games it was, all of these are named.
    """


class GameTooLong(Mishap):
    """A bot has taken longer for a game than it was allowed: which one, and how long that is."""


EXPECTED = "expected an action or its words"

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
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise failure(_moment(game), error) from error


def chosen(bot: Bot, game: Game) -> Option:
    """Return the action that a bot chooses.

    Raises `BadChoice` for what is none, and `BotFailed` for any error of the bot's own.
    """
    try:
        choice = bot.choose(game)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise failure(_moment(game), error) from error
    try:
        return action_of(choice)
    except Impossible as refusal:
        raise bad_choice(game, choice, why_not(refusal.reason)) from refusal
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # its comparisons, too, are the bot's own
        raise bad_choice(game, choice, EXPECTED) from error


def failure(when: str, error: BaseException) -> BotFailed:
    """Return what there is to tell of an error of a bot."""
    kind = type(error).__name__
    told = _line(lambda: f"{kind}: {error}", kind)
    return BotFailed(f"{when}: {told.removesuffix(':')}")


def bad_choice(game: Game, choice: object, why: str) -> BadChoice:
    """Return what there is to tell of a choice of a bot: when, what, and why not."""
    shown = _line(lambda: repr(choice), f"a {type(choice).__name__}")
    return BadChoice(f"{_moment(game)}: {shown}: {why}")


def _line(text: Callable[[], str], otherwise: str) -> str:
    """Return a text in one line that can be read without harm; it may be none to be had."""
    try:
        return shown(" ".join(text().split()))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - the text is the bot's own, and so is whatever it raises
        return otherwise


def _moment(game: Game) -> str:
    """Return which game it is, so that it can be had again (R34), and which turn."""
    return f"as {game.race.name}, seed {game.dice.path.replace('/', ', ')}, turn {game.turns}"


def action_of(choice: Choice) -> Option:
    """Return the action that was chosen.

    Raises `Impossible` for words that are none, and TypeError for what is no choice at all.
    """
    if isinstance(choice, str):
        words = " ".join(str.split(choice))  # plain, whatever kind of text it was
        action = ACTIONS.get(words.lower())
        if action is None:
            raise Impossible(NoSuchCommand(words))
        return action
    if not isinstance(choice, Option) or not is_option(choice):
        raise TypeError(EXPECTED)
    return choice


def words_of(choice: Choice) -> str:
    """Return the words for what was chosen; raises what `action_of` does."""
    return _WORDS[action_of(choice)]


_WORDS = {action: words for words, action in ACTIONS.items()}
