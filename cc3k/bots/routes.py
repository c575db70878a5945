"""All the ways from where the PC stands: the shortest ones, and the least harmful ones."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from attrs import frozen

from cc3k.engine.actions import Move
from cc3k.engine.floor import PASSABLE, Floor
from cc3k.engine.grid import DIRECTIONS, Cell, Direction
from cc3k.engine.options import Option

_OPEN = bytes([glyph in PASSABLE for glyph in range(256)])
"""Whether the PC can enter a cell, by what the picture shows there."""


@frozen
class Routes:
    """The cells that can be walked to, the nearest first, each with the one before it."""

    came: Mapping[Cell, Cell]
    stride: int

    def __contains__(self, cell: object) -> bool:
        return cell in self.came

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.came)

    def to(self, cell: Cell) -> list[Option]:
        """Return the steps that lead to a cell."""
        steps: list[Option] = []
        before, way = self.came[cell], ways(self.stride)
        while before != cell:
            steps.append(Move(way[cell - before]))
            cell, before = before, self.came[before]
        return steps[::-1]


def safe_routes(floor: Floor, shunned: Iterable[Cell]) -> Routes:
    """Return the shortest ways to all cells that can be reached without ever entering some."""
    unseen = floor.picture.translate(_OPEN)
    for cell in shunned:
        unseen[cell] = False
    came, waiting, stairs = {floor.hero: floor.hero}, [floor.hero], floor.stairs
    shifts = floor.plan.shifts[: len(DIRECTIONS)]
    for cell in waiting:
        for shift in shifts:
            to = cell + shift
            if unseen[to]:
                unseen[to] = False
                came[to] = cell
                if to != stairs:
                    waiting.append(to)
    return Routes(came, floor.plan.stride)


@frozen
class Trail:
    """The least harmful way to a cell: its steps, and the most that it may cost in HP."""

    steps: list[Option]
    harm: int


def trail(floor: Floor, goals: Iterable[Cell], harms: Mapping[Cell, int]) -> Trail | None:
    """Return the least harmful way to any of some cells, the shortest of such; None if none is.

    Cells wait in rows by the harm done on the way to them, so that the first goal come to is the
    one that costs least.
    """
    wanted, came, done = set(goals), {floor.hero: floor.hero}, set[Cell]()
    rows = {0: [(floor.hero, floor.hero)]}
    shifts = floor.plan.shifts[: len(DIRECTIONS)]
    while rows:
        harm = min(rows)
        for cell, before in (row := rows[harm]):
            if cell in done:
                continue
            done.add(cell)
            came[cell] = before
            if cell in wanted:
                return Trail(Routes(came, floor.plan.stride).to(cell), harm)
            if cell == floor.stairs:
                continue
            for to in [cell + shift for shift in shifts]:
                if to not in done and floor.picture[to] in PASSABLE:
                    after = harm + harms.get(to, 0)
                    (row if after == harm else rows.setdefault(after, [])).append((to, cell))
        del rows[harm]
    return None


@lru_cache(maxsize=32)
def ways(stride: int) -> dict[int, Direction]:
    """Return each direction by what a step that way adds to a cell."""
    return {way.shift(stride): way for way in DIRECTIONS}
