"""The board of a game: ships and their parts, projectiles, the score, the log of the turn."""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import NamedTuple, Protocol, TypeAlias

from attrs import define

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

    def text(self) -> str:
        """Return the figures as the setup lists them (S9)."""
        return f"Health:{self.health}, Energy:{self.energy}, {self.rest_of_text()}"

    def rest_of_text(self) -> str:
        return (
            f"Regen:{self.health_regen}/{self.energy_regen}, Armour:{self.armour}, "
            f"Vision:{self.vision}, Move:{self.move}, Move Cost:{self.move_cost}"
        )


class Part(NamedTuple):
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
    shots: tuple[Shot, ...]
    unit: str = "energy"

    def projectile_text(self) -> str:
        """Return damage and cost of its projectiles (S9, S15)."""
        return f"Projectile Damage:{self.damage}, Projectile Cost:{self.cost} ({self.unit})"


class Hull:
    """A ship of either side. `is_gone` once it is destroyed or off the board."""

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
        self.health = min(self.total_health, self.health + amount)


class Projectile:
    """A projectile of either side, with the damage and the move that it has now."""

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


class Orb(NamedTuple):
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


@define(eq=False)
class OpenFocus:
    """A focus that still takes something, with its free places.

    `points` are those of its places that are settled, `worth` is what each of them counts: its
    own multiplier if all its places are used, and those of the foci around it.
    """

    free: int
    multiplier: int
    worth: int
    points: int = 0


class ScoreKeeper:
    """The Starfighter's own focus: unlimited, without a multiplier.

    The document offers an orbment to each place in turn, and within a focus again. A focus refuses
    for good once its places are used and their foci refuse; so in every focus at most one place
    still takes something, the one used last. These places, from the outermost, are all that need
    be kept, however deep the foci lie in one another.
    """

    def __init__(self) -> None:
        self.open_foci: list[OpenFocus] = []
        self.score = 0

    def add(self, drop: Drop) -> None:
        """Add an orbment where the document's search finds the first place for it.

        A focus is put there empty, then its first orb into it.
        """
        worth = self._use_place()
        if isinstance(drop, FocusKind):
            self.open_foci.append(OpenFocus(drop.places, drop.multiplier, worth))
            self.add(drop.first)
            return
        self.score += drop.points * worth
        points = drop.points
        while self.open_foci:
            focus = self.open_foci[-1]
            focus.points += points
            if focus.free:
                return
            points = focus.points * focus.multiplier
            self.open_foci.pop()

    def _use_place(self) -> int:
        if not self.open_foci:
            return 1
        focus = self.open_foci[-1]
        focus.free -= 1
        if not focus.free:
            self.score += focus.points * focus.worth * (focus.multiplier - 1)
            focus.worth *= focus.multiplier
        return focus.worth


SECTIONS = (
    "Friendly Projectile Action",
    "Enemy Projectile Action",
    "Starfighter Action",
    "Enemy Action",
    "Natural Enemy Spawn",
)
"""The sections of a turn's log, in the order of their phases (S16)."""


class Order(Enum):
    """A command that takes a turn."""

    PASS = "pass"  # noqa: S105 - no password
    MOVE = "move"
    FIRE = "fire"
    SPECIAL = "special"


class Power(NamedTuple):
    """A row of the powers: its cost in energy, and what it does once that is paid.

    `health_spent` returns the health that it takes as well, of as much as there is.
    """

    name: str
    cost: int
    text: str
    use: "Callable[[Battle], None]"
    health_spent: Callable[[int], int] = lambda _health: 0


class Act(Protocol):
    """What an enemy does in its turn, or a part of it."""

    def __call__(self, battle: "Battle", ship: "EnemyShip") -> None: ...


class Preemption(NamedTuple):
    """What an enemy does before all others act, and whether that is its turn."""

    acts: tuple[Act, ...]
    ends_turn: bool


class ShipKind(NamedTuple):
    name: str
    symbol: str
    health: int
    regen: int
    armour: int
    vision: int
    drop: Drop
    preempts: Mapping[Order, Preemption]
    unseen: tuple[Act, ...]
    seen: tuple[Act, ...]


