"""Chamber shapes: rectangles, corners cut off in several ways, ellipses and caves."""

from collections.abc import Callable
from math import isqrt
from typing import TypeAlias

from attrs import frozen

from cc3k.engine.cell_areas import CellSet
from cc3k.engine.dice import Dice
from cc3k.expansions.cell_sets import (
    CELL_COUNT,
    STRIDE,
    flood,
    has_many_neighbours,
    nth_cell,
    rectangle,
)

MIN_CHAMBER_TILES = 20
SMOOTHING_ROUNDS = 2
"""Rounds of cellular automaton that smooth a cave's walls."""


@frozen
class Box:
    """A rectangle of the board: its first row and column, and the number of each."""

    top: int
    left: int
    height: int
    width: int

    @property
    def cells(self) -> CellSet:
        return rectangle(self.top, self.left, self.height, self.width)


ShapeMaker: TypeAlias = Callable[[Box, Dice], CellSet]
"""Return the floor tiles of a chamber inside a box."""


def draw_rectangle(box: Box, _dice: Dice) -> CellSet:
    return box.cells


def draw_l_shape(box: Box, dice: Dice) -> CellSet:
    return box.cells & ~_corner(box, *_corner_size(box, dice), dice.below(4))


def draw_t_shape(box: Box, dice: Dice) -> CellSet:
    height, width = _side_size(box, dice)
    side = dice.below(2)
    cut = _corner(box, height, width, 2 * side) | _corner(box, height, width, 2 * side + 1)
    return box.cells & ~cut


def draw_cross(box: Box, dice: Dice) -> CellSet:
    height, width = max(1, (box.height - 2) // 2 - dice.below(2)), _side_size(box, dice)[1]
    area = box.cells
    for number in range(4):
        area &= ~_corner(box, height, width, number)
    return area


def draw_ellipse(box: Box, _dice: Dice) -> CellSet:
    """Fill the ellipse that touches the sides of the box."""
    area, size = 0, box.height * box.height
    for line in range(box.height):
        off = 2 * line + 1 - box.height
        half = max(1, isqrt(box.width * box.width * (size - off * off) // size) // 2)
        left = box.left + box.width // 2 - half
        area |= rectangle(box.top + line, left, 1, min(2 * half + box.width % 2, box.width))
    return area


def draw_cave(box: Box, dice: Dice) -> CellSet:
    """Dig a cave: random tiles, smoothed, of which the connected part in the middle is kept."""
    room = box.cells
    one, two, three = (int.from_bytes(dice.randbytes(CELL_COUNT // 8), "little") for _ in range(3))
    area = (one | two & three) & room
    for _ in range(SMOOTHING_ROUNDS):
        area = has_many_neighbours(area, at_least_five=room, at_least_four=area) & room
    if not area:
        return room
    middle = 1 << ((box.top + box.height // 2) * STRIDE + box.left + box.width // 2)
    start = middle & area or 1 << nth_cell(area, area.bit_count() // 2)
    return flood(start, area)


def _corner_size(box: Box, dice: Dice) -> tuple[int, int]:
    """Return the height and width of a corner to cut off, small enough to leave arms."""
    return _between(dice, 1, box.height - 2), _between(dice, 2, box.width - 3)


def _side_size(box: Box, dice: Dice) -> tuple[int, int]:
    """Return the height and width of the two corners of a side, with a stem left between."""
    return _between(dice, 1, box.height - 2), _between(dice, 1, (box.width - 3) // 2)


def _between(dice: Dice, low: int, high: int) -> int:
    """Return a number from the upper half of `low` to `high`: small cuts hardly show."""
    middle = max(low, (low + high) // 2)
    return middle + dice.below(max(1, high - middle + 1))


def _corner(box: Box, height: int, width: int, number: int) -> CellSet:
    is_south, is_east = divmod(number, 2)
    top = box.top + is_south * (box.height - height)
    left = box.left + is_east * (box.width - width)
    return rectangle(top, left, height, width)


IRREGULAR_SHAPES: tuple[ShapeMaker, ...] = (
    draw_l_shape,
    draw_t_shape,
    draw_cross,
    draw_ellipse,
    draw_cave,
)
SHAPES: tuple[ShapeMaker, ...] = (draw_rectangle, *IRREGULAR_SHAPES)
"""All shapes. To add one, write a function and add it here."""
