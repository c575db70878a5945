"""`cc3k escape`: play Escape through a pipe or on a screen, or convert its configurations (E1)."""

import os
import select
import sys
from argparse import Namespace
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence

from cc3k.arcade.escape import ConfigurationError, EscapeGameBuilder
from cc3k.arcade.escape.program import EscapeProgram
from cc3k.arcade.escape.terms import DEFAULT_TERM, TERMS
from cc3k.arcade.protocols import ArcadeGame, BoardScreen, TextProgram
from cc3k.cli.argument_parser import CommandParser, run_tool
from cc3k.cli.streams import folded_line, is_interactive, print_error
from cc3k.exit_codes import EXIT_OK, EXIT_USAGE
from cc3k.play.quoting import printable_name
from cc3k.storage.escape_files import read_configuration_text

CONVERT = "convert"
CHUNK_BYTES = 1 << 16
"""Bytes of input read at once; all their lines are answered before anything is sent."""

MAX_DEPTH = 9
"""The most moves that the opponent is asked to look ahead."""

PIECE_CHARACTERS = 8_000
"""Characters of a configuration in a line of a journal; there one may be ten bytes."""


class EscapeOptions(Namespace):
    """Parsed command line of `cc3k escape`."""

    files: list[str]
    term: str | None
    against: int | None


def run(arguments: Sequence[str]) -> int:
    """Convert a configuration or play it; return the exit code."""
    return run_tool(build_parser(), arguments, EscapeOptions(), _convert_or_play)


def build_parser() -> CommandParser:
    """Return the argument parser of `cc3k escape`."""
    parser = CommandParser(
        prog="cc3k escape",
        description="Play Escape: lead your animals off the board before the other side does.",
        epilog="With `convert` before FILE, write its XML on standard output instead. "
        "`cc3k help escape` tells the rules, the language of configurations, the lines of the "
        "pipe and the keys.",
    )
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="a configuration; on a terminal, without one, a game of our own",
    )
    parser.add_argument(
        "--term", choices=tuple(TERMS), help=f"the term whose rules are played ({DEFAULT_TERM})"
    )
    parser.add_argument(
        "--against",
        metavar="N",
        type=int,
        choices=tuple(range(1, MAX_DEPTH + 1)),
        help=f"play against an opponent who looks N moves ahead, from 1 to {MAX_DEPTH}",
    )
    return parser


def _convert_or_play(options: EscapeOptions) -> int:
    converts = options.files[:1] == [CONVERT]
    files = options.files[converts:]
    if converts and (len(files) != 1 or options.term or options.against):
        print_error(f"escape: {CONVERT} takes one file, and no option")
        return EXIT_USAGE
    if len(files) > 1:
        print_error(f"escape: found {len(files)} files; expected one")
        return EXIT_USAGE
    try:
        return _convert(files[0]) if converts else _play(files, options)
    except ConfigurationError as error:
        _print_lines(error.lines)
        return EXIT_USAGE


def _convert(file: str) -> int:
    # Imported here for a fast start: needed only to convert.
    from cc3k.arcade.escape.config_errors import read_configuration
    from cc3k.arcade.escape.xml_writer import configuration_xml

    text = read_configuration_text(file)
    sys.stdout.write(configuration_xml(read_configuration(text, printable_name(file))))
    return EXIT_OK


def _play(files: Sequence[str], options: EscapeOptions) -> int:
    on_screen = is_interactive()
    if not files and not on_screen:
        print_error("escape: expected a configuration file; a pipe plays no other game")
        return EXIT_USAGE
    if files:
        name, text = printable_name(files[0]), read_configuration_text(files[0])
    else:
        name, text = "sample", _sample()
    builder = EscapeGameBuilder(text, options.term or DEFAULT_TERM, name)
    _print_lines(builder.warnings)
    program = EscapeProgram(builder.make_game_manager())
    players = program if options.against is None else _with_opponent(program, options.against)
    if on_screen:
        term = options.term or DEFAULT_TERM
        header = _header(text, term, options.against or 0)
        return _play_on_screen(header, files, options)
    _answer_lines(players)
    return EXIT_OK


