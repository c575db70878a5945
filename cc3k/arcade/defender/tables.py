"""Tables: weapons, armours, engines, powers and enemies, a row each (S12, S24), and what they do.

Above the tables stand moving, spawning, collisions, the acts of enemies and the powers (S19 to
S27), of which the rows are made. A further row is one entry: menus, the range of `setup_select`,
the screen and the property tests read these tables. The five thresholds of `play` belong to the
first five enemies; a further one appears where a row launches it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from cc3k.arcade.defender.board import (
    OUT_OF_BOARD,
    Act,
    Battle,
    Cell,
    EnemyShip,
    Entity,
    Figures,
    Flight,
    FocusKind,
    Hull,
    Orb,
    Order,
    Part,
    Power,
    Preemption,
    Projectile,
    ShipKind,
    Shot,
    Starfighter,
    Weapon,
    distance,
    location,
    regenerated,
)


def travel(battle: Battle, mover: Entity, path: Iterable[Cell]) -> None:
    """Move along a path until it ends, or the mover does, or an enemy bars the way of another.

    The line of the move stands above what follows from it, but names the cell that was reached.
    """
    start, place, has_left = mover.cell, len(battle.lines), False
    standing = battle.standing
    battle.tell_act("")
    battle.leave(mover)
    for cell in path:
        if not battle.has(cell):
            has_left = True
            break
        other = standing.get(cell)
        if other is None:
            mover.cell = cell
        elif isinstance(mover, EnemyShip) and isinstance(other, EnemyShip):
            break
        else:
            _meet(battle, mover, other)
            if mover.is_gone:
                break
    _settle(battle, mover, has_left=has_left)
    if has_left:
        way = f"moves: {location(start)} -> {OUT_OF_BOARD}"
    elif mover.cell == start:
        way = f"stays at: {location(start)}"
    else:
        way = f"moves: {location(start)} -> {location(mover.cell)}"
    article = "The" if isinstance(mover, Starfighter) else "A"
    battle.lines[place] += f"{article} {mover.label} {way}"


def spawn_projectile(
    battle: Battle, cell: Cell, damage: int, flight: Flight, *, is_friendly: bool
) -> None:
    """Let a projectile appear in a cell; off the board it has only used its id (S22, S27)."""
    projectile = battle.new_projectile(cell, damage, flight, is_friendly=is_friendly)
    on_board = battle.has(cell)
    where = location(cell) if on_board else OUT_OF_BOARD
    battle.tell(f"A {projectile.label} spawns at location {where}.")
    if on_board:
        battle.projectiles[projectile.number] = projectile
        enter(battle, projectile, cell)


def spawn_enemy(battle: Battle, kind: ShipKind, cell: Cell, indent: str) -> None:
    """Let an enemy appear in a cell, unless another enemy stands there (S27, S28)."""
    if isinstance(battle.standing.get(cell), EnemyShip):
        return
    ship = battle.new_enemy(kind, cell)
    on_board = battle.has(cell)
    where = location(cell) if on_board else OUT_OF_BOARD
    battle.lines.append(f"{indent}A {ship.label} spawns at location {where}.")
    if on_board:
        battle.enemies[ship.number] = ship
        enter(battle, ship, cell)


def strike(battle: Battle, victim: Starfighter | EnemyShip, damage: int) -> None:
    """Take damage off a ship's health; at 0 or below it is destroyed (S23)."""
    victim.health -= damage
    if victim.health > 0:
        return
    victim.health = 0
    battle.tell(f"The {victim.name} at location {location(victim.cell)} has been destroyed.")
    if isinstance(victim, EnemyShip):
        battle.remove(victim)
        battle.keeper.add(victim.kind.drop)
    else:
        victim.is_gone, victim.symbol = True, "X"


def lessened(damage: int, victim: Hull) -> int:
    return max(damage - victim.armour, 0)


def enter(battle: Battle, mover: Entity, cell: Cell) -> None:
    """Appear in a cell, from wherever it was, and deal with whoever is there."""
    battle.leave(mover)
    other = battle.standing.get(cell)
    mover.cell = cell
    if other is not None:
        _meet(battle, mover, other)
    _settle(battle, mover, has_left=False)


def _settle(battle: Battle, mover: Entity, *, has_left: bool) -> None:
    """Let a mover have the cell that it has come to, or be off the board.

    The Starfighter has its cell also when destroyed: the board shows where.
    """
    if has_left:
        battle.remove(mover)
    elif not mover.is_gone or mover is battle.starfighter:
        battle.standing[mover.cell] = mover


def _meet(battle: Battle, mover: Entity, other: Entity) -> None:
    """Move in on the other, and do what happens then: the table of S21, S22 and S26."""
    mover.cell = other.cell
    if isinstance(mover, Projectile):
        if isinstance(other, Projectile):
            _projectiles_meet(battle, mover, other)
        else:
            _hit(battle, mover, other, mover, other)
    elif isinstance(other, Projectile):
        _hit(battle, mover, other, other, mover)
    else:
        _trade(battle, mover, other)


