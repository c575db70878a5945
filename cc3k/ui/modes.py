"""Modes, which take the keys, and the requests to the console that they return.

For a `KeyPress`, which holds all that it may look at, a mode returns None to stay open, or a
request, which the console carries out: any request closes the mode, and `Open` opens the next one.
So no mode knows the console. Requests are tuples, as their classes take the least time to define;
all are, before the first map. Questions, looks around, menus and pagers are values, and
`Open` also opens the same one changed; the menu of races and the end screen are things that last:
each keeps what was chosen in it. What is typed in a game lasts in its `CommandInput`.
"""

from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, TypeAlias

from attrs import evolve

from cc3k.engine.board import NORTH, SOUTH, Cell, Direction
from cc3k.engine.values import frozen
from cc3k.engine.view import GameView
from cc3k.play.commands import MetaCommand
from cc3k.play.messages import NEVER_MIND, YES_OR_NO_KEYS, question_with_keys
from cc3k.play.session import Session, SessionStage
from cc3k.terminal.app import Line
from cc3k.ui.command_input import BLANK, ENTER
from cc3k.ui.keymap import MOVE, RUN, KeyAction
from cc3k.ui.screen_layout import ScreenLayout
from cc3k.ui.settings import Rewording, ScreenSettings

if TYPE_CHECKING:
    from cc3k.play.interruptions import MultiTurnCommand


@frozen
class KeyPress:
    """One key, and what a mode may look at to handle it.

    `action` is the key's action in the keymap, `NO_ACTION` if it has none. `layout` is that of the
    screen for a click, else None. `previous_key` is the key before this one; `offered` is the
    command that this key was said to begin if pressed again.
    """

    key: str
    action: KeyAction
    previous_key: str
    session: Session
    settings: ScreenSettings
    columns: int
    rows: int
    layout: ScreenLayout | None = None
    offered: "MultiTurnCommand | None" = None

    @property
    def direction(self) -> Direction | None:
        """The direction of a key that moves."""
        return self.action.direction if self.action.name == MOVE else None

    def acts_after(self, opening_action: str) -> bool:
        """Tell whether it closes what an action opened and then acts, as a key of the game."""
        is_other = self.action.name != opening_action and self.key not in QUIET_KEYS
        return is_other and (bool(self.action.name) or self.key.isalpha())

    @property
    def is_striking_digit(self) -> bool:
        """Whether it is a digit, which moves, and an enemy in sight stands there."""
        way, game = self.direction, self.session.game
        if way is None or game is None or not self.key.isdecimal():
            return False
        view = GameView(game)
        return view.cell_towards(way) in view.enemies

    @property
    def rows_down(self) -> int:
        """The rows that it moves a cursor down, or a text up; 0 for any other key."""
        way = self.direction
        return way.row_delta if way in (NORTH, SOUTH) else 0


class Mode(Protocol):
    """Anything that handles keys: a question, a pager, a look around, the menu, the game.

    What it shows in place of the game: a `text` on the Action row, or the lines of a page; nothing
    unless it says so. The board is shown around the `cell` that it looks at. Pages of messages stay
    where they are below one that is `scrolled`.
    """

    is_scrolled: ClassVar[bool] = False
    is_question: ClassVar[bool] = False

    @property
    def text(self) -> str:
        return ""

    @property
    def cell(self) -> Cell | None:
        return None

    @property
    def takes_text(self) -> bool:
        """Return True if characters are typed now, whatever else they are bound to."""
        return False

    def page(
        self, _session: Session, _columns: int, _rows: int, _rewording: Rewording
    ) -> list[Line] | None:
        return None

    def handle_key(self, press: KeyPress) -> "ConsoleRequest | None": ...


class Give(NamedTuple):
    """Give a command to the session, by its words; before a game, a race by its key."""

    words: str


class TypeWords(NamedTuple):
    """Begin to type a command with words, whose end is asked for: a direction.

    The last of them may be `chosen` for the player, who may type it all the same.
    """

    words: str
    chosen: str = ""


