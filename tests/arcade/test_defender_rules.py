"""The page of Space Defender's rulings lists those that are cited, and each is tested."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cc3k
from cc3k.arcade import defender
from tests.support.tables import for_each

FOLDER = Path(defender.__path__[0])
TESTS = Path(__file__).parent
RULINGS = re.findall(r"^- (S[0-9]+): ", (FOLDER / "RULES.md").read_text("ascii"), re.MULTILINE)


def cited(text: str) -> set[str]:
    """Return the rulings that a text cites, ranges in full."""
    ends = re.findall(r"\bS([0-9]{1,2})(?: to S([0-9]{1,2}))?\b", text)
    return {f"S{n}" for first, last in ends for n in range(int(first), int(last or first) + 1)}


def docstrings() -> Iterator[str]:
    """Yield the docstrings of all tests of the game."""
    for path in TESTS.glob("test_defender_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


@cache
def cited_by_tests() -> frozenset[str]:
    """Return the rulings that the docstrings of all tests of the game cite."""
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
