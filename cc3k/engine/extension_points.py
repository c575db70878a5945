"""Extension points: everything that an expansion may add to the rules of a game.

The turn loop, the floors and the view call what is here where the rules have it; none of them knows
an expansion by its name. A base game has none of it, and pays nothing for it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeAlias

from attrs import frozen

from cc3k.engine.board import Board
from cc3k.engine.dice import Dice
from cc3k.engine.events import Event, Refusal
from cc3k.engine.floor import Floor
from cc3k.engine.hero import Hero, Race


class GamePart(Protocol):
    """State that an expansion adds to a game: a pack, the floor as far as it has been seen."""

    def copy(self) -> "GamePart":
        """Return an independent copy."""
        ...

    def digest_parts(self) -> object:
        """Return all of the state as names and numbers, for the digest."""
        ...


class RunningGame(Protocol):
    """A game as an expansion sees it while it is played, to read and to change."""

    hero: Hero
    floor: Floor
    depth: int
    turns: int
    enemies_frozen: bool
    known_potions: set[str]
    turn_dice: Dice
    dice: Dice
    parts: dict[str, GamePart]

    @property
    def race(self) -> Race:
        """The hero's race."""
        ...

    @property
    def floor_count(self) -> int:
        """How many floors the game has."""
        ...

    @property
    def is_drawn(self) -> bool:
        """Whether things are drawn on this floor's layout, so that nothing is spawned (R30)."""
        ...


class ExpansionAction(Protocol):
    """An action that an expansion adds; equal actions are equal values."""

    @property
    def takes_turn(self) -> bool:
        """Whether the enemies act afterwards."""
        ...

    def perform(self, game: RunningGame) -> Iterable[Event]:
        """Carry out the action, or raise `Impossible` with the game untouched."""
        ...

    def is_legal(self, game: RunningGame) -> bool:
        """Tell whether it can be carried out now (R4)."""
        ...


BoardMaker: TypeAlias = Callable[[Dice], Board]
"""Draw the board of a floor that no layout draws."""

FloorHook: TypeAlias = Callable[[RunningGame, Dice], None]
"""Change a floor that was just entered, with dice of the expansion's own."""

ActionHook: TypeAlias = Callable[[RunningGame, Sequence[Event]], Iterable[Event]]
"""Add to the player's action, knowing what has happened so far in this turn."""

TurnHook: TypeAlias = Callable[[RunningGame], Iterable[Event]]
"""Act at the end of a turn, after the enemies."""

RefusalRule: TypeAlias = Callable[[RunningGame, object], Refusal | None]
"""Return why an action is refused, or None to allow it."""

EnemyPhase: TypeAlias = Callable[[RunningGame], Iterable[Event]]
"""Let every enemy act once, in place of the base rules' way."""

ScoreBonus: TypeAlias = Callable[[RunningGame], int]
"""Return the points to add to a score."""


@frozen
class Extension:
    """What one expansion adds to the rules, at each point where it adds something.

    `name` names its part of a game's state, its dice, and its place in journals.
    """

    name: str
    version: int
    new_part: Callable[[], GamePart] | None = None
    draw_board: BoardMaker | None = None
    on_floor: FloorHook | None = None
    after_action: ActionHook | None = None
    after_turn: TurnHook | None = None
    refuses: RefusalRule | None = None
    enemy_phase: EnemyPhase | None = None
    score_bonus: ScoreBonus | None = None
    actions: tuple[ExpansionAction, ...] = ()

    @property
    def tag(self) -> str:
        """The name and version, as journals have them."""
        return f"{self.name} {self.version}"