class Starfighter(Hull):
    """The player's ship: id 0, in column 1 of the middle row at first (S13)."""

    def __init__(self, home: Cell, figures: Figures, weapon: Weapon, power: Power) -> None:
        super().__init__("Starfighter", 0, home, figures.health, figures.armour)
        self.symbol = "S"
        self.home = home
        self.figures = figures
        self.vision = figures.vision
        self.energy = figures.energy
        self.weapon = weapon
        self.power = power

    def regenerated(self) -> tuple[int, int]:
        """Return health and energy after one regeneration (S22)."""
        figures = self.figures
        return (
            regenerated(self.health, figures.health, figures.health_regen),
            regenerated(self.energy, figures.energy, figures.energy_regen),
        )


class EnemyShip(Hull):
    """An enemy. Its two sights are those of the last time they were looked up (S24)."""

    def __init__(self, kind: ShipKind, number: int, cell: Cell) -> None:
        super().__init__(kind.name, number, cell, kind.health, kind.armour)
        self.symbol = kind.symbol
        self.kind = kind
        self.regen = kind.regen
        self.vision = kind.vision
        self.is_seen = self.sees = False

    def look(self, starfighter: Starfighter) -> None:
        far = distance(self.cell, starfighter.cell)
        self.is_seen = far <= starfighter.vision
        self.sees = far <= self.vision


Entity: TypeAlias = Starfighter | EnemyShip | Projectile


class Battle:
    """A game: who stands where, ids, score, and the log of the last turn."""

    def __init__(self, rows: int, columns: int, starfighter: Starfighter) -> None:
        self.rows = rows
        self.columns = columns
        self.starfighter = starfighter
        self.enemies: dict[int, EnemyShip] = {}
        self.projectiles: dict[int, Projectile] = {}
        self.standing: dict[Cell, Entity] = {starfighter.cell: starfighter}
        self.keeper = ScoreKeeper()
        self.last_enemy_id = 0
        self.last_projectile_id = 0
        self.log: tuple[list[str], ...] = tuple([] for _ in SECTIONS)
        self.lines: list[str] = self.log[0]

    @property
    def is_over(self) -> bool:
        return self.starfighter.is_gone

    def has(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.rows and 1 <= cell[1] <= self.columns

    def sees(self, cell: Cell) -> bool:
        """Return whether the Starfighter sees a cell (S19)."""
        return distance(cell, self.starfighter.cell) <= self.starfighter.vision

    def new_enemy(self, kind: ShipKind, cell: Cell) -> EnemyShip:
        """Return a new enemy of the next id, which stands nowhere yet (S30)."""
        self.last_enemy_id += 1
        ship = EnemyShip(kind, self.last_enemy_id, cell)
        ship.look(self.starfighter)
        return ship

    def new_projectile(
        self, cell: Cell, damage: int, flight: Flight, *, is_friendly: bool
    ) -> Projectile:
        """Return a new projectile of the next id, which stands nowhere yet (S30)."""
        self.last_projectile_id -= 1
        return Projectile(self.last_projectile_id, cell, damage, flight, is_friendly=is_friendly)

    def leave(self, entity: Entity) -> None:
        if self.standing.get(entity.cell) is entity:
            del self.standing[entity.cell]

    def remove(self, entity: Entity) -> None:
        """Take an entity off the board for good. Ids of ships and projectiles differ in sign."""
        entity.is_gone = True
        self.leave(entity)
        self.enemies.pop(entity.number, None)
        self.projectiles.pop(entity.number, None)

    def state(self) -> tuple[object, ...]:
        """Return all on which the rest of the game depends, as plain values."""
        ship = self.starfighter
        foci = [(focus.free, focus.points, focus.multiplier) for focus in self.keeper.open_foci]
        return (
            (ship.cell, ship.health, ship.energy, self.last_enemy_id, self.last_projectile_id),
            (self.keeper.score, foci),
            [
                (each.label, each.cell, each.health, each.total_health, each.armour, each.regen)
                for each in self.enemies.values()
            ],
            [
                (each.number, each.cell, each.damage, each.move, each.flight.heading)
                for each in self.projectiles.values()
            ],
        )

    def tell_act(self, text: str) -> None:
        """Log what somebody does (S18)."""
        self.lines.append(f"    {text}")

    def tell(self, text: str) -> None:
        """Log what follows from it (S18)."""
        self.lines.append(f"      {text}")
