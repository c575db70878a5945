"""Behaviours of enemies: the small acts that the rows of the enemies are made of (S24 to S27)."""

from collections.abc import Iterable
from typing import NamedTuple

from cc3k.arcade.defender.board import Act, Battle, EnemyShip, ShipKind
from cc3k.arcade.defender.collisions import spawn_enemy, spawn_projectile, travel
from cc3k.arcade.defender.parts import Cell, Flight, distance, location, regenerated

LEFT: Cell = (0, -1)
ABOVE: Cell = (-1, 0)
BELOW: Cell = (1, 0)

INDENT = "      "
"""The indent of what a Carrier launches, as it follows from the Carrier's act (S18)."""


class Advance(NamedTuple):
    """Regenerate, then move left."""

    columns: int

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        """Move cell by cell (S25)."""
        row, column = ship.cell
        _regenerate_and_travel(
            battle, ship, [(row, column - step) for step in range(1, self.columns + 1)]
        )


class JoinRow(NamedTuple):
    """Regenerate, then move up or down to the Starfighter's row."""

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        """Move cell by cell, into the Starfighter if it is in this column (S25)."""
        row, column = ship.cell
        goal = battle.starfighter.cell[0]
        step = 1 if goal > row else -1
        _regenerate_and_travel(
            battle, ship, [(each, column) for each in range(row + step, goal + step, step)]
        )


class Shoot(NamedTuple):
    """Fire a projectile that appears on the left."""

    damage: int
    move: int

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        """Spawn it; it moves from the next turn on (S27)."""
        flight = Flight(LEFT, self.move)
        spawn_projectile(battle, _beside(ship, LEFT), self.damage, flight, is_friendly=False)


class Launch(NamedTuple):
    """Spawn an enemy beside the ship."""

    kind: ShipKind
    offset: Cell

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        """Spawn it, unless another enemy stands there (S27)."""
        spawn_enemy(battle, self.kind, _beside(ship, self.offset), INDENT)


class HealNearby(NamedTuple):
    """Heal every enemy within the ship's vision, itself included."""

    amount: int

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        """Heal by id, each at most to its total (S27)."""
        for other in battle.enemies.values():
            if distance(ship.cell, other.cell) <= ship.vision:
                other.heal(self.amount)
                where = f"at location {location(other.cell)}"
                battle.tell(
                    f"The {ship.name} heals {other.label} {where} for {self.amount} damage."
                )


class Gain(NamedTuple):
    """Gain total health, armour or regeneration for good, without regenerating (S24)."""

    total_health: int = 0
    armour: int = 0
    regen: int = 0

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        """Raise what is not 0, and the health with the total."""
        ship.total_health += self.total_health
        ship.health += self.total_health
        ship.armour += self.armour
        ship.regen += self.regen
        for field, amount in self._asdict().items():
            if amount:
                battle.tell_act(f"A {ship.label} gains {amount} {field.replace('_', ' ')}.")


def perform(battle: Battle, ship: EnemyShip, acts: Iterable[Act]) -> None:
    """Do one act after the other while the ship is on the board (S25)."""
    for act in acts:
        if ship.is_gone:
            return
        act(battle, ship)


def _regenerate_and_travel(battle: Battle, ship: EnemyShip, path: Iterable[Cell]) -> None:
    """Begin an act that moves with regeneration (S25)."""
    ship.health = regenerated(ship.health, ship.total_health, ship.regen)
    travel(battle, ship, path)


def _beside(ship: EnemyShip, offset: Cell) -> Cell:
    return ship.cell[0] + offset[0], ship.cell[1] + offset[1]
