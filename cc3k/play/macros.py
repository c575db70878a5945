"""Commands of many turns that lead nowhere in particular: to run, to rest, to repeat, to fight."""

from typing import ClassVar

from attrs import define, field

from cc3k.engine.actions import Move
from cc3k.engine.actors import nothing_each_turn
from cc3k.engine.board import DOORWAY, TILE, WALKABLE
from cc3k.engine.events import Moved, Slain
from cc3k.engine.floor import PASSABLE, STAIRS, Floor
from cc3k.engine.game import Game
from cc3k.engine.grid import DIRECTIONS, EAST, NORTH, SOUTH, WEST, Direction
from cc3k.play.commands import COMMANDS
from cc3k.play.messages import HP_LOW, NO_QUIET_STEP, STAIRS_NEXT, enemy_ahead
from cc3k.play.paths import threat, threatened
from cc3k.play.travel import CAREFUL, DETERMINED, Manner, in_danger

LOW = 4
"""A fight is broken off when no more than one part in so many of the first HP is left."""


@define(eq=False)
class Run:
    """Go straight on, along the bends of a passage, until there is something to decide (§3)."""

    manner: ClassVar[Manner] = CAREFUL
    way: Direction
    why: str = field(default="", init=False)
    _begun: bool = field(default=False, init=False)

    def next_words(self, game: Game) -> str | None:
        """Return the next step; None at a doorway, a fork, a wall or something to look at.

        The first step is said all the same, so that a wall is told of; but none leads onto the
        stairs, and none but the first of a run that begins in an enemy's reach leads into reach.
        """
        if self._begun and not self._goes_on(game):
            return None
        self.why = _stairs_ahead(game, self.way) or _reach_ahead(game, self.way, begun=self._begun)
        self._begun = True
        return None if self.why else self.way.word

    def _goes_on(self, game: Game) -> bool:
        """Tell whether there is one way on, and turn into it."""
        moved, floor = game.events[0], game.floor
        if isinstance(moved, Moved) and moved.sees:
            return False
        ground = floor.under(floor.hero)
        if ground == TILE:
            return floor.picture[floor.hero + self.way.shift(floor.plan.stride)] in PASSABLE
        return ground != DOORWAY and self._turns(floor)

    def _turns(self, floor: Floor) -> bool:
        """Follow a passage as long as it goes on in one way only."""
        onward = [
            way
            for way in (NORTH, SOUTH, EAST, WEST)
            if _is_open(floor, way)
            and (way.rows, way.columns) != (-self.way.rows, -self.way.columns)
        ]
        if len(onward) != 1:
            return False
        self.way = onward[0]
        return True


@define(eq=False)
class Rest:
    """Step to and fro until healed: the document has no way to wait, and a step takes a turn."""

    manner: ClassVar[Manner] = CAREFUL
    why: str = field(default="", init=False)
    _back: Direction = field(default=NORTH, init=False)

    def next_words(self, game: Game) -> str | None:
        """Return the next step; None once healed, or where there is no safe step."""
        if game.hero.hp == game.race.max_hp:
            return None
        way = _quiet_step(game, self._back)
        if way is None:
            self.why = NO_QUIET_STEP
            return None
        self._back = opposite(way)
        return way.word


def heals_by_itself(game: Game) -> bool:
    """Tell whether the race gains anything by resting."""
    return game.race.each_turn is not nothing_each_turn


@define(eq=False)
class Repeat:
    """The same words a number of times; what is more than a step interrupts it the first time.

    Only the first step may lead onto the stairs. None leads into an enemy's reach, but the first
    one of a count that begins there.
    """

    manner: ClassVar[Manner] = CAREFUL
    words: str
    times: int
    why: str = field(default="", init=False)
    _begun: bool = field(default=False, init=False)

    def next_words(self, game: Game) -> str | None:
        """Return the words as long as they are to be said again."""
        if self.times == 0:
            return None
        self.times -= 1
        command = COMMANDS.get(self.words)
        if isinstance(command, Move):
            self.why = self._caution(game, command.direction)
        self._begun = True
        return None if self.why else self.words

    def _caution(self, game: Game, way: Direction) -> str:
        stairs = _stairs_ahead(game, way) if self._begun else ""
        return stairs or _reach_ahead(game, way, begun=self._begun)


@define(eq=False)
class Fight:
    """The same attack a number of times; no blow interrupts it, but the end of the enemy does.

    It is broken off when a quarter of the race's HP or less is left, or no more than the worst of
    its turns has cost.
    """

    manner: ClassVar[Manner] = DETERMINED
    words: str
    times: int
    why: str = field(default="", init=False)
    _hp: int | None = field(default=None, init=False)
    _worst: int = field(default=0, init=False)

    def next_words(self, game: Game) -> str | None:
        """Return the next attack; None when it is over."""
        hp, before = game.hero.hp, self._hp
        if before is not None:
            self._worst = max(self._worst, before - hp)
            if any(isinstance(event, Slain) for event in game.events):
                return None
            if self.times and (hp * LOW <= game.race.hp or hp <= self._worst):
                self.why = HP_LOW
                return None
        self._hp = hp
        self.times -= 1
        return self.words if self.times >= 0 else None


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


def _stairs_ahead(game: Game, way: Direction) -> str:
    """Return that a step would take the stairs, if so."""
    floor = game.floor
    return STAIRS_NEXT if floor.hero + way.shift(floor.plan.stride) == floor.stairs else ""


def _reach_ahead(game: Game, way: Direction, *, begun: bool) -> str:
    """Return that a step would lead into an enemy's reach, if so; the first one may, from there."""
    floor = game.floor
    to = floor.hero + way.shift(floor.plan.stride)
    enemy = threat(floor, game.hero, to)
    if enemy is None or floor.picture[to] not in PASSABLE or (not begun and in_danger(game)):
        return ""
    return enemy_ahead(enemy.kind.name)


def _is_open(floor: Floor, way: Direction) -> bool:
    """Tell whether the PC can step that way without leaving the floor."""
    glyph = floor.picture[floor.hero + way.shift(floor.plan.stride)]
    return glyph in PASSABLE and glyph != STAIRS
