"""Bot plugins: the game's own bots, those of other packages, and reports of their errors."""

import os
from collections.abc import Collection, Mapping
from functools import lru_cache
from traceback import format_exception
from typing import ClassVar, TextIO

from attrs import define, field

from cc3k.api import Game
from cc3k.bots.bot import (
    BotError,
    BotFactory,
    BotFailed,
    BotPlayer,
    GameChanged,
    GameTimedOut,
    GameWorkerDied,
    bad_choice_error,
    bot_failed_error,
    create_bot,
)
from cc3k.bots.careful.bot import CarefulBot
from cc3k.bots.delver.bot import DelverBot
from cc3k.bots.simple import GreedyBot, RandomBot
from cc3k.bots.statistics import MAX_COMMANDS
from cc3k.cli.streams import print_error
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.exit_codes import EXIT_FAILED
from cc3k.play.commands import command_table
from cc3k.play.interruptions import (
    WATCHED_BOT,
    GoOnQuestion,
    MultiTurnCommand,
    SecondPress,
    TravelPolicy,
)
from cc3k.play.messages import greeting_line
from cc3k.play.session import Session
from cc3k.saves.plugins import find_plugins
from cc3k.saves.replay import UnknownBot

BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "careful": CarefulBot,
    "delver": DelverBot,
}


ENTRY_POINT_GROUP = "cc3k.bots"
"""The entry point group in which a package names its bots."""

WHEN_LOADING = "when it was loaded"


def load_bot(name: str) -> BotFactory:
    """Return the factory of the bot of that name.

    Raises `UnknownBot`, and `BotFailed` where its package raises an error when it is imported.
    """
    own = BOTS.get(name)
    return _load_plugin(name) if own is None else own


def bot_names() -> list[str]:
    return [*BOTS, *sorted(find_plugins(ENTRY_POINT_GROUP).by_name.keys() - BOTS.keys())]


@lru_cache(maxsize=32)
def _load_plugin(name: str) -> BotFactory:
    found = find_plugins(ENTRY_POINT_GROUP)
    if name not in found.by_name:
        message = f"bot {name!a}: expected one of {', '.join(bot_names())}{found.damage_note()}"
        raise UnknownBot(message)
    plug = found.by_name[name][-1]
    label = f"bot {name!a} of {plug.package}"
    try:
        make = plug.load(f"bot {name!a}")
    except (ImportError, AttributeError) as error:
        message = f"{label}: found {error}; expected a bot at {plug.place}"
        raise UnknownBot(message) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        moment = f"{WHEN_LOADING} from {plug.package}"
        raise bot_failed_error(moment, error) from error
    if not callable(make):
        message = f"{label}: found a {type(make).__name__}; expected a bot at {plug.place}"
        raise UnknownBot(message)
    return make


TRACEBACK_VARIABLE = "CC3K_TRACEBACK"
"""Environment variable that asks for the full traceback of a bot's error."""


def report_bot_error(bot_name: str, error: BotError) -> int:
    text = bot_error_message(bot_name, error)
    if isinstance(error, BotFailed) and os.environ.get(TRACEBACK_VARIABLE):
        print_error(text, *bot_traceback(error).rstrip().split("\n"))
    elif isinstance(error, BotFailed):
        print_error(f"{text} ({TRACEBACK_VARIABLE}=1 shows where)")
    else:
        print_error(text)
    return EXIT_FAILED


def bot_error_message(bot_name: str, error: BotError) -> str:
    match error:
        case GameWorkerDied():
            return f"a worker has ended amid its games: bot {bot_name!a} {error}"
        case GameTimedOut():
            return f"bot {bot_name!a} took too long {error}"
        case BotFailed():
            return f"bot {bot_name!a} failed {error}"
        case GameChanged():
            return f"bot {bot_name!a} changed the game it was shown {error}"
        case _:
            return f"bot {bot_name!a} chose badly {error}"


def bot_traceback(failure: BotFailed) -> str:
    error = failure.__cause__
    if failure.traceback_text or error is None:
        return failure.traceback_text
    inside = error.__traceback__ and error.__traceback__.tb_next
    return "".join(format_exception(type(error), error, inside))


@define(eq=False)
class Autoplay:
    """Play what a bot chooses until the game is over; no event interrupts it."""

    policy: ClassVar[TravelPolicy] = WATCHED_BOT
    bot: BotPlayer
    stop_reason: str = field(default="", init=False)
    foes: Collection[Enemy] = field(default=(), init=False)
    again: SecondPress | GoOnQuestion | None = field(default=None, init=False)

    def next_command(self, game: GameState) -> str | None:
        """Return the command that the bot chooses, or None once the game is over.

        Raises `BadChoice`, `GameChanged` and `BotFailed`.
        """
        if game.outcome is not None:
            return None
        return command_table(game.rules).words_by_action[self.bot.choose(game)]


def start_bot_game(session: Session, factory: BotFactory) -> Autoplay:
    """Return a bot's run through the session's game; start a game if there is none.

    Raises `BotFailed`.
    """
    game = session.game or session.start_game(session.rules.races[0])
    return Autoplay(create_bot(game, factory, Game))


def print_bot_game(session: Session, command: MultiTurnCommand, out: TextIO) -> None:
    """Write the frames of a whole bot game; a game without an end is cut off.

    Raises `BadChoice`, also for what the game refuses, `GameChanged` and `BotFailed`.
    """
    out.write(f"{greeting_line(session.seed)}\n{session.page_text()}")
    for _ in range(MAX_COMMANDS):
        game = session.game
        words = None if game is None else command.next_command(game)
        if game is None or words is None:
            break
        if session.handle_words(words):
            out.write(session.page_text())
        if session.last_refusal is not None:
            raise bad_choice_error(game, words, session.action_text)
    out.flush()
