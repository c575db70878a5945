"""Script mode: words in through a pipe, plain frames out."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import chain
from typing import TextIO

from cc3k.cli.streams import ReadInput, print_errors
from cc3k.play.session import LINE_END, Session

PIECE_BYTES = 1 << 12
"""Bytes of input read at once; all their words are split before the first is played."""

MAX_WORD_BYTES = 128
"""Bytes kept of an unfinished word: more than any message shows."""

_APART = str.maketrans({**dict.fromkeys("\t\r\v\f", " "), LINE_END: f" {LINE_END} "})
"""What stands between words; a line end is a word, too."""


def run_script(session: Session, read_input: ReadInput, out: TextIO) -> None:
    """Play the words of the input until input or session ends, and write the frame of each.

    Output is flushed whenever input runs dry, so a program at the other end of the pipe can play
    turn by turn. Notices are printed then, too.
    """
    print_errors(session.take_notices())
    out.write(session.opening_text())
    out.flush()
    for words in chain(read_words(read_input), [[LINE_END]]):
        out.writelines(session.play_words(words))
        out.flush()
        if session.is_ended:
            return
        print_errors(session.take_notices())


def read_pieces(read_input: ReadInput) -> Iterator[bytes]:
    """Yield the input as it comes, without the byte-order mark that some editors add."""
    source, begun = iter(lambda: read_input(PIECE_BYTES), b""), b""
    for piece in source:
        begun += piece
        if len(begun) >= len(BOM_UTF8) or not BOM_UTF8.startswith(begun):
            break
    if begun := begun.removeprefix(BOM_UTF8):
        yield begun
    yield from source


def read_words(read_input: ReadInput) -> Iterator[list[str]]:
    """Yield the words and line ends of each piece of input, joining words cut in two (R35)."""
    rest = b""
    for piece in read_pieces(read_input):
        data = rest[:MAX_WORD_BYTES] + piece
        rest = b"" if piece[-1:].isspace() else data.rsplit(None, 1)[-1]
        whole = data[: len(data) - len(rest)]
        parts = whole.decode("utf-8", "replace").translate(_APART).split(" ")
        yield [*filter(None, parts)]
    if rest:
        yield [rest.decode("utf-8", "replace")]
