"""Sight: what the player sees of a floor now, and has seen before (§3, X40)."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from attrs import field

from cc3k.engine.board import Board, Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.items import Item
from cc3k.engine.values import frozen


@frozen(eq=False)
class Sight:
    """What the player sees of a floor now, and remembers of it."""

    board: Board
    """The terrain, blank where it was never seen."""
    glyphs: bytearray
    """The floor as it is displayed, a glyph for each cell of the board."""
    items: Mapping[Cell, Item]
    """The items seen now or before."""
    stairs_cell: Cell
    """`NO_CELL` while the stairs are not known."""
    visible: AbstractSet[Cell] | None = None
    """The cells in sight now; None for all."""
    seen: AbstractSet[Cell] | None = None
    """The cells seen now or before; None for all."""
    enemies: dict[Cell, Enemy] | None = None
    """The enemies in sight; None to derive them from `visible`."""
    guarded: AbstractSet[Cell] | None = None
    """The cells known to be guarded; None to derive them from the enemies in sight."""
    remembered: Mapping[Cell, Enemy] = field(factory=dict)
    """Enemies out of sight, where each was last seen, as values: as they were then."""
    remembered_stationary: AbstractSet[Cell] = frozenset()
    """The cells of remembered enemies that never step."""

    def shows(self, cell: Cell) -> bool:
        return self.visible is None or cell in self.visible
