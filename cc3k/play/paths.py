"""Paths: breadth-first search of a floor, round threatened cells and up to what bars the way."""

from collections.abc import Collection, Container

from cc3k.engine.board import DIRECTIONS, STAIRS_GLYPH, WALKABLE, Board, Cell, Direction
from cc3k.engine.enemies import Enemy
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


def count_steps(board: Board, start: Cell, end: Cell) -> int:
    """Return the number of steps between two cells if nothing is in the way."""
    (row, column), (to_row, to_column) = board.row_and_column(start), board.row_and_column(end)
    return max(abs(row - to_row), abs(column - to_column))


NEAR_STEPS = 3
"""Steps within which an enemy bars a way: one farther off may be elsewhere by the time."""

WARY_STEPS = 4
"""Steps within which the next step of an enemy is reckoned with."""


def enemies_along(view: GameView, steps: tuple[Direction, ...]) -> list[Enemy]:
    cells = [view.hero_cell, *cells_along(view, steps)]
    enemies = [enemy for cell in cells for enemy in view.known_enemies_close(cell)]
    return list({enemy.identity: enemy for enemy in enemies}.values())


def may_a_way_open(view: GameView, goals: list[Cell]) -> bool:
    """Tell whether a way is free, or would be if the enemies on it moved away.

    Hunters do not: they come nearer (X7).
    """
    if not can_anybody_move(view):
        return False
    roamers = view.enemies.keys() - view.stationary - view.hunters.keys()
    return find_steps(view, goals, open_cells=roamers) is not None


def can_anybody_move(view: GameView) -> bool:
    return not view.enemies_frozen and len(view.enemies) > len(view.stationary)


def roamers_beyond(view: GameView, distance: int) -> set[Cell]:
    """Return the cells of enemies that may have moved before the PC has come that far.

    Hunters are left out, as they come nearer (X7).
    """
    if view.enemies_frozen:
        return set()
    stationary, hunters = view.known_stationary, view.hunters
    return {
        cell
        for cell in view.known_enemies
        if cell not in stationary
        and cell not in hunters
        and count_steps(view.board, view.hero_cell, cell) > distance
    }


def cells_reached_next(view: GameView) -> set[Cell]:
    """Return the cells in reach of hostile enemies near by after they have taken a step.

    Hunters can leave their chamber (X7).
    """
    board, reach = view.board, view.board.neighbourhood
    steps = list[Cell]()
    for cell, enemy in view.enemies.items():
        is_near = count_steps(board, view.hero_cell, cell) <= WARY_STEPS
        if is_near and view.is_hostile(enemy) and cell not in view.stationary:
            near, terrain = board.neighbours[cell], board.terrain
            within = board.tile_neighbours[cell]
            is_hunting = view.is_hunting(enemy)
            steps += [at for at in near if terrain[at] in WALKABLE] if is_hunting else within
    return set() if view.enemies_frozen else {to for step in steps for to in reach[step]}
