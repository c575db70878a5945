"""Commands: the table from the words a player types to actions, seeds and races (§4, R35)."""

import re
from enum import Enum
from typing import TypeAlias

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.hero import Race


class MetaCommand(Enum):
    """A command about the game rather than in it."""

    RESTART = "r"
    QUIT = "q"
    UNDO = "z"


Command: TypeAlias = Move | Attack | Drink | ToggleFreeze | MetaCommand

FREEZE_WORD = "f"
DIRECTED_VERBS: dict[str, type[Attack | Drink]] = {"a": Attack, "u": Drink}
"""The verbs that need a direction after them."""

ACTIONS_BY_WORDS: dict[str, Move | Attack | Drink | ToggleFreeze] = {
    **{direction.command_word: Move(direction) for direction in DIRECTIONS},
    **{
        f"{word} {direction.command_word}": verb(direction)
        for word, verb in DIRECTED_VERBS.items()
        for direction in DIRECTIONS
    },
    FREEZE_WORD: ToggleFreeze(),
}
"""The actions of the game by their words."""

COMMANDS_BY_WORDS: dict[str, Command] = {
    **ACTIONS_BY_WORDS,
    **{verdict.value: verdict for verdict in MetaCommand},
}
"""Every command by its words. Written without blanks, none begins another."""

LEAVE_COMMANDS_BY_WORD = {
    verdict.value: verdict for verdict in (MetaCommand.RESTART, MetaCommand.QUIT)
}
"""The words that leave a game; they mean the same after a verb (R35)."""

DIRECTIONS_BY_WORD = {direction.command_word: direction for direction in DIRECTIONS}

MAX_SEED_DIGITS = 32
"""Digits of a seed: enough for a clock's nanoseconds, and short enough to show."""

RACE_NAMES = ", ".join([race.name.lower() for race in BASE_RULES.races])
EXPECTED_SEED = f"a whole number of at most {MAX_SEED_DIGITS} digits"
EXPECTED_RACE = f"one of {RACE_NAMES}"


def parse_seed(text: str) -> int | None:
    """Return the seed that this text is, or None (R34)."""
    return int(text) if re.fullmatch(rf"[+-]?[0-9]{{1,{MAX_SEED_DIGITS}}}", text) else None


def parse_race(text: str) -> Race | None:
    """Return the race of that name or key, or None."""
    asked = text.lower()
    return next((r for r in BASE_RULES.races if asked in (r.name.lower(), r.key)), None)
