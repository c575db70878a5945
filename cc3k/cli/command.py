"""Output of the tools: print text and JSON, and write files, with errors reported."""

import os
import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve, fields

from cc3k.cli.argument_parser import CommandParser, ParsedOptions, escape_help_text, run_tool
from cc3k.cli.streams import can_show_unicode, print_error
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from cc3k.play.commands import EXPECTED_SEED, parse_seed
from cc3k.play.quoting import escape_text, printable_name

if TYPE_CHECKING:
    from cc3k.play.interruptions import HpLimit
    from cc3k.terminal.screen import Screen
    from cc3k.ui.settings import ScreenSettings

__all__ = ["CommandParser", "ParsedOptions", "escape_help_text", "run_tool"]
"""Names of another module that commands import from here."""


def print_text(text: str) -> None:
    """Print text on standard output, escaping what its encoding lacks."""
    encoding, text = sys.stdout.encoding or "ascii", escape_text(text, "\n")
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def print_json_list(items: Iterable[object]) -> None:
    """Print a JSON list item by item, so that a long one takes no memory."""
    import json

    before = "["
    for item in items:
        print_text(f"{before}\n{json.dumps(item)}")
        before = ","
    print_text("[]" if before == "[" else "\n]")


MAX_NUMBER_DIGITS = 9
"""Digits of a number that counts something."""

Parsed = TypeVar("Parsed")


def require_parsed(value: Parsed | None, text: str, expected: str) -> Parsed:
    if value is None:
        message = f"{text!a}: expected {expected}"
        raise ArgumentTypeError(message)
    return value


def parse_seed_argument(text: str) -> int:
    """Parse a seed (R34); raise ArgumentTypeError for anything else."""
    return require_parsed(parse_seed(text), text, EXPECTED_SEED)


def parse_hp_limit_argument(text: str) -> "HpLimit":
    from cc3k.play.interruptions import EXPECTED_HP_LIMIT, parse_hp_limit

    return require_parsed(parse_hp_limit(text), text, EXPECTED_HP_LIMIT)


def parse_whole_number(text: str, minimum: int, maximum: int) -> int | None:
    """Parse a whole number within bounds; return None for anything else."""
    written = re.fullmatch(rf"[0-9]{{1,{MAX_NUMBER_DIGITS}}}", text)
    return int(text) if written and minimum <= int(text) <= maximum else None


def count_argument(maximum: int) -> Callable[[str], int]:
    expected = f"a whole number from 1 to {maximum}"
    return lambda text: require_parsed(parse_whole_number(text, 1, maximum), text, expected)


def apply_config(options: Namespace) -> None:
    """Fill options that are not given from the configuration file; raise `ConfigError`."""
    from cc3k.saves.paths import config_path

    if config_path(os.environ) is None:
        return
    from cc3k.cli.config import read_config

    for name, value in read_config(os.environ).items():
        if getattr(options, name, value) is None:
            setattr(options, name, value)


NO_UNICODE_NOTICE = "Your locale has no line-drawing characters: the board is drawn in ASCII."


def screen_settings_for_terminal(
    options: Namespace, environ: Mapping[str, str]
) -> tuple["ScreenSettings", str]:
    from cc3k.ui.settings import GLYPH_SET_NAMES

    settings = screen_settings_from_options(options)
    if settings.glyphs == GLYPH_SET_NAMES[0] or can_show_unicode(environ):
        return settings, ""
    return evolve(settings, glyphs=GLYPH_SET_NAMES[0]), NO_UNICODE_NOTICE


def screen_settings_from_options(options: Namespace) -> "ScreenSettings":
    from cc3k.ui.settings import ScreenSettings

    values = {each.name: getattr(options, each.name, None) for each in fields(ScreenSettings)}
    chosen = {name: value for name, value in values.items() if value is not None}
    floor = getattr(options, "floor", None)
    if floor is None:
        return ScreenSettings(**{"command": "cc3k", **chosen})
    from shlex import quote

    return ScreenSettings(**{"command": f"cc3k --floor {escape_text(quote(floor))}", **chosen})


def open_game_screen(settings: "ScreenSettings", *, mouse: bool) -> "Screen | None":
    """Return the terminal's screen in the palette of the settings; None if it only prints lines."""
    from functools import partial

    from cc3k.terminal.screen import open_screen
    from cc3k.ui.palette import styles_by_letter

    return open_screen(os.environ, partial(styles_by_letter, settings.palette), mouse=mouse)


def try_write(path: str, write: Callable[[], None], inputs: Iterable[str | int] = ()) -> int:
    """Call `write` for a file, or print an error if that fails; return the exit code.

    A file that is one of `inputs`, which the command reads, is not written over.
    """
    from cc3k.saves.disk import UnsuitableTarget, refuse_input_files
    from cc3k.saves.open_files import file_error_reason

    try:
        refuse_input_files(path, inputs)
        write()
    except UnsuitableTarget as error:
        print_error(f"{printable_name(path)}: {error}")
        return EXIT_USAGE
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        print_error(f"{printable_name(path)}: {file_error_reason(error)}")
        return EXIT_FAILED
    return EXIT_OK
