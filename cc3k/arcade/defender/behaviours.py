"""Behaviours: the actions that rows of enemies consist of, and the powers (S22, S24 to S27)."""

from collections.abc import Iterable
from typing import NamedTuple

from cc3k.arcade.defender.board import Act, Battle, EnemyShip, ShipKind
from cc3k.arcade.defender.collisions import (
    enter,
    lessened,
    spawn_enemy,
    spawn_projectile,
    strike,
    travel,
)
from cc3k.arcade.defender.parts import Cell, Flight, distance, location, regenerated

LEFT: Cell = (0, -1)
ABOVE: Cell = (-1, 0)
BELOW: Cell = (1, 0)

INDENT = "      "
"""The indent of what a Carrier launches, as it follows from the Carrier's act (S18)."""

REPAIRED = 50
OVERCHARGED_AT_MOST = 50
ENERGY_PER_HEALTH = 2
STRIKE_DAMAGE = 100
"""Figures of the powers: what a repair and an overcharge give, and what a strike takes."""


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


def recall(battle: Battle) -> None:
    """Teleport home, and collide with whoever is there as by a move."""
    starfighter = battle.starfighter
    _tell_use(battle, f"teleporting to: {location(starfighter.home)}")
    if starfighter.cell != starfighter.home:
        enter(battle, starfighter, starfighter.home)


def repair(battle: Battle) -> None:
    """Gain health, also beyond the total."""
    battle.starfighter.health += REPAIRED
    _tell_use(battle, f"gaining {REPAIRED} health.")


def overcharge(battle: Battle) -> None:
    """Turn health into energy, also beyond the total; one health is left."""
    starfighter = battle.starfighter
    spent = overcharged(starfighter.health)
    starfighter.health -= spent
    starfighter.energy += spent * ENERGY_PER_HEALTH
    gained = spent * ENERGY_PER_HEALTH
    _tell_use(battle, f"gaining {gained} energy at the expense of {spent} health.")


def overcharged(health: int) -> int:
    return min(OVERCHARGED_AT_MOST, health - 1)


def deploy_drones(battle: Battle) -> None:
    """Remove all projectiles of both sides, oldest first."""
    _tell_use(battle, "clearing projectiles with drones.")
    for projectile in list(battle.projectiles.values()):
        where = f"at location {location(projectile.cell)}"
        battle.tell(f"A projectile(id:{projectile.number}) {where} has been neutralized.")
        battle.remove(projectile)


def orbital_strike(battle: Battle) -> None:
    """Strike all enemies by id, less their armour."""
    _tell_use(battle, "unleashing a wave of energy.")
    for ship in list(battle.enemies.values()):
        damage = lessened(STRIKE_DAMAGE, ship)
        battle.tell(f"A {ship.label} at location {location(ship.cell)} takes {damage} damage.")
        strike(battle, ship, damage)


def _tell_use(battle: Battle, what: str) -> None:
    battle.tell_act(f"The {battle.starfighter.label} uses special, {what}")
