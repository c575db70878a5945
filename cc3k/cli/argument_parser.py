"""Argument parser of every command: safe error messages, and exit codes instead of `SystemExit`.

It knows no game, so that those of the arcade start without the dungeon.
"""

import sys
from argparse import ArgumentParser, HelpFormatter, Namespace
from collections.abc import Callable, Sequence
from typing import NoReturn, Protocol, TypeVar

from cc3k.cli.streams import print_error
from cc3k.exit_codes import EXIT_FAILED, EXIT_USAGE
from cc3k.play.quoting import escape_text


class HelpFormatterFactory(Protocol):
    """Creates the help formatter of a program."""

    def __call__(self, *, prog: str) -> HelpFormatter:
        """Return a layout."""
        ...


class CommandParser(ArgumentParser):
    """Argument parser with safe error messages and without abbreviated options.

    An option that is added later must not change what a script means.
    """

    def __init__(
        self,
        prog: str,
        description: str,
        epilog: str | None = None,
        formatter_class: HelpFormatterFactory = HelpFormatter,
    ) -> None:
        super().__init__(
            prog,
            description=description,
            epilog=epilog,
            formatter_class=formatter_class,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Print an error and exit with the usage code."""
        super().error(escape_text(message))


def escape_help_text(text: str) -> str:
    """Return an untrusted text, such as bot names, escaped for an option's help."""
    return escape_text(text).replace("%", "%%")


ParsedOptions = TypeVar("ParsedOptions", bound=Namespace)


def run_tool(
    parser: ArgumentParser,
    arguments: Sequence[str],
    options: ParsedOptions,
    work: Callable[[ParsedOptions], int],
) -> int:
    """Parse the arguments and do the work; return the exit code."""
    try:
        parser.parse_args(arguments, options)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    if sys.stdout is None:
        print_error("standard output is closed")
        return EXIT_FAILED
    return work(options)
