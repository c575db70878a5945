"""What can happen, and why a command is refused: frozen facts, no live objects.

Characters appear by their glyph, the player character as `PC`; figures are HP or gold. A refusal
alone is told here, as it is an error, and Python asks an error for its text.
"""

from typing import TypeAlias, assert_never

from attrs import frozen

PC = "PC"

_LONGEST_WORD = 20


@frozen
class Spawned:
    """The PC stands on the first floor of a new game."""


@frozen
class Moved:
    """The PC took a step; `sees` are the potions beside it now, None for an unknown kind (R18)."""

    direction: str
    sees: tuple[str | None, ...] = ()


@frozen
class Saw:
    """The PC came to a floor beside `potions`: their kinds, None for an unknown one (R18)."""

    potions: tuple[str | None, ...]


@frozen
class Descended:
    """The PC took the stairs to a further floor (R6)."""

    direction: str
    floor: int


@frozen
class Escaped:
    """The PC took the last stairs: the game is won (§5)."""

    direction: str


@frozen
class PickedUp:
    """Gold lying about went into the purse (R25)."""

    gold: int


@frozen
class Drank:
    """The PC used a potion; its kind is known from now on (R18)."""

    potion: str


@frozen
class Struck:
    """An attack hit for `damage` HP; the defender has `left` HP."""

    attacker: str
    defender: str
    damage: int
    left: int


@frozen
class Missed:
    """An attack missed."""

    attacker: str
    defender: str


@frozen
class Slain:
    """A character's HP reached 0; `by` is a glyph, `PC` or what a potion is called."""

    victim: str
    by: str


@frozen
class Provoked:
    """A kind that had been neutral is hostile from now on (R21)."""

    kind: str


@frozen
class Yielded:
    """A slain enemy's gold went straight into the purse (R24)."""

    enemy: str
    gold: int


@frozen
class Stole:
    """The race's own take from a slain enemy (R13)."""

    gold: int


@frozen
class Drained:
    """A hit gave HP to the PC (R11)."""

    hp: int


@frozen
class Sickened:
    """A hit on an enemy it is allergic to cost the PC HP (R11)."""

    enemy: str
    hp: int


@frozen
class Regrew:
    """The race's own healing at the end of a turn (R12)."""

    hp: int


@frozen
class Held:
    """Enemies stopped moving, or may move again (R5)."""

    still: bool


Event: TypeAlias = (
    Spawned
    | Moved
    | Saw
    | Descended
    | Escaped
    | PickedUp
    | Drank
    | Struck
    | Missed
    | Slain
    | Provoked
    | Yielded
    | Stole
    | Drained
    | Sickened
    | Regrew
    | Held
)


@frozen
class NoWay:
    """A wall, or nothing at all, is there."""

    direction: str


@frozen
class InTheWay:
    """An enemy or a potion is there."""

    direction: str
    thing: str


@frozen
class NoEnemy:
    """There is nobody to attack."""

    direction: str


@frozen
class NoPotion:
    """There is nothing to drink."""

    direction: str


@frozen
class GameOver:
    """The PC has won or died."""


@frozen
class NoSuchCommand:
    """The words are not a command."""

    words: str


@frozen
class NothingToTakeBack:
    """No turn has been taken yet."""


Refusal: TypeAlias = (
    NothingToTakeBack | NoWay | InTheWay | NoEnemy | NoPotion | GameOver | NoSuchCommand
)


class Impossible(Exception):
    """A command that cannot be done; raised before anything has changed (R4)."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return why_not(self.reason)


def why_not(refusal: Refusal) -> str:  # noqa: PLR0911 - one case a refusal
    """Return why a command was refused, as a player reads it (R4)."""
    match refusal:
        case NoWay(way):
            return f"PC cannot move {way}."
        case InTheWay(way, thing):
            return f"PC cannot move {way}: {thing} is in the way."
        case NoEnemy(way):
            return f"There is no enemy to the {way}."
        case NoPotion(way):
            return f"There is no potion to the {way}."
        case NothingToTakeBack():
            return "There is no turn to take back."
        case GameOver():
            return "The game is over."
        case NoSuchCommand(words):
            cut = words if len(words) <= _LONGEST_WORD else f"{words[:_LONGEST_WORD]}..."
            return f"There is no command {cut!a}."
        case _:
            assert_never(refusal)
