"""Moving, spawning and collisions: a ship that moves onto a cell meets what is there (S19-S27)."""

from collections.abc import Iterable

from cc3k.arcade.defender.board import Battle, EnemyShip, Entity, ShipKind, Starfighter
from cc3k.arcade.defender.parts import OUT_OF_BOARD, Cell, Flight, Hull, Projectile, location


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
    if battle.enemy_at(cell):
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
    battle: Battle,
    mover: Entity,
    other: Entity,
    projectile: Projectile,
    ship: Starfighter | EnemyShip,
) -> None:
    """Let a projectile hit a ship: an enemy's own heals it, all others strike (S21, S22, S26)."""
    battle.remove(projectile)
    if isinstance(ship, EnemyShip) and not projectile.is_friendly:
        _tell_collision(battle, mover, other, f"healing {projectile.damage} damage.")
        ship.heal(projectile.damage)
        return
    damage = lessened(projectile.damage, ship)
    verb = "dealing" if mover is projectile else "taking"
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
