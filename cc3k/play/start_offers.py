"""Start offers: what the race screen offers with the races.

They are kept games, the game of the day, and expansions to be switched on and off.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc3k.engine.values import frozen
from cc3k.exit_codes import UserError
from cc3k.play.session import Session

if TYPE_CHECKING:
    from cc3k.engine.expansion import Expansion, NumberSetting


class CannotResume(UserError):
    """The reason why a game cannot be resumed, or not be kept where it was to be: a sentence."""


class ResumeOffer(NamedTuple):
    """An unfinished game: a line that describes it, a preview, and a function to resume it.

    `resume` raises `CannotResume`; that is already known of a game that is not `is_playable`.
    """

    text: str
    preview: Callable[[], list[str]]
    resume: Callable[[], Session]
    is_playable: bool = True


class StartOffer(NamedTuple):
    """A game that the race screen offers by a key: a line about it, and a function to start it.

    The `label` names it on a button. `start` returns a session, with or without a game, and raises
    `CannotResume`.
    """

    key: str
    text: str
    start: Callable[[], Session]
    label: str = ""


class CannotSwitch(Exception):
    """The reason why an expansion cannot be switched on or off now, as a sentence."""


@frozen
class ExpansionSwitches:
    """The expansions that can be switched on and off before a game, by their names (X1).

    `find_expansions` returns all that are installed. `switch` takes a session before its game, and
    returns one like it in which the named expansion is switched; it raises `CannotSwitch`.
    `set_number` does the same with the number of an expansion, and `highest_number` returns the
    highest that is offered.
    """

    find_expansions: "Callable[[], tuple[Expansion, ...]]" = lambda: ()
    switch: Callable[[Session, str], Session] = lambda session, _name: session
    set_number: Callable[[Session, str, int], Session] = lambda session, _name, _number: session
    highest_number: "Callable[[NumberSetting], int]" = lambda setting: setting.highest


@frozen
class RaceScreenNews:
    """The news on the race screen: the last game, and the game of the day.

    `describe_last_game` is empty until a game has ended. `describe_daily` says how far the player
    is with the game of the day, with a session's expansions. `start_offers` are the other games
    that the race screen of a session offers.
    """

    describe_last_game: Callable[[], str] = str
    describe_daily: Callable[[Session], str] = lambda _session: ""
    start_offers: Callable[[Session], Sequence[StartOffer]] = lambda _session: ()
