"""`cc3k escape`: play Escape through a pipe or on a screen, or convert configurations (E1, E22).

>>> from cc3k.cli.escape import load_escape_game
>>> load_escape_game("no such file.egc")
Traceback (most recent call last):
    ...
cc3k.cli.escape.UnreadableConfiguration: no such file.egc: found no such file or directory; \
expected a configuration file
"""

import os
import sys
from argparse import Namespace
from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import NamedTuple

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder, EscapeGameManager
from cc3k.arcade.escape.config import XML_SUFFIX, configuration_xml
from cc3k.arcade.escape.manager import read_configuration
from cc3k.arcade.escape.opponent import MAX_DEPTH
from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION, AnsweringProgram, EscapeProgram
from cc3k.arcade.escape.terms import DEFAULT_TERM, TERMS
from cc3k.arcade.protocols import ArcadeGame, BoardScreen, TextProgram
from cc3k.cli.argument_parser import CommandParser, add_option, run_tool
from cc3k.cli.streams import is_interactive, print_error, print_error_lines, read_lines
from cc3k.engine.text import escape_text, printable_name
from cc3k.exit_codes import EXIT_OK, EXIT_USAGE
from cc3k.saves.open_files import file_error_reason, read_limited

CONVERT = "convert"
SAMPLE = "sample"
"""The name of the game that is played without a file."""

KEPT_DEPTHS = range(10)
"""Moves that the opponent of a kept game was asked to look ahead; 0 for a game of two people."""

MAX_LINE_BYTES = 1 << 22
PIECE_CHARACTERS = 8_000
"""Characters of a configuration in a line of a journal; there one may be ten bytes."""


class EscapeOptions(Namespace):
    files: list[str]
    term: str | None
    against: int | None


def run(arguments: Sequence[str]) -> int:
    if [*arguments[:1]] == [CONVERT]:
        return convert(arguments[1:])
    return run_tool(build_parser(), arguments, EscapeOptions(), _play_or_refuse)


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k escape",
        description="Play Escape: lead your animals off the board before the other side does.",
        epilog="`cc3k escape convert` writes the XML of configurations, and has a --help of its "
        "own. `cc3k help escape` tells the rules, the language of configurations, the lines of "
        "the pipe and the keys.",
    )
    told = "a configuration, FILE.egc or FILE.xml; on a terminal, without one, a sample game"
    add_option(parser, "files FILE", told, nargs="*")
    told = f"the term whose rules are played ({DEFAULT_TERM})"
    add_option(parser, "--term", told, action="store", choices=tuple(TERMS))
    told = f"play against an opponent who looks N moves ahead, from 1 to {MAX_DEPTH}"
    add_option(parser, "--against N", told, type=int, choices=tuple(range(1, MAX_DEPTH + 1)))
    return parser


def _play_or_refuse(options: EscapeOptions) -> int:
    if len(options.files) > 1:
        print_error(f"escape: found {len(options.files)} files; expected one")
        return EXIT_USAGE
    try:
        return _play(options.files, options)
    except ConfigurationError as error:
        return _refuse(error)


class UnreadableConfiguration(ConfigurationError):
    """Raised for a file that cannot be read; errors in one have the form of E6 and E7."""


def _refuse(error: ConfigurationError) -> int:
    is_unreadable = isinstance(error, UnreadableConfiguration)
    print_error(str(error)) if is_unreadable else print_error_lines(error.lines)
    return EXIT_USAGE


def _play(files: Sequence[str], options: EscapeOptions) -> int:
    on_screen = is_interactive()
    if not files and not on_screen:
        print_error("escape: expected a configuration file; a pipe plays no other game")
        return EXIT_USAGE
    if files:
        name, text = printable_name(files[0]), read_configuration_text(files[0])
    else:
        name, text = SAMPLE, SAMPLE_CONFIGURATION
    term = options.term or DEFAULT_TERM
    builder = EscapeGameBuilder(text, term, name)
    print_error_lines(builder.warnings)
    if on_screen:
        shown = os.path.basename(name) if files else SAMPLE
        header = EscapeHeader(term, options.against or 0, shown, text)
        code = _play_on_screen(header, options)
        if code is not None:  # a terminal that can show screens
            return code
    game = builder.make_game_manager()
    depth = options.against
    _answer_lines(EscapeProgram(game) if depth is None else AnsweringProgram(game, depth))
    return EXIT_OK


