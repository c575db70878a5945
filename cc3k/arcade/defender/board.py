"""The board of a game: ships and projectiles, one in a cell, and the log of the turn."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple, Protocol, TypeAlias

from cc3k.arcade.defender.parts import (
    Cell,
    Figures,
    Flight,
    Hull,
    Projectile,
    Weapon,
    distance,
    regenerated,
)
from cc3k.arcade.defender.score import Drop, ScoreKeeper

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
    """A row of the enemies."""

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

    __slots__ = ("energy", "figures", "home", "power", "weapon")

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

    __slots__ = ("is_seen", "kind", "regen", "sees")

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

    def enemy_at(self, cell: Cell) -> bool:
        return isinstance(self.standing.get(cell), EnemyShip)

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
        return (
            (ship.cell, ship.health, ship.energy, self.last_enemy_id, self.last_projectile_id),
            (self.keeper.score, self.keeper.open_places()),
            [
                (each.label, each.cell, each.health, each.total_health, each.armour, each.regen)
                for each in self.enemies.values()
            ],
            [
                (each.number, each.cell, each.damage, each.move, each.flight.heading)
                for each in self.projectiles.values()
            ],
        )

    def clear_log(self) -> None:
        for lines in self.log:
            lines.clear()

    def tell_act(self, text: str) -> None:
        """Log what somebody does (S18)."""
        self.lines.append(f"    {text}")

    def tell(self, text: str) -> None:
        """Log what follows from it (S18)."""
        self.lines.append(f"      {text}")
