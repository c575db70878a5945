"""What is offered to whoever sits down to play: a session, and a game that was left."""

from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

from cc3k.play.session import Session

News: TypeAlias = Callable[[], list[str]]
"""What the player has to be told, each piece once."""


class Unresumable(Exception):
    """Why a game cannot be gone on with, as a sentence."""


class JournalTaken(Exception):
    """A journal that was to be begun and is there already."""


class NoSuchBot(Exception):
    """A name that no bot has, or one whose package cannot be loaded: found and expected."""


@frozen
class Offer:
    """A game to go on with: a line that tells of it, its picture, and how to have it.

    `resume` raises `Unresumable`, as is known already of one that is not `playable`.
    """

    text: str
    look: Callable[[], list[str]]
    resume: Callable[[], Session]
    playable: bool = True


@frozen
class Sitting:
    """A session to be played, or a game of the offers, the one played last first.

    `news` returns what the player has to be told of how it is kept, each piece once; `close` ends
    the keeping.
    """

    session: Session
    offers: tuple[Offer, ...] = ()
    news: News = list
    close: Callable[[], None] = lambda: None
