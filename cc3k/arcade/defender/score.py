"""The score: orbs and foci that destroyed enemies drop (S29)."""

from typing import NamedTuple, TypeAlias


class Orb(NamedTuple):
    """An orbment that is worth its points."""

    name: str
    points: int


class FocusKind(NamedTuple):
    """A focus as it is dropped: its places, its multiplier when all are used, its first orb."""

    name: str
    places: int
    multiplier: int
    first: Orb


Drop: TypeAlias = Orb | FocusKind
"""An orbment, as an enemy drops it."""


class _Focus:
    """A focus that still takes something. `points` are those of its places that are settled."""

    __slots__ = ("free", "multiplier", "points")

    def __init__(self, kind: FocusKind) -> None:
        self.free = kind.places - 1
        self.multiplier = kind.multiplier
        self.points = kind.first.points

    def score_with(self, inner: int) -> int:
        """Return its score if the focus in its last place is worth that much."""
        points = self.points + inner
        return points if self.free else points * self.multiplier


class ScoreKeeper:
    """The Starfighter's own focus: unlimited, without a multiplier.

    The document offers an orbment to each place in turn, and within a focus again. A focus refuses
    for good once its places are used and their foci refuse; so in every focus at most one place
    still takes something, the one used last. These places, from the outermost, are all that need
    be kept, however deep the foci lie in one another.
    """

    __slots__ = ("_open", "_settled", "score")

    def __init__(self) -> None:
        self._settled = 0
        self._open: list[_Focus] = []
        self.score = 0

    def add(self, drop: Drop) -> None:
        """Add an orbment where the document's search finds the first place for it."""
        if self._open:
            self._open[-1].free -= 1
        if isinstance(drop, Orb):
            self._settle(drop.points)
        else:
            self._open.append(_Focus(drop))
        while self._open and not self._open[-1].free:
            self._settle(self._open.pop().score_with(0))
        score = 0
        for focus in reversed(self._open):
            score = focus.score_with(score)
        self.score = self._settled + score

    def open_places(self) -> list[tuple[int, int]]:
        """Return the free places and the settled points of each focus that takes something."""
        return [(focus.free, focus.points) for focus in self._open]

    def _settle(self, points: int) -> None:
        """Count points that no longer change, in the focus that they lie in."""
        if self._open:
            self._open[-1].points += points
        else:
            self._settled += points
