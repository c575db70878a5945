"""The turn: its seven phases, and the four commands that take a turn.

`move`, `pass`, `fire` and `special` come here once `refusal` has nothing against them. Phases 4
and 6, in which every enemy's sights are looked up, stand around phase 5, in which they act.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from cc3k.arcade.defender import tables
from cc3k.arcade.defender.board import (
    Battle,
    Cell,
    EnemyShip,
    Order,
    Starfighter,
    distance,
    location,
)

NATURAL_INDENT = "    "
"""The indent of an enemy's natural spawn (S18)."""

TOO_DEAR = {
    Order.MOVE: "Not enough resources to move.",
    Order.FIRE: "Not enough resources to fire.",
    Order.SPECIAL: "Not enough resources to use special.",
}

Draw: TypeAlias = Callable[[int, int], int]
"""Return a number from the first to the second, both included."""


class Turn(NamedTuple):
    """What a turn depends on besides the board; `goal` is that of a move, else any cell."""

    order: Order
    goal: Cell
    thresholds: Sequence[int]
    draw: Draw


def play_turn(battle: Battle, turn: Turn) -> None:
    """Play a turn. It ends after the act in which the Starfighter is destroyed (S20 to S28)."""
    for lines in battle.log:
        lines.clear()
    for lines, phase in zip(battle.log, PHASES, strict=True):
        battle.lines = lines
        phase(battle, turn)
        if battle.is_over:
            return


def refusal(battle: Battle, order: Order, goal: Cell) -> str | None:
    """Return the error of a command after one regeneration; None if it can be carried out (S11)."""
    starfighter = battle.starfighter
    if order is Order.MOVE:
        far = distance(starfighter.cell, goal)
        if not battle.has(goal):
            return "Cannot move outside of board."
        if not far:
            return "Already there."
        if far > starfighter.figures.move:
            return "Out of movement range."
    health, energy = starfighter.regenerated()
    health_cost, energy_cost = price(starfighter, order, goal)
    can_pay = energy >= energy_cost and (not health_cost or health > health_cost)
    return None if can_pay else TOO_DEAR[order]


def price(starfighter: Starfighter, order: Order, goal: Cell) -> tuple[int, int]:
    """Return the health and the energy that an order takes after one regeneration (S22)."""
    weapon, power = starfighter.weapon, starfighter.power
    if order is Order.MOVE:
        return 0, distance(starfighter.cell, goal) * starfighter.figures.move_cost
    if order is Order.FIRE:
        return (weapon.cost, 0) if weapon.unit == tables.HEALTH else (0, weapon.cost)
    if order is Order.SPECIAL:
        return power.health_spent(starfighter.regenerated()[0]), power.cost
    return 0, 0


def move_path(start: Cell, goal: Cell) -> list[Cell]:
    """Return the cells of a move: first all rows, then all columns (S22)."""
    (row, column), (goal_row, goal_column) = start, goal
    down = 1 if goal_row > row else -1
    right = 1 if goal_column > column else -1
    return [
        *[(each, column) for each in range(row + down, goal_row + down, down)],
        *[(goal_row, each) for each in range(column + right, goal_column + right, right)],
    ]


def _projectiles_act(battle: Battle, _turn: Turn, *, is_friendly: bool) -> None:
    """Play phase 1, of friendly projectiles, or phase 2, of the enemies' (S20, S21)."""
    for projectile in list(battle.projectiles.values()):
        if projectile.is_friendly is is_friendly and not projectile.is_gone:
            tables.travel(battle, projectile, projectile.path())
            projectile.move *= projectile.flight.growth
            if battle.is_over:
                return


def _starfighter_acts(battle: Battle, turn: Turn) -> None:
    """Play phase 3: regenerate, then do what was ordered (S22)."""
    starfighter = battle.starfighter
    starfighter.health, starfighter.energy = starfighter.regenerated()
    if turn.order is Order.PASS:
        starfighter.health, starfighter.energy = starfighter.regenerated()
        where = location(starfighter.cell)
        battle.tell_act(f"The {starfighter.label} passes at location {where}, doubling regen rate.")
    elif turn.order is Order.MOVE:
        start = starfighter.cell
        tables.travel(battle, starfighter, move_path(start, turn.goal))
        starfighter.energy -= distance(start, starfighter.cell) * starfighter.figures.move_cost
    elif turn.order is Order.FIRE:
        _fire(battle)
    else:
        starfighter.energy -= starfighter.power.cost
        starfighter.power.use(battle)


def _fire(battle: Battle) -> None:
    """Pay the cost and let the volley appear, by row from the top (S22)."""
    starfighter = battle.starfighter
    weapon, (row, column) = starfighter.weapon, starfighter.cell
    health_cost, energy_cost = price(starfighter, Order.FIRE, starfighter.cell)
    starfighter.health -= health_cost
    starfighter.energy -= energy_cost
    battle.tell_act(f"The {starfighter.label} fires at location {location(starfighter.cell)}.")
    for (down, right), flight in weapon.shots:
        cell = row + down, column + right
        tables.spawn_projectile(battle, cell, weapon.damage, flight, is_friendly=True)


def _enemies_act(battle: Battle, turn: Turn) -> None:
    """Play phases 4 to 6: all pre-empted acts first, then the acts of all others (S24)."""
    _look(battle)
    ships = list(battle.enemies.values())
    ended = set[EnemyShip]()
    for ship in ships:
        preemption = ship.kind.preempts.get(turn.order)
        if preemption is not None:
            tables.perform(battle, ship, preemption.acts)
            if preemption.ends_turn:
                ended.add(ship)
        if battle.is_over:
            return
    for ship in ships:
        if ship not in ended:
            tables.perform(battle, ship, ship.kind.seen if ship.sees else ship.kind.unseen)
        if battle.is_over:
            return
    _look(battle)


def _look(battle: Battle) -> None:
    for ship in battle.enemies.values():
        ship.look(battle.starfighter)


def _spawn(battle: Battle, turn: Turn) -> None:
    """Play phase 7: draw row and kind, always both (S14, S28)."""
    row, value = turn.draw(1, battle.rows), turn.draw(1, 100)
    for kind, threshold in zip(tables.ENEMIES, turn.thresholds, strict=False):
        if value < threshold:
            tables.spawn_enemy(battle, kind, (row, battle.columns), NATURAL_INDENT)
            return


PHASES: tuple[Callable[[Battle, Turn], None], ...] = (
    partial(_projectiles_act, is_friendly=True),
    partial(_projectiles_act, is_friendly=False),
    _starfighter_acts,
    _enemies_act,
    _spawn,
)
"""The phases, each with its section of the log."""
