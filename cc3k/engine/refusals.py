"""Refusals: why a command cannot be carried out (R4), with a text as the document words it."""

from typing import TypeAlias

from attrs import Factory

from cc3k.engine.values import frozen

_MAX_SHOWN_COMMAND = 20


@frozen
class BlockedByWall:
    """A move refused: a wall or solid rock is there."""

    direction: str

    @property
    def text(self) -> str:
        return f"PC cannot move {self.direction}."


@frozen
class BlockedByThing:
    """A move refused: an enemy or an item is there.

    `thing` is the enemy's kind, or the item's role, as the kind of a potion may be unknown (R18).
    """

    direction: str
    thing: str

    @property
    def text(self) -> str:
        return f"PC cannot move {self.direction}: {self.thing} is in the way."


@frozen
class NoEnemyThere:
    """An attack refused: no enemy is there."""

    direction: str

    @property
    def text(self) -> str:
        return f"There is no enemy to the {self.direction}."


@frozen
class NoPotionThere:
    """A potion refused: there is none to drink, or to pick up."""

    direction: str

    @property
    def text(self) -> str:
        return f"There is no potion to the {self.direction}."


@frozen
class GameOver:
    """A command refused: the PC has won or died."""

    @property
    def text(self) -> str:
        return "The game is over."


@frozen
class UnknownCommand:
    """A command refused: there is no such command."""

    command: str

    @property
    def text(self) -> str:
        words = self.command
        cut = words if len(words) <= _MAX_SHOWN_COMMAND else f"{words[:_MAX_SHOWN_COMMAND]}..."
        return f"There is no command {cut!a}."


@frozen
class NothingToUndo:
    """An undo refused: no turn has been taken yet."""

    @property
    def text(self) -> str:
        return "There is no turn to take back."


@frozen
class ExpansionRefusal:
    """An action refused by an expansion, with its sentence in each voice, often the same one."""

    document_text: str
    spoken_text: str = Factory(lambda self: self.document_text, takes_self=True)

    @property
    def text(self) -> str:
        return self.document_text


Refusal: TypeAlias = (
    NothingToUndo
    | BlockedByWall
    | BlockedByThing
    | NoEnemyThere
    | NoPotionThere
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
        return self.reason.text
