"""Bots: the interface of a bot, its errors, and how to make one and ask it for an action.

Each game gets a new bot, with its own dice. All its random choices use those dice, so its games
can be replayed. It is shown a picture of what a player sees, and nothing of it is part of the true
game. It may copy that picture to look ahead, with what a player cannot know drawn again. Only a bot
that declares `omniscient = True` is shown the exact game, in a copy.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias
from weakref import ref

from attrs import define, field

from cc3k.bots.game import EXPECTED_ACTION, Choice, PlayableGame, action_from_choice
from cc3k.engine.actions import PlayerAction
from cc3k.engine.dice import Dice
from cc3k.engine.expansion import BrokenExpansion
from cc3k.engine.game import GameState
from cc3k.engine.refusals import Impossible
from cc3k.engine.text import printable_name
from cc3k.exit_codes import BotError
from cc3k.play.commands import command_table


class BadChoice(BotError):
    """A bot chose an action that cannot be done, or no action at all."""


class BotFailed(BotError):
    """A bot raised an exception, which is the cause of this one.

    `traceback_text` is the way to it, as text, once it has been written down for another process.
    """

    traceback_text: str = ""


class GameChanged(BotError):
    """A bot played in the game it was shown, which is only a copy."""


class GameWorkerDied(BotError):
    """Raised when a worker process ended during a game: which game, and how it ended.

    Where nobody knows which of some games it was, all of these are named.
    """


class Bot(Protocol):
    """A player of one game.

    A bot is honest unless its class declares `omniscient = True`: then it is shown the exact game,
    with the luck to come, and the arena says so.
    """

    def choose(self, game: PlayableGame) -> Choice:
        """Return the action to take now, or its words; the game is not over (R4)."""
        ...


BotFactory: TypeAlias = Callable[[Dice], Bot]
"""Make a bot for a game: a class will do. The dice are the bot's own."""


def is_omniscient(factory: BotFactory) -> bool:
    return getattr(factory, "omniscient", False) is True


@define(eq=False)
class BotPlayer:
    """A bot as a player: it is shown its own game and asked for each action.

    The caller plays the actions in the true game. `game_class` is the class of the shown game.
    """

    bot: Bot
    omniscient: bool = False
    game_class: type[PlayableGame] = PlayableGame
    _words: list[str] = field(factory=list, init=False)

    def choose(self, game: GameState) -> PlayerAction:
        """Return the action that the bot chooses in that game.

        Raises `BadChoice` for what is no action, `GameChanged` for a bot that played in the game it
        was shown, and `BotFailed` for any error of the bot's own.
        """
        shown = self.game_class.shown_to_bot(game, self._words, omniscient=self.omniscient)
        try:
            choice = self.bot.choose(shown)
        except (KeyboardInterrupt, BrokenExpansion):  # the latter is no fault of the bot
            raise
        except BaseException as error:
            raise bot_failed_error(_describe_moment(game), error) from error
        if shown.has_been_played:
            raise GameChanged(_describe_moment(game))
        look = ref(shown)
        del shown
        if (kept := look()) is not None:  # by the bot, which may look at it later
            kept.take_picture()
        action = _checked_action(game, choice)
        self._words.append(command_table(game.rules).words_by_action[action])
        return action


def create_bot(
    game: GameState, factory: BotFactory, game_class: type[PlayableGame] = PlayableGame
) -> BotPlayer:
    """Return a player with a bot made for that game; raise `BotFailed`.

    The path of its dice does not reveal the seed of the game.
    """
    dice = game.dice.fork("bot")
    dice = dice.renamed(dice.path.partition("/")[2])
    try:
        return BotPlayer(factory(dice), is_omniscient(factory), game_class)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise bot_failed_error(_describe_moment(game), error) from error


def _checked_action(game: GameState, choice: Choice) -> PlayerAction:
    """Return the action that was chosen; raise `BadChoice` if it is none."""
    try:
        return action_from_choice(choice, command_table(game.rules))
    except Impossible as refusal:
        raise bad_choice_error(game, choice, str(refusal)) from refusal
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # its comparisons, too, are the bot's own
        raise bad_choice_error(game, choice, EXPECTED_ACTION) from error


def bot_failed_error(moment: str, error: BaseException) -> BotFailed:
    kind = type(error).__name__
    text = _one_line(lambda: f"{kind}: {error}", kind)
    return BotFailed(f"{moment}: {text.removesuffix(':')}")


def bad_choice_error(game: GameState, choice: object, reason: str) -> BadChoice:
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
