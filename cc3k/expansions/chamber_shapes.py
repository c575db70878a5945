"""Chamber shapes: rectangles, corners cut off in several ways, ellipses and caves.

An area of a board of 25 x 79 is an integer with a bit for each cell: bit `row * 80 + column`.
Joining, growing and flooding it takes a few operations, a hundredth of the time of sets of cells.
"""

from collections.abc import Callable
from math import isqrt
from typing import TypeAlias

from attrs import frozen

from cc3k.engine.cell_areas import CellSet, grow
from cc3k.engine.dice import Dice

HEIGHT, WIDTH = 25, 79
STRIDE = WIDTH + 1
CELL_COUNT = HEIGHT * STRIDE


def rectangle(top: int, left: int, height: int, width: int) -> CellSet:
    row = ((1 << width) - 1) << left
    return sum([row << (line * STRIDE) for line in range(top, top + height)])


INNER = rectangle(1, 1, HEIGHT - 2, WIDTH - 2)
"""Every cell inside the border."""


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


def grow_straight(area: CellSet) -> CellSet:
    """Return an area with all cells within one step of it, in four directions."""
    return area | area << 1 | area >> 1 | area << STRIDE | area >> STRIDE


def flood(start: CellSet, area: CellSet) -> CellSet:
    """Return the part of an area that is connected with `start`, in eight directions."""
    reached, before = start & area, 0
    while reached != before:
        before, reached = reached, grow(reached, STRIDE) & area
    return reached


def nth_cell(area: CellSet, number: int) -> int:
    """Return the n-th cell of an area, counted from 0; the area must have that many."""
    first, size = 0, CELL_COUNT
    while size > 1:
        half = size // 2
        count = ((area >> first) & ((1 << half) - 1)).bit_count()
        if number < count:
            size = half
        else:
            number, first, size = number - count, first + half, size - half
    return first


def has_many_neighbours(
    area: CellSet, *, at_least_five: CellSet, at_least_four: CellSet
) -> CellSet:
    """Return the cells of `at_least_five` that have five or more neighbours in an area.

    Add the cells of `at_least_four` that have four or more. The neighbours of all cells are counted
    at once, by adding eight shifted copies of the area bit by bit.
    """
    west, east = area << 1, area >> 1
    rows = (
        (area << STRIDE, west << STRIDE, east << STRIDE),
        (area >> STRIDE, west >> STRIDE, east >> STRIDE),
    )
    (one, two), (three, four) = (_add_three(*row) for row in rows)
    five, six = west ^ east, west & east
    ones, carry = _add_three(one, three, five)
    twos, fours = _add_three(two, four, six)
    more = twos & carry
    twos ^= carry
    eights = fours & more
    fours ^= more
    return at_least_five & (eights | fours & (ones | twos)) | at_least_four & (eights | fours)


def _add_three(one: CellSet, two: CellSet, three: CellSet) -> tuple[CellSet, CellSet]:
    """Return the sum of three bits for every cell: ones, and twos."""
    return one ^ two ^ three, one & two | three & (one | two)
