"""Gold lying about, and gold left behind. Which piles there are, the roster says."""

from attrs import evolve, frozen


@frozen
class Pile:
    """A kind of pile (§2.3.2). `mark` is its digit in a layout file, `value` what it is worth.

    `guardian` names the enemy spawned beside it, whose death frees it. `weight` is its share
    among the piles spawned; 0 for one that is only dropped or drawn.
    """

    name: str
    value: int
    mark: str
    weight: int = 0
    guardian: str | None = None
    glyph: str = "G"
    role: str = "gold"


@frozen
class Spoils:
    """What a slain enemy yields: gold straight into the purse, and piles on the floor (R24)."""

    purse: int = 0
    piles: tuple[Pile, ...] = ()


def heaped(piles: tuple[Pile, ...]) -> Pile:
    """Return several piles as a single pick-up (R24)."""
    return evolve(piles[0], value=sum(pile.value for pile in piles))
