"""Bot plugins: the game's own bots and those of other packages, by name, and texts of errors."""

from collections.abc import Mapping
from functools import lru_cache
from traceback import format_exception

from cc3k.bots import bot
from cc3k.bots.careful import CarefulBot
from cc3k.bots.delver import BareBot, DelverBot
from cc3k.exit_codes import BotError, UserError
from cc3k.saves.plugins import find_plugins

BOTS: Mapping[str, bot.BotFactory] = {
    "random": bot.RandomBot,
    "greedy": bot.GreedyBot,
    "careful": CarefulBot,
    "delver": DelverBot,
    "runner": bot.RunnerBot,
    "bare": BareBot,
}

ENTRY_POINT_GROUP = "cc3k.bots"
"""The entry point group in which a package names its bots."""


class UnknownBot(UserError):
    """Raised for an unknown bot name, or a bot whose package cannot be loaded."""


def load_bot(name: str) -> bot.BotFactory:
    """Return the factory of the bot of that name.

    Raises `UnknownBot`, and `BotFailed` where its package raises an error when it is imported.
    """
    own = BOTS.get(name)
    return _load_plugin(name) if own is None else own


def bot_names() -> list[str]:
    return [*BOTS, *sorted(find_plugins(ENTRY_POINT_GROUP).by_name.keys() - BOTS.keys())]


@lru_cache(maxsize=32)
def _load_plugin(name: str) -> bot.BotFactory:
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
        moment = f"when it was loaded from {plug.package}"
        raise bot.bot_failed_error(moment, error) from error
    if not callable(make):
        message = f"{label}: found a {type(make).__name__}; expected a bot at {plug.place}"
        raise UnknownBot(message)
    return make


def bot_error_message(bot_name: str, error: BotError) -> str:
    match error:
        case bot.GameWorkerDied():
            return f"a worker has ended amid its games: bot {bot_name!a} {error}"
        case bot.BotFailed():
            return f"bot {bot_name!a} failed {error}"
        case bot.GameChanged():
            return f"bot {bot_name!a} changed the game it was shown {error}"
        case _:
            return f"bot {bot_name!a} chose badly {error}"


def bot_traceback(failure: bot.BotFailed) -> str:
    error = failure.__cause__
    if failure.traceback_text or error is None:
        return failure.traceback_text
    inside = error.__traceback__ and error.__traceback__.tb_next
    return "".join(format_exception(type(error), error, inside))
