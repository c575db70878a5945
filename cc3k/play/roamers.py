"""Roamers: the enemies along a way, and those that may leave or block it if the PC waits."""

from collections.abc import Collection

from cc3k.engine.board import WALKABLE, Cell, Direction
from cc3k.engine.enemies import Enemy
from cc3k.engine.view import GameView
from cc3k.play.paths import cells_along, count_steps, find_steps

NEAR_STEPS = 3
"""Steps within which an enemy bars a way: one farther off may be elsewhere by the time."""

WARY_STEPS = 4
"""Steps within which the next step of an enemy is reckoned with."""


def enemies_along(view: GameView, steps: tuple[Direction, ...]) -> list[Enemy]:
    cells = [view.hero_cell, *cells_along(view, steps)]
    enemies = [enemy for cell in cells for enemy in view.known_enemies_close(cell)]
    return list({enemy.identity: enemy for enemy in enemies}.values())


def may_a_way_open(view: GameView, goals: list[Cell]) -> bool:
    """Tell whether a way is free, or would be if the enemies on it moved away."""
    if not can_anybody_move(view):
        return False
    roamers = set(view.enemies) - view.stationary
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
    """Return the cells in reach of hostile enemies near by after they have taken a step."""
    near = {
        cell
        for cell, enemy in view.enemies.items()
        if view.is_hostile(enemy)
        and cell not in view.stationary
        and count_steps(view.board, view.hero_cell, cell) <= WARY_STEPS
    }
    if view.enemies_frozen:
        return set()
    reach = view.board.neighbourhood
    return {to for cell in near for step in _next_cells(view, cell) for to in reach[step]}


def _next_cells(view: GameView, cell: Cell) -> Collection[Cell]:
    """Return the cells that the enemy on a cell may step on; hunters can leave their chamber."""
    if not view.is_hunting(view.enemies[cell]):
        return view.board.tile_neighbours[cell]
    terrain = view.board.terrain
    return [near for near in view.board.neighbours[cell] if terrain[near] in WALKABLE]