def _projectiles_meet(battle: Battle, mover: Projectile, other: Projectile) -> None:
    """Combine the damages of one side; take the smaller of two sides off the greater (S21)."""
    if mover.is_friendly == other.is_friendly:
        _tell_collision(battle, mover, other, "combining damage.")
        mover.damage += other.damage
        battle.remove(other)
        return
    _tell_collision(battle, mover, other, "negating damage.")
    left = mover.damage - other.damage
    mover.damage, other.damage = max(left, 0), max(-left, 0)
    for projectile in (mover, other):
        if not projectile.damage:
            battle.remove(projectile)


def _hit(
    battle: Battle, mover: Entity, other: Entity, shot: Projectile, ship: Starfighter | EnemyShip
) -> None:
    """Let a projectile hit a ship: an enemy's own heals it, all others strike (S21, S22, S26)."""
    battle.remove(shot)
    if isinstance(ship, EnemyShip) and not shot.is_friendly:
        _tell_collision(battle, mover, other, f"healing {shot.damage} damage.")
        ship.heal(shot.damage)
        return
    damage = lessened(shot.damage, ship)
    verb = "dealing" if mover is shot else "taking"
    _tell_collision(battle, mover, other, f"{verb} {damage} damage.")
    strike(battle, ship, damage)


def _trade(battle: Battle, mover: Starfighter | EnemyShip, other: Starfighter | EnemyShip) -> None:
    """Destroy an enemy at the cost of its health, armour or not (S22, S26)."""
    enemy = other if mover is battle.starfighter else mover
    damage = enemy.health
    _tell_collision(battle, mover, other, f"trading {damage} damage.")
    strike(battle, enemy, damage)
    strike(battle, battle.starfighter, damage)


def _tell_collision(battle: Battle, mover: Entity, other: Entity, result: str) -> None:
    who = "projectile" if isinstance(mover, Projectile) else mover.name
    where = f"at location {location(mover.cell)}"
    battle.tell(f"The {who} collides with {other.label} {where}, {result}")


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
    """Regenerate, then move left cell by cell (S25)."""

    columns: int

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        row, column = ship.cell
        path = [(row, column - step) for step in range(1, self.columns + 1)]
        _regenerate_and_travel(battle, ship, path)


def join_row(battle: Battle, ship: EnemyShip) -> None:
    """Regenerate, then move up or down to the Starfighter's row, or into the Starfighter (S25)."""
    row, column = ship.cell
    goal = battle.starfighter.cell[0]
    step = 1 if goal > row else -1
    path = [(each, column) for each in range(row + step, goal + step, step)]
    _regenerate_and_travel(battle, ship, path)


class Shoot(NamedTuple):
    """Fire a projectile that appears on the left, and moves from the next turn on (S27)."""

    damage: int
    move: int

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        flight = Flight(LEFT, self.move)
        spawn_projectile(battle, _beside(ship, LEFT), self.damage, flight, is_friendly=False)


class Launch(NamedTuple):
    """Spawn an enemy beside the ship, unless another enemy stands there (S27)."""

    kind: ShipKind
    offset: Cell

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        spawn_enemy(battle, self.kind, _beside(ship, self.offset), INDENT)


class HealNearby(NamedTuple):
    """Heal all enemies in the ship's vision, itself too, each to its total at most (S27)."""

    amount: int

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
        for other in battle.enemies.values():
            if distance(ship.cell, other.cell) <= ship.vision:
                other.heal(self.amount)
                where = f"at location {location(other.cell)}"
                heals = f"heals {other.label} {where} for {self.amount} damage."
                battle.tell(f"The {ship.name} {heals}")


class Gain(NamedTuple):
    """Gain total health (and as much health), armour or regeneration for good (S24)."""

    total_health: int = 0
    armour: int = 0
    regen: int = 0

    def __call__(self, battle: Battle, ship: EnemyShip) -> None:
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
    gained = spent * ENERGY_PER_HEALTH
    starfighter.health -= spent
    starfighter.energy += gained
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


HEALTH = "health"

WEAPONS = (
    Weapon(
        "Standard",
        "A single projectile is fired in front",
        Figures(10, 10, 0, 1, 0, 1, 1, 1),
        damage=70,
        cost=5,
        shots=(Shot((0, 1), Flight((0, 1), 5)),),
    ),
    Weapon(
        "Spread",
        "Three projectiles are fired in front, two going diagonal",
        Figures(0, 60, 0, 2, 1, 0, 0, 2),
        damage=50,
        cost=10,
        shots=(
            Shot((-1, 1), Flight((-1, 1), 1)),
            Shot((0, 1), Flight((0, 1), 1)),
            Shot((1, 1), Flight((1, 1), 1)),
        ),
    ),
    Weapon(
        "Snipe",
        "Fast and high damage projectile, but only travels via teleporting",
        Figures(0, 100, 0, 5, 0, 10, 3, 0),
        damage=1000,
        cost=20,
        shots=(Shot((0, 1), Flight((0, 1), 8, teleports=True)),),
    ),
    Weapon(
        "Rocket",
        "Two projectiles appear behind to the sides of the Starfighter and accelerates",
        Figures(10, 0, 10, 0, 2, 2, 0, 3),
        damage=100,
        cost=10,
        shots=(
            Shot((-1, -1), Flight((0, 1), 1, growth=2)),
            Shot((1, -1), Flight((0, 1), 1, growth=2)),
        ),
        unit=HEALTH,
    ),
    Weapon(
        "Splitter",
        "A single mine projectile is placed in front of the Starfighter",
        Figures(0, 100, 0, 10, 0, 0, 0, 5),
        damage=150,
        cost=70,
        shots=(Shot((0, 1), Flight((0, 1), 0)),),
    ),
)
"""Figures are health, energy, their regeneration, armour, vision, move and move cost."""

