"""RULES.md: it defines every section and ruling that is cited, and a test holds each ruling."""

import re
from functools import cache
from pathlib import Path

import cc3k
from tests.support.tables import for_each

PACKAGE = Path(cc3k.__file__).parent
TESTS = Path(__file__).parents[1]
RULES = (PACKAGE / "engine" / "RULES.md").read_text(encoding="utf-8")

CITATION = re.compile(r"\N{SECTION SIGN}\d+(?:\.\d+)*|\bR\d{1,2}\b|\b(?:Definition|Figure) \d+")
DOCSTRING = re.compile(r'^def test_\w+\(.*?\) -> None:\n    """(.*?)"""', re.MULTILINE | re.DOTALL)
"""Of a test: a parser of all of them would take seconds."""

DEFINED = re.findall(r"^\*\*(\S+)\*\*", RULES, re.MULTILINE)
RULINGS = [name for name in DEFINED if name.startswith("R")]
NAMED_IN_PASSING = {*re.findall(r"\*(Definition \d+)\*", RULES), *re.findall(r"Figure \d+", RULES)}
"""What the sections say by the way, under its name in the document."""

LONGEST_RULE = 10
"""Lines of the longest entry, that on layout files; most have two."""

HERE = Path(__file__)
SOURCES = sorted({*PACKAGE.rglob("*.py"), *TESTS.rglob("*.py")} - {HERE})


@cache
def cited_by_tests() -> frozenset[str]:
    """Return what the docstrings of all tests cite."""
    files = [path for path in SOURCES if path.name.startswith("test_")]
    texts = [text for path in files for text in DOCSTRING.findall(path.read_text("utf-8"))]
    return frozenset(cited for text in texts for cited in CITATION.findall(text))


@for_each("folder", [PACKAGE, TESTS])
def test_every_citation_is_defined(folder: Path) -> None:
    """Whoever meets a number in code or tests finds it with `cc3k help rules`."""
    cited = {
        (cited, path.name)
        for path in SOURCES
        if path.is_relative_to(folder)
        for cited in CITATION.findall(path.read_text(encoding="utf-8"))
    }
    assert cited
    undefined = {(name, file) for name, file in cited if name not in {*DEFINED, *NAMED_IN_PASSING}}
    assert not undefined


@for_each("ruling", RULINGS)
def test_every_ruling_is_cited_by_a_test(ruling: str) -> None:
    """In the docstring of a test: its claim is what the ruling says."""
    assert ruling in cited_by_tests()


def test_rulings_are_numbered_without_a_gap_and_defined_once() -> None:
    """R1, R2 and so on, in order."""
    assert [f"R{number}" for number in range(1, len(RULINGS) + 1)] == RULINGS
    assert len(DEFINED) == len(set(DEFINED))


@for_each("name", DEFINED)
def test_a_rule_is_short(name: str) -> None:
    """A line or two each, a few where the document lists figures."""
    entry = RULES.split(f"\n**{name}** ")[1].split("\n\n")[0]
    assert len(entry.splitlines()) <= LONGEST_RULE
    assert entry.rstrip().endswith(".")
