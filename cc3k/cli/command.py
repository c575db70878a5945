"""How a tool is asked, and how it answers."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from cc3k.play.quoting import legible
from cc3k.tty.streams import FAILED, USAGE, complain

Wanted = TypeVar("Wanted", bound=Namespace)


def obey(
    parser: ArgumentParser,
    arguments: Sequence[str],
    wanted: Wanted,
    work: Callable[[Wanted], int],
) -> int:
    """Do what the arguments ask for, and return the exit code."""
    try:
        parser.parse_args(arguments, wanted)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if sys.stdout is None:
        complain("standard output is closed")
        return FAILED
    return work(wanted)


def say(text: str) -> None:
    """Write to standard output; what its encoding has not, and what is no text, is escaped."""
    encoding, text = sys.stdout.encoding or "ascii", legible(text, "\n")
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def say_list(items: Iterable[object]) -> None:
    """Write a list in JSON, item by item, so that a long one takes no memory."""
    before = "["
    for item in items:
        say(f"{before}\n{json.dumps(item)}")
        before = ","
    say("[]" if before == "[" else "\n]")
