"""Commands of many turns: where to go next, and what stops one. Each step is a word (§4)."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from attrs import define, field

from cc3k.engine.characters import nothing_each_turn
from cc3k.engine.events import Moved, Regrew
from cc3k.engine.floor import PASSABLE, STAIRS, Floor
from cc3k.engine.game import Game
from cc3k.engine.gold import Pile
from cc3k.engine.grid import DIRECTIONS, EAST, NORTH, SOUTH, WEST, Cell, Direction
from cc3k.engine.plan import DOORWAY, TILE, WALKABLE
from cc3k.engine.potions import Potion
from cc3k.play.paths import Path, path, threatened

Goals: TypeAlias = Callable[[Floor], list[Cell]]
"""The cells that a journey may end on."""


class Journey(Protocol):
    """A command of many turns."""

    def next_words(self, game: Game) -> str | None:
        """Return the words of the next turn, or None when the journey is over."""
        ...


def interrupts(game: Game) -> bool:
    """Tell whether the last turn stops a journey: an enemy in reach, damage, something new."""
    quiet = all(isinstance(event, Moved | Regrew) for event in game.events)
    return not quiet or in_danger(game)


def in_danger(game: Game) -> bool:
    """Tell whether an enemy can strike the PC where it stands."""
    return game.floor.hero in threatened(game.floor, game.hero)


@define(eq=False)
class Travel:
    """Go to the nearest of some goals, looking for the way anew each turn.

    It goes past enemies only if `boldly`, and only where no other way is left.
    """

    goals: Goals
    boldly: bool = False

    def way(self, game: Game) -> Path | None:
        """Return the path from here, or None if there is none."""
        return path(game.floor, game.hero, self.goals(game.floor))

    def next_words(self, game: Game) -> str | None:
        """Return the next step; None on a goal, or when the way is no longer safe."""
        found = self.way(game)
        if found is None or not found.steps or not (found.safe or self.boldly):
            return None
        return found.steps[0].word


def stairs(floor: Floor) -> list[Cell]:
    """Return where the stairs are."""
    return [floor.stairs]


def gold(floor: Floor) -> list[Cell]:
    """Return where gold lies that is free to take."""
    return [
        cell
        for cell, item in floor.items.items()
        if isinstance(item, Pile) and cell not in floor.guardians
    ]


def beside_potions(floor: Floor) -> list[Cell]:
    """Return where the PC can stand to use a potion."""
    potions = [cell for cell, item in floor.items.items() if isinstance(item, Potion)]
    return [near for cell in potions for near in _beside(floor, cell)]


def on(cell: Cell) -> Goals:
    """Return the goal of one cell; of a cell that cannot be entered, those beside it."""

    def goals(floor: Floor) -> list[Cell]:
        enterable = cell == floor.hero or floor.picture[cell] in PASSABLE
        return [cell] if enterable else _beside(floor, cell)

    return goals


@define(eq=False)
class Run:
    """Go straight on, along the bends of a passage, until there is something to decide (§3)."""

    way: Direction
    _begun: bool = field(default=False, init=False)

    def next_words(self, game: Game) -> str | None:
        """Return the next step; None at a doorway, a fork, a wall or something to look at.

        The first step is said all the same, so that a wall is told of; but not onto the stairs.
        """
        begun, self._begun = self._begun, True
        floor = game.floor
        if not begun:
            to = floor.hero + self.way.shift(floor.plan.stride)
            return None if to == floor.stairs else self.way.word
        moved = game.events[0]
        if isinstance(moved, Moved) and moved.sees:
            return None
        ground = floor.ground[floor.hero]
        if ground == TILE:
            return self.way.word if _is_open(floor, self.way) else None
        return None if ground == DOORWAY else self._along(floor)

    def _along(self, floor: Floor) -> str | None:
        """Follow a passage as long as it goes on in one way only."""
        onward = [
            way
            for way in (NORTH, SOUTH, EAST, WEST)
            if _is_open(floor, way)
            and (way.rows, way.columns) != (-self.way.rows, -self.way.columns)
        ]
        if len(onward) != 1:
            return None
        self.way = onward[0]
        return self.way.word


@define(eq=False)
class Rest:
    """Step to and fro until healed: the document has no way to wait, and a step takes a turn."""

    _back: Direction = field(default=NORTH, init=False)

    def next_words(self, game: Game) -> str | None:
        """Return the next step; None once healed, or where there is no safe step."""
        if game.hero.hp == game.race.max_hp:
            return None
        way = _quiet_step(game, self._back)
        if way is None:
            return None
        self._back = opposite(way)
        return way.word


def heals_by_itself(game: Game) -> bool:
    """Tell whether the race gains anything by resting."""
    return game.race.each_turn is not nothing_each_turn


@define(eq=False)
class Repeat:
    """The same words a number of times."""

    words: str
    times: int

    def next_words(self, game: Game) -> str | None:
        """Return the words as long as they are to be said again."""
        del game
        self.times -= 1
        return self.words if self.times >= 0 else None


def _beside(floor: Floor, cell: Cell) -> list[Cell]:
    """Return the cells next to one, but for the stairs: nobody stands on those."""
    return [near for near in floor.plan.around[cell] if near != floor.stairs]


def opposite(way: Direction) -> Direction:
    """Return the direction straight back."""
    return next(d for d in DIRECTIONS if (d.rows, d.columns) == (-way.rows, -way.columns))


def _quiet_step(game: Game, preferred: Direction) -> Direction | None:
    """Return a way to where nothing lies and nobody strikes, the preferred one if it is such."""
    floor, danger = game.floor, threatened(game.floor, game.hero)
    for way in (preferred, *DIRECTIONS):
        to = floor.hero + way.shift(floor.plan.stride)
        if floor.picture[to] in WALKABLE and to not in danger:
            return way
    return None


def _is_open(floor: Floor, way: Direction) -> bool:
    """Tell whether the PC can step that way without leaving the floor."""
    glyph = floor.picture[floor.hero + way.shift(floor.plan.stride)]
    return glyph in PASSABLE and glyph != STAIRS
