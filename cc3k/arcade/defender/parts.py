"""Cells, figures, and the parts of ships: weapons, armours, engines, hulls and projectiles."""

from functools import cache
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Row and column, both from 1; row 1 is A."""

LETTERS = "ABCDEFGHIJ"
"""The rows' letters, from the top."""

OUT_OF_BOARD = "out of board"


def regenerated(current: int, total: int, gain: int) -> int:
    """Return a figure after regeneration: one at its total or above stays as it is (S22, S25)."""
    return current if current >= total else min(total, current + gain)


def distance(one: Cell, other: Cell) -> int:
    """Return the rows plus the columns between two cells (S13)."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@cache
def location(cell: Cell) -> str:
    """Return a cell as the document writes it: `[E,1]`."""
    return f"[{LETTERS[cell[0] - 1]},{cell[1]}]"


class Figures(NamedTuple):
    """The figures of a part of the Starfighter, or the sums over its parts (S13)."""

    health: int
    energy: int
    health_regen: int
    energy_regen: int
    armour: int
    vision: int
    move: int
    move_cost: int


class Part(NamedTuple):
    """A row of the armours or engines."""

    name: str
    figures: Figures


class Flight(NamedTuple):
    """How a projectile travels (S17): cells a turn, and the rows and columns of each.

    One that teleports makes a single step of as many columns. After each of its acts its move is
    multiplied by its growth.
    """

    heading: Cell
    move: int
    teleports: bool = False
    growth: int = 1


class Shot(NamedTuple):
    """A projectile of a volley: where it appears, seen from the Starfighter, and its flight."""

    offset: Cell
    flight: Flight


class Weapon(NamedTuple):
    """A row of the weapons. Its shots stand from the top; its cost is in energy or in health."""

    name: str
    text: str
    figures: Figures
    damage: int
    cost: int
    unit: str
    shots: tuple[Shot, ...]


class Hull:
    """A ship of either side. `is_gone` once it is destroyed or off the board."""

    __slots__ = (
        *("armour", "cell", "health", "is_gone", "label", "name", "number", "symbol"),
        *("total_health", "vision"),
    )

    def __init__(self, name: str, number: int, cell: Cell, health: int, armour: int) -> None:
        self.name = name
        self.number = number
        self.label = f"{name}(id:{number})"
        self.symbol = ""
        self.cell = cell
        self.health = self.total_health = health
        self.armour = armour
        self.vision = 0
        self.is_gone = False

    def heal(self, amount: int) -> None:
        """Raise the health, at most to its total."""
        self.health = min(self.total_health, self.health + amount)


class Projectile:
    """A projectile of either side, with the damage and the move that it has now."""

    __slots__ = (
        *("cell", "damage", "flight", "is_friendly", "is_gone", "label", "move", "number"),
        "symbol",
    )

    def __init__(
        self, number: int, cell: Cell, damage: int, flight: Flight, *, is_friendly: bool
    ) -> None:
        self.number = number
        self.label = f"{'friendly' if is_friendly else 'enemy'} projectile(id:{number})"
        self.symbol = "*" if is_friendly else "<"
        self.cell = cell
        self.damage = damage
        self.flight = flight
        self.move = flight.move
        self.is_friendly = is_friendly
        self.is_gone = False

    def path(self) -> list[Cell]:
        """Return the cells of its next act, wherever the board ends."""
        (row, column), (down, right) = self.cell, self.flight.heading
        if self.flight.teleports:
            return [(row, column + right * self.move)]
        return [(row + down * step, column + right * step) for step in range(1, self.move + 1)]
