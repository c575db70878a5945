"""The help page of Space Defender says what its tables do, and its rulings are cited and tested."""

import re

from cc3k.arcade.defender.board import Orb
from cc3k.arcade.defender.board_screen import (
    EMPTY,
    ENEMY_PATH,
    FOG,
    FRIENDLY_PATH,
    ORDER_KEYS,
    REACHED,
    DefenderScreen,
)
from cc3k.arcade.defender.command_parser import DECLARATIONS
from cc3k.arcade.defender.tables import (
    ARMOURS,
    DIAMOND,
    ENEMIES,
    ENGINES,
    PLATINUM,
    POWERS,
    WEAPONS,
)
from tests.support.defender import transcript
from tests.support.documents import pages, quoted, shell_code
from tests.support.tables import for_each

PAGE = pages()["defender"]


def row(name: str) -> list[str]:
    found = re.search(rf"^\| {name} \|(.*)\|$", PAGE, re.MULTILINE)
    assert found, name
    return [cell.strip() for cell in found[1].split("|")]


@for_each("weapon", WEAPONS)
def test_every_weapon_is_told(weapon: object) -> None:
    told = next(each for each in WEAPONS if each is weapon)
    damage, cost, shots = row(told.name)
    assert (damage, cost) == (str(told.damage), f"{told.cost} {told.unit}")
    assert shots.startswith({1: "one", 2: "two", 3: "three"}[len(told.shots)])
    flight = told.shots[0].flight
    assert f"{flight.move} cell" in shots or not flight.move or flight.growth > 1


def test_every_power_is_told() -> None:
    assert {power.name: row(power.name)[0] for power in POWERS} == {
        power.name: str(power.cost) for power in POWERS
    }


def test_every_enemy_is_told() -> None:
    for kind in ENEMIES:
        drop = kind.drop.name + (f", {kind.drop.points}" if isinstance(kind.drop, Orb) else "")
        figures = [kind.health, kind.armour, kind.vision]
        assert row(kind.name) == [f"`{kind.symbol}`", *map(str, figures), drop]
    text = " ".join(PAGE.split())
    for focus, times in ((DIAMOND, "threefold"), (PLATINUM, "twofold")):
        assert re.search(rf"{focus.name} has {focus.places} (places )?and counts {times}", text)
        assert {"threefold": 3, "twofold": 2}[times] == focus.multiplier


def test_armours_and_engines_are_named() -> None:
    assert f"Armours: {', '.join(part.name for part in ARMOURS)}." in PAGE
    assert f"Engines: {', '.join(part.name for part in ENGINES)}." in PAGE


def test_every_command_is_told() -> None:
    said = {code.partition("(")[0] for code in quoted(PAGE)}
    assert DECLARATIONS.keys() <= said


def test_every_key_is_told() -> None:
    for names, _ in DefenderScreen.keys:
        for name in names.split(", "):
            assert name.lower() in PAGE.lower()
    assert {key for key in ORDER_KEYS if key != " "} <= {*quoted(PAGE)}


def test_every_glyph_is_told() -> None:
    assert {EMPTY, ENEMY_PATH, FOG, FRIENDLY_PATH, REACHED, "S", "X", "*", "<"} <= {*quoted(PAGE)}


def test_the_example_is_a_game() -> None:
    typed = next(code for code in shell_code(PAGE) if "echo" in code).partition("echo '")[2]
    assert "in game(1.0), normal, ok" in transcript(typed.partition("'")[0])
