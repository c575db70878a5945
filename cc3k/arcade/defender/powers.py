"""Powers of the Starfighter: what each does once its energy is paid (S22)."""

from cc3k.arcade.defender.board import Battle
from cc3k.arcade.defender.collisions import enter, lessened, strike
from cc3k.arcade.defender.parts import location

REPAIRED = 50
OVERCHARGED_AT_MOST = 50
ENERGY_PER_HEALTH = 2
STRIKE_DAMAGE = 100


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
    """Return the health that an overcharge takes."""
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