class EscapeHeader(NamedTuple):
    """What a game on a screen begins from: also the name of its configuration, if that is kept."""

    term: str
    depth: int
    name: str
    text: str

    @classmethod
    def of(cls, lines: Sequence[str]) -> "EscapeHeader":
        term, second, *pieces = lines
        depth, _, name = second.partition(" ")
        if depth not in {*map(str, KEPT_DEPTHS)}:
            message = f"found {depth!a} moves ahead; expected 0 to {KEPT_DEPTHS[-1]}"
            raise ValueError(message)
        return cls(term, int(depth), name, "".join(pieces))

    def lines(self) -> list[str]:
        starts = range(0, len(self.text), PIECE_CHARACTERS)
        pieces = [self.text[at : at + PIECE_CHARACTERS] for at in starts]
        return [self.term, f"{self.depth} {self.name}", *pieces]

    def described(self) -> str:
        opponent = f"opponent {self.depth} ahead" if self.depth else "two people"
        return ", ".join(filter(None, [self.name, self.term, opponent]))


def open_board(header: Sequence[str]) -> BoardScreen:
    from cc3k.arcade.escape.board_screen import EscapeScreen

    term, depth, _, text = EscapeHeader.of(header)
    try:
        game = EscapeGameBuilder(text, term).make_game_manager()
    except ConfigurationError as error:
        raise ValueError(str(error)) from error
    if depth == 0:
        return EscapeScreen(EscapeProgram(game))
    return EscapeScreen(AnsweringProgram(game, min(depth, MAX_DEPTH), takes_replies=True))


ARCADE_GAME = ArcadeGame(
    "escape",
    "Escape",
    open_board,
    lambda: EscapeHeader(DEFAULT_TERM, 0, SAMPLE, SAMPLE_CONFIGURATION).lines(),
    lambda header: EscapeHeader.of(header).described(),
)


def _play_on_screen(header: EscapeHeader, options: EscapeOptions) -> int | None:
    """Play on the terminal, with two people at the keyboard or one against the opponent.

    A kept game is offered if it is what was typed: of that file and term, or any if neither was.
    Returns the exit code, or None if the terminal can only print lines.
    """
    from cc3k.cli.arcade import play_on_screen

    def is_meant(lines: Sequence[str]) -> bool:
        kept = EscapeHeader.of(lines)
        return (
            (not options.files or (kept.text, kept.term) == (header.text, header.term))
            and options.term in {None, kept.term}
            and options.against in {None, kept.depth}
        )

    typed = [*map(printable_name, options.files)]
    typed += [f"--term {options.term}"] if options.term else []
    typed += [f"--against {options.against}"] if options.against else []
    return play_on_screen(ARCADE_GAME, header.lines(), " ".join(typed), is_meant)


def _answer_lines(program: TextProgram) -> None:
    out = sys.stdout.buffer
    mark = BOM_UTF8  # which only the first line may begin with
    for first, *others in read_lines(MAX_LINE_BYTES):
        for line in (first.removeprefix(mark), *others):
            answer = program.take(line.decode("utf-8", "surrogateescape"))
            out.write(escape_text(answer, "\n").encode("utf-8"))
            if program.exit_status is not None:
                out.flush()
                return
        mark = b""
        out.flush()


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


def read_configuration_text(path: str) -> str:
    try:
        data = read_limited(path, MAX_CONFIGURATION_BYTES)
    except (OSError, ValueError) as error:
        found = file_error_reason(error)
        message = f"{printable_name(path)}: found {found}; expected a configuration file"
        raise UnreadableConfiguration(message) from error
    if len(data) > MAX_CONFIGURATION_BYTES:
        message = (
            f"{printable_name(path)}: found a larger file; "
            f"expected at most {MAX_CONFIGURATION_BYTES:,} bytes"
        )
        raise UnreadableConfiguration(message)
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
    add_option(parser, "files FILE", "a configuration", nargs="+")
    add_option(parser, "-s", "write the XML to standard output, and no files", dest="on_stdout")
    told = "write the files to DIR, which is made if it does not exist"
    add_option(parser, "-d DIR", told, dest="folder", default="")

    def convert_all(options: ConvertOptions) -> int:
        written: dict[str, str] = {}
        return max([_convert(file, options, written) for file in options.files])

    return run_tool(parser, arguments, ConvertOptions(), convert_all)


def _convert(file: str, options: ConvertOptions, written: dict[str, str]) -> int:
    name = printable_name(file)
    try:
        xml = configuration_xml(read_configuration(read_configuration_text(file), name))
    except ConfigurationError as error:
        return _refuse(error)
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
