"""Configuration files of Escape: read one, make a game of it, or convert it to XML (E22).

>>> from cc3k.cli.escape_files import load_escape_game
>>> load_escape_game("no such file.egc")
Traceback (most recent call last):
    ...
cc3k.arcade.escape.config.ConfigurationError: no such file.egc: found no such file or directory; \
expected a configuration file
"""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder, EscapeGameManager
from cc3k.arcade.escape.config import XML_SUFFIX, configuration_xml
from cc3k.arcade.escape.manager import read_configuration
from cc3k.arcade.escape.terms import DEFAULT_TERM
from cc3k.cli.argument_parser import CommandParser, run_tool
from cc3k.cli.streams import print_error, print_error_lines
from cc3k.exit_codes import EXIT_OK, EXIT_USAGE
from cc3k.play.quoting import printable_name
from cc3k.saves.open_files import file_error_reason, read_limited

MAX_CONFIGURATION_BYTES = 1 << 22
"""Bytes of the largest configuration that is read: some 100,000 locations."""


def load_escape_game(path: str | os.PathLike[str], term: str = DEFAULT_TERM) -> EscapeGameManager:
    """Return a new game of the configuration in a file.

    Raises `ConfigurationError` for one that cannot be read, is in error or cannot be played, and
    ValueError for a term that does not exist.
    """
    name = os.fspath(path)
    text = read_configuration_text(name)
    return EscapeGameBuilder(text, term, printable_name(name)).make_game_manager()


def decode_configuration(data: bytes, path: str) -> str:
    """Return the text in the bytes of a file; raise `ConfigurationError` if they are no UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").rpartition("\n")
        line, column = before[0].count("\n") + (2 if before[1] else 1), len(before[2]) + 1
        message = (
            f"{printable_name(path)}:{line}:{column}: found the byte {data[error.start]:#04x}; "
            "expected text in UTF-8"
        )
        raise ConfigurationError(message) from error


def read_configuration_text(path: str) -> str:
    try:
        data = read_limited(path, MAX_CONFIGURATION_BYTES)
    except (OSError, ValueError) as error:
        found = file_error_reason(error)
        message = f"{printable_name(path)}: found {found}; expected a configuration file"
        raise ConfigurationError(message) from error
    if len(data) > MAX_CONFIGURATION_BYTES:
        message = (
            f"{printable_name(path)}: found a larger file; "
            f"expected at most {MAX_CONFIGURATION_BYTES:,} bytes"
        )
        raise ConfigurationError(message)
    return decode_configuration(data, path)


class ConvertOptions(Namespace):
    files: list[str]
    on_stdout: bool
    folder: str


def convert(arguments: Sequence[str]) -> int:
    parser = CommandParser(
        prog="cc3k escape convert",
        description="Convert configurations of Escape: FILE.egc becomes FILE.xml in the current "
        "folder. If standard output is not a terminal, the XML is written there as well.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a configuration")
    parser.add_argument(
        "-s",
        dest="on_stdout",
        action="store_true",
        help="write the XML to standard output, and no files",
    )
    parser.add_argument(
        "-d",
        dest="folder",
        metavar="DIR",
        default="",
        help="write the files to DIR, which is made if it does not exist",
    )

    def convert_all(options: ConvertOptions) -> int:
        written: dict[str, str] = {}
        return max([_convert(file, options, written) for file in options.files])

    return run_tool(parser, arguments, ConvertOptions(), convert_all)


def _convert(file: str, options: ConvertOptions, written: dict[str, str]) -> int:
    name = printable_name(file)
    try:
        xml = configuration_xml(read_configuration(read_configuration_text(file), name))
    except ConfigurationError as error:
        print_error_lines(error.lines)
        return EXIT_USAGE
    code = EXIT_OK if options.on_stdout else _write(file, xml, options, written)
    if options.on_stdout or not sys.stdout.isatty():
        sys.stdout.write(xml)
    return code


def _write(file: str, xml: str, options: ConvertOptions, written: dict[str, str]) -> int:
    stem = os.path.splitext(os.path.basename(file))[0]
    path = os.path.join(options.folder, stem + XML_SUFFIX)
    name = printable_name(path)
    if path in written:
        print_error(
            f"{name}: found two files that would become it, {printable_name(written[path])} "
            f"and {printable_name(file)}; expected different names, or -d"
        )
        return EXIT_USAGE
    # Imported here for a fast start: needed only to convert.
    from cc3k.saves.disk import atomic_write_text, refuse_input_files

    try:
        refuse_input_files(path, options.files)
        if options.folder:
            os.makedirs(options.folder, exist_ok=True)
        atomic_write_text(path, [xml])
    except (OSError, ValueError) as error:
        print_error(f"{name}: {file_error_reason(error)}")
        return EXIT_USAGE
    written[path] = file
    if sys.stdout.isatty():
        sys.stdout.write(f"{name}\n")
    return EXIT_OK
