"""All the ways from where the PC stands: the shortest ones, and the least harmful ones."""

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from cc3k.bots.areas import Area, area, has, within_a_step
from cc3k.engine.actions import Move
from cc3k.engine.floor import PASSABLE, Floor
from cc3k.engine.grid import DIRECTIONS, Cell, Direction
from cc3k.engine.options import MOVES, Option

_OPEN = bytes([glyph in PASSABLE for glyph in range(256)])
"""Whether the PC can enter a cell, by what the picture shows there."""


@frozen
class Routes:
    """The shortest ways over none but safe cells, none of them over the stairs.

    The cells that are reached lie in rings, each a step further from the PC than the one before.
    """

    floor: Floor
    rings: list[Area]
    reached: Area

    def __contains__(self, cell: Cell) -> bool:
        return has(self.reached, cell)

    def distance(self, cell: Cell) -> int:
        """Return how many steps lead to a cell that is reached."""
        return next(number for number, ring in enumerate(self.rings) if has(ring, cell))

    def way_to(self, goals: Area) -> list[Cell]:
        """Return the cells of the shortest way to the nearest goal; none if none can be reached.

        The first is the PC's own. Of equally short ways it is the one whose first step comes
        first in the order of `DIRECTIONS`, then its second step, and so on.
        """
        if not goals & self.reached:
            return []
        cells = [self.floor.hero]
        shifts = self.floor.plan.shifts[: len(DIRECTIONS)]
        for stage in self._stages(goals):
            cells.append(next(to for shift in shifts if stage >> (to := cells[-1] + shift) & 1))
        return cells

    def _stages(self, goals: Area) -> list[Area]:
        """Return where each step towards the nearest goals can lead, found from their end."""
        stages, wanted = list[Area](), goals
        stride, onward = self.floor.plan.stride, self.reached & ~area([self.floor.stairs])
        last = next(number for number, ring in enumerate(self.rings) if ring & goals)
        for ring in self.rings[last:0:-1]:
            stages.append(wanted & ring)
            wanted = within_a_step(stages[-1], stride) & onward
        return stages[::-1]


def safe_routes(floor: Floor, safe: Area) -> Routes:
    """Return the shortest ways to all cells that can be reached over none but safe ones."""
    rings, ring, unseen = list[Area](), area([floor.hero]), safe
    stride, onward = floor.plan.stride, (ring | safe) & ~area([floor.stairs])
    while ring:
        rings.append(ring)
        ring = within_a_step(ring & onward, stride) & unseen
        unseen ^= ring
    return Routes(floor, rings, safe ^ unseen | rings[0])


def steps(cells: list[Cell], stride: int) -> list[Option]:
    """Return the steps that lead over some cells, each beside the one before."""
    way = _moves(stride)
    return [way[to - cell] for to, cell in zip(cells[1:], cells, strict=False)]


@frozen
class Trail:
    """The least harmful way to a cell: its steps, and the most that it may cost in HP."""

    steps: list[Option]
    harm: int


def trail(floor: Floor, goals: Area, harms: Mapping[Cell, int]) -> Trail | None:
    """Return the least harmful way to any of some cells, the shortest of such; None if none is.

    Cells wait in rows by the harm done on the way to them, so that the first goal come to is the
    one that costs least. What a cell costs is the same from every side, so that the first way to
    it is the best one.
    """
    came, rows = {floor.hero: floor.hero}, {0: [floor.hero]}
    unseen, stairs = floor.picture.translate(_OPEN), floor.stairs
    shifts = floor.plan.shifts[: len(DIRECTIONS)]
    while rows:
        harm = min(rows)
        for cell in (row := rows[harm]):
            if has(goals, cell):
                return Trail(steps(_back(came, cell), floor.plan.stride), harm)
            if cell == stairs:
                continue
            for shift in shifts:
                to = cell + shift
                if unseen[to]:
                    unseen[to] = False
                    came[to] = cell
                    after = harm + harms.get(to, 0)
                    (row if after == harm else rows.setdefault(after, [])).append(to)
        del rows[harm]
    return None


def _back(came: Mapping[Cell, Cell], cell: Cell) -> list[Cell]:
    """Return the cells of the way to one, from where nothing came before."""
    cells = [cell]
    while (before := came[cells[-1]]) != cells[-1]:
        cells.append(before)
    return cells[::-1]


@lru_cache(maxsize=32)
def ways(stride: int) -> dict[int, Direction]:
    """Return each direction by what a step that way adds to a cell."""
    return {way.shift(stride): way for way in DIRECTIONS}


@lru_cache(maxsize=32)
def _moves(stride: int) -> dict[int, Move]:
    """Return each step by what it adds to a cell."""
    return {move.direction.shift(stride): move for move in MOVES}
