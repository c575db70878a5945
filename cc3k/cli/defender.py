"""`cc3k defender`: play Space Defender 2: a file of commands in and its transcript out (S1).

Or line by line (S31), or on a screen.
"""

import errno
import os
import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Sequence
from functools import partial
from itertools import chain

from cc3k.arcade.defender.command_parser import Refused, read_commands
from cc3k.arcade.defender.program import DefenderProgram, process_of_lines
from cc3k.arcade.protocols import ArcadeGame, BoardScreen
from cc3k.cli import streams
from cc3k.cli.argument_parser import CommandParser, add_option, exit_code_of
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_OK, EXIT_USAGE

PROMPT = "-> "
"""What a terminal shows where a line can be typed: on standard error, as it is no transcript."""

MAX_INPUT_BYTES = 1 << 26
MAX_LINE_BYTES = 1 << 20


class DefenderOptions(Namespace):
    batch: str | None = None
    interactive: bool = False
    script: bool = False


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k defender",
        description="Play Space Defender 2: on a terminal, or commands in and a transcript out.",
        epilog="`cc3k help defender` tells rules, commands and keys.",
    )
    source = parser.add_mutually_exclusive_group()
    told = "read the commands from a file, not from standard input"
    add_option(source, "-b FILE", told, dest="batch")
    add_option(source, "-i", "answer each line before the next", dest="interactive")
    add_option(source, "--script", "no screen: on a terminal the same as -i")
    return parser


def run(arguments: Sequence[str]) -> int:
    return exit_code_of(partial(_play, arguments), DefenderOptions())


def _play(arguments: Sequence[str], options: DefenderOptions) -> int:
    match arguments:
        case []:
            pass
        case ["-b", str(path)] if not path.startswith("-"):  # spares a script the parser
            options.batch = path
        case _:
            parser = build_parser()
            if not {"-h", "--help"}.intersection(arguments):
                parser.usage = SUPPRESS  # one line on standard error, no more (S1)
            parser.parse_args(arguments, options)
    streams.require_output()
    is_on_terminal = options.batch is None and not options.interactive and streams.is_interactive()
    if is_on_terminal and not options.script:
        from cc3k.cli.arcade import play_on_screen

        code = play_on_screen(ARCADE_GAME)
        if code is not None:  # a terminal that can show screens
            return code
    if options.interactive or is_on_terminal:
        return _answer_lines()
    try:
        data = _read_all() if options.batch is None else _read_file(options.batch)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        from cc3k.saves.open_files import file_error_reason

        name = printable_name(options.batch or "standard input")
        streams.print_error(f"{name}: {file_error_reason(error)}")
        return EXIT_USAGE
    return _write_transcript(data)


def open_board(header: Sequence[str]) -> BoardScreen:
    """Return a new game on a screen; its header is what the games before it have left (S32)."""
    from cc3k.arcade.defender.board_screen import DefenderScreen

    return DefenderScreen(DefenderProgram(process_of_lines(header)))


ARCADE_GAME = ArcadeGame("defender", "Space Defender 2", open_board)


def _answer_lines() -> int:
    program = DefenderProgram()
    _write_answer(program.begin())
    for line in chain.from_iterable(streams.read_lines(MAX_LINE_BYTES)):
        _write_answer(program.take(line.decode("latin-1")))
    if _is_typed():
        sys.stderr.write("\n")
    return EXIT_OK


def _write_answer(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
    if _is_typed():
        sys.stderr.write(PROMPT)
        sys.stderr.flush()


def _is_typed() -> bool:
    return None not in (sys.stdin, sys.stderr) and sys.stdin.isatty()


def _write_transcript(data: bytes) -> int:
    """Write the transcript of an input, or why it is refused (S1, S4, S5); return the exit code."""
    try:
        commands = read_commands(data.decode("latin-1"))  # what is not ASCII cannot stand there
    except Refused as refused:
        sys.stdout.write(str(refused))
        return EXIT_USAGE
    program = DefenderProgram()
    sys.stdout.write(program.begin())
    sys.stdout.writelines(program.run(commands))
    return EXIT_OK


def _read_file(path: str) -> bytes:
    from cc3k.saves.open_files import read_input_file

    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return read_input_file(path, MAX_INPUT_BYTES)


def _read_all() -> bytes:
    pieces, size = list[bytes](), 0
    while piece := streams.read_standard_input(streams.CHUNK_BYTES):
        pieces.append(piece)
        size += len(piece)
        if size > MAX_INPUT_BYTES:
            raise OSError(None, f"more than {MAX_INPUT_BYTES:,} bytes")
    return b"".join(pieces)