def _with_opponent(program: EscapeProgram, depth: int) -> TextProgram:
    # Imported here for a fast start: needed only to play against.
    from cc3k.arcade.escape.opponent import AnsweringProgram

    return AnsweringProgram(program, depth)


def open_board(header: Sequence[str]) -> BoardScreen:
    """Return a new game on a screen: term, how far an opponent looks, and a configuration's pieces.

    Raises ValueError for a header that says nothing.
    """
    # Imported here for a fast start: needed only for a screen.
    from cc3k.arcade.escape.board_screen import EscapeScreen
    from cc3k.arcade.escape.opponent import AnsweringProgram

    term, depth, *pieces = header
    if not depth.isdecimal() or int(depth) > MAX_DEPTH:
        message = f"found {depth!a} moves ahead; expected 0 to {MAX_DEPTH}"
        raise ValueError(message)
    try:
        program = EscapeProgram(EscapeGameBuilder("".join(pieces), term).make_game_manager())
    except ConfigurationError as error:
        raise ValueError(str(error)) from error
    if depth == "0":
        return EscapeScreen(program)
    return EscapeScreen(AnsweringProgram(program, int(depth), takes_replies=True))


def _pieces(text: str) -> list[str]:
    """Return a text in pieces that fit into lines of a journal."""
    return [text[at : at + PIECE_CHARACTERS] for at in range(0, len(text), PIECE_CHARACTERS)]


def _header(text: str, term: str = DEFAULT_TERM, depth: int = 0) -> list[str]:
    """Return the header of a game: term, how far an opponent looks, and the configuration."""
    return [term, str(depth), *_pieces(text)]


def _sample() -> str:
    # Imported here for a fast start: needed only where nothing was chosen.
    from cc3k.arcade.escape.sample import SAMPLE_CONFIGURATION

    return SAMPLE_CONFIGURATION


ARCADE_GAME = ArcadeGame("escape", "Escape", open_board, lambda: _header(_sample()))


def _play_on_screen(header: Sequence[str], files: Sequence[str], options: EscapeOptions) -> int:
    """Play on the terminal, with two people at the keyboard or one against the opponent."""
    # Imported here for a fast start: needed only for a screen.
    from cc3k.cli.arcade import play_on_screen

    typed = [*map(printable_name, files)]
    typed += [f"--term {options.term}"] if options.term else []
    typed += [f"--against {options.against}"] if options.against else []
    code = play_on_screen(ARCADE_GAME, header, " ".join(typed))
    if code is None:
        print_error("escape: found a terminal without screens; expected moves from a pipe")
        return EXIT_USAGE
    return code


def _answer_lines(program: TextProgram) -> None:
    """Answer every line of standard input, at once where the other side waits for it."""
    if sys.stdin is None:
        return
    out = sys.stdout.buffer
    for lines in _read_lines(sys.stdin.fileno()):
        for line in lines:
            answer = program.take(line.decode("utf-8", "surrogateescape"))
            out.write(answer.encode("utf-8", "surrogateescape"))
            if program.exit_status is not None:
                out.flush()
                return
        out.flush()


def _read_lines(descriptor: int) -> Iterator[list[bytes]]:
    """Yield the lines that are whole after each piece of input, and at last what is left."""
    begun: list[bytes] = []
    is_first = True
    while chunk := _read(descriptor):
        begun.append(chunk)
        if b"\n" in chunk:
            *lines, rest = b"".join(begun).split(b"\n")
            begun = [rest]
            if is_first:
                lines[0], is_first = lines[0].removeprefix(BOM_UTF8), False
            yield lines
    last = b"".join(begun)
    yield [last.removeprefix(BOM_UTF8) if is_first else last]


def _read(descriptor: int) -> bytes:
    select.select([descriptor], [], [])  # the other side may have made it non-blocking
    return os.read(descriptor, CHUNK_BYTES)


def _print_lines(lines: Sequence[str]) -> None:
    """Print lines on standard error, as they are: the course's tool puts no name before them."""
    if sys.stderr is not None and lines:
        sys.stderr.write("".join(folded_line(line, sys.stderr) for line in lines))
