"""The ruleset that expectations were kept for: the fingerprint of the roster, and who relies on it.

A seed plays a game of its own with every other roster. So a journal or a figure that was kept from
a seeded game says nothing about another roster, and its test is skipped there. Tests of a rule draw
their own room and read the roster instead, and golden transcripts play on a roster of their own:
they hold for every roster.
"""

from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import attrs

from cc3k.content.roster import BASE_RULES, RULESET
from cc3k.engine.board import Board
from cc3k.engine.enemies import strike
from cc3k.engine.rules import Rules

KEPT_RULESET = Path(__file__).parent.parent / "golden" / "ruleset.txt"

PROSE = ("trait", "own_text", "full_name", "role", "good_at", "won_percent")
"""Fields of rows that no game depends on: texts and the names of colours."""

OF_EXPANSIONS = (
    "trinkets",
    "expansions",
    "foreign_marks",
    "thrown",
    "price",
    "sells",
    "experience",
    "actions_per_turn",
    "of_kind",
    "brings_nothing",
)
"""Fields that matter with expansions alone: games of the base rules do not depend on them."""

Ruleset: TypeAlias = tuple[int, str]
"""A ruleset's number, and the fingerprint of its roster."""

TYPED_RULESET: Ruleset = (2, "ffe34e97ee9f811e")
"""The ruleset whose seeded games the tests marked `seeded` were typed from."""

INSTRUCTIONS = f"""\
The roster or the standard board has changed: seeds now play other games than before.
  1. Raise RULESET (now {RULESET}) in cc3k/content/roster.py, once for each release: old journals
     then say so. For one more row before the release, `git checkout tests/golden` first.
  2. Keep the new number: .venv/bin/python -m pytest --update-golden tests/rules
Golden transcripts play on a roster of their own (tests/support/fixed_roster.py) and stay.
Tests that are marked `seeded` are skipped (`pytest -rs` lists them) until what they expect is typed
anew, the lists in cc3k/help too, and TYPED_RULESET in tests/support/ruleset.py is
the new one."""


SKIP_REASON = "kept from seeded games of another roster; see test_changed_roster_has_a_new_number"


def fingerprint(rules: Rules) -> str:
    """Return a digest of all rows, the standard board and the sizes that a game depends on."""
    return sha256(_describe(rules).encode("ascii")).hexdigest()[:16]


def current_ruleset() -> Ruleset:
    """Return the number and the fingerprint of the game's roster as it is now."""
    return RULESET, fingerprint(BASE_RULES)


def kept_ruleset() -> Ruleset:
    number, digest = KEPT_RULESET.read_text("ascii").split()
    return int(number), digest


def keep_ruleset() -> None:
    number, digest = current_ruleset()
    KEPT_RULESET.write_text(f"{number} {digest}\n", "ascii")


def is_roster_changed() -> bool:
    """Tell whether the roster is another one than was kept last."""
    return current_ruleset() != kept_ruleset()


def is_number_raised() -> bool:
    """Tell whether RULESET is higher than what was kept last."""
    return kept_ruleset()[0] < RULESET


def _describe(value: object) -> str:
    """Return a text of a value that tells all that a game depends on, the same on every Python."""
    if isinstance(value, Board):
        return ascii(value.rows)
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_describe, value))})"
    if value is None or isinstance(value, str | int):
        return ascii(value)
    kind = type(value)
    if attrs.has(kind):
        told = [
            f"{field.name}={_describe(getattr(value, field.name))}"
            for field in attrs.fields(kind)
            if field.init and field.name not in (*PROSE, *OF_EXPANSIONS, "ruleset")
            if getattr(value, field.name) is not strike  # what all did when it was told of none
        ]
        return f"{type(value).__qualname__}({', '.join(told)})"
    return str(getattr(value, "__qualname__", type(value).__qualname__))
