"""`cc3k defender`: play Space Defender 2, a file of commands in and its transcript out (S1)."""

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Sequence

from cc3k.arcade.defender.command_parser import Refused, read_commands
from cc3k.arcade.defender.program import DefenderProgram
from cc3k.arcade.protocols import ArcadeGame, BoardScreen
from cc3k.cli.streams import is_interactive, print_error, read_standard_input
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from cc3k.play.quoting import printable_name

CHUNK_BYTES = 1 << 16
"""Bytes read at once from standard input."""


class DefenderOptions(Namespace):
    """Parsed command line of `cc3k defender`."""

    batch: str | None = None
    fsync: bool = False


def build_parser() -> ArgumentParser:
    """Return the argument parser of `cc3k defender`."""
    # Imported here for a fast start: needed only for help and errors.
    from cc3k.cli.argument_parser import CommandParser, add_fsync_option

    parser = CommandParser(
        prog="cc3k defender",
        description="Play Space Defender 2: on a terminal, or commands in and a transcript out.",
        epilog="`cc3k help defender` tells rules, commands and keys.",
    )
    parser.add_argument(
        "-b",
        dest="batch",
        metavar="FILE",
        help="read the commands from a file, not from standard input",
    )
    add_fsync_option(parser.add_argument)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Play what the arguments name; return the exit code."""
    options = DefenderOptions()
    match arguments:
        case []:
            pass
        case ["-b", str(path)] if not path.startswith("-"):  # spares a script the parser
            options.batch = path
        case _:
            parser = build_parser()
            if not {"-h", "--help"}.intersection(arguments):
                parser.usage = SUPPRESS  # one line on standard error, no more (S1)
            try:
                parser.parse_args(arguments, options)
            except SystemExit as stop:
                return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    if sys.stdout is None:
        print_error("standard output is closed")
        return EXIT_FAILED
    if options.batch is None and is_interactive():
        return _play_on_screen(fsync=options.fsync)
    try:
        data = _read_all() if options.batch is None else _read_file(options.batch)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        print_error(f"{printable_name(options.batch or 'standard input')}: {_reason(error)}")
        return EXIT_USAGE
    return _write_transcript(data)


def open_board(_header: Sequence[str]) -> BoardScreen:
    """Return a new game on a screen; its header is empty."""
    # Imported here for a fast start: needed only for a screen.
    from cc3k.arcade.defender.board_screen import DefenderScreen

    return DefenderScreen(DefenderProgram())


ARCADE_GAME = ArcadeGame("defender", "Space Defender 2", open_board)


def _play_on_screen(*, fsync: bool) -> int:
    """Play on the terminal; the one place that knows of it."""
    # Imported here for a fast start: needed only for a screen.
    from cc3k.cli.arcade import play_on_screen

    code = play_on_screen(ARCADE_GAME, fsync=fsync)
    if code is None:
        print_error(
            "defender: found a terminal without screens; expected commands from -b FILE or a pipe"
        )
        return EXIT_USAGE
    return code


def _write_transcript(data: bytes) -> int:
    """Write the transcript of an input, or why it is refused (S1, S4, S5); return the exit code.

    The language has no character beyond ASCII: any other byte is one that cannot stand there.
    """
    try:
        commands = read_commands(data.decode("latin-1"))
    except Refused as refused:
        sys.stdout.write(str(refused))
        return EXIT_USAGE
    program = DefenderProgram()
    sys.stdout.write(program.begin())
    sys.stdout.writelines(program.run(commands))
    return EXIT_OK


def _read_file(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _read_all() -> bytes:
    """Return all of standard input; nothing if it is closed."""
    return b"".join(iter(lambda: read_standard_input(CHUNK_BYTES), b""))


def _reason(error: OSError | ValueError) -> str:
    """Return why a file cannot be read."""
    # Imported here for a fast start: needed only to report an error.
    from cc3k.storage.open_files import file_error_reason

    return file_error_reason(error)
