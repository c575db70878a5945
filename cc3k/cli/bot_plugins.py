"""Which bots there are: the game's own, and those that other packages bring along."""

import os
from collections.abc import Mapping
from functools import lru_cache
from traceback import format_exception
from types import ModuleType
from typing import Protocol

from cc3k.bots.bot import BotFailed, GameLost, GameTooLong, Maker, Mishap, failure
from cc3k.bots.careful.bot import Careful
from cc3k.bots.simple import Greedy, Random
from cc3k.record.replay import NoSuchBot
from cc3k.tty.streams import FAILED, complain

BOTS: Mapping[str, Maker] = {"random": Random, "greedy": Greedy, "careful": Careful}


GROUP = "cc3k.bots"
"""The group of entry points in which a package names its bots."""

LOADING = "when it was loaded"


def bot_named(name: str) -> Maker:
    """Return how the bot of that name is made.

    Raises `NoSuchBot`, and `BotFailed` where its package raises an error when it is imported.
    """
    own = BOTS.get(name)
    return _plugged_in(name) if own is None else own


def names() -> list[str]:
    """Return the names of all bots, the game's own first."""
    return [*BOTS, *sorted(_plugs().keys() - BOTS.keys())]


@lru_cache(maxsize=32)
def _plugged_in(name: str) -> Maker:
    plug = _plugs().get(name)
    if plug is None:
        message = f"bot {name!a}: expected one of {', '.join(names())}"
        raise NoSuchBot(message)
    try:
        make = plug.load()
    except (ImportError, AttributeError) as error:
        message = f"bot {name!a}: found {error}; expected a bot at {plug.value}"
        raise NoSuchBot(message) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise failure(LOADING, error) from error
    if not callable(make):
        message = f"bot {name!a}: found a {type(make).__name__}; expected a bot at {plug.value}"
        raise NoSuchBot(message)
    return make


class _Plug(Protocol):
    """An entry point, where a package has a bot: `module:object`, as the packaging rules write it.

    It stands for `importlib.metadata.EntryPoint`, whose module takes longer than a game to import.
    """

    @property
    def value(self) -> str:
        """What the package has written."""
        ...

    def load(self) -> Maker | ModuleType:
        """Import the module and return what is named in it; raises whatever importing it does."""
        ...


def _plugs() -> Mapping[str, _Plug]:
    """Return where the bots of other packages are, by name."""
    # Imported only when a name is not one of the game's own: it takes longer than a game.
    from importlib.metadata import entry_points

    return {plug.name: plug for plug in entry_points(group=GROUP)}


TRACEBACK = "CC3K_TRACEBACK"
"""The variable of the environment that asks for all of it: the way to the error, in the bot."""


def tell_mishap(bot: str, mishap: Mishap) -> int:
    """Tell on standard error what became of the bot of that name; return the exit code."""
    text = told_of(bot, mishap)
    if isinstance(mishap, BotFailed) and os.environ.get(TRACEBACK):
        complain(text, *trace_of(mishap).rstrip().split("\n"))
    elif isinstance(mishap, BotFailed):
        complain(f"{text} ({TRACEBACK}=1 shows where)")
    else:
        complain(text)
    return FAILED


def told_of(bot: str, mishap: Mishap) -> str:
    """Return what became of the bot of that name, as a sentence."""
    match mishap:
        case GameLost():
            return f"a worker has ended amid its games: bot {bot!a} {mishap}"
        case GameTooLong():
            return f"bot {bot!a} took too long {mishap}"
        case BotFailed():
            return f"bot {bot!a} failed {mishap}"
        case _:
            return f"bot {bot!a} chose badly {mishap}"


def trace_of(failed: BotFailed) -> str:
    """Return the way to an error, from where the bot was asked; it may be from elsewhere."""
    error = failed.__cause__
    if failed.trace or error is None:
        return failed.trace
    inside = error.__traceback__ and error.__traceback__.tb_next
    return "".join(format_exception(type(error), error, inside))
