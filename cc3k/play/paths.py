"""Paths: the shortest ways of the PC, round what is dangerous where that can be (§4)."""

from collections.abc import Collection, Container

from cc3k.engine.board import DIRECTIONS, STAIRS_GLYPH, Cell, Direction
from cc3k.engine.values import frozen
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
    """Return the shortest path of the PC to one of the goals; None if walls block every path.

    A longer path that no enemy can reach is preferred to a shorter one past an enemy.
    """
    danger, passable = view.cells_to_avoid(), view.rules.passable_glyphs
    if (steps := find_steps(view, goals, danger)) is not None:
        return Path(steps, is_safe=True)
    if (steps := find_steps(view, goals)) is not None:
        return Path(steps, is_safe=False)
    # All are barred: the safe part of the path with the fewest blockers and dangers.
    bodies = {
        cell
        for cell, glyph in enumerate(view.glyphs)
        if glyph not in passable and view.terrain_at(cell) in passable
    }
    steps = find_steps(view, goals, costly={*bodies, *danger}, open_cells=bodies)
    if steps is None:
        return None
    cells = cells_along(view, steps)
    safe = [cell not in danger and view.may_enter(cell) for cell in cells]
    count = safe.index(False)
    return Path(steps[:count], is_safe=True, blocked_cell=cells[count])


def find_steps(
    view: GameView,
    goals: Collection[Cell],
    avoided: Container[Cell] = (),
    *,
    costly: Container[Cell] = (),
    open_cells: Container[Cell] = (),
) -> tuple[Direction, ...] | None:
    """Return the shortest steps to a goal, found breadth first; None if there are none.

    The stairs are stepped on only as a goal. `open_cells` are passable though somebody stands
    there now. The path leads over as few `costly` cells as possible: each is entered only when all
    that can be reached without it has been searched.
    """
    glyphs, hero_cell, passable = view.step_glyphs, view.hero_cell, view.rules.passable_glyphs
    came: dict[Cell, tuple[Cell, Direction] | None] = {hero_cell: None}
    waiting, later = [hero_cell], list[Cell]()
    ways = [(way, way.offset(view.board.stride)) for way in DIRECTIONS]
    while waiting:
        for cell in waiting:
            if cell in goals:
                steps, before = list[Direction](), came[cell]
                while before is not None:
                    steps.append(before[1])
                    before = came[before[0]]
                return tuple(reversed(steps))
            for way, shift in ways:
                to = cell + shift
                glyph = glyphs[to]
                if to in came or (glyph == STAIRS_GLYPH and to not in goals):
                    continue
                is_open = (glyph in passable or to in open_cells) and to not in avoided
                if is_open:
                    (later if to in costly else waiting).append(to)
                    came[to] = (cell, way)
        waiting, later = later, []
    return None


def ways_of_steps(view: GameView) -> list[Direction]:
    """Return the ways in which a step is possible now, those out of everybody's reach first."""
    danger = view.cells_to_avoid()
    ways = [way for way in DIRECTIONS if view.may_enter(view.cell_towards(way))]
    return sorted(ways, key=lambda way: view.cell_towards(way) in danger)


def cells_along(view: GameView, steps: tuple[Direction, ...]) -> list[Cell]:
    cells = [view.hero_cell]
    for way in steps:
        cells.append(cells[-1] + way.offset(view.board.stride))
    return cells[1:]


def steps_to_cells(view: GameView) -> dict[Cell, int]:
    """Return the number of steps to each cell that the PC can walk to, the stairs left out."""
    glyphs, around = view.step_glyphs, view.board.neighbours
    passable = bytes(set(view.rules.passable_glyphs) - {STAIRS_GLYPH})
    found, waiting = {view.hero_cell: 0}, [view.hero_cell]
    for cell in waiting:
        for to in around[cell]:
            if to not in found and glyphs[to] in passable:
                found[to] = found[cell] + 1
                waiting.append(to)
    return found


def cells_beside(view: GameView, cell: Cell) -> list[Cell]:
    return [near for near in view.board.neighbours[cell] if near != view.stairs_cell]
