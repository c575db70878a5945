"""How strong and how tough a character is: innate figures, and potions as layers over them."""

from typing import Protocol

from attrs import field, frozen


class Stats(Protocol):
    """Attack and defence as they count now; neither is ever below 0 (§2.3.1)."""

    @property
    def attack(self) -> int:
        """How hard the character hits."""
        ...

    @property
    def defence(self) -> int:
        """How hard the character is to hurt."""
        ...


@frozen
class Innate:
    """The figures a character is born with."""

    attack: int
    defence: int


@frozen
class Brewed:
    """Stats seen through one potion, until the floor ends (§2.3.1, R16).

    A Decorator: each layer clamps its own figures at 0 when it is drunk, so a boost on top of a
    clamped layer counts in full.
    """

    inner: Stats
    attack_shift: int = 0
    defence_shift: int = 0
    attack: int = field(init=False, repr=False)
    defence: int = field(init=False, repr=False)

    @attack.default
    def _attack(self) -> int:
        return max(0, self.inner.attack + self.attack_shift)

    @defence.default
    def _defence(self) -> int:
        return max(0, self.inner.defence + self.defence_shift)


def layers(stats: Stats) -> list[tuple[int, int]]:
    """Return the shifts of each brew, the last one first, and then the figures under them."""
    shifts = []
    while isinstance(stats, Brewed):
        shifts.append((stats.attack_shift, stats.defence_shift))
        stats = stats.inner
    return [*shifts, (stats.attack, stats.defence)]


def sober(stats: Stats) -> Stats:
    """Return the stats left once every brew has worn off."""
    while isinstance(stats, Brewed):
        stats = stats.inner
    return stats
