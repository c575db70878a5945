"""Running game: what expansions add to it, the parts of its state and the actions (X4)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from cc3k.engine.events import Event
from cc3k.engine.refusals import Impossible

if TYPE_CHECKING:
    from cc3k.engine.game import GameState

RunningGame: TypeAlias = "GameState"
"""The name of release 2 for a game: packages that import it are told which fields moved."""


class GamePart(Protocol):
    """State that an expansion adds to a game, such as a pack."""

    def copy(self) -> "GamePart":
        """Return an independent copy."""
        ...

    def digest_parts(self) -> object:
        """Return all of the state as names and numbers, for the digest."""
        ...


class ExpansionAction(ABC):
    """An action that an expansion adds: a value, so equal actions do the same.

    `takes_turn` says whether the enemies act afterwards.
    """

    takes_turn = True

    @abstractmethod
    def perform(self, game: "GameState") -> Iterable[Event]:
        """Carry out the action, or raise `Impossible` with the game untouched (R4)."""

    def require(self, game: "GameState") -> object:
        """Return what it needs of the game; raise `Impossible` if it cannot be carried out now."""
        del game
        return None

    def is_legal(self, game: "GameState") -> bool:
        """Tell whether it can be carried out now (R4)."""
        try:
            self.require(game)
        except Impossible:
            return False
        return True

    def question(self, game: "GameState") -> str:
        """Return a question to ask people first if they might regret the action; else empty.

        It is asked only where the action is legal. A screen adds the keys that answer it.
        """
        del game
        return ""

    def forecast(self, game: "GameState") -> str:
        """Return what it would do now, as far as the player can know; empty: nothing to tell.

        It is asked only where the action is legal.
        """
        del game
        return ""


Part = TypeVar("Part")

_NAMES = dict[type, str]()
"""The name of the expansion that added a part, by the class of the part."""


def part_of(game: "GameState", kind: type[Part]) -> Part:
    """Return the part of that class in a game; raise LookupError if no expansion added one."""
    try:
        part = game.parts[_NAMES[kind]]  # quicker than a search
        if type(part) is kind:  # quicker than to ask for its `__class__`
            return part
    except KeyError:
        pass
    for name, part in game.parts.items():
        if type(part) is kind:
            _NAMES[kind] = name
            return part
    raise LookupError(kind.__name__)