ARMOURS = (
    Part("None", Figures(50, 0, 1, 0, 0, 0, 1, 0)),
    Part("Light", Figures(75, 0, 2, 0, 3, 0, 0, 1)),
    Part("Medium", Figures(100, 0, 3, 0, 5, 0, 0, 3)),
    Part("Heavy", Figures(200, 0, 4, 0, 10, 0, -1, 5)),
)

ENGINES = (
    Part("Standard", Figures(10, 60, 0, 2, 1, 12, 8, 2)),
    Part("Light", Figures(0, 30, 0, 1, 0, 15, 10, 1)),
    Part("Armoured", Figures(50, 100, 0, 3, 3, 6, 4, 5)),
)

POWERS = (
    Power("Recall", 50, "Recall (50 energy): Teleport back to spawn.", recall),
    Power(
        "Repair",
        50,
        "Repair (50 energy): Gain 50 health, can go over max health."
        " Health regen will not be in effect if over cap.",
        repair,
    ),
    Power(
        "Overcharge",
        0,
        "Overcharge (up to 50 health): Gain 2*health spent energy, can go over max energy."
        " Energy regen will not be in effect if over cap.",
        overcharge,
        overcharged,
    ),
    Power(
        "Deploy Drones", 100, "Deploy Drones (100 energy): Clear all projectiles.", deploy_drones
    ),
    Power(
        "Orbital Strike",
        100,
        "Orbital Strike (100 energy): Deal 100 damage to all enemies, affected by armour.",
        orbital_strike,
    ),
)

BRONZE, SILVER, GOLD = Orb("bronze orb", 1), Orb("silver orb", 2), Orb("gold orb", 3)

DIAMOND = FocusKind("diamond focus", places=4, multiplier=3, first=GOLD)
PLATINUM = FocusKind("platinum focus", places=3, multiplier=2, first=BRONZE)

GRUNT = ShipKind(
    "Grunt",
    "G",
    health=100,
    regen=1,
    armour=1,
    vision=5,
    drop=SILVER,
    preempts={
        Order.PASS: Preemption((Gain(total_health=10),), ends_turn=False),
        Order.SPECIAL: Preemption((Gain(total_health=20),), ends_turn=False),
    },
    unseen=(Advance(2), Shoot(15, move=4)),
    seen=(Advance(4), Shoot(15, move=4)),
)

FIGHTER = ShipKind(
    "Fighter",
    "F",
    health=150,
    regen=5,
    armour=10,
    vision=10,
    drop=GOLD,
    preempts={
        Order.PASS: Preemption((Advance(6), Shoot(100, move=10)), ends_turn=True),
        Order.FIRE: Preemption((Gain(armour=1),), ends_turn=False),
    },
    unseen=(Advance(3), Shoot(20, move=3)),
    seen=(Advance(1), Shoot(50, move=6)),
)

INTERCEPTOR = ShipKind(
    "Interceptor",
    "I",
    health=50,
    regen=0,
    armour=0,
    vision=5,
    drop=BRONZE,
    preempts={Order.FIRE: Preemption((join_row,), ends_turn=True)},
    unseen=(Advance(3),),
    seen=(Advance(3),),
)

CARRIER = ShipKind(
    "Carrier",
    "C",
    health=200,
    regen=10,
    armour=15,
    vision=15,
    drop=DIAMOND,
    preempts={
        Order.PASS: Preemption(
            (Advance(2), Launch(INTERCEPTOR, ABOVE), Launch(INTERCEPTOR, BELOW)), ends_turn=True
        ),
        Order.SPECIAL: Preemption((Gain(regen=10),), ends_turn=False),
    },
    unseen=(Advance(2),),
    seen=(Advance(1), Launch(INTERCEPTOR, LEFT)),
)

PYLON = ShipKind(
    "Pylon",
    "P",
    health=300,
    regen=0,
    armour=0,
    vision=5,
    drop=PLATINUM,
    preempts={},
    unseen=(Advance(2), HealNearby(10)),
    seen=(Advance(1), Shoot(70, move=2)),
)

ENEMIES = (GRUNT, FIGHTER, CARRIER, INTERCEPTOR, PYLON)
"""In the order of the thresholds of `play` (S28)."""
