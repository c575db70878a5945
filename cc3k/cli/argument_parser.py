"""Argument parser of every command: safe error messages, and exit codes instead of `SystemExit`.

It knows no game, so that those of the arcade start without the dungeon.
"""

import sys
from argparse import Action, ArgumentParser, HelpFormatter, Namespace, _MutuallyExclusiveGroup
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn, Protocol, TypeVar

from cc3k.cli.streams import fold_line, folded_line, print_error
from cc3k.exit_codes import EXIT_FAILED, EXIT_USAGE
from cc3k.play.quoting import escape_text

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

HELP_OPTIONS = ("-h", "--help")

CONFIGURED = "its line in the configuration file: see `cc3k help options`"
WRITTEN_AT_ONCE = "none: all that is played is written at once"

REMOVED_OPTIONS = {
    "--durable": "--fsync",
    "--picture": "--svg",
    "cc3k arena --keep-going": "none: mend the bot and go on from --results FILE",
    "cc3k arena --layout": "--floor",
    "cc3k arena --limit": "none: Ctrl-C ends a bot that hangs and reports the finished games",
    "cc3k arena --most": "none: a game is given up after 20,000 commands",
    "cc3k arena --no-fast": "none: the compiled core has the same results",
    "cc3k daily --bell": CONFIGURED,
    "cc3k daily --effects": CONFIGURED,
    "cc3k daily --floor": "`cc3k --practice --floor FLOORS --seed N`",
    "cc3k daily --fsync": WRITTEN_AT_ONCE,
    "cc3k daily --journal": "`cc3k --journal FILE --seed N`",
    "cc3k daily --layout": "`cc3k --practice --floor FLOORS --seed N`",
    "cc3k daily --more": CONFIGURED,
    "cc3k daily --mouse": CONFIGURED,
    "cc3k daily --no-bell": CONFIGURED,
    "cc3k daily --no-effects": CONFIGURED,
    "cc3k daily --no-more": CONFIGURED,
    "cc3k daily --no-mouse": CONFIGURED,
    "cc3k daily --script": "none: through a pipe there are plain frames anyway",
    "cc3k defender --fsync": WRITTEN_AT_ONCE,
    "cc3k escape --fsync": WRITTEN_AT_ONCE,
    "cc3k gems --fsync": WRITTEN_AT_ONCE,
    "cc3k replay --speed": "+ and - while you watch; films keep to the usual speed",
    "cc3k scores --max-frozen": "--no-freeze, or --json, which tells the frozen turns of each game",
    "cc3k stats --picture": "--json",
    "cc3k stats --svg": "--json",
}
"""Options of earlier releases, and what to use instead; `cc3k help options` lists them, too."""


class HelpFormatterFactory(Protocol):
    def __call__(self, *, prog: str) -> HelpFormatter: ...


class LineHelpFormatter(HelpFormatter):
    """Help formatter that keeps the lines of a description apart, and hangs what is wrapped."""

    def _format_usage(
        self,
        usage: str | None,
        actions: Iterable[Action],
        groups: Iterable[_MutuallyExclusiveGroup],
        prefix: str | None,
    ) -> str:
        text = super()._format_usage(usage, actions, groups, prefix)
        lines = text.splitlines()
        indent = max([len(line) - len(line.lstrip()) for line in lines], default=0)
        rows = [row for line in lines for row in fold_line(line, self._width, indent + 1)]
        return "".join([f"{row}\n" for row in [*rows, ""]]) if lines else text

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = text.splitlines()
        if len(lines) < 2:  # noqa: PLR2004 - one line is a paragraph
            return super()._fill_text(text, width, indent)
        # Imported here for a fast start: needed only to print help.
        from textwrap import fill

        return "\n".join(
            [
                fill(line, width, initial_indent=indent, subsequent_indent=f"{indent}  ")
                for line in lines
            ]
        )


class CommandParser(ArgumentParser):
    """Argument parser with safe error messages and without abbreviated options.

    An option that is added later must not change what a script means.
    """

    def __init__(
        self,
        prog: str,
        description: str,
        epilog: str | None = None,
        formatter_class: HelpFormatterFactory = LineHelpFormatter,
    ) -> None:
        super().__init__(
            prog,
            description=description,
            epilog=epilog,
            formatter_class=formatter_class,
            allow_abbrev=False,
        )
        self._add_late_options = list[Callable[[Sequence[str]], None]]()

    def add_late_options(self, add: Callable[[Sequence[str]], None]) -> None:
        """Call `add` with the arguments where its options matter: for help, or an unknown option.

        So nobody else waits for what it takes to know them.
        """
        self._add_late_options.append(add)

    def has_option(self, name: str) -> bool:
        return name in self._option_string_actions

    def complete_options(self, arguments: Sequence[str] = ()) -> None:
        late, self._add_late_options = self._add_late_options, []
        for add in late:
            add(arguments)

    def parse_known_args(  # type: ignore[override] # argparse types it by overloads
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Parse the arguments, with late options where one of them may be meant."""
        known = self._option_string_actions
        words = [arg.partition("=")[0] for arg in args or () if arg.startswith("-")]
        if any(word in HELP_OPTIONS or (word[:2] == "--" and word not in known) for word in words):
            self.complete_options(args or ())
        for word in words:
            instead = REMOVED_OPTIONS.get(f"{self.prog} {word}", REMOVED_OPTIONS.get(word))
            if instead is not None and word not in known:
                self.error(f"found {word}, which is no option any more; expected {instead}")
        return super().parse_known_args(args, namespace)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        super()._print_message(escape_text(message or "", "\n"), file)

    def error(self, message: str) -> NoReturn:
        self.complete_options()  # which the usage names
        text, name = escape_text(message), f"{self.prog}: error: "
        if sys.stderr is not None:
            text = folded_line(name + text, sys.stderr).removeprefix(name).rstrip("\n")
        super().error(text)


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
    try:
        parser.parse_args(arguments, options)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    if sys.stdout is None:
        print_error("standard output is closed")
        return EXIT_FAILED
    return work(options)
