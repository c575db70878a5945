"""What a command of many turns is."""

from typing import ClassVar, Protocol

from attrs import frozen

from cc3k.engine.game import Game


@frozen
class Manner:
    """How a journey is made: `pace` are the seconds between two steps, so that it can be seen.

    One that is `steadfast` is not interrupted by what happens, only by what cannot be done; one
    that `waits` does so where nothing can be seen of it, and does not end there. One that `hangs`
    may never come to its next step, and is broken off amid it if need be; no other must be.
    """

    pace: float = 0.02
    steadfast: bool = False
    waits: bool = False
    hangs: bool = False


CAREFUL = Manner()
DETERMINED = Manner(steadfast=True)
WATCHED = Manner(pace=0.1, steadfast=True, waits=True, hangs=True)


class Journey(Protocol):
    """A command of many turns; once it is over, `why` is the reason, if that needs saying."""

    manner: ClassVar[Manner]
    why: str

    def next_words(self, game: Game) -> str | None:
        """Return the words of the next turn, or None when the journey is over."""
        ...
