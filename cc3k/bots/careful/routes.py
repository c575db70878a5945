"""All the ways from where the PC stands: the shortest ones, and the least harmful ones."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from attrs import frozen

from cc3k.engine.actions import MOVES, Move, Option
from cc3k.engine.actors import EnemyKind, Hero
from cc3k.engine.board import WALKABLE, Plan
from cc3k.engine.combat import damage
from cc3k.engine.floor import PASSABLE, Floor
from cc3k.engine.grid import DIRECTIONS, Cell, Direction
from cc3k.play.paths import struck_from

Area: TypeAlias = int
"""Some cells of a board, bit by bit; united by `|`, and tested for one by `has`."""

_DIGITS = bytes([b"01"[glyph in PASSABLE] for glyph in range(256)])
"""The binary digit of a cell, by what the picture shows there: 1 where the PC can go (R9)."""


def area(cells: Iterable[Cell]) -> Area:
    """Return the area of some cells."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def has(some: Area, cell: Cell) -> bool:
    """Tell whether a cell is in an area."""
    return some >> cell & 1 == 1


def within_a_step(some: Area, stride: int) -> Area:
    """Return an area and all cells next to it, on a board of that stride."""
    rows = some | some << stride | some >> stride
    return rows | rows << 1 | rows >> 1


def open_cells(floor: Floor) -> Area:
    """Return the cells that the PC can step on: the first cell is the last digit."""
    return int(floor.picture[::-1].translate(_DIGITS), 2)


def worst_turn(kind: EnemyKind, hero: Hero) -> int:
    """Return the HP that an enemy takes in a turn if all its blows hit; half of it on average."""
    each = damage(kind.stats.attack, hero.stats.defence, kind.might(hero.race))
    return kind.blows(hero.race) * each


def danger(floor: Floor, hero: Hero) -> Area:
    """Return the cells on which an enemy would strike the PC: those within a block of its posts."""
    posts = 0
    for place, enemy in floor.enemies.items():
        if enemy.kind.temper(enemy, hero):
            posts |= 1 << place
            for post in enemy.guards:
                posts |= 1 << post
    return within_a_step(posts, floor.plan.stride)


def worst_turns(floor: Floor, hero: Hero) -> dict[str, int]:
    """Return the worst turn of each kind of enemy on a floor, by name."""
    kinds = {enemy.kind.name: enemy.kind for enemy in floor.enemies.values()}
    return {name: worst_turn(kind, hero) for name, kind in kinds.items()}


def harms(floor: Floor, hero: Hero, worst_of: Mapping[str, int]) -> dict[Cell, int]:
    """Return the HP that a turn ending on a cell may cost, for each cell that an enemy reaches."""
    found: dict[Cell, int] = {}
    for place, enemy in floor.enemies.items():
        worst = worst_of[enemy.kind.name]
        for cell in struck_from(floor, hero, place):
            found[cell] = found.get(cell, 0) + worst
    return found


def havens(floor: Floor, hero: Hero) -> Area:
    """Return the cells that no enemy on its wanderings can ever reach: none leaves its chamber."""
    chamber_of, plan = floor.plan.chamber_of, floor.plan
    haunted = {
        chamber_of[place]
        for place, enemy in floor.enemies.items()
        if place not in floor.sentries and enemy.kind.temper(enemy, hero)
    }
    return _away_from(plan, frozenset(haunted))


@lru_cache(maxsize=1024)
def _away_from(plan: Plan, haunted: frozenset[int]) -> Area:
    """Return the cells that are not within one block of some chambers."""
    tiles = area(cell for number in haunted for cell in plan.chambers[number])
    walkable = area(cell for cell, kind in enumerate(plan.ground) if kind in WALKABLE)
    return walkable & ~within_a_step(tiles, plan.stride)


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
