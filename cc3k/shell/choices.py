"""What a seed and a race may be called, wherever one is chosen."""

import re

from cc3k.content.roster import BASE
from cc3k.engine.actors import Race

LONGEST_SEED = 32
"""Digits of a seed: enough for a clock's nanoseconds, and still a line to be shown."""

RACES = ", ".join([race.name.lower() for race in BASE.races])
A_SEED = f"a whole number of at most {LONGEST_SEED} digits"
A_RACE = f"one of {RACES}"


def seed_of(text: str) -> int | None:
    """Return the seed that is written so, or None (R34)."""
    return int(text) if re.fullmatch(rf"[+-]?[0-9]{{1,{LONGEST_SEED}}}", text) else None


def race_of(text: str) -> Race | None:
    """Return the race of that name or key, or None."""
    asked = text.lower()
    return next((r for r in BASE.races if asked in (r.name.lower(), r.key)), None)
