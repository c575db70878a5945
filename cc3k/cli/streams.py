"""Standard streams: words of input, errors, lines of a terminal's width, and its screen."""

import os
import select
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, TextIO, TypeAlias

from cc3k.engine.text import escape_text, printable_name
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_USAGE

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    from cc3k.terminal.screen import Screen
    from cc3k.ui.settings import ScreenSettings


def is_interactive() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


USUAL_COLUMNS = 80
"""Columns of a terminal that does not say how many it has."""

COERCED_LOCALES = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python sets `LC_CTYPE` to where the locale has no characters but ASCII (PEP 538)."""


def can_show_unicode(environ: Mapping[str, str]) -> bool:
    """Return True if the locale has characters beyond ASCII, judged by its name.

    The encoding of standard output says nothing: Python may use UTF-8 although the user's locale
    does not (PEP 538, 540).
    """
    is_coerced = bool(sys.flags.utf8_mode) and environ.get("PYTHONUTF8") != "1"
    names = [environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if is_coerced and names[1] in COERCED_LOCALES:
        names[1] = ""
    locale = next(filter(None, names), "")
    return locale.lower().partition("@")[0].endswith(("utf-8", "utf8"))


class _PatientOutput(FileIO):
    def write(self, data: "ReadableBuffer") -> int:
        while (written := super().write(data)) is None:
            select.select([], [self], [])
        return written


def make_output_patient() -> None:
    """Let standard output and standard error wait for room, instead of failing."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not isinstance(stream, TextIOWrapper):
            continue
        raw = _PatientOutput(stream.fileno(), "wb", closefd=False)
        buffer = raw if stream.write_through else BufferedWriter(raw)
        ways = "\n", stream.line_buffering, stream.write_through
        setattr(sys, name, TextIOWrapper(buffer, stream.encoding, stream.errors, *ways))


ReadInput: TypeAlias = Callable[[int], bytes]
"""Read up to that many bytes, waiting for the first; nothing at the end of input."""


def read_standard_input(size: int) -> bytes:
    """Wait for some bytes of standard input, at most so many; return nothing at its end."""
    if sys.stdin is None:
        return b""
    while True:
        select.select([sys.stdin], [], [])  # the other side may have made it non-blocking
        with suppress(BlockingIOError):
            return os.read(sys.stdin.fileno(), size)


CHUNK_BYTES = 1 << 16


def read_lines(most_bytes: int) -> Iterator[list[bytes]]:
    """Yield the lines that are whole after each piece of standard input; at last what is left.

    Raises `UnreadableError`, a whole message, for a line of more than `most_bytes`.
    """
    begun, size = list[bytes](), 0
    while chunk := read_standard_input(CHUNK_BYTES):
        first, *more = chunk.split(b"\n")
        begun.append(first)
        size = len(more[-1]) if more else size + len(first)
        if size > most_bytes:
            from cc3k.saves.open_files import UnreadableError

            found = f"found a line of more than {most_bytes:,} bytes"
            message = f"standard input: {found}; expected a shorter one"
            raise UnreadableError(message)
        if more:
            yield [b"".join(begun), *more[:-1]]
            begun = more[-1:]
    if any(begun):
        yield [b"".join(begun)]


PIECE_BYTES = 1 << 12
"""Bytes of input read at once; all their words are split before the first is played."""

MAX_WORD_BYTES = 128
"""Bytes kept of an unfinished word: more than any message shows."""

_APART = str.maketrans({**dict.fromkeys("\t\r\v\f", " "), "\n": " \n "})
"""What stands between words; a line end is a word, too."""


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


def require_output() -> None:
    if sys.stdout is None:
        raise OSError(None, "standard output is closed")


def print_error(text: str, *more: str) -> None:
    """Print an error, and further lines if there are any, in lines of a terminal's width."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.writelines([folded_line(line, sys.stderr) for line in (f"cc3k: {text}", *more)])
    except OSError:
        discard_output(sys.stderr)


def print_errors(texts: Iterable[str]) -> None:
    for text in texts:
        print_error(text)


def print_error_lines(lines: Sequence[str]) -> None:
    """Print lines on standard error, as they are: the course's tool puts no name before them."""
    if sys.stderr is not None and lines:
        sys.stderr.write("".join(folded_line(line, sys.stderr) for line in lines))


def folded_line(text: str, stream: TextIO) -> str:
    line = escape_text(text)
    if not stream.isatty():
        return f"{line}\n"
    import textwrap

    width = os.get_terminal_size(stream.fileno()).columns or USUAL_COLUMNS
    folded = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
    return "".join([f"{row}\n" for row in folded or ("",)])


def discard_output(stream: TextIO | None) -> None:
    """Redirect a broken stream to the null device, so that Python can flush it at exit."""
    if stream is not None:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)


COLUMN_GAP = "  "
"""What parts the columns of a list: lines are folded there rather than within a column."""

MIN_COLUMNS = 40
"""Columns for which lines are folded at least, on whatever terminal."""


def terminal_columns() -> int | None:
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    import shutil

    return max(MIN_COLUMNS, shutil.get_terminal_size().columns)


def fold_list(text: str, hanging: int = 4) -> str:
    """Return a list in lines of the terminal's width; a program that reads it gets whole lines."""
    columns = terminal_columns()
    if columns is None:
        return text
    rows = [row for line in text.split("\n") for row in fold_line(line, columns, hanging)]
    return "\n".join(rows)


def fold_line(line: str, columns: int, hanging: int) -> Iterator[str]:
    """Yield a line in rows of at most that many columns, all but the first indented by `hanging`.

    A word that is too long stays whole.
    """
    start = 0
    while len(line) > columns:
        start = max(start, len(line) - len(line.lstrip()) + 1)
        # Where the last column ends that fits in full, or else the last word.
        at = line.rfind(COLUMN_GAP, max(start, columns // 2), columns + len(COLUMN_GAP))
        if at <= 0:
            at = max(line.rfind(" ", start, columns + 1), start)
        if at == start:
            at = line.find(" ", columns)
        if at < 0:
            break
        yield line[:at].rstrip()
        line, start = f"{'':{hanging}}{line[at:].lstrip()}", hanging + 1
    yield line


def print_text(text: str) -> None:
    encoding, text = sys.stdout.encoding or "ascii", escape_text(text, "\n")
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def print_json_list(items: Iterable[object]) -> None:
    """Print a JSON list item by item, so that a long one takes no memory."""
    import json

    before = "["
    for item in items:
        print_text(f"{before}\n{json.dumps(item)}")
        before = ","
    print_text("[]" if before == "[" else "\n]")


def try_write(path: str, write: Callable[[], None], inputs: Iterable[str | int] = ()) -> int:
    """Call `write` for a file, or print an error if that fails; return the exit code.

    A file that is one of `inputs`, which the command reads, is not written over.
    """
    from cc3k.saves.disk import UnsuitableTarget, refuse_input_files
    from cc3k.saves.open_files import file_error_reason

    try:
        refuse_input_files(path, inputs)
        write()
    except UnsuitableTarget as error:
        print_error(f"{printable_name(path)}: {error}")
        return EXIT_USAGE
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        print_error(f"{printable_name(path)}: {file_error_reason(error)}")
        return EXIT_FAILED
    return EXIT_OK


def open_game_screen(settings: "ScreenSettings", *, mouse: bool) -> "Screen | None":
    """Return the terminal's screen in the palette of the settings; None if it only prints lines."""
    from functools import partial

    from cc3k.terminal.screen import open_screen
    from cc3k.ui.palette import styles_by_letter

    return open_screen(os.environ, partial(styles_by_letter, settings.palette), mouse=mouse)
