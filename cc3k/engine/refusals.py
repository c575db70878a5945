"""Refusals: why a command cannot be carried out (R4)."""

from typing import TypeAlias, assert_never

from attrs import Factory

from cc3k.engine.values import frozen

_MAX_SHOWN_COMMAND = 20


@frozen
class BlockedByWall:
    """A move refused: a wall or solid rock is there."""

    direction: str


@frozen
class BlockedByThing:
    """A move refused: an enemy or an item is there.

    `thing` is the enemy's kind, or the item's role, as the kind of a potion may be unknown (R18).
    """

    direction: str
    thing: str


@frozen
class NoEnemyToAttack:
    """An attack refused: no enemy is there."""

    direction: str


@frozen
class NoPotionToDrink:
    """A drink refused: no potion is there."""

    direction: str


@frozen
class GameOver:
    """A command refused: the PC has won or died."""


@frozen
class UnknownCommand:
    """A command refused: there is no such command."""

    command: str


@frozen
class NothingToUndo:
    """An undo refused: no turn has been taken yet."""


@frozen
class ExpansionRefusal:
    """An action refused by an expansion, with its sentence in each voice, often the same one."""

    document_text: str
    spoken_text: str = Factory(lambda self: self.document_text, takes_self=True)


Refusal: TypeAlias = (
    NothingToUndo
    | BlockedByWall
    | BlockedByThing
    | NoEnemyToAttack
    | NoPotionToDrink
    | GameOver
    | UnknownCommand
    | ExpansionRefusal
)


class Impossible(Exception):
    """An action that cannot be done; raised before anything has changed (R4)."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return refusal_message(self.reason)


def refusal_message(refusal: Refusal) -> str:  # noqa: PLR0911 - one case a refusal
    """Return the reason of a refusal as a sentence (R4)."""
    match refusal:
        case BlockedByWall(way):
            return f"PC cannot move {way}."
        case BlockedByThing(way, thing):
            return f"PC cannot move {way}: {thing} is in the way."
        case NoEnemyToAttack(way):
            return f"There is no enemy to the {way}."
        case NoPotionToDrink(way):
            return f"There is no potion to the {way}."
        case NothingToUndo():
            return "There is no turn to take back."
        case GameOver():
            return "The game is over."
        case ExpansionRefusal(text, _):
            return text
        case UnknownCommand(words):
            cut = words if len(words) <= _MAX_SHOWN_COMMAND else f"{words[:_MAX_SHOWN_COMMAND]}..."
            return f"There is no command {cut!a}."
        case _:
            assert_never(refusal)
