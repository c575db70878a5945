"""Script mode: words in through a pipe, plain frames out."""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from typing import TextIO, TypeAlias

from cc3k.play.messages import greeting_line
from cc3k.play.session import Session

CHUNK_BYTES = 1 << 12
"""Bytes of input read at once; all their words are split before the first is played."""

MAX_WORD_BYTES = 128
"""Bytes kept of an unfinished word: more than any message shows."""

LINE_END = "\n"
_APART = str.maketrans({**dict.fromkeys("\t\r\v\f", " "), LINE_END: f" {LINE_END} "})
"""What stands between words: a line end is one of them, as it ends a command."""

ReadInput: TypeAlias = Callable[[int], bytes]
"""Read up to that many bytes, waiting for the first; nothing at the end of input."""


def run_script(
    session: Session,
    read_input: ReadInput,
    out: TextIO,
    print_notices: Callable[[], None] = lambda: None,
) -> None:
    """Play the words of the input until input or session ends, and write the page of each.

    Output is flushed whenever input runs dry, so a program at the other end of the pipe can play
    turn by turn. Notices are printed then, too.
    """
    print_notices()
    out.write(f"{greeting_line(session.seed)}\n")
    out.write(session.page_text())
    out.flush()
    held, can_hold = "", bool(session.command_table.open_ended)
    for words in _read_words(read_input):
        for word in words:
            if held and session.handle_word(held, "" if word == LINE_END else word):
                out.write(session.page_text())
            held = word if can_hold and session.may_go_on(word) else ""
            if not held and word != LINE_END and session.handle_word(word):
                out.write(session.page_text())
            if session.is_ended:
                out.flush()
                return
        out.flush()
        print_notices()


def read_chunks(read_input: ReadInput) -> Iterator[bytes]:
    """Yield the input as it comes, without the byte-order mark that some editors add."""
    source, begun = iter(lambda: read_input(CHUNK_BYTES), b""), b""
    for chunk in source:
        begun += chunk
        if len(begun) >= len(BOM_UTF8) or not BOM_UTF8.startswith(begun):
            break
    if begun := begun.removeprefix(BOM_UTF8):
        yield begun
    yield from source


def _read_words(read_input: ReadInput) -> Iterator[list[str]]:
    """Yield the words and line ends of each chunk of input, joining words cut in two (R35)."""
    rest = b""
    for chunk in read_chunks(read_input):
        data = rest[:MAX_WORD_BYTES] + chunk
        rest = b"" if chunk[-1:].isspace() else data.rsplit(None, 1)[-1]
        whole = data[: len(data) - len(rest)]
        parts = whole.decode("utf-8", "replace").translate(_APART).split(" ")
        yield [*filter(None, parts)]
    yield [*([rest.decode("utf-8", "replace")] if rest else []), LINE_END]
