"""Command line: the table of all commands, and their parser, with safe error messages.

It knows no game, so that those of the arcade start without the dungeon.
"""

import os
import re
import sys
from argparse import (
    Action,
    ArgumentParser,
    ArgumentTypeError,
    HelpFormatter,
    Namespace,
    _ActionsContainer,
    _MutuallyExclusiveGroup,
)
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeVar

from cc3k.cli.streams import fold_line, folded_line, print_error, require_output
from cc3k.engine.text import escape_text
from cc3k.exit_codes import EXIT_FAILED, EXIT_USAGE, BotError, UserError

if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    from _typeshed import SupportsWrite

    class OptionForm(TypedDict, total=False):
        action: str | type[Action]
        choices: Iterable[object]
        const: object
        default: object
        dest: str
        metavar: str
        nargs: str
        required: bool
        type: Callable[[str], object]
        version: str


COMMANDS: Mapping[str, str] = {
    "arcade": "choose one of the sibling games, or list them",
    "arena": "let a bot play many games, and report how it fared",
    "catalog": "list what lies on the floors of seeds",
    "check": "find the mistakes in layout files",
    "completion": "print tab completion for bash, zsh or fish",
    "daily": "play the game of the day, the same for everybody",
    "defender": "play Space Defender 2, or turn its commands into a transcript",
    "escape": "play Escape on squares or hexes, or convert its configurations",
    "games": "list the saved games, or delete some",
    "gems": "play Modern Gems: remove gems of a kind, and let others fall",
    "help": "list commands and topics, or print a topic",
    "replay": "watch, verify or export a recorded game",
    "scores": "show the best games, or verify them",
    "stats": "sum up all recorded games",
    "web": "write the game as a folder that any browser plays",
}
"""The commands and what they do. Each is a module of its name in `cc3k/cli` with `run`, which
takes the arguments and returns the exit code, and `build_parser`. Playing has no name."""

MEANT_OPTIONS: Mapping[str, str] = {
    **{name: f"--{name}" for name in ("continue", "new", "plain", "practice", "script", "version")},
    "resume": "--continue",
}
"""Words that people type as commands, and the options of a game that do what they mean."""

MIN_LIKENESS = 0.6
"""Similarity, from 0 to 1, that makes a word a near one: `scroes` and `scores` have 0.83."""

HELP_OPTIONS = ("-h", "--help")

EACH_ITS_OWN = "none: each number has tables of its own, and --json names it"
CONFIGURED = "its line in the configuration file: see `cc3k help options`"
WRITTEN_AT_ONCE = "none: all that is played is written at once"
ONLY_CONFIGURED = (
    *("bell", "no-bell", "effects", "no-effects", "more", "no-more", "mouse", "no-mouse"),
    *("fight-until", "glyphs", "keys", "palette"),
)

RENAMED_OPTIONS = {"--durable": "--fsync", "--picture": "--svg"}

