"""Running game: a game as expansions see it while it is played, to read and to change (X4)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeAlias, TypeVar

from cc3k.engine.board import Board, Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import Event
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Hero, Race
from cc3k.engine.items import GoldPile, Potion, Trinket
from cc3k.engine.sight import Sight

BoardMaker: TypeAlias = Callable[[Dice], Board]
"""Draw the board of a floor without a layout."""


class GamePart(Protocol):
    """State that an expansion adds to a game, such as a pack."""

    def copy(self) -> "GamePart":
        """Return an independent copy."""
        ...

    def digest_parts(self) -> object:
        """Return all of the state as names and numbers, for the digest."""
        ...


class Tables(Protocol):
    """The tables of the rules, to read."""

    @property
    def potions(self) -> tuple[Potion, ...]:
        """The kinds of potion."""
        ...

    @property
    def piles(self) -> tuple[GoldPile, ...]:
        """The kinds of gold pile."""
        ...

    @property
    def trinkets(self) -> tuple[Trinket, ...]:
        """The things besides gold that the PC picks up by walking onto them."""
        ...

    @property
    def enemy_kinds(self) -> tuple[EnemyKind, ...]:
        """The kinds of enemy."""
        ...

    @property
    def potion_spawn_table(self) -> tuple[Potion, ...]:
        """Each kind of potion as often as its weight."""
        ...

    @property
    def floor_count(self) -> int:
        """The number of floors."""
        ...

    @property
    def standard_board(self) -> Board:
        """The board of a floor without a layout, unless an expansion draws it."""
        ...

    @property
    def board_maker(self) -> BoardMaker | None:
        """The function that draws boards in place of the standard one, or None."""
        ...

    def enemy_kind_named(self, name: str) -> EnemyKind:
        """Return the enemy kind of that name."""
        ...


class RunningGame(Protocol):
    """A game as expansions see it while it is played, to read and to change."""

    hero: Hero
    floor: Floor
    depth: int
    turns: int
    enemies_frozen: bool
    known_potions: set[str]
    turn_dice: Dice
    parts: dict[str, GamePart]

    @property
    def floor_layouts(self) -> Sequence[FloorLayout]:
        """The layouts of the first floors, if the game has any."""
        ...

    @property
    def rules(self) -> Tables:
        """The tables of the rules."""
        ...

    @property
    def race(self) -> Race:
        """The race that was chosen, as the roster has it."""
        ...

    @property
    def is_furnished(self) -> bool:
        """Whether this floor was furnished at random, not drawn with its contents (R30)."""
        ...

    @property
    def sight(self) -> Sight:
        """What the player sees of this floor, within the limits set by expansions (X40)."""
        ...

    def sees(self, cell: Cell) -> bool:
        """Tell whether a cell is in sight now, without computing the whole sight if possible."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    def stow_potion(self, potion: Potion) -> Iterable[Event] | None:
        """Stow a potion with an expansion that has room; return what happened, or None."""
        ...

    def furnish_board(self, board: Board, dice: Dice) -> Floor:
        """Return a floor spawned on a board, or an empty one if the board has no room."""
        ...

    def has_room_for(self, potion: Potion) -> bool:
        """Tell whether `stow_potion` has room for a potion."""
        ...


class ExpansionAction(ABC):
    """An action that an expansion adds: a value, so equal actions do the same.

    `takes_turn` says whether the enemies act afterwards.
    """

    takes_turn = True

    @abstractmethod
    def perform(self, game: RunningGame) -> Iterable[Event]:
        """Carry out the action, or raise `Impossible` with the game untouched (R4)."""

    @abstractmethod
    def is_legal(self, game: RunningGame) -> bool:
        """Tell whether it can be carried out now (R4)."""

    def question(self, game: RunningGame) -> str:
        """Return a question to ask people first if they might regret the action; else empty."""
        del game
        return ""


Part = TypeVar("Part")


def part_of(game: RunningGame, kind: type[Part]) -> Part:
    """Return the part of that class in a game; raise LookupError if no expansion added one."""
    for part in game.parts.values():
        if part.__class__ is kind:  # quicker than isinstance, several times in each turn
            return part
    raise LookupError(kind.__name__)
