"""The tables of Space Defender, figure by figure as the rulings have them (S12, S17, S24, S29)."""

import sys

import pytest

from cc3k.arcade.defender.board import Drop, Figures, Orb, Order, Preemption, ShipKind
from cc3k.arcade.defender.tables import ARMOURS, ENEMIES, ENGINES, POWERS, WEAPONS
from tests.support.processes import start_and_wait
from tests.support.tables import for_each

PARTS = """
Standard 10  10 0/1  0  1  1 1
Spread    0  60 0/2  1  0  0 2
Snipe     0 100 0/5  0 10  3 0
Rocket   10   0 10/0 2  2  0 3
Splitter  0 100 0/10 0  0  0 5
None     50   0 1/0  0  0  1 0
Light    75   0 2/0  3  0  0 1
Medium  100   0 3/0  5  0  0 3
Heavy   200   0 4/0 10  0 -1 5
Standard 10  60 0/2  1 12  8 2
Light     0  30 0/1  0 15 10 1
Armoured 50 100 0/3  3  6  4 5
"""
"""Weapons, armours, engines: health, energy, regen, armour, vision, move, move cost."""

PROJECTILES = """
Standard   70  5 energy  0,1:0,1*5
Spread     50 10 energy  -1,1:-1,1*1 0,1:0,1*1 1,1:1,1*1
Snipe    1000 20 energy  0,1:0,1*8teleports
Rocket    100 10 health  -1,-1:0,1*1doubles 1,-1:0,1*1doubles
Splitter  150 70 energy  0,1:0,1*0
"""
"""Weapons: damage, cost, unit, then where each shot appears and how it flies."""

TEXTS = {
    "Standard": "A single projectile is fired in front",
    "Spread": "Three projectiles are fired in front, two going diagonal",
    "Snipe": "Fast and high damage projectile, but only travels via teleporting",
    "Rocket": "Two projectiles appear behind to the sides of the Starfighter and accelerates",
    "Splitter": "A single mine projectile is placed in front of the Starfighter",
}

POWERS_TYPED = """
Recall           50 recall          Recall (50 energy): Teleport back to spawn.
Repair           50 repair          Repair (50 energy): Gain 50 health, can go over max health. \
Health regen will not be in effect if over cap.
Overcharge        0 overcharge      Overcharge (up to 50 health): Gain 2*health spent energy, can \
go over max energy. Energy regen will not be in effect if over cap.
Deploy Drones   100 deploy_drones   Deploy Drones (100 energy): Clear all projectiles.
Orbital Strike  100 orbital_strike  Orbital Strike (100 energy): Deal 100 damage to all enemies, \
affected by armour.
"""

ENEMIES_TYPED = """
Grunt       G 100  1  1  5 silver orb 2
Fighter     F 150  5 10 10 gold orb 3
Carrier     C 200 10 15 15 diamond focus 4x3 gold orb 3
Interceptor I  50  0  0  5 bronze orb 1
Pylon       P 300  0  0  5 platinum focus 3x2 bronze orb 1
"""

ACTS = """
Grunt unseen: Advance(columns=2) Shoot(damage=15, move=4)
Grunt seen: Advance(columns=4) Shoot(damage=15, move=4)
Grunt pass: Gain(total_health=10, armour=0, regen=0)
Grunt special: Gain(total_health=20, armour=0, regen=0)
Fighter unseen: Advance(columns=3) Shoot(damage=20, move=3)
Fighter seen: Advance(columns=1) Shoot(damage=50, move=6)
Fighter pass: Advance(columns=6) Shoot(damage=100, move=10) ends
Fighter fire: Gain(total_health=0, armour=1, regen=0)
Carrier unseen: Advance(columns=2)
Carrier seen: Advance(columns=1) Launch Interceptor 0,-1
Carrier pass: Advance(columns=2) Launch Interceptor -1,0 Launch Interceptor 1,0 ends
Carrier special: Gain(total_health=0, armour=0, regen=10)
Interceptor unseen: Advance(columns=3)
Interceptor seen: Advance(columns=3)
Interceptor fire: JoinRow() ends
Pylon unseen: Advance(columns=2) HealNearby(amount=10)
Pylon seen: Advance(columns=1) Shoot(damage=70, move=2)
"""


def rows(text: str) -> list[list[str]]:
    """Return the words of each line."""
    return [line.split() for line in text.strip().splitlines()]


def figures(values: Figures) -> list[str]:
    """Return figures as they stand in the ruling."""
    health, energy, health_regen, energy_regen, *rest = values
    return [str(health), str(energy), f"{health_regen}/{energy_regen}", *map(str, rest)]


def drop(dropped: Drop) -> str:
    """Return a drop in words."""
    if isinstance(dropped, Orb):
        return f"{dropped.name} {dropped.points}"
    return f"{dropped.name} {dropped.places}x{dropped.multiplier} {drop(dropped.first)}"


def acts(kind: ShipKind) -> list[str]:
    """Return all that an enemy does, a line for each case."""

    def told(act: object) -> str:
        launched = getattr(act, "kind", None)
        if launched is None:
            return repr(act)
        down, right = getattr(act, "offset", (0, 0))
        return f"Launch {launched.name} {down},{right}"

    cases = {"unseen": Preemption(kind.unseen, ends_turn=False)}
    cases["seen"] = Preemption(kind.seen, ends_turn=False)
    cases |= {order.value: kind.preempts[order] for order in Order if order in kind.preempts}
    return [
        " ".join([f"{kind.name} {case}:", *map(told, does.acts), *["ends"] * does.ends_turn])
        for case, does in cases.items()
    ]


