"""The reader of a command line, for every command: what it refuses is told without harm.

An argument may come from a script, a file's name or a page that was pasted, and `argparse` repeats
some of them as they are. It stands by itself as all storeys that have a command need it.
"""

from argparse import ArgumentParser, HelpFormatter
from typing import NoReturn, Protocol

from cc3k.play.quoting import legible


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