REMOVED_OPTIONS = {
    "cc3k arena --keep-going": "none: mend the bot and go on from --results FILE",
    "cc3k arena --layout": "--floor",
    "cc3k arena --limit": "none: Ctrl-C ends a bot that hangs and reports the finished games",
    "cc3k arena --most": "none: a game is given up after 20,000 commands",
    "cc3k arena --no-fast": "none: the compiled core has the same results",
    **{f"cc3k daily --{name}": CONFIGURED for name in ONLY_CONFIGURED},
    "cc3k daily --floor": "`cc3k --practice --floor FLOORS --seed N`",
    "cc3k daily --journal": "`cc3k --journal FILE --seed N`",
    "cc3k daily --layout": "`cc3k --practice --floor FLOORS --seed N`",
    "cc3k daily --script": "none: through a pipe there are plain frames anyway",
    **{f"cc3k {name} --fsync": WRITTEN_AT_ONCE for name in ("daily", "defender", "escape", "gems")},
    "cc3k replay --speed": "+ and - while you watch; films keep to the usual speed",
    "cc3k scores --floors": EACH_ITS_OWN,
    "cc3k scores --max-frozen": "--no-freeze, or --json, which tells the frozen turns of each game",
    "cc3k scores --rebuild": "none: what is damaged is made again from the journals by itself",
    "cc3k scores --trial": EACH_ITS_OWN,
    "cc3k stats --floors": "`cc3k scores --json`, which tells the number of each game",
    "cc3k stats --svg": "--json",
    "cc3k stats --trial": "`cc3k scores --json`, which tells the number of each game",
}
"""Options of earlier releases, and what to use instead; `cc3k help options` lists them, too.

A renamed one is an option of some commands only, and has another answer, or none, in the others.
"""


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
        formatter_class: Callable[..., HelpFormatter] = LineHelpFormatter,
    ) -> None:
        super().__init__(
            prog, None, description, epilog, formatter_class=formatter_class, allow_abbrev=False
        )
        self._add_late_options = list[Callable[[Sequence[str]], None]]()

    def add_late_options(self, add: Callable[[Sequence[str]], None]) -> None:
        """Call `add` with the arguments for help or an unknown option: nobody else waits for it."""
        self._add_late_options.append(add)

    def complete_options(self, arguments: Sequence[str] = ()) -> None:
        late, self._add_late_options = self._add_late_options, []
        for add in late:
            add(arguments)

    def parse_known_args(  # type: ignore[override] # argparse types it by overloads
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        known = self._option_string_actions
        words = [arg.partition("=")[0] for arg in args or () if arg.startswith("-")]
        if any(word in HELP_OPTIONS or (word[:2] == "--" and word not in known) for word in words):
            self.complete_options(args or ())
        for word in words:
            name = RENAMED_OPTIONS.get(word, word)
            is_renamed = name != word and name in known
            instead = name if is_renamed else REMOVED_OPTIONS.get(f"{self.prog} {name}")
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


def add_option(
    to: _ActionsContainer, called: str, meaning: str, **form: "Unpack[OptionForm]"
) -> None:
    """Add an option, called as its help has it: `--floor,--layout FLOORS`, or `--json` for a flag.

    Or an argument by its name and its metavar: `files FILE`. The form is argparse's.
    """
    names, _, metavar = called.partition(" ")
    if metavar:
        form["metavar"] = metavar
    elif names.startswith("-"):
        form.setdefault("action", "store_true")
    to.add_argument(*names.split(","), help=meaning, **form)


def escape_help_text(text: str) -> str:
    return escape_text(text).replace("%", "%%")


MAX_NUMBER_DIGITS = 9
Parsed = TypeVar("Parsed")


def require_parsed(value: Parsed | None, text: str, expected: str) -> Parsed:
    if value is None:
        message = f"{text!a}: expected {expected}"
        raise ArgumentTypeError(message)
    return value


def parse_whole_number(text: str, minimum: int, maximum: int) -> int | None:
    """Parse a whole number within bounds; return None for anything else."""
    written = re.fullmatch(rf"[0-9]{{1,{MAX_NUMBER_DIGITS}}}", text)
    return int(text) if written and minimum <= int(text) <= maximum else None


def count_argument(maximum: int, minimum: int = 1) -> Callable[[str], int]:
    expected = f"a whole number from {minimum} to {maximum}"
    return lambda text: require_parsed(parse_whole_number(text, minimum, maximum), text, expected)


ParsedOptions = TypeVar("ParsedOptions", bound=Namespace)


def run_tool(
    parser: ArgumentParser,
    arguments: Sequence[str],
    options: ParsedOptions,
    work: Callable[[ParsedOptions], int],
) -> int:
    """Parse the arguments, set `options.parser`, and return the exit code of the work."""
    options.parser = parser

    def parse_and_work(options: ParsedOptions) -> int:
        parser.parse_args(arguments, options)
        require_output()
        return work(options)

    return exit_code_of(parse_and_work, options)


TRACEBACK_VARIABLE = "CC3K_TRACEBACK"


def exit_code_of(work: Callable[[ParsedOptions], int], options: ParsedOptions) -> int:
    """Return the exit code of the work that was asked for; tell why it cannot be done, if so."""
    try:
        return work(options)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    except UserError as error:
        print_error(str(error))
        return error.exit_code
    except BotError as error:
        return report_bot_error(options.bot, error)


def report_bot_error(bot_name: str, error: BotError) -> int:
    from cc3k.bots.bot import BotFailed
    from cc3k.bots.plugins import bot_error_message, bot_traceback

    text = bot_error_message(bot_name, error)
    if isinstance(error, BotFailed) and os.environ.get(TRACEBACK_VARIABLE):
        print_error(text, *bot_traceback(error).rstrip().split("\n"))
    elif isinstance(error, BotFailed):
        print_error(f"{text} ({TRACEBACK_VARIABLE}=1 shows where)")
    else:
        print_error(text)
    return EXIT_FAILED


def is_unknown_command(word: str) -> bool:
    """Return True if a first argument is no command, option, file, shipped layout or path."""
    if word in COMMANDS or not word or word.startswith("-"):
        return False
    if os.sep in word or "." in word or "\0" in word:  # whoever types these means a file
        return False
    from cc3k.saves.paths import shipped_layouts

    return not os.path.lexists(word) and word not in shipped_layouts()


def unknown_command_message(word: str) -> str:
    meant = _meant_command(word)
    if meant is not None:
        expected = "a command, a layout file or the name of a layout"
        return f"found {word!a}; expected {expected}. {did_you_mean(meant)}"
    from cc3k.saves.paths import shipped_layouts

    layouts = ", ".join(shipped_layouts()) or "none are installed"
    return (
        f"found {word!a}; expected a command ({', '.join(COMMANDS)}), a layout file, "
        f"or the name of a layout ({layouts})"
    )


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), known, n=1, cutoff=MIN_LIKENESS)), None)


def did_you_mean(command_line: str) -> str:
    return f"Did you mean `{command_line}`?"


def _meant_command(word: str) -> str | None:
    from cc3k.saves.paths import shipped_layouts

    if word.removeprefix("+").isdecimal() and word.isascii():
        return f"cc3k --seed {word}"
    meant = {
        **{name: f"cc3k --floor {name}" for name in shipped_layouts()},
        **{name: f"cc3k {option}" for name, option in MEANT_OPTIONS.items()},
        **{name: f"cc3k {name}" for name in COMMANDS},
    }
    near = nearest_word(word, meant)
    return None if near is None else meant[near]
