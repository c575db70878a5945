"""Cell sets: areas of a 25 x 79 board as integers, with one bit for each cell.

Cell `row * 80 + column` is bit of that number. Union, growth and flooding of whole areas are a few
operations on integers, where sets of cells would take a hundred times as long.
"""

from cc3k.engine.cell_areas import CellSet

HEIGHT, WIDTH = 25, 79
STRIDE = WIDTH + 1
CELL_COUNT = HEIGHT * STRIDE


def rectangle(top: int, left: int, height: int, width: int) -> CellSet:
    """Return the cells of a rectangle."""
    row = ((1 << width) - 1) << left
    return sum([row << (line * STRIDE) for line in range(top, top + height)])


INNER = rectangle(1, 1, HEIGHT - 2, WIDTH - 2)
"""Every cell inside the border."""


def grow(area: CellSet) -> CellSet:
    """Return an area with all cells within one step of it, in eight directions."""
    wide = area | area << 1 | area >> 1
    return wide | wide << STRIDE | wide >> STRIDE


def grow_straight(area: CellSet) -> CellSet:
    """Return an area with all cells within one step of it, in four directions."""
    return area | area << 1 | area >> 1 | area << STRIDE | area >> STRIDE


def flood(start: CellSet, area: CellSet) -> CellSet:
    """Return the part of an area that is connected with `start`, in eight directions."""
    reached, before = start & area, 0
    while reached != before:
        before, reached = reached, grow(reached) & area
    return reached


def nth_cell(area: CellSet, number: int) -> int:
    """Return the cell with that number, from 0, in an area; there must be so many."""
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
    """Return the cells of `at_least_five` with five or more neighbours in an area.

    And those of `at_least_four` with four or more. The neighbours of all cells are counted at once,
    by adding eight shifted copies bit by bit.
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
