"""Bots: the interface of a bot, its errors, and how to make one and ask it for an action.

A bot is made anew for each game, with dice of its own: all its chance comes from them, so that
its games can be had again. It is trusted to look only at what a player can see: not at the kinds
of potion that have not been used yet (R18), nor at the game's dice. It plays no turn itself; a
copy of the game may be played on to look ahead only by a bot that means to cheat, as it has the
luck of its original.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from cc3k.engine.actions import PlayerAction, is_player_action
from cc3k.engine.dice import Dice
from cc3k.engine.events import Impossible, UnknownCommand, refusal_message
from cc3k.engine.game import GameState
from cc3k.play.commands import ACTIONS_BY_WORDS
from cc3k.play.quoting import printable_name


class BotError(Exception):
    """An error of a bot, as a sentence that follows the bot's name."""


class BadChoice(BotError):
    """A bot chose an action that cannot be done, or no action at all."""


class BotFailed(BotError):
    """A bot raised an exception, which is the cause of this one.

    `traceback_text` is the way to it, as text, once it has been written down for another process.
    """

    traceback_text: str = ""


class GameWorkerDied(BotError):
    """Raised when a worker process ended during a game: which game, and how it ended.

    Where nobody knows which of some games it was, all of these are named.
    """


class GameTimedOut(BotError):
    """Raised when a bot took longer for a game than its time limit."""


EXPECTED_CHOICE = "expected an action or its words"

Choice: TypeAlias = PlayerAction | str
"""An action, such as `Attack(NORTH)`, or the words for it, such as `"a no"` (§4)."""


class Bot(Protocol):
    """A player of one game."""

    def choose(self, game: GameState) -> Choice:
        """Return the action to take now, or its words; the game is not over (R4)."""
        ...


BotFactory: TypeAlias = Callable[[Dice], Bot]
"""Make a bot for a game: a class will do. The dice are the bot's own."""


def create_bot(game: GameState, factory: BotFactory) -> Bot:
    """Return a bot for that game, with dice that no other game has; raise `BotFailed`."""
    try:
        return factory(game.dice.fork("bot"))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise bot_failed_error(_describe_moment(game), error) from error


def ask_bot(bot: Bot, game: GameState) -> PlayerAction:
    """Return the action that a bot chooses.

    Raises `BadChoice` for what is none, and `BotFailed` for any error of the bot's own.
    """
    try:
        choice = bot.choose(game)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise bot_failed_error(_describe_moment(game), error) from error
    try:
        return action_from_choice(choice)
    except Impossible as refusal:
        raise bad_choice_error(game, choice, refusal_message(refusal.reason)) from refusal
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # its comparisons, too, are the bot's own
        raise bad_choice_error(game, choice, EXPECTED_CHOICE) from error


def bot_failed_error(moment: str, error: BaseException) -> BotFailed:
    """Return the error that tells of an exception in a bot."""
    kind = type(error).__name__
    told = _one_line(lambda: f"{kind}: {error}", kind)
    return BotFailed(f"{moment}: {told.removesuffix(':')}")


def bad_choice_error(game: GameState, choice: object, reason: str) -> BadChoice:
    """Return the error that tells of a bad choice: when, what, and why not."""
    shown = _one_line(lambda: repr(choice), f"a {type(choice).__name__}")
    return BadChoice(f"{_describe_moment(game)}: {shown}: {reason}")


def _one_line(make_text: Callable[[], str], fallback: str) -> str:
    """Return a text in one printable line; the fallback if it cannot be made."""
    try:
        return printable_name(" ".join(make_text().split()))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - the text is the bot's own, and so is whatever it raises
        return fallback


def _describe_moment(game: GameState) -> str:
    """Return the race, the seed, the game and the turn as text (R34)."""
    return f"as {game.race.name}, seed {game.dice.path.replace('/', ', ')}, turn {game.turns}"


def action_from_choice(choice: Choice) -> PlayerAction:
    """Return the action that was chosen.

    Raises `Impossible` for words that are none, and TypeError for what is no choice at all.
    """
    if isinstance(choice, str):
        words = " ".join(str.split(choice))  # plain, whatever kind of text it was
        action = ACTIONS_BY_WORDS.get(words.lower())
        if action is None:
            raise Impossible(UnknownCommand(words))
        return action
    if not isinstance(choice, PlayerAction) or not is_player_action(choice):
        raise TypeError(EXPECTED_CHOICE)
    return choice


def command_words(choice: Choice) -> str:
    """Return the words for a choice; raises the same errors as `action_from_choice`."""
    return _WORDS_OF_ACTION[action_from_choice(choice)]


_WORDS_OF_ACTION = {action: words for words, action in ACTIONS_BY_WORDS.items()}
