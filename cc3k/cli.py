"""The command line: which command is meant, and how it ends (§6)."""

import sys
from collections.abc import Sequence
from importlib import import_module

from cc3k.shell.interrupts import INTERRUPTS
from cc3k.shell.streams import BROKEN_PIPE, FAILED, INTERRUPTED, complain, give_up

TOOLS = ("arena", "check", "catalog", "daily", "replay", "scores", "stats")
"""The commands with a name: each is the module of that name in `cc3k.tools`. To play has none."""

PLAY = "play"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with those arguments, by default the program's own; return its exit code."""
    try:
        with INTERRUPTS.heeded():
            return _ended(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:  # at the last moment: all is done and told
        return INTERRUPTED


def _ended(arguments: list[str]) -> int:
    """Run the command; return the exit code, whatever it has ended by."""
    try:
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        give_up(sys.stdout)
        INTERRUPTS.tell()
        return INTERRUPTED
    except BrokenPipeError:
        give_up(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        give_up(sys.stdout)
        complain(error.strerror or str(error))
        return FAILED
    return code


def _run(arguments: list[str]) -> int:
    """Run the command that the first word names, or else play.

    It alone is imported: to play need not wait for the others.
    """
    named = bool(arguments) and arguments[0] in TOOLS
    tool = import_module(f"cc3k.tools.{arguments[0] if named else PLAY}")
    code: int = tool.run(arguments[named:])
    return code
