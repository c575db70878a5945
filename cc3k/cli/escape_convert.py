"""`cc3k escape convert`: configurations of Escape to XML, with the course's own options (E22)."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from cc3k.arcade.escape.config_errors import read_configuration
from cc3k.arcade.escape.tokens import ConfigurationError
from cc3k.arcade.escape.xml_writer import configuration_xml
from cc3k.cli.argument_parser import CommandParser, run_tool
from cc3k.cli.escape_files import read_configuration_text
from cc3k.cli.streams import print_error, print_error_lines
from cc3k.exit_codes import EXIT_OK, EXIT_USAGE
from cc3k.play.quoting import printable_name
from cc3k.saves.disk import atomic_write_text, refuse_input_files
from cc3k.saves.open_files import file_error_reason

XML_SUFFIX = ".xml"


class ConvertOptions(Namespace):
    files: list[str]
    on_stdout: bool
    folder: str


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, ConvertOptions(), _convert_all)


def build_parser() -> CommandParser:
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
    return parser


def _convert_all(options: ConvertOptions) -> int:
    written: dict[str, str] = {}
    codes = [_convert(file, options, written) for file in options.files]
    return max(codes, default=EXIT_OK)


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
