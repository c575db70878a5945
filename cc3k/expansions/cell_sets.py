"""Cell sets: areas of a 25 x 79 board as integers, with one bit for each cell.

The cell in `row` and `column` is bit `row * 80 + column`. Joining, growing and flooding an area
takes a few integer operations, a hundredth of the time that sets of cells would take.
"""

from cc3k.engine.cell_areas import CellSet, grow

HEIGHT, WIDTH = 25, 79
STRIDE = WIDTH + 1
CELL_COUNT = HEIGHT * STRIDE


def rectangle(top: int, left: int, height: int, width: int) -> CellSet:
    row = ((1 << width) - 1) << left
    return sum([row << (line * STRIDE) for line in range(top, top + height)])


INNER = rectangle(1, 1, HEIGHT - 2, WIDTH - 2)
"""Every cell inside the border."""


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
