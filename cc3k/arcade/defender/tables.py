"""Tables: weapons, armours, engines, powers and enemies, a row each (S12, S24).

A further row is one entry: menus, the range of `setup_select`, the screen and the property tests
read these tables. The five thresholds of `play` belong to the first five enemies; a further one
appears where a row launches it.
"""

from cc3k.arcade.defender.behaviours import (
    ABOVE,
    BELOW,
    LEFT,
    Advance,
    Gain,
    HealNearby,
    JoinRow,
    Launch,
    Shoot,
    deploy_drones,
    orbital_strike,
    overcharge,
    overcharged,
    recall,
    repair,
)
from cc3k.arcade.defender.board import (
    Figures,
    Flight,
    FocusKind,
    Orb,
    Order,
    Part,
    Power,
    Preemption,
    ShipKind,
    Shot,
    Weapon,
)

ENERGY, HEALTH = "energy", "health"
"""What a weapon's cost is paid in."""

WEAPONS = (
    Weapon(
        "Standard",
        "A single projectile is fired in front",
        Figures(10, 10, 0, 1, 0, 1, 1, 1),
        damage=70,
        cost=5,
        unit=ENERGY,
        shots=(Shot((0, 1), Flight((0, 1), 5)),),
    ),
    Weapon(
        "Spread",
        "Three projectiles are fired in front, two going diagonal",
        Figures(0, 60, 0, 2, 1, 0, 0, 2),
        damage=50,
        cost=10,
        unit=ENERGY,
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
        unit=ENERGY,
        shots=(Shot((0, 1), Flight((0, 1), 8, teleports=True)),),
    ),
    Weapon(
        "Rocket",
        "Two projectiles appear behind to the sides of the Starfighter and accelerates",
        Figures(10, 0, 10, 0, 2, 2, 0, 3),
        damage=100,
        cost=10,
        unit=HEALTH,
        shots=(
            Shot((-1, -1), Flight((0, 1), 1, growth=2)),
            Shot((1, -1), Flight((0, 1), 1, growth=2)),
        ),
    ),
    Weapon(
        "Splitter",
        "A single mine projectile is placed in front of the Starfighter",
        Figures(0, 100, 0, 10, 0, 0, 0, 5),
        damage=150,
        cost=70,
        unit=ENERGY,
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
    preempts={Order.FIRE: Preemption((JoinRow(),), ends_turn=True)},
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
