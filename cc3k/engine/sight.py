"""Sight: what the player sees of a floor now, and has seen before (§3, X40)."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from attrs import frozen

from cc3k.engine.board import Board, Cell
from cc3k.engine.enemies import Enemy
from cc3k.engine.items import Item


@frozen(eq=False)
class Sight:
    """What the player sees of a floor now.

    `board` has blanks for the cells that were never seen. `glyphs` is the floor as it is displayed,
    a glyph for each cell of the board. `visible` are the cells in sight and `seen` those that ever
    were, None for all of them. `enemies` are those on the visible cells, worked out of these where
    it is None. `items` are the things seen now or before, by cell, and `guarded` the cells
    of those that are known to be guarded, None where that can be seen of all. `stairs_cell` is
    `NO_CELL` while the stairs are not known. `remembered` are the enemies out of sight where they
    were last seen, and `remembered_stationary` the cells of those that never step: of these, no
    more is known than their kinds and where they were.
    """

    board: Board
    glyphs: bytearray
    items: Mapping[Cell, Item]
    stairs_cell: Cell
    visible: AbstractSet[Cell] | None = None
    seen: AbstractSet[Cell] | None = None
    enemies: dict[Cell, Enemy] | None = None
    guarded: AbstractSet[Cell] | None = None
    remembered: Mapping[Cell, Enemy] = {}
    remembered_stationary: AbstractSet[Cell] = frozenset()

    def shows(self, cell: Cell) -> bool:
        """Tell whether a cell is in sight now, and whoever is on it."""
        return self.visible is None or cell in self.visible
