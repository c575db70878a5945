"""Paths: shortest paths of the PC, cells that enemies threaten, and what blocks the way."""

from collections.abc import Collection, Container

from attrs import frozen

from cc3k.engine.enemies import Enemy
from cc3k.engine.floor import PASSABLE_GLYPHS, STAIRS_GLYPH, Floor
from cc3k.engine.grid import DIRECTIONS, Cell, Direction
from cc3k.engine.hero import Hero


@frozen
class Path:
    """The steps to a goal. `is_safe` says whether no enemy can strike on the way.

    Where somebody or something bars every way, the steps lead as far as is safe, and `blocked_cell`
    is the cell that would come next.
    """

    steps: tuple[Direction, ...]
    is_safe: bool
    blocked_cell: Cell | None = None


def find_path(floor: Floor, hero: Hero, goals: Collection[Cell]) -> Path | None:
    """Return the shortest path of the PC to one of the goals; None if the walls allow none.

    A longer path that no enemy can reach is taken before a shorter one that leads past an enemy.
    """
    danger = threatened_cells(floor, hero)
    steps = _breadth_first_search(floor, goals, danger)
    if steps is not None:
        return Path(steps, is_safe=True)
    steps = _breadth_first_search(floor, goals, ())
    return (
        _find_path_to_blocker(floor, goals, danger) if steps is None else Path(steps, is_safe=False)
    )


def threatened_cells(floor: Floor, hero: Hero) -> set[Cell]:
    """Return the cells on which a hostile enemy would attack the PC (§2.5)."""
    return {cell for place in floor.enemies for cell in cells_attacked_by(floor, hero, place)}


def find_threat(floor: Floor, hero: Hero, cell: Cell) -> Enemy | None:
    """Return the first enemy, in reading order, that would attack the PC on a cell (§2.5)."""
    for place in sorted(floor.enemies):
        if cell in cells_attacked_by(floor, hero, place):
            return floor.enemies[place]
    return None


def cells_attacked_by(floor: Floor, hero: Hero, enemy_cell: Cell) -> set[Cell]:
    """Return the cells on which the enemy of `enemy_cell` would attack the PC."""
    enemy, reach = floor.enemies[enemy_cell], floor.board.neighbourhood
    if not enemy.kind.is_hostile(enemy, hero):
        return set()
    return set(reach[enemy_cell]).union(*[reach[post] for post in enemy.guarded_cells])


def _find_path_to_blocker(
    floor: Floor, goals: Collection[Cell], danger: Container[Cell]
) -> Path | None:
    """Return the safe part of the path with the fewest blockers and dangers."""
    steps = _breadth_first_search(floor, goals, danger, through_blockers=True)
    if steps is None:
        return None
    cells = _cells_along(floor, steps)
    safe = [cell not in danger and floor.glyphs[cell] in PASSABLE_GLYPHS for cell in cells]
    count = safe.index(False)
    return Path(steps[:count], is_safe=True, blocked_cell=cells[count])


def _breadth_first_search(
    floor: Floor,
    goals: Collection[Cell],
    avoided: Container[Cell],
    *,
    through_blockers: bool = False,
) -> tuple[Direction, ...] | None:
    """Search breadth first; the stairs are stepped on only as a goal.

    With `through_blockers`, bodies, potions and what is shunned are gone through as well, but each
    only when all that can be reached without it is searched: so the steps lead through as few as
    can be.
    """
    came: dict[Cell, tuple[Cell, Direction] | None] = {floor.hero_cell: None}
    waiting, later = [floor.hero_cell], list[Cell]()
    ways = [(way, way.offset(floor.board.stride)) for way in DIRECTIONS]
    while waiting:
        for cell in waiting:
            if cell in goals:
                return _trace_steps(came, cell)
            for way, shift in ways:
                to = cell + shift
                glyph = floor.glyphs[to]
                if to in came or (glyph == STAIRS_GLYPH and to not in goals):
                    continue
                if glyph in PASSABLE_GLYPHS and to not in avoided:
                    waiting.append(to)
                elif through_blockers and floor.terrain_at(to) in PASSABLE_GLYPHS:
                    later.append(to)
                else:
                    continue
                came[to] = (cell, way)
        waiting, later = later, []
    return None


def _cells_along(floor: Floor, steps: tuple[Direction, ...]) -> list[Cell]:
    """Return the cells that steps of the PC lead over."""
    cells = [floor.hero_cell]
    for way in steps:
        cells.append(cells[-1] + way.offset(floor.board.stride))
    return cells[1:]


def _trace_steps(
    came_from: dict[Cell, tuple[Cell, Direction] | None], goal: Cell
) -> tuple[Direction, ...]:
    steps = []
    before = came_from[goal]
    while before is not None:
        cell, way = before
        steps.append(way)
        before = came_from[cell]
    return tuple(reversed(steps))
