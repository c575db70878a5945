"""Console commands: what a mode makes of a key press; the console carries them out.

A mode gets a `KeyPress`, which holds all that it may look at, and returns a command or None. So no
mode knows the console.
"""

from typing import TYPE_CHECKING, Protocol, TypeAlias

from cc3k.engine.board import NORTH, SOUTH, Direction
from cc3k.engine.hero import Race
from cc3k.engine.values import frozen
from cc3k.play.commands import Command
from cc3k.play.session import Session
from cc3k.ui.keymap import MOVE_DIRECTIONS
from cc3k.ui.screen_layout import ScreenLayout
from cc3k.ui.settings import ScreenSettings

if TYPE_CHECKING:
    from cc3k.play.interruptions import MultiTurnCommand


@frozen
class KeyPress:
    """One key, and what a mode may look at to handle it.

    `action` is the key's action in the keymap, empty if it has none. `layout` is the layout of the
    screen on which the key was pressed, None without a game or on a screen that is too small.
    `previous_key` is the key before this one; `offered` is the command that this key was said to
    begin if pressed again.
    """

    key: str
    action: str
    previous_key: str
    session: Session
    settings: ScreenSettings
    columns: int
    rows: int
    layout: ScreenLayout | None = None
    offered: "MultiTurnCommand | None" = None

    @property
    def direction(self) -> Direction | None:
        return MOVE_DIRECTIONS.get(self.action)

    @property
    def rows_down(self) -> int:
        """The rows that it moves a cursor down, or a text up; 0 for any other key."""
        way = self.direction
        return way.row_delta if way in (NORTH, SOUTH) else 0


class Mode(Protocol):
    """Anything that handles keys: a question, a pager, a look around, the menu, the game."""

    def handle_key(self, press: KeyPress) -> "ConsoleCommand | None": ...


@frozen
class Give:
    """Give a command to the session."""

    command: Command


@frozen
class StartGame:
    """Start the next game of the session, with a race."""

    race: Race


@frozen
class Begin:
    """Begin to type a command with words, whose end is asked for: a direction."""

    words: str


@frozen
class Open:
    """Open a mode, which gets the keys until it closes."""

    mode: Mode


@frozen
class Close:
    """Close the mode; the one that it covered gets the keys again."""

    covered_mode: Mode | None = None


@frozen
class Start:
    """Start a command of many turns; `key` is the key that began it, where that is another one.

    One that `weighs` the odds for a while starts on the next tick, as soon as the screen says so.
    """

    command: "MultiTurnCommand"
    key: str = ""
    weighs: bool = False


@frozen
class Suspend:
    """Leave the game as far as it is kept."""


@frozen
class Notify:
    """Show a notice on the Action row, until the next key."""

    notice: str


@frozen
class Resume:
    """Go on with another session: that of a saved game, or one by other rules.

    A `mode` may cover it at once.
    """

    session: Session
    mode: Mode | None = None


ConsoleCommand: TypeAlias = (
    Give | StartGame | Begin | Open | Close | Start | Suspend | Notify | Resume
)
