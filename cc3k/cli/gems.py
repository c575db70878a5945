"""`cc3k gems`: Modern Gems, as its document's dialogue or on a screen (G1)."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from typing import BinaryIO

from cc3k.arcade.gems.program import GemsProgram, decode, encode
from cc3k.arcade.protocols import ArcadeGame, BoardScreen
from cc3k.cli import streams
from cc3k.cli.argument_parser import CommandParser, add_option, exit_code_of
from cc3k.engine.text import escape_text
from cc3k.saves.open_files import UnreadableError

PRACTICE = "practice"
FILE_SUFFIX = b".mg"
MAX_WORD_BYTES = 1 << 20
MAX_FILE_BYTES = 1 << 26
"""Most bytes of a saved game that are read: more than any board of a game."""


class GemsOptions(Namespace):
    practice: bool = False
    script: bool = False


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k gems", description="Play Modern Gems, on a screen or by words through a pipe."
    )
    add_option(parser, "--practice", "moves can be taken back")
    add_option(parser, "--script", "the dialogue, on a terminal too")
    return parser


def run(arguments: Sequence[str]) -> int:
    return exit_code_of(partial(_play, arguments), GemsOptions())


def _play(arguments: Sequence[str], options: GemsOptions) -> int:
    if arguments:
        build_parser().parse_args(arguments, options)
    streams.require_output()
    if not options.script and streams.is_interactive():
        from cc3k.cli.arcade import play_on_screen

        header, typed = ((PRACTICE,), "--practice") if options.practice else ((), "")
        code = play_on_screen(ARCADE_GAME, header, typed, lambda kept: header in {(), kept})
        if code is not None:
            return code
    return run_dialogue(GemsProgram(FolderFiles()), streams.read_standard_input, sys.stdout.buffer)


def run_dialogue(program: GemsProgram, read_input: streams.ReadInput, out: BinaryIO) -> int:
    """Play the words of the input until input or program ends; return the exit code.

    Output is flushed before each wait for a word (G1).
    """
    _print(program.begin(), out)
    for word in _read_words(read_input):
        _print(program.take(decode(word)), out)
        for text in program.take_errors():
            if sys.stderr is not None:
                sys.stderr.write(streams.folded_line(text, sys.stderr))
        if program.exit_status is not None:
            return program.exit_status
    _print(program.end_of_input(), out)
    return program.exit_status or 0


def _print(text: str, out: BinaryIO) -> None:
    if text:
        out.write(encode(escape_text(text, "\n\t")))
        out.flush()


def _read_words(read_input: streams.ReadInput) -> Iterator[bytes]:
    """Yield the words of the input as they come, joining those cut between two chunks (G2)."""
    cut = b""
    while chunk := read_input(streams.CHUNK_BYTES):
        words = (cut + chunk).split()
        cut = b"" if chunk[-1:].isspace() else words.pop()
        if len(cut) > MAX_WORD_BYTES:
            found = f"found a word of more than {MAX_WORD_BYTES:,} bytes"
            message = f"standard input: {found}; expected a shorter one"
            raise UnreadableError(message)
        yield from words
    if cut:
        yield cut


def open_board(header: Sequence[str]) -> BoardScreen:
    """Return a new game on a screen; `practice` in its header lets moves be taken back."""
    from cc3k.arcade.gems.board_screen import GemsScreen

    return GemsScreen(GemsProgram(is_practice=PRACTICE in header), FolderFiles())


ARCADE_GAME = ArcadeGame(
    "gems", "Modern Gems", open_board, describe=lambda header: ", ".join(["gems", *header])
)


class FolderFiles:
    """The saved games of the working directory; a name may be any path (G5, G9)."""

    def names(self) -> list[str]:
        """Return the names that end in `.mg`, byte by byte in order; none if it has vanished."""
        try:
            names = os.listdir(b".")
        except OSError:
            return []
        return [decode(name) for name in sorted(names) if name.endswith(FILE_SUFFIX)]

    def read(self, name: str) -> bytes:
        """Return the bytes of a regular file or a pipe; the null device is an empty file."""
        from cc3k.saves.open_files import read_input_file

        return read_input_file(_path(name), MAX_FILE_BYTES)

    def write(self, name: str, data: bytes) -> None:
        """Write a file that the player named, atomically if it is a regular one.

        Links are followed, and devices allowed.
        """
        from cc3k.saves.disk import write_as_asked

        write_as_asked(_path(name), data)


def _path(name: str) -> str:
    return os.fsdecode(encode(name))
