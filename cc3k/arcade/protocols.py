"""Arcade protocols: a game behind text, and the same game as rows on a screen."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple, Protocol, TypeAlias

Span: TypeAlias = tuple[str, str]
"""Text, and the role in which a palette shows it ("" for none)."""

Row: TypeAlias = tuple[Span, ...]
"""A row of a screen, from the left."""


ARROWS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
"""Keys that go to another cell or line: by how many rows and columns."""


class RefusedInput(ValueError):
    """Raised for an input that no screen gives: what was found, and what was expected."""


class TextProgram(Protocol):
    """A game behind text: text goes in, text comes out, and there is no other way in or out.

    Equal input gives equal output, for good: a journal holds the input only. So a program that is
    on a screen has no way to a file: what one held comes in as text.
    """

    exit_status: int | None = None
    """The exit status of the program once it has ended; None before."""

    def begin(self) -> str:
        """Return what is printed before the first input."""
        return ""

    def take(self, text: str) -> str:
        """Carry out one input (a word, a line or a command, as the game has it); return the answer.

        Input that the game does not understand is answered as its document says. Raises
        `RefusedInput`.
        """

    def digest(self) -> int:
        """Return a CRC-32 of the state, which a journal keeps beside each input."""

    def kept_input(self, text: str) -> str:
        """Return the input carried out last as a journal keeps it: with what took long to find."""
        return text


class BoardScreen(Protocol):
    """A text program on a screen: keys in, rows out."""

    program: TextProgram
    keys: Sequence[tuple[str, str]]
    """The keys and what each does, for the help page."""

    def rows(self, columns: int, rows: int) -> list[Row]:
        """Return what a screen of that size shows, at most that many rows of at most that width."""

    def press(self, key: str) -> str | None:
        """Take a key or a click; return the input for the program, or None if it has none.

        A key is its character, or its name: `UP`, `DOWN`, `LEFT`, `RIGHT`, `ENTER`, `TAB`, `ESC`,
        `BACKSPACE`, `PGUP`, `PGDN`, `HOME`, `END`, `F1`.
        """

    def click(self, row: int, column: int) -> str | None:
        """Take a click on a cell of the last rows; return as `press` does."""

    def answered(self, answer: str) -> None:
        """Take the program's answer to the input that was returned last."""

    def place(self) -> tuple[int, ...]:
        """Return where the cursor is, and how far the board is scrolled: no input tells that."""

    def go_to(self, place: Sequence[int]) -> None:
        """Put the cursor to a place that was returned at the same state of the same game."""

    def about(self, columns: int) -> list[str]:  # noqa: ARG002 - of no width without lines
        """Return the goal and the symbols, without a word of keys, in lines of that width."""
        return []

    def steps(self) -> int:
        """Return how many steps of animation are still to be shown; `rows` shows the next."""
        return 0

    def show_next_step(self) -> None:
        """Go on to the next step of animation; any key goes to the last."""
        return

    def is_typing(self) -> bool:
        """Return True while text is typed, in which `q` and `?` are letters like others."""
        return False

    def is_asking(self) -> bool:
        """Return True while a question is asked, which `y` answers with yes."""
        return False

    def next_input(self) -> str | None:
        """Return the next input while a program plays, which one watches; None while none does."""
        return None

    def is_over(self) -> bool:
        """Return True once a game is over, though its program would go on."""
        return False

    def next_game(self) -> "tuple[Sequence[str], BoardScreen] | None":
        """Return what the journal of the next game begins with, and that game, begun.

        None if games know nothing of one another.
        """
        return None


class ArcadeGame(NamedTuple):
    """A game of the arcade, as it is played on a screen, kept and replayed."""

    name: str
    """The name of its command."""

    title: str
    open_board: Callable[[Sequence[str]], BoardScreen]
    """Return a new game from its header: the lines that say what it begins from.

    Raises ValueError for lines that say nothing.
    """

    usual_header: Callable[[], Sequence[str]] = tuple
    """Return the header of a game for which nothing was chosen."""

    describe: Callable[[Sequence[str]], str] = lambda _header: ""
    """Return in few words what a game of a header is; "" if its name says it all.

    Raises ValueError for lines that say nothing.
    """


def plain(text: str, role: str = "") -> Row:
    return ((text, role),)


def cut(row: Row, width: int) -> Row:
    kept: list[Span] = []
    for text, role in row:
        if width <= 0:
            break
        kept.append((text[:width], role))
        width -= len(text)
    return tuple(kept)


def fill(row: Row, width: int) -> Row:
    missing = width - sum(len(text) for text, _ in row)
    return cut(row, width) if missing <= 0 else (*row, (" " * missing, ""))


def beside(left: Sequence[Row], right: Sequence[Row], width: int) -> list[Row]:
    rows = zip_longest(left, right, fillvalue=())
    return [(*fill(one, width), *other) for one, other in rows]


def wrapped(text: str, width: int, role: str = "") -> list[Row]:
    from textwrap import wrap  # late, as only screens wrap

    words = " ".join(text.split())
    lines = wrap(words, max(1, width), break_long_words=False, break_on_hyphens=False)
    return [plain(line, role) for line in lines]


def fitted(rows: Iterable[Row], columns: int, count: int) -> list[Row]:
    return [cut(row, columns) for row in [*rows][:count]]
