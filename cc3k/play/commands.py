"""Which words there are: the document's commands, as a table from words to actions (§4, R35)."""

from enum import Enum
from typing import TypeAlias

from cc3k.engine.actions import Attack, Drink, Hold, Move
from cc3k.engine.grid import DIRECTIONS


class Verdict(Enum):
    """A command about the game rather than in it."""

    RESTART = "r"
    QUIT = "q"
    UNDO = "z"


Command: TypeAlias = Move | Attack | Drink | Hold | Verdict

HOLD_WORD = "f"
AIMED: dict[str, type[Attack | Drink]] = {"a": Attack, "u": Drink}
"""The verbs that want a direction after them."""

ACTIONS: dict[str, Move | Attack | Drink | Hold] = {
    **{direction.word: Move(direction) for direction in DIRECTIONS},
    **{
        f"{word} {direction.word}": verb(direction)
        for word, verb in AIMED.items()
        for direction in DIRECTIONS
    },
    HOLD_WORD: Hold(),
}
"""What is done in the game, by its words."""

COMMANDS: dict[str, Command] = {**ACTIONS, **{verdict.value: verdict for verdict in Verdict}}
"""Every command by its words. Written without blanks they are prefix-free: none begins another."""

GIVING_UP = {verdict.value: verdict for verdict in (Verdict.RESTART, Verdict.QUIT)}
"""The words that leave a game. After a verb they are what they are without it (R35)."""

DIRECTION_WORDS = {direction.word: direction for direction in DIRECTIONS}
