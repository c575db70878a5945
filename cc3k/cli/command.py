"""How a tool is asked, and how it answers."""

import json
import os
import re
import shlex
import sys
from argparse import ArgumentParser, ArgumentTypeError, HelpFormatter, Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn, Protocol, TypeVar

from attrs import fields

from cc3k.engine.actors import Race
from cc3k.play.quoting import legible, shown
from cc3k.storage.config import A_RACE, A_SEED, race_of, seed_of
from cc3k.storage.files import reason_of
from cc3k.storage.paths import config_file
from cc3k.tty.streams import FAILED, OK, USAGE, complain
from cc3k.ui.settings import Settings


class FormatterClass(Protocol):
    """What lays out the help of the program of that name."""

    def __call__(self, *, prog: str) -> HelpFormatter:
        """Return a layout."""
        ...


class Parser(ArgumentParser):
    """An `ArgumentParser` whose errors cannot drive a terminal, and that takes no name cut short.

    An option that is added later must not change what a script means.
    """

    def __init__(
        self,
        prog: str,
        description: str,
        epilog: str | None = None,
        formatter_class: FormatterClass = HelpFormatter,
    ) -> None:
        super().__init__(
            prog,
            description=description,
            epilog=epilog,
            formatter_class=formatter_class,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong, and end with the exit code of a wrong command line."""
        super().error(legible(message))


def help_text(text: str) -> str:
    """Return a text of strangers, such as names of bots, as it can stand in an option's help."""
    return legible(text).replace("%", "%%")


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


LONGEST_NUMBER = 9
"""Digits of a number that counts something."""

Read = TypeVar("Read")


def fit(read: Read | None, text: str, expected: str) -> Read:
    """Return what was read of an argument's text; raise ArgumentTypeError if it is None."""
    if read is None:
        message = f"{text!a}: expected {expected}"
        raise ArgumentTypeError(message)
    return read


def seed(text: str) -> int:
    """Return the seed that is written so (R34); raise ArgumentTypeError if none is."""
    return fit(seed_of(text), text, A_SEED)


def race(text: str) -> Race:
    """Return the race of that name or key; raise ArgumentTypeError if there is none."""
    return fit(race_of(text), text, A_RACE)


def number_of(text: str, least: int, most: int) -> int | None:
    """Return the whole number that is written so, or None if none within those bounds is."""
    written = re.fullmatch(rf"[0-9]{{1,{LONGEST_NUMBER}}}", text)
    return int(text) if written and least <= int(text) <= most else None


def configure(wanted: Namespace) -> None:
    """Let the player's file choose what an option of the command could have, and has not.

    Raises `ConfigError`.
    """
    if config_file(os.environ) is None:
        return
    # Imported only to read one: most need not wait for it.
    from cc3k.storage.config import read_config

    for name, value in read_config(os.environ).items():
        if getattr(wanted, name, value) is None:
            setattr(wanted, name, value)


def settings_of(wanted: Namespace) -> Settings:
    """Return the settings that are chosen; what no option of the command chooses is as usual."""
    values = {each.name: getattr(wanted, each.name, None) for each in fields(Settings)}
    chosen = {name: value for name, value in values.items() if value is not None}
    return Settings(**{"command": _command(wanted), **chosen})


def _command(wanted: Namespace) -> str:
    """Return what starts the same floors again."""
    floor = getattr(wanted, "floor", None)
    return "cc3k" if floor is None else f"cc3k --floor {legible(shlex.quote(floor))}"


def written(path: str, write: Callable[[], None]) -> int:
    """Let the file of that path be written, or complain that it cannot be; return the exit code."""
    try:
        write()
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        complain(f"{shown(path)}: {reason_of(error)}")
        return FAILED
    return OK
