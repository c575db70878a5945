"""The tables of Space Defender, figure by figure as the rulings have them (S12, S19, S29).

Weapons, armours, engines and powers are held by the menus of the setup, acts by the turns.
"""

import sys

import pytest

from cc3k.arcade.defender.board import Drop, Orb
from cc3k.arcade.defender.tables import ENEMIES
from tests.support.processes import start_and_wait

ENEMIES_TYPED = """\
Grunt G 100 1 1 5 silver orb 2
Fighter F 150 5 10 10 gold orb 3
Carrier C 200 10 15 15 diamond focus 4x3 gold orb 3
Interceptor I 50 0 0 5 bronze orb 1
Pylon P 300 0 0 5 platinum focus 3x2 bronze orb 1
"""


def drop(dropped: Drop) -> str:
    if isinstance(dropped, Orb):
        return f"{dropped.name} {dropped.points}"
    return f"{dropped.name} {dropped.places}x{dropped.multiplier} {drop(dropped.first)}"


def test_enemies_have_their_figures_and_drops() -> None:
    """S12, S29: in the order of the thresholds."""
    found = [
        f"{kind.name} {kind.symbol} {kind.health} {kind.regen} {kind.armour} {kind.vision} "
        f"{drop(kind.drop)}\n"
        for kind in ENEMIES
    ]
    assert "".join(found) == ENEMIES_TYPED


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
