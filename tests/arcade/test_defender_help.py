"""The help page of Space Defender says what its tables do, and its rulings are cited and tested."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cc3k
from cc3k.arcade import defender
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
from cc3k.arcade.defender.program import DefenderProgram
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
    """Damage, cost and shots."""
    told = next(each for each in WEAPONS if each is weapon)
    damage, cost, shots = row(told.name)
    assert (damage, cost) == (str(told.damage), f"{told.cost} {told.unit}")
    assert shots.startswith({1: "one", 2: "two", 3: "three"}[len(told.shots)])
    flight = told.shots[0].flight
    assert f"{flight.move} cell" in shots or not flight.move or flight.growth > 1


def test_every_power_is_told() -> None:
    """With its cost."""
    assert {power.name: row(power.name)[0] for power in POWERS} == {
        power.name: str(power.cost) for power in POWERS
    }


def test_every_enemy_is_told() -> None:
    """Symbol, figures, and what it drops."""
    for kind in ENEMIES:
        drop = kind.drop.name + (f", {kind.drop.points}" if isinstance(kind.drop, Orb) else "")
        figures = [kind.health, kind.armour, kind.vision]
        assert row(kind.name) == [f"`{kind.symbol}`", *map(str, figures), drop]
    text = " ".join(PAGE.split())
    for focus, times in ((DIAMOND, "threefold"), (PLATINUM, "twofold")):
        assert re.search(rf"{focus.name} has {focus.places} (places )?and counts {times}", text)
        assert {"threefold": 3, "twofold": 2}[times] == focus.multiplier


def test_armours_and_engines_are_named() -> None:
    """In the order of their tables."""
    assert f"Armours: {', '.join(part.name for part in ARMOURS)}." in PAGE
    assert f"Engines: {', '.join(part.name for part in ENGINES)}." in PAGE


def test_every_command_is_told() -> None:
    """By its name."""
    said = {code.partition("(")[0] for code in quoted(PAGE)}
    assert DECLARATIONS.keys() <= said


def test_every_key_is_told() -> None:
    """Those of the screen's own help, and those that it heeds."""
    keys = DefenderScreen(DefenderProgram()).keys()
    for names, _ in keys:
        for name in names.split(", "):
            assert name.lower() in PAGE.lower()
    assert {key for key in ORDER_KEYS if key != " "} <= {*quoted(PAGE)}


def test_every_glyph_is_told() -> None:
    """Of the board."""
    assert {EMPTY, ENEMY_PATH, FOG, FRIENDLY_PATH, REACHED, "S", "X", "*", "<"} <= {*quoted(PAGE)}


def test_the_example_is_a_game() -> None:
    """What is told to be typed gives a transcript."""
    typed = next(code for code in shell_code(PAGE) if "echo" in code).partition("echo '")[2]
    assert "in game(1.0), normal, ok" in transcript(typed.partition("'")[0])


FOLDER = Path(defender.__path__[0])
TESTS = Path(__file__).parent
RULINGS = re.findall(r"^- (S[0-9]+): ", (FOLDER / "RULES.md").read_text("ascii"), re.MULTILINE)


def cited(text: str) -> set[str]:
    """Return the rulings that a text cites, ranges in full."""
    ends = re.findall(r"\bS([0-9]{1,2})(?: to S([0-9]{1,2}))?\b", text)
    return {f"S{n}" for first, last in ends for n in range(int(first), int(last or first) + 1)}


def docstrings() -> Iterator[str]:
    for path in TESTS.glob("test_defender_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


@cache
def cited_by_tests() -> frozenset[str]:
    return frozenset(ruling for text in docstrings() for ruling in cited(text))


def test_the_rulings_are_numbered_from_1_to_32() -> None:
    """In order, none left out; the page is as narrow as the others."""
    assert [f"S{number}" for number in range(1, 33)] == RULINGS
    lines = (FOLDER / "RULES.md").read_text("ascii").splitlines()
    assert max(map(len, lines)) <= 79


def test_every_ruling_is_cited_where_it_is_implemented() -> None:
    """Nobody has to search for the place, and no other number is cited."""
    modules = [*FOLDER.glob("*.py"), Path(cc3k.__file__).parent / "cli" / "defender.py"]
    assert {name for path in modules for name in cited(path.read_text("utf-8"))} == {*RULINGS}


@for_each("ruling", RULINGS)
def test_every_ruling_is_cited_by_a_test(ruling: str) -> None:
    """The docstring of a test names those that it holds."""
    assert ruling in cited_by_tests()
