"""Commands of many turns: where to go next, and what stops one. Each step is a word (§4)."""

from collections.abc import Callable
from typing import ClassVar, Protocol, TypeAlias

from attrs import define, field, frozen

from cc3k.engine.events import Moved, Regrew
from cc3k.engine.floor import PASSABLE, POTION, Floor
from cc3k.engine.game import Game
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
from cc3k.engine.potions import Potion
from cc3k.play.messages import (
    BESIDE,
    NO_WAY,
    NONE_HERE,
    POTION_IN_THE_WAY,
    THERE,
    WAY_LOST,
    enemy_in_reach,
    enemy_in_the_way,
)
from cc3k.play.paths import Path, path, threat, threatened


@frozen
class Manner:
    """How a journey is made: `pace` are the seconds between two steps, so that it can be seen.

    One that is `steadfast` is not interrupted by what happens, only by what cannot be done; one
    that `waits` does so where nothing can be seen of it, and does not end there. One that `hangs`
    may never come to its next step, and is broken off amid it if need be; no other must be.
    """

    pace: float = 0.02
    steadfast: bool = False
    waits: bool = False
    hangs: bool = False


CAREFUL = Manner()
DETERMINED = Manner(steadfast=True)
WATCHED = Manner(pace=0.1, steadfast=True, waits=True, hangs=True)


class Journey(Protocol):
    """A command of many turns; once it is over, `why` is the reason, if that needs saying."""

    manner: ClassVar[Manner]
    why: str

    def next_words(self, game: Game) -> str | None:
        """Return the words of the next turn, or None when the journey is over."""
        ...


Goals: TypeAlias = Callable[[Floor], list[Cell]]
"""The cells that a journey may end on."""


def interrupts(game: Game) -> bool:
    """Tell whether the last turn stops a journey: an enemy in reach, damage, something new."""
    return not _quiet(game) or in_danger(game)


def interruption(game: Game) -> str:
    """Return what there is to say of an interruption that no event tells of: an enemy in reach."""
    enemy = threat(game.floor, game.hero, game.floor.hero)
    return enemy_in_reach(enemy.kind.name) if enemy and _quiet(game) else ""


def _quiet(game: Game) -> bool:
    """Tell whether the last turn was a step and no more."""
    return all(isinstance(event, Moved | Regrew) for event in game.events)


def in_danger(game: Game) -> bool:
    """Tell whether an enemy can strike the PC where it stands."""
    return game.floor.hero in threatened(game.floor, game.hero)


@define(eq=False)
class Travel:
    """Go to the nearest of some goals, looking for the way anew each turn.

    It goes past enemies only if `boldly`, and only where no other way is left. Where all ways are
    barred by a body or a potion, it goes as far as is safe.
    """

    manner: ClassVar[Manner] = CAREFUL
    goals: Goals
    boldly: bool = False
    why: str = field(default="", init=False)
    _begun: bool = field(default=False, init=False)

    def way(self, game: Game) -> Path | None:
        """Return the path from here, or None if there is none."""
        return path(game.floor, game.hero, self.goals(game.floor))

    def next_words(self, game: Game) -> str | None:
        """Return the next step; None on a goal, before a bar, or when the way is not safe."""
        found = self.way(game)
        if found is not None and found.steps and (found.safe or self.boldly):
            self._begun = True
            return found.steps[0].word
        self.why = self._why(game, found)
        return None

    def _why(self, game: Game, found: Path | None) -> str:
        """Return why there is no next step; to arrive needs no words."""
        goals = self.goals(game.floor)
        if found is None:
            return NO_WAY if goals else NONE_HERE
        if found.barred is not None:
            return _in_the_way(game, found.barred)
        if found.steps:
            return WAY_LOST
        arrived = THERE if goals == [game.floor.hero] else BESIDE
        return "" if self._begun else arrived


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


def _beside(floor: Floor, cell: Cell) -> list[Cell]:
    """Return the cells next to one, but for the stairs: nobody stands on those."""
    return [near for near in floor.plan.around[cell] if near != floor.stairs]


def _in_the_way(game: Game, cell: Cell) -> str:
    """Return who or what bars a cell."""
    floor = game.floor
    if floor.picture[cell] == POTION:
        return POTION_IN_THE_WAY
    enemy = floor.enemies.get(cell) or threat(floor, game.hero, cell)
    return enemy_in_the_way(enemy.kind.name) if enemy else ""
