"""What is told of a bot that cannot go on, and where its author finds more."""

import os
from traceback import format_exception

from cc3k.bots.errors import BotFailed, GameLost, GameTooLong, Mishap
from cc3k.tty.streams import FAILED, complain

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
