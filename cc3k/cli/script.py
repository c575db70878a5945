"""A run through a pipe: words in, plain pages out."""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from typing import TextIO, TypeAlias

from cc3k.play.messages import greeting
from cc3k.play.session import Session

CHUNK = 1 << 12
"""Bytes of input read at once; their words are all taken apart before the first is played."""

LONGEST_WORD = 128
"""Bytes of an unfinished word that are kept: more than are ever shown of one."""

Read: TypeAlias = Callable[[int], bytes]
"""Read up to that many bytes, waiting for the first; nothing at the end of input."""


def run_script(
    session: Session, read: Read, out: TextIO, aside: Callable[[], None] = lambda: None
) -> None:
    """Play the words of the input until they or the session end, a page for each that has one.

    Output is flushed whenever input runs dry, so a program at the other end of the pipe can play
    turn by turn. What has to be told elsewhere is told `aside` then.
    """
    aside()
    out.write(f"{greeting(session.seed)}\n")
    out.write(session.page())
    out.flush()
    for words in _words(read):
        for word in words:
            if session.say(word):
                out.write(session.page())
            if session.ended:
                out.flush()
                return
        out.flush()
        aside()


def chunks(read: Read) -> Iterator[bytes]:
    """Yield the input as it comes, without the byte-order mark that some editors put first."""
    source, begun = iter(lambda: read(CHUNK), b""), b""
    for chunk in source:
        begun += chunk
        if len(begun) >= len(BOM_UTF8) or not BOM_UTF8.startswith(begun):
            break
    if begun := begun.removeprefix(BOM_UTF8):
        yield begun
    yield from source


def _words(read: Read) -> Iterator[list[str]]:
    """Yield the words of each chunk of input; one cut in two is put together (R35)."""
    rest = b""
    for chunk in chunks(read):
        words = (rest[:LONGEST_WORD] + chunk).split()
        rest = b"" if chunk[-1:].isspace() else words.pop()
        yield [word.decode("utf-8", "replace") for word in words]
    yield [rest.decode("utf-8", "replace")] if rest else []