class Open(NamedTuple):
    """Open a mode, which gets the keys until it closes."""

    mode: Mode


class Close(NamedTuple):
    """Close the mode, and show what it covered: another one, or the last messages."""

    covered_mode: Mode | None = None


class PassOn(NamedTuple):
    """Close the mode, and handle a key as if it had not been open."""

    press: KeyPress


class StartMultiTurn(NamedTuple):
    """Start a command of many turns; `key` is the key that began it, where that is another one.

    One that `weighs` the odds for a while starts on the next tick, as soon as the screen says so.
    """

    command: "MultiTurnCommand"
    key: str = ""
    weighs: bool = False


class Suspend(NamedTuple):
    """Leave the game as far as it is kept."""


class Notify(NamedTuple):
    """Show a notice on the Action row, until the next key; an empty one only clears the row.

    It stands there alone, or else after the messages of the last command.
    """

    notice: str = ""
    is_alone: bool = True


class Resume(NamedTuple):
    """Go on with another session: that of a saved game, or one by other rules.

    A `mode` may cover it at once.
    """

    session: Session
    mode: Mode | None = None


ConsoleRequest: TypeAlias = (
    Give | TypeWords | Open | Close | PassOn | StartMultiTurn | Suspend | Notify | Resume
)


YES_KEYS, NO_KEYS = ("y", "Y"), ("n", "N", "escape")
GO_ON_KEYS = (ENTER, BLANK)
"""Keys that turn a page, and go on from the end of a game: nobody walks or fights with them."""

QUIET_KEYS = (*GO_ON_KEYS, "escape", "backspace", "center", "shift-center")
"""Keys that stop or close something, and do no more then, or are pressed for nothing."""

PASSING_ACTIONS = (MOVE, RUN, "collect", "stairs", "gold", "potion", "merchant", "rest", "look")
"""Key actions that take the place of what is asked about."""


@frozen
class QuestionMode(Mode):
    """A yes-or-no question; `on_yes` is carried out on yes.

    It stays until it is answered by a yes, a no or Esc, or by a key that means "no, do this": a
    step, a journey, a look. Any other key gets a hint, and so does a digit that would strike: it
    may have been meant for a line of the menu before. Enter may end the line of a typed word, as in
    the document's interpreter. So it is no answer, unless the question is about that word: then
    `enter_is` the answer `y`, or `n` where a yes costs too much.
    """

    is_question: ClassVar[bool] = True
    question: str
    on_yes: ConsoleRequest
    enter_is: str = ""
    is_missed: bool = False

    def handle_key(self, press: KeyPress) -> ConsoleRequest | None:
        answer = self.enter_is if press.key == ENTER else press.key
        if answer in YES_KEYS:
            return self.on_yes
        if answer in NO_KEYS:
            return Notify(NEVER_MIND)
        if press.key == ENTER:
            return None
        is_passed_over = press.action.name in PASSING_ACTIONS and not press.is_striking_digit
        return PassOn(press) if is_passed_over else Open(evolve(self, is_missed=True))

    @property
    def asked(self) -> str:
        """The question with the keys that answer it."""
        enter = f" Enter is {self.enter_is}." if self.enter_is else ""
        return question_with_keys(self.question, f"(y/n){enter}")

    @property
    def text(self) -> str:
        """The question as it is shown, and what to press once another key was pressed."""
        return f"{YES_OR_NO_KEYS} {self.asked}" if self.is_missed else self.asked


QUIT_ACTIONS = ("leave", "quit")
"""Key actions that end a session while no game is running."""

QUIT, AGAIN = Give(MetaCommand.QUIT.word), Give(MetaCommand.RESTART.word)


def is_safe_to_leave(session: Session) -> bool:
    """Return True if nothing is lost by leaving: no game is running, or it can be saved."""
    keeper = session.keeper
    return session.stage is not SessionStage.PLAYING or (
        keeper is not None and keeper.try_to_save()
    )
