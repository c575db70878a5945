"""Commands: the table from the words a player types to actions (§4, R35)."""

from enum import Enum
from typing import TypeAlias

from cc3k.engine.actions import Attack, Drink, Move, ToggleFreeze
from cc3k.engine.grid import DIRECTIONS


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
