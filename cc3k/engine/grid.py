"""Grid: the eight directions, and cells as integers.

A cell is an int, `row * stride + column`, into a board kept as one string whose rows end in a
line feed (so `stride` is the width and one more). Integer order is reading order, a step is an
addition, and as the edge of a board can never be entered no step needs a bounds check.
"""

from typing import TypeAlias

from attrs import frozen

Cell: TypeAlias = int


@frozen(cache_hash=True)
class Direction:
    """One of the eight directions of a step (§4); a part of every action."""

    command_word: str
    name: str
    row_delta: int
    column_delta: int

    def offset(self, stride: int) -> int:
        """Return the number to add to a cell for one step this way, on a board of that stride."""
        return self.row_delta * stride + self.column_delta


NORTH = Direction("no", "North", -1, 0)
SOUTH = Direction("so", "South", 1, 0)
EAST = Direction("ea", "East", 0, 1)
WEST = Direction("we", "West", 0, -1)
NORTHEAST = Direction("ne", "Northeast", -1, 1)
NORTHWEST = Direction("nw", "Northwest", -1, -1)
SOUTHEAST = Direction("se", "Southeast", 1, 1)
SOUTHWEST = Direction("sw", "Southwest", 1, -1)

DIRECTIONS = (NORTH, SOUTH, EAST, WEST, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST)
