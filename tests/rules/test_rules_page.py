"""The pages of rules: they define all that is cited, and a test holds each ruling of the engine."""

import re
from functools import cache
from pathlib import Path

import cc3k
from cc3k.expansions import clock, depths, floor_themes, hunters, levels, relics, tactics
from tests.support.tables import for_each

PACKAGE = Path(cc3k.__file__).parent
TESTS = Path(__file__).parents[1]
RULES = (PACKAGE / "engine" / "RULES.md").read_text(encoding="utf-8")
EXPANSION_RULES = (PACKAGE / "expansions" / "RULINGS.md").read_text(encoding="utf-8")

CITATION = re.compile(
    r"\N{SECTION SIGN}\d+(?:\.\d+)*|\b(?:R\d{1,2}|[XY]\d{1,3})\b|\b(?:Definition|Figure) \d+"
)
DOCSTRING = re.compile(r'^def test_\w+\(.*?\) -> None:\n    """(.*?)"""', re.MULTILINE | re.DOTALL)
"""Of a test: a parser of all of them would take seconds."""

NAMES = re.compile(r"^\*\*(\S+)\*\*", re.MULTILINE)
DEFINED = NAMES.findall(RULES)
OF_EXPANSIONS = NAMES.findall(EXPANSION_RULES)
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
    """Whoever meets a number finds it with `cc3k help rules` or `cc3k help rulings`."""
    cited = {
        (cited, path.name)
        for path in SOURCES
        if path.is_relative_to(folder)
        for cited in CITATION.findall(path.read_text(encoding="utf-8"))
    }
    assert cited
    defined = {*DEFINED, *NAMED_IN_PASSING, *OF_EXPANSIONS}
    undefined = {(name, file) for name, file in cited if name not in defined}
    assert not undefined


@for_each("ruling", RULINGS)
def test_every_ruling_is_cited_by_a_test(ruling: str) -> None:
    """In the docstring of a test: its claim is what the ruling says."""
    assert ruling in cited_by_tests()


def test_rulings_are_numbered_without_a_gap_and_defined_once() -> None:
    """R1, R2 and so on, in order."""
    assert [f"R{number}" for number in range(1, len(RULINGS) + 1)] == RULINGS
    assert len(DEFINED) == len(set(DEFINED))


def test_a_rule_of_expansions_stands_once_and_mentions_only_others_that_are_there() -> None:
    """X1 to X123 and Y1 to Y45, without those that nobody cites."""
    assert len(OF_EXPANSIONS) == len(set(OF_EXPANSIONS))
    assert {*CITATION.findall(EXPANSION_RULES)} <= {*DEFINED, *OF_EXPANSIONS}


def test_tuned_numbers_of_expansions_are_those_of_the_code() -> None:
    """X9: whoever tunes one tells it here, too."""
    shares = {(1, 3): "a third", (3, 4): "three quarters"}
    hp, attack = shares[tactics.HP_SHARE], shares[tactics.ATTACK_SHARE]
    told = " ".join(EXPANSION_RULES.split())
    for words in (
        f"stirs at {clock.STIRRING} and wakes at {clock.WAKING} (tuned)",
        f"every {clock.NEWCOMER_PACE} further (tuned)",
        f"{clock.NEWCOMER_GROWTH} % more",
        f"1 HP for every {clock.TURNS_PER_HP} turns left until {clock.WAKING} (tuned)",
        f"score 1 for every {clock.TURNS_PER_POINT} instead (tuned)",
        f"lack {depths.WEAKER_PERCENT} % on floor 1, and gain {depths.PERCENT_PER_FLOOR} %",
        f"to the fourth, then {depths.LATER_PERCENT_PER_FLOOR} % (tuned)",
        f"{depths.ELDER_HP_PERCENT / 100} times a dragon's HP, ",
        f"{depths.ELDER_ATTACK_PERCENT / 100} times its Atk (tuned)",
        f"{depths.ELDER_HEALING_PERCENT} % of its HP; ",
        f"{depths.PERCENT_PER_BLOW} % harder (tuned)",
        f"or {floor_themes.TRUCE_TURNS} turns after",
        f"potions gain {depths.POTION_PERCENT_PER_FLOOR} % (tuned)",
        f"within {hunters.NOTICING_STEPS} steps (tuned)",
        f"while {hunters.MOST_HUNTERS} hunt (tuned)",
        f"it for {hunters.HEARD_TURNS} turns (tuned)",
        f"for {hunters.FREEZE_TURNS} phases (tuned)",
        f"needs {levels.EXPERIENCE_STEP} n (n + 1) / 2 in all (tuned)",
        f"gives {levels.HP_GAIN} HP, {levels.ATTACK_GAIN} Atk, a goblin ",
        f"a goblin {levels.ATTACK_GAIN_OF['Goblin']} (tuned), {levels.DEFENCE_GAIN} Def",
        f"begins with {levels.FIRST_POINTS} points (tuned)",
        f"{levels.ON_ATTACK.attack} Atk or {levels.ON_DEFENCE.defence} Def (tuned)",
        f"first use to get {levels.MASTERY_POINTS} is mastered",
        f"keep {hp} of their HP and {attack} of their Atk, rounded up (tuned)",
        f"{relics.HEART_HP} maximum HP less (tuned)",
        f"{relics.FINGERED} gold a hit (tuned)",
        f"up to {relics.MOST_FINGERED} gold from one enemy (tuned)",
    ):
        assert words in told


@for_each("name", [*DEFINED, *OF_EXPANSIONS])
def test_a_rule_is_short(name: str) -> None:
    """A line or two each, a few where the document lists figures."""
    page = EXPANSION_RULES if name in OF_EXPANSIONS else RULES
    entry = page.split(f"\n**{name}** ")[1].split("\n\n")[0]
    assert len(entry.splitlines()) <= LONGEST_RULE
    assert entry.rstrip().endswith(".")
