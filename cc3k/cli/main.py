"""The command line: which command is meant, and how it ends (§6)."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from cc3k.tty.early_interrupts import LEAVING
from cc3k.tty.interrupts import INTERRUPTS, tell_interrupt
from cc3k.tty.streams import BROKEN_PIPE, FAILED, INTERRUPTED, complain, give_up

TOOLS = ("arena", "check", "catalog", "daily", "games", "replay", "scores", "stats")
"""The commands with a name: each is the module of that name in `cc3k.tools`. To play has none."""

PLAY = "play"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with those arguments, by default the program's own; return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    named = bool(arguments) and arguments[0] in TOOLS
    if arguments[:1] != ["arena"]:
        LEAVING.line = ""  # an arena before it, in the same process, told of its own
    try:
        # It alone is imported: to play need not wait for the others.
        tool = import_module(f"cc3k.cli.{arguments[0] if named else PLAY}")
        with INTERRUPTS.heeded():
            return _code(tool.run, arguments[named:])
    except KeyboardInterrupt:  # before it has begun, or when all is done and told
        return INTERRUPTED


def _code(command: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Run a command; return the exit code, whatever ends it."""
    try:
        code = command(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        give_up(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        give_up(sys.stdout)
        complain(error.strerror or str(error))
        return FAILED
    except RuntimeError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # amid a class that is being imported
            return _interrupted()
        raise
    return code


def _interrupted() -> int:
    give_up(sys.stdout)
    tell_interrupt()
    return INTERRUPTED
