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
    """A focus that still takes something.

    `points` are those of its places that are settled, `worth` is what each of them counts: its
    own multiplier if all its places are used, and those of the foci around it.
    """

    __slots__ = ("free", "multiplier", "points", "worth")

    def __init__(self, kind: FocusKind, worth: int) -> None:
        self.free = kind.places
        self.multiplier = kind.multiplier
        self.points = 0
        self.worth = worth


class ScoreKeeper:
    """The Starfighter's own focus: unlimited, without a multiplier.

    The document offers an orbment to each place in turn, and within a focus again. A focus refuses
    for good once its places are used and their foci refuse; so in every focus at most one place
    still takes something, the one used last. These places, from the outermost, are all that need
    be kept, however deep the foci lie in one another.
    """

    __slots__ = ("_open", "score")

    def __init__(self) -> None:
        self._open: list[_Focus] = []
        self.score = 0

    def add(self, drop: Drop) -> None:
        """Add an orbment where the document's search finds the first place for it.

        A focus is put there empty, then its first orb into it.
        """
        worth = self._use_place()
        if isinstance(drop, FocusKind):
            self._open.append(_Focus(drop, worth))
            self.add(drop.first)
            return
        self.score += drop.points * worth
        points = drop.points
        while self._open:
            self._open[-1].points += points
            if self._open[-1].free:
                return
            points = self._open[-1].points * self._open[-1].multiplier
            self._open.pop()

    def open_places(self) -> list[tuple[int, int, int]]:
        """Return free places, settled points and multiplier of each focus that takes something."""
        return [(focus.free, focus.points, focus.multiplier) for focus in self._open]

    def _use_place(self) -> int:
        if not self._open:
            return 1
        focus = self._open[-1]
        focus.free -= 1
        if not focus.free:
            self.score += focus.points * focus.worth * (focus.multiplier - 1)
            focus.worth *= focus.multiplier
        return focus.worth
