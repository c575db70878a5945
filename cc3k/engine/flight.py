"""Flight: what flies straight over a floor, such as a throw, an arrow or a spell (X12, Y23).

Whoever throws, shoots or casts asks for the flight; what happens to whom it meets is their rule.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cc3k.engine.board import WALKABLE, Cell, Direction
from cc3k.engine.values import frozen

if TYPE_CHECKING:
    from cc3k.engine.floor import Floor
    from cc3k.engine.view import GameView


@frozen
class Trajectory:
    """A flight: the cells that it reached, in order, and that of whom it hit, if anybody."""

    cells: tuple[Cell, ...]
    target: Cell | None = None


def fly(
    floor: "Floor | GameView",
    start: Cell,
    way: Direction,
    most_cells: int,
    meets: Callable[[Cell], bool] | None = None,
) -> Trajectory:
    """Return the flight over a floor, or what is known of it, of at most that many cells.

    It goes over whatever can be walked on, and over things, stairs and pedestals, and ends at the
    first enemy, or the PC. It passes those whom it does not `meets`, of all that are in its way.
    """
    offset, terrain = way.offset(floor.board.stride), floor.board.terrain
    cells: list[Cell] = []
    for count in range(1, most_cells + 1):
        cell = start + count * offset
        is_taken = cell in floor.enemies or cell == floor.hero_cell
        if is_taken and (meets is None or meets(cell)):
            return Trajectory((*cells, cell), cell)
        if terrain[cell] not in WALKABLE and cell not in floor.items:
            break
        cells.append(cell)
    return Trajectory(tuple(cells))
