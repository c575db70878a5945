"""What keys mean for a while instead of commands: an answer, a page turned, a look around."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from attrs import evolve, field, frozen

from cc3k.engine.board import Plan
from cc3k.engine.game import Game
from cc3k.engine.grid import NORTH, SOUTH, Cell, Direction
from cc3k.play.look import describe
from cc3k.play.travel import Travel, on

YES, ENTER = ("y", "Y"), "enter"
FURTHER = 2
"""Columns by which the rest of a folded line is indented further."""

LONG = 1 << 20
"""More lines than there are to read."""


class Desk(Protocol):
    """What a mode may do to the console it is in."""

    columns: int
    rows: int

    def way_of(self, key: str) -> Direction | None:
        """Return the direction of a key, if it has one."""
        ...

    def set_out(self, journey: Travel) -> None:
        """Begin a journey."""
        ...


@frozen
class Asking:
    """A question; only yes does it.

    Enter may be the end of the line of a word that was typed, as the document's interpreter has
    lines. So it is never a no: where the question is about that word (`by_word`) it is a yes, and
    otherwise the question stays.
    """

    text: str
    yes: Callable[[], None]
    by_word: bool = False

    def press(self, _desk: Desk, key: str) -> "Mode | None":
        """Do it on yes, and go back to the game."""
        if key == ENTER and not self.by_word:
            return self
        if key in (*YES, ENTER):
            self.yes()
        return None


@frozen
class Reading:
    """Lines to be read on a screen of their own, from one of them on; `under` is what it covers."""

    lines: Sequence[str]
    top: int = 0
    under: "Mode | None" = None

    def press(self, desk: Desk, key: str) -> "Mode | None":
        """Scroll; any key that does not goes back."""
        page = self.room(desk.rows)
        steps = {"page down": page, " ": page, "page up": -page, "home": -self.top, "end": LONG}
        way = desk.way_of(key)
        step = steps.get(key, way.rows if way in (NORTH, SOUTH) else None)
        then = None if step is None else self.scrolled(desk, step)
        if then is None or (key == " " and then.top == self.top):
            return self.under
        return then

    def scrolled(self, desk: Desk, lines: int) -> "Reading":
        """Return it so many lines further down, but not beyond its ends."""
        last = max(0, len(self.folded(desk.columns)) - self.room(desk.rows))
        return evolve(self, top=min(max(0, self.top + lines), last))

    def folded(self, columns: int) -> list[str]:
        """Return the lines as they fit, what is folded being indented further."""
        return [part for line in self.lines for part in _folded(line, columns)]

    @staticmethod
    def room(rows: int) -> int:
        """Return how many lines fit beside the one that says how to go on."""
        return rows - 1


def _folded(line: str, columns: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + FURTHER)
    return textwrap.wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False) or [""]


@frozen
class Looking:
    """A cell of the board that is looked at."""

    game: Game
    cell: Cell
    told: str = field(init=False, repr=False)

    @told.default
    def _told(self) -> str:
        """Tell of the cell, once: a forecast takes a while."""
        return " ".join(describe(self.game, self.cell))

    def press(self, desk: Desk, key: str) -> "Mode | None":
        """Move the cursor, go there, or go back."""
        plan = self.game.floor.plan
        way = desk.way_of(key)
        if way is not None:
            return evolve(self, cell=_stepped(plan, self.cell, way))
        if key == "tab":
            return evolve(self, cell=self._next_enemy())
        if key in (ENTER, "."):
            desk.set_out(Travel(on(self.cell)))
        return None

    def _next_enemy(self) -> Cell:
        """Return the next enemy's cell, nearest to the PC first, and round again."""
        cells = nearest(self.game)
        if self.cell in cells:
            return cells[(cells.index(self.cell) + 1) % len(cells)]
        return cells[0] if cells else self.cell


Mode: TypeAlias = Asking | Reading | Looking


def nearest(game: Game) -> list[Cell]:
    """Return where the enemies are, the nearest first, in steps of the PC as the crow flies."""
    plan, hero = game.floor.plan, game.floor.hero
    return sorted(game.floor.enemies, key=lambda cell: (steps_between(plan, hero, cell), cell))


def steps_between(plan: Plan, one: Cell, other: Cell) -> int:
    """Return how many steps are between two cells if nothing is in the way."""
    (row, column), (to_row, to_column) = plan.where(one), plan.where(other)
    return max(abs(row - to_row), abs(column - to_column))


def _stepped(plan: Plan, cell: Cell, way: Direction) -> Cell:
    row, column = plan.where(cell)
    row = min(max(0, row + way.rows), plan.height - 1)
    column = min(max(0, column + way.columns), plan.width - 1)
    return row * plan.stride + column
