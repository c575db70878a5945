"""What is offered to whoever sits down to play: a session, and a game that was left."""

from collections.abc import Callable

from attrs import frozen

from cc3k.play.session import Session


class Unresumable(Exception):
    """Why a game cannot be gone on with, as a sentence."""


class JournalTaken(Exception):
    """A journal that was to be begun and is there already."""


class NoSuchBot(Exception):
    """A name that no bot has, or one whose package cannot be loaded: found and expected."""


@frozen
class Offer:
    """A game to go on with: a line that tells of it, its picture, and how to have it.

    `resume` raises `Unresumable`.
    """

    text: str
    look: Callable[[], list[str]]
    resume: Callable[[], Session]


@frozen
class Sitting:
    """A session to be played, and what there is to tell of how it is kept, if it is.

    `news` returns what the player has to be told, each piece once; `close` ends the keeping.
    """

    session: Session
    offer: Offer | None = None
    news: Callable[[], list[str]] = list
    close: Callable[[], None] = lambda: None
