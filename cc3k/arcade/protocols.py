"""Arcade protocols: a game behind text, and the same game as rows on a screen."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

Span: TypeAlias = tuple[str, str]
"""Text, and the role in which a palette shows it ("" for none)."""

Row: TypeAlias = tuple[Span, ...]
"""A row of a screen, from the left."""


class RefusedInput(ValueError):
    """Raised for an input that no screen gives: what was found, and what was expected."""


class TextProgram(Protocol):
    """A game behind text: text goes in, text comes out, and there is no other way in or out.

    Equal input gives equal output, for good: a journal holds the input only. So a program that is
    on a screen has no way to a file: what one held comes in as text.
    """

    def begin(self) -> str:
        """Return what is printed before the first input; called once."""
        ...

    def take(self, text: str) -> str:
        """Carry out one input (a word, a line or a command, as the game has it); return the answer.

        Input that the game does not understand is answered as its document says. Raises
        `RefusedInput`.
        """
        ...

    @property
    def exit_status(self) -> int | None:
        """The exit status of the program once it has ended; None before."""
        ...

    def digest(self) -> int:
        """Return a CRC-32 of the state, which a journal keeps beside each input."""
        ...


class BoardScreen(Protocol):
    """A text program on a screen: keys in, rows out."""

    @property
    def program(self) -> TextProgram:
        """The game that is played."""
        ...

    def rows(self, columns: int, rows: int) -> list[Row]:
        """Return what a screen of that size shows, at most that many rows of at most that width."""
        ...

    def press(self, key: str) -> str | None:
        """Take a key or a click; return the input for the program, or None if it has none.

        A key is its character, or its name: `UP`, `DOWN`, `LEFT`, `RIGHT`, `ENTER`, `TAB`, `ESC`,
        `BACKSPACE`, `PGUP`, `PGDN`, `HOME`, `END`, `F1`.
        """
        ...

    def click(self, row: int, column: int) -> str | None:
        """Take a click on a cell of the last rows; return as `press` does."""
        ...

    def answered(self, answer: str) -> None:
        """Take the program's answer to the input that was returned last."""
        ...

    def steps(self) -> int:
        """Return how many steps of animation are still to be shown; `rows` shows the next."""
        ...

    def show_next_step(self) -> None:
        """Go on to the next step of animation; any key goes to the last."""
        ...

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys and what each does, for the help page."""
        ...


@runtime_checkable
class TextEntry(Protocol):
    """A board screen that may ask for text, in which `q` and `?` are letters like others."""

    def is_typing(self) -> bool:
        """Return True while text is typed."""
        ...


@runtime_checkable
class AskingBoard(Protocol):
    """A board screen that may ask a question, which `y` answers with yes."""

    def is_asking(self) -> bool:
        """Return True while it is asked."""
        ...


@runtime_checkable
class PlacedBoard(Protocol):
    """A board screen with a cursor that can be put where it was: input alone does not tell that."""

    def place(self) -> tuple[int, ...]:
        """Return where the cursor is, and how far its board is scrolled; empty without any."""
        ...

    def go_to(self, place: Sequence[int]) -> None:
        """Put the cursor to a place that was returned at the same state of the same game."""
        ...


@runtime_checkable
class SelfPlayingBoard(Protocol):
    """A board screen on which a program may play, one input after another, while one watches."""

    def is_playing_itself(self) -> bool:
        """Return True while it does."""
        ...

    def next_input(self) -> str:
        """Return the next input of it."""
        ...


@runtime_checkable
class EndingGame(Protocol):
    """A board screen whose game ends while its program would go on."""

    def is_over(self) -> bool:
        """Return True once the game is over: then another one can be begun."""
        ...


@runtime_checkable
class SuccessiveGames(Protocol):
    """A board screen whose program outlives its games: the next one goes on from the last."""

    def next_game(self) -> "tuple[Sequence[str], BoardScreen]":
        """Return what the journal of the next game begins with, and that game, begun."""
        ...


@runtime_checkable
class ExplainedBoard(Protocol):
    """A board screen that tells what its game is about, without a word of keys."""

    def about(self, columns: int) -> list[str]:
        """Return the goal and the symbols, in lines of at most that width."""
        ...


@runtime_checkable
class ThinkingProgram(Protocol):
    """A text program whose answers may take long to find, but not to carry out once more."""

    def kept_input(self, text: str) -> str:
        """Return the input carried out last as a journal keeps it: with what was found."""
        ...


class GameKeeper(Protocol):
    """Records what is played, so that it can be resumed."""

    @property
    def is_kept(self) -> bool:
        """Return True if a game is unfinished, and all of it is on disk."""
        ...

    @property
    def is_failing(self) -> bool:
        """Return True if the last inputs cannot be written, after trying again."""
        ...

    def game_began(self, digest: int, header: Sequence[str] | None = None) -> None:
        """Take the state of a new game, and what it begins from unless that is the usual."""
        ...

    def input_taken(self, text: str, digest: int) -> None:
        """Keep an input, and the state after it."""
        ...

    def game_ended(self) -> None:
        """Put away a game that is over."""
        ...

    def take_notices(self) -> list[str]:
        """Return the notices for the player, each once."""
        ...


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
