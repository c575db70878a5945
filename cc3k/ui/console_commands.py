"""Console commands: what a mode makes of a key press; the console carries them out.

A mode gets a `KeyPress`, which holds all that it may look at, and returns a command or None. So no
mode knows the console.
"""

from collections.abc import Collection
from typing import ClassVar, Protocol, TypeAlias

from cc3k.engine.board import Direction
from cc3k.engine.enemies import Enemy
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.values import define, frozen
from cc3k.play.commands import DIRECTIONS_BY_WORD, Command
from cc3k.play.interruptions import (
    INTERRUPTIBLE,
    GoOnQuestion,
    MultiTurnCommand,
    SecondPress,
    TravelPolicy,
)
from cc3k.play.session import Session
from cc3k.ui.keymap import MOVE
from cc3k.ui.screen_layout import ScreenLayout
from cc3k.ui.settings import ScreenSettings


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
    offered: MultiTurnCommand | None = None

    @property
    def direction(self) -> Direction | None:
        action, _, word = self.action.partition(" ")
        return DIRECTIONS_BY_WORD.get(word) if action == MOVE else None


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
class Ask:
    """Ask a yes-or-no question; `on_yes` is carried out on yes.

    Enter means yes if `accepts_enter`, and no if `enter_is_no`.
    """

    question: str
    on_yes: "ConsoleCommand"
    accepts_enter: bool = False
    enter_is_no: bool = False


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
    """Start a command of many turns; `key` is the key that began it, where that is another one."""

    command: MultiTurnCommand
    key: str = ""


@define(eq=False)
class Weigh:
    """Say that the odds are being weighed; on the next tick, start the command that weighs them."""

    policy: ClassVar[TravelPolicy] = INTERRUPTIBLE
    then: MultiTurnCommand
    stop_reason: str = ""
    foes: Collection[Enemy] = ()
    again: SecondPress | GoOnQuestion | None = None

    def next_command(self, game: GameState) -> str | None:
        """Return None: this takes no turn."""


@frozen
class Offer:
    """A command of many turns that a second press of a key begins."""

    key: str
    command: MultiTurnCommand


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
    Give | StartGame | Begin | Ask | Open | Close | Start | Suspend | Notify | Resume
)