def test_parts_have_their_figures() -> None:
    """S12: weapons, armours and engines."""
    weapons = [[weapon.name, *figures(weapon.figures)] for weapon in WEAPONS]
    parts = [[part.name, *figures(part.figures)] for part in (*ARMOURS, *ENGINES)]
    assert weapons + parts == rows(PARTS)


def test_weapons_have_their_projectiles() -> None:
    """S12, S17, S20, S22: damage, cost, where they appear and how they fly."""
    found = []
    for weapon in WEAPONS:
        shots = []
        for (down, right), flight in weapon.shots:
            way = f"{down},{right}:{flight.heading[0]},{flight.heading[1]}*{flight.move}"
            grows = {1: "", 2: "doubles"}[flight.growth]
            shots.append(f"{way}{'teleports' * flight.teleports}{grows}")
        found.append([weapon.name, str(weapon.damage), str(weapon.cost), weapon.unit, *shots])
    assert found == rows(PROJECTILES)
    assert {weapon.name: weapon.text for weapon in WEAPONS} == TEXTS


def test_powers_have_their_costs_and_texts() -> None:
    """S12: and each does what its name says."""
    found = [
        " ".join([power.name, str(power.cost), getattr(power.use, "__name__", ""), power.text])
        for power in POWERS
    ]
    assert found == [" ".join(words) for words in rows(POWERS_TYPED)]


def test_enemies_have_their_figures_and_drops() -> None:
    """S12, S29: in the order of the thresholds."""
    found = [
        f"{kind.name} {kind.symbol} {kind.health} {kind.regen} {kind.armour} {kind.vision} "
        f"{drop(kind.drop)}"
        for kind in ENEMIES
    ]
    assert found == [" ".join(words) for words in rows(ENEMIES_TYPED)]


def test_enemies_do_what_the_table_says() -> None:
    """S24: unseen, seen, and what they pre-empt."""
    found = [line for kind in ENEMIES for line in acts(kind)]
    assert found == ACTS.strip().splitlines()


@for_each("kind", ENEMIES)
def test_symbols_tell_enemies_apart(kind: ShipKind) -> None:
    """S19: a letter that no other thing on the board has."""
    assert [other.symbol for other in ENEMIES].count(kind.symbol) == 1
    assert kind.symbol not in "SX*<?_"


FURTHER_WEAPON = """
from cc3k.arcade.defender import tables
from cc3k.arcade.defender.board import Figures, Flight, Shot, Weapon
tables.WEAPONS += (Weapon("Fan", "Two fly straight, far apart", Figures(5, 5, 0, 0, 0, 0, 0, 0),
    33, 4, tables.ENERGY, (Shot((-2, 0), Flight((0, 2), 3)), Shot((2, 1), Flight((0, 1), 4)))),)
from cc3k.arcade.defender.program import DefenderProgram
from cc3k.arcade.defender.board_screen import DefenderScreen
program = DefenderProgram()
program.take("play(5,20,1,1,1,1,1)")
screen = DefenderScreen(program)
print("\\n".join("".join(text for text, _ in row) for row in screen.rows(80, 24)))
print(program.take("setup_select(6)"), program.take("toggle_debug_mode setup_next(5) fire pass"))
print(program.take("setup_select(7)"))
"""


@pytest.mark.slow
def test_a_further_weapon_is_one_entry() -> None:
    """It is in the menu and on the screen, can be selected, fires and flies."""
    ended = start_and_wait(command=(sys.executable, "-c", FURTHER_WEAPON))
    assert (ended.code, ended.err) == (0, "")
    for line in (
        "  Fan",
        "  6:Fan (Two fly straight, far apart)",
        "    Projectile Damage:33, Projectile Cost:4 (energy)",
        "  Weapon Selected:Fan",
        "      A friendly projectile(id:-1) spawns at location [A,1].",
        "    A friendly projectile(id:-1) moves: [A,1] -> [A,7]",
        "    A friendly projectile(id:-2) moves: [E,2] -> [E,6]",
    ):
        assert f"\n{line}" in ended.out
    assert "setup_select(value: INPUT_VALUE = 1 .. 6)" in ended.out


FURTHER_ENEMY = """
from cc3k.arcade.defender import tables
from cc3k.arcade.defender.behaviours import ABOVE, Advance, Launch
from cc3k.arcade.defender.board import Order, Preemption
mine = tables.INTERCEPTOR._replace(name="Mine", symbol="M", preempts={}, unseen=(), seen=())
layer = tables.GRUNT._replace(name="Layer", symbol="L", unseen=(Advance(1), Launch(mine, ABOVE)))
tables.ENEMIES = (layer, *tables.ENEMIES[1:], mine)
from cc3k.arcade.defender.program import DefenderProgram
from cc3k.arcade.defender.board_screen import DefenderScreen
program = DefenderProgram()
print(DefenderScreen(program).press("ENTER"))
print(program.take("toggle_debug_mode play(10,30,101,101,101,101,101) setup_next(5) move(E,2)"))
program.battle.standing.clear()
ship = next(iter(program.battle.enemies.values()))
ship.cell = (5, 30)
print(program.take("move(E,1)"))
"""


@pytest.mark.slow
def test_a_further_enemy_is_one_entry() -> None:
    """It does what its row says; `play` keeps its five thresholds."""
    ended = start_and_wait(command=(sys.executable, "-c", FURTHER_ENEMY))
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("play(10,30,16,31,46,61,76)\n")
    assert "    A Layer(id:1) spawns at location [A,30]." in ended.out
    assert "    A Layer(id:1) moves: [E,30] -> [E,29]" in ended.out
    assert "      A Mine(id:2) spawns at location [D,29]." in ended.out
    assert "    [2,M]->health:50/50" in ended.out
