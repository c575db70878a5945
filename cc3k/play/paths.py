"""Paths: the shortest paths of the PC past enemies, and what blocks them."""

from collections.abc import Collection, Container

from attrs import frozen

from cc3k.engine.board import DIRECTIONS, PASSABLE_GLYPHS, STAIRS_GLYPH, Cell, Direction
from cc3k.engine.view import GameView


@frozen
class Path:
    """The steps to a goal. `is_safe` says whether no enemy can strike on the way.

    Where somebody or something bars every way, the steps lead as far as is safe, and `blocked_cell`
    is the cell that would come next.
    """

    steps: tuple[Direction, ...]
    is_safe: bool
    blocked_cell: Cell | None = None


def find_path(view: GameView, goals: Collection[Cell]) -> Path | None:
    """Return the shortest path of the PC to one of the goals; None if the walls allow none.

    A longer path that no enemy can reach is taken before a shorter one that leads past an enemy.
    """
    danger = view.threatened_cells()
    steps = _breadth_first_search(view, goals, danger)
    if steps is not None:
        return Path(steps, is_safe=True)
    steps = _breadth_first_search(view, goals, ())
    return (
        _find_path_to_blocker(view, goals, danger) if steps is None else Path(steps, is_safe=False)
    )


def _find_path_to_blocker(
    view: GameView, goals: Collection[Cell], danger: Container[Cell]
) -> Path | None:
    """Return the safe part of the path with the fewest blockers and dangers."""
    steps = _breadth_first_search(view, goals, danger, through_blockers=True)
    if steps is None:
        return None
    cells = _cells_along(view, steps)
    safe = [cell not in danger and view.glyphs[cell] in PASSABLE_GLYPHS for cell in cells]
    count = safe.index(False)
    return Path(steps[:count], is_safe=True, blocked_cell=cells[count])


def _breadth_first_search(
    view: GameView,
    goals: Collection[Cell],
    avoided: Container[Cell],
    *,
    through_blockers: bool = False,
) -> tuple[Direction, ...] | None:
    """Search breadth first; the stairs are stepped on only as a goal.

    With `through_blockers`, the path may also lead through enemies, potions and `avoided` cells,
    but through as few of them as possible: each is entered only when all that can be reached
    without it has been searched.
    """
    glyphs, hero_cell = view.glyphs, view.hero_cell
    came: dict[Cell, tuple[Cell, Direction] | None] = {hero_cell: None}
    waiting, later = [hero_cell], list[Cell]()
    ways = [(way, way.offset(view.board.stride)) for way in DIRECTIONS]
    while waiting:
        for cell in waiting:
            if cell in goals:
                return _trace_steps(came, cell)
            for way, shift in ways:
                to = cell + shift
                glyph = glyphs[to]
                if to in came or (glyph == STAIRS_GLYPH and to not in goals):
                    continue
                if glyph in PASSABLE_GLYPHS and to not in avoided:
                    waiting.append(to)
                elif through_blockers and view.terrain_at(to) in PASSABLE_GLYPHS:
                    later.append(to)
                else:
                    continue
                came[to] = (cell, way)
        waiting, later = later, []
    return None


def _cells_along(view: GameView, steps: tuple[Direction, ...]) -> list[Cell]:
    """Return the cells that steps of the PC lead over."""
    cells = [view.hero_cell]
    for way in steps:
        cells.append(cells[-1] + way.offset(view.board.stride))
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
