"""A game for ears and slow lines: lines of words in, lines of sentences out, nothing else."""

import re
from collections.abc import Iterator
from typing import TextIO

from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.shell.script import LONGEST_WORD, Read, chunks
from cc3k.shell.terminal.fold import fold

LINE_END = "\n"
COLUMNS = 79
"""Where lines are folded, between words: a terminal that only shows lines would cut words."""

_PIECE = re.compile(rb"\n|\S+")


def run_plain(session: Session, read: Read, out: TextIO) -> None:
    """Play the words of the input until they or the session end; flush after each line of them."""
    narrator = Narrator(session)
    speak(narrator.opening(), out)
    out.flush()
    unfinished = False
    for piece in _pieces(read):
        unfinished = piece != LINE_END
        speak(narrator.hear(piece) if unfinished else narrator.pause(), out)
        if session.ended:
            break
        if not unfinished:
            out.flush()
    if unfinished and not session.ended:
        speak(narrator.pause(), out)
    out.flush()


def speak(lines: list[str], out: TextIO) -> None:
    """Write lines, folded."""
    out.writelines([f"{row}\n" for line in lines for row in fold(line, COLUMNS)])


def _pieces(read: Read) -> Iterator[str]:
    """Yield the words of the input and the ends of its lines; a word cut in two is put together."""
    rest = b""
    for chunk in chunks(read):
        pieces = _PIECE.findall(rest[:LONGEST_WORD] + chunk)
        rest = b"" if chunk[-1:].isspace() else pieces.pop()
        yield from [piece.decode("utf-8", "replace") for piece in pieces]
    if rest:
        yield rest.decode("utf-8", "replace")
