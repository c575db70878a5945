"""Which way leads where: shortest paths, where an enemy would strike, and what bars the way."""

from collections.abc import Collection, Container

from attrs import frozen

from cc3k.engine.actors import Enemy, Hero
from cc3k.engine.floor import PASSABLE, STAIRS, Floor
from cc3k.engine.grid import DIRECTIONS, Cell, Direction


@frozen
class Path:
    """The steps to a goal. `safe` says whether no enemy awake could strike on the way.

    Where somebody or something bars every way, the steps lead as far as is safe, and `barred` is
    the cell that would come next.
    """

    steps: tuple[Direction, ...]
    safe: bool
    barred: Cell | None = None


def path(floor: Floor, hero: Hero, goals: Collection[Cell]) -> Path | None:
    """Return the shortest path of the PC to one of the goals; None if the walls allow none.

    A longer path that no enemy can reach is taken before a shorter one that leads past an enemy.
    """
    danger = threatened(floor, hero)
    steps = _search(floor, goals, danger)
    if steps is not None:
        return Path(steps, safe=True)
    steps = _search(floor, goals, ())
    return _approach(floor, goals, danger) if steps is None else Path(steps, safe=False)


def threatened(floor: Floor, hero: Hero) -> set[Cell]:
    """Return the cells on which an enemy that is hostile would attack the PC (§2.5)."""
    return {cell for place in floor.enemies for cell in struck_from(floor, hero, place)}


def threat(floor: Floor, hero: Hero, cell: Cell) -> Enemy | None:
    """Return the first enemy, in reading order, that would attack the PC on a cell (§2.5)."""
    for place in sorted(floor.enemies):
        if cell in struck_from(floor, hero, place):
            return floor.enemies[place]
    return None


def struck_from(floor: Floor, hero: Hero, place: Cell) -> set[Cell]:
    """Return the cells on which the enemy of a place would attack the PC."""
    enemy, reach = floor.enemies[place], floor.plan.reach
    if not enemy.kind.temper(enemy, hero):
        return set()
    return set(reach[place]).union(*[reach[post] for post in enemy.guards])


def _approach(floor: Floor, goals: Collection[Cell], danger: Container[Cell]) -> Path | None:
    """Return the safe beginning of a way that leads through as few bodies and dangers as can be."""
    steps = _search(floor, goals, danger, bare=True)
    if steps is None:
        return None
    cells = _walked(floor, steps)
    safe = [cell not in danger and floor.picture[cell] in PASSABLE for cell in cells]
    count = safe.index(False)
    return Path(steps[:count], safe=True, barred=cells[count])


def _search(
    floor: Floor, goals: Collection[Cell], shunned: Container[Cell], *, bare: bool = False
) -> tuple[Direction, ...] | None:
    """Search breadth first; the stairs are stepped on only as a goal.

    With `bare`, bodies, potions and what is shunned are gone through as well, but each only when
    all that can be reached without it is searched: so the steps lead through as few as can be.
    """
    came: dict[Cell, tuple[Cell, Direction] | None] = {floor.hero: None}
    waiting, later = [floor.hero], list[Cell]()
    ways = [(way, way.shift(floor.plan.stride)) for way in DIRECTIONS]
    while waiting:
        for cell in waiting:
            if cell in goals:
                return _steps(came, cell)
            for way, shift in ways:
                to = cell + shift
                glyph = floor.picture[to]
                if to in came or (glyph == STAIRS and to not in goals):
                    continue
                if glyph in PASSABLE and to not in shunned:
                    waiting.append(to)
                elif bare and floor.under(to) in PASSABLE:
                    later.append(to)
                else:
                    continue
                came[to] = (cell, way)
        waiting, later = later, []
    return None


def _walked(floor: Floor, steps: tuple[Direction, ...]) -> list[Cell]:
    """Return the cells that steps of the PC lead over."""
    cells = [floor.hero]
    for way in steps:
        cells.append(cells[-1] + way.shift(floor.plan.stride))
    return cells[1:]


def _steps(came: dict[Cell, tuple[Cell, Direction] | None], goal: Cell) -> tuple[Direction, ...]:
    steps = []
    before = came[goal]
    while before is not None:
        cell, way = before
        steps.append(way)
        before = came[cell]
    return tuple(reversed(steps))
