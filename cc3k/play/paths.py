"""Which way leads where: shortest paths, and where an enemy would strike on the way."""

from collections.abc import Collection, Container

from attrs import frozen

from cc3k.engine.characters import Hero
from cc3k.engine.floor import PASSABLE, STAIRS, Floor
from cc3k.engine.grid import DIRECTIONS, Cell, Direction


@frozen
class Path:
    """The steps to a goal. `safe` says whether no enemy awake could strike on the way."""

    steps: tuple[Direction, ...]
    safe: bool


def path(floor: Floor, hero: Hero, goals: Collection[Cell]) -> Path | None:
    """Return the shortest path of the PC to one of the goals, or None if there is none.

    A longer path that no enemy can reach is taken before a shorter one that leads past an enemy.
    """
    steps = _search(floor, goals, threatened(floor, hero))
    if steps is not None:
        return Path(steps, safe=True)
    steps = _search(floor, goals, ())
    return None if steps is None else Path(steps, safe=False)


def threatened(floor: Floor, hero: Hero) -> set[Cell]:
    """Return the cells on which an enemy that is hostile would attack the PC (§2.5)."""
    reach = floor.plan.reach
    cells: set[Cell] = set()
    for cell, enemy in floor.enemies.items():
        if enemy.kind.temper(enemy, hero):
            cells.update(reach[cell], *[reach[post] for post in enemy.guards])
    return cells


def _search(
    floor: Floor, goals: Collection[Cell], shunned: Container[Cell]
) -> tuple[Direction, ...] | None:
    """Search breadth first; the stairs are stepped on only as a goal."""
    came: dict[Cell, tuple[Cell, Direction] | None] = {floor.hero: None}
    waiting = [floor.hero]
    ways = [(way, way.shift(floor.plan.stride)) for way in DIRECTIONS]
    for cell in waiting:
        if cell in goals:
            return _steps(came, cell)
        for way, shift in ways:
            to = cell + shift
            glyph = floor.picture[to]
            if to in came or glyph not in PASSABLE or to in shunned:
                continue
            if glyph != STAIRS or to in goals:
                came[to] = (cell, way)
                waiting.append(to)
    return None


def _steps(came: dict[Cell, tuple[Cell, Direction] | None], goal: Cell) -> tuple[Direction, ...]:
    steps = []
    before = came[goal]
    while before is not None:
        cell, way = before
        steps.append(way)
        before = came[cell]
    return tuple(reversed(steps))
