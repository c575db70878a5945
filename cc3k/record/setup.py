"""Game setup: a session to play, and everything around it that the player's files give."""

from collections.abc import Callable, Sequence

from attrs import field, frozen

from cc3k.play.session import Session
from cc3k.record.replay import ResumeOffer, TakeNotices


@frozen
class StartOffer:
    """A game that the race screen offers by a key: a line about it, and a function to start it.

    `start` returns a session, with or without a game, and raises `CannotResume`.
    """

    key: str
    text: str
    start: Callable[[], Session]


def _no_offers(_session: Session) -> Sequence[StartOffer]:
    return ()


@frozen
class RaceScreenNews:
    """What the race screen tells beside the races: the last game, and the daily one.

    `describe_last_game` is empty before the first game has ended. `describe_daily` says how the
    player stands with the game of the day, for the race screen of that game itself.
    `start_offers` are the other games that a session's race screen offers.
    """

    describe_last_game: Callable[[], str] = str
    describe_daily: Callable[[], str] = str
    start_offers: Callable[[Session], Sequence[StartOffer]] = _no_offers


@frozen
class GameSetup:
    """A session to play, with the games that can be resumed and the notices of its recorder.

    `has_unlisted_games` says that games are kept that are not offered. `take_notices` returns what
    the player has to be told of how the game is kept, each piece once; `close_recorder` ends the
    recording. `find_finished_journal` returns the path of the journal of the game that ended last,
    if it is kept.
    """

    session: Session
    resume_offers: tuple[ResumeOffer, ...] = ()
    take_notices: TakeNotices = list
    close_recorder: Callable[[], None] = lambda: None
    has_unlisted_games: bool = False
    news: RaceScreenNews = field(factory=RaceScreenNews)
    find_finished_journal: Callable[[], str] = str
