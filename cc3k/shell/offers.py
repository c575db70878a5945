"""A game that was left, and can be gone on with."""

from collections.abc import Callable

from attrs import frozen

from cc3k.play.session import Session


class Unresumable(Exception):  # noqa: N818 - the reason is the player's to know
    """Why a game cannot be gone on with, as a sentence."""


@frozen
class Offer:
    """A game to go on with: a line that tells of it, its picture, and how to have it.

    `resume` raises `Unresumable`.
    """

    text: str
    look: Callable[[], list[str]]
    resume: Callable[[], Session]
