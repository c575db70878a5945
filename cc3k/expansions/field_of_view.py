"""Field of view: the cells seen from a cell, and which cells see each other (X40, X50).

Chambers and doorways are lit, passages are dark. Two cells see each other if they are adjacent, or
if both are lit and only lit cells lie between their centres. So sight is symmetric. Walls are
visible next to a visible floor tile.

It is found by shadowcasting over bitsets. A quadrant is scanned line by line, away from the viewer.
In each line, the lit cells between two slopes are the bits of an integer, and every unbroken run of
them continues into the next line between slopes of its own. Slopes are pairs of integers, so
nothing is rounded. The result depends only on the board, not on enemies or items, and is computed
once for each cell.

A line of sight (X50) is between walkable cells, dark or lit. Shadowcasting finds everything visible
from a cell. For two given cells it is much faster, with the same result, to look only at the cells
between them. A line joins their centres and crosses one cell in each row between them, or in each
column if they are farther apart across. Where it runs exactly between two cells, one of them may be
closed, but always on the same side.
"""

from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TypeAlias

from attrs import define, field, frozen

from cc3k.engine.board import (
    DOORWAY,
    PASSAGE,
    TILE,
    WALKABLE,
    Board,
    Cell,
    CellArea,
    CellSet,
    cell_set,
    cells_of_kinds,
    digits_of_kinds,
    grow,
)

Slope: TypeAlias = tuple[int, int]
"""A slope as a fraction: cells across, for a positive number of cells away."""

STEEPEST_LEFT, STEEPEST_RIGHT = (-1, 1), (1, 1)
"""The two slopes that bound a quadrant."""


@frozen
class _Grid:
    """The open cells of a board as parallel lines: its rows, or its columns.

    `prefixes[n]` are the bits of the first n cells of line 0; each further line shifts them by
    `unit`.
    """

    lines: tuple[CellSet, ...]
    prefixes: tuple[CellSet, ...]
    unit: int


@define(eq=False)
class FieldOfView:
    """The cells visible from each cell of a board, computed on first use."""

    board: Board
    _areas: dict[Cell, CellArea] = field(factory=dict, init=False)
    _surroundings: dict[int, CellArea] = field(factory=dict, init=False)

    @cached_property
    def _light(self) -> "_Light":
        """The lit cells: a passage more or less changes none of them."""
        return light_on(self.board.terrain.translate(_LIT), self.board.width, self.board.height)

    @cached_property
    def _walls(self) -> CellSet:
        passages = cells_of_kinds(self.board.terrain, bytes((PASSAGE, ord("\n"))))
        return ((1 << len(self.board.terrain)) - 1) & ~(self._light.cells | passages)

    def with_area(self, cell: Cell, area: CellArea) -> "FieldOfView":
        """Return another field of view of this board, in which a cell sees that area."""
        copy = FieldOfView(self.board)
        copy._areas[cell] = area
        return copy

    def sees(self, one: Cell, other: Cell) -> bool:
        """Tell whether a cell is seen from another one, by a line alone if that can tell."""
        terrain, area = self.board.terrain, self._areas.get(one)
        if area is None and (terrain[other] in _LIT_KINDS or terrain[other] == PASSAGE):
            if other in self.board.neighbourhood[one]:
                return True
            is_lit = terrain[one] in _LIT_KINDS and terrain[other] in _LIT_KINDS
            around = self.surroundings(one) if is_lit else None
            if around is not None and around.digits[other] == "0":
                return False  # in another chamber: no line is drawn
            return is_lit and is_in_line_of_sight(self._light.board, one, other)
        return self.area_from(one).bits >> other & 1 == 1

    def surroundings(self, cell: Cell) -> CellArea | None:
        """Return cells with all those visible from a cell among them, if no search is needed."""
        known, number = self._areas.get(cell), self.board.chamber_index.get(cell)
        if known is not None or number is None:
            return known
        if number not in self._surroundings:
            tiles, doorways = self._light.open_chamber_of(cell) or (0, ())
            inside = tiles | cell_set(doorways)
            area = CellArea(grow(inside, self.board.stride), len(self.board.terrain))
            self._surroundings[number] = area
        return self._surroundings[number] or None

    def area_from(self, cell: Cell) -> CellArea:
        area = self._areas.get(cell)
        if area is None:
            area = self._areas[cell] = CellArea(self._find_area(cell), len(self.board.terrain))
        return area

    def _find_area(self, cell: Cell) -> CellSet:
        stride, light = self.board.stride, self._light
        beside = grow(1 << cell, stride) & ((1 << len(self.board.terrain)) - 1)
        if not light.cells >> cell & 1:
            return beside
        ground = light.cells_seen_from(cell)
        return ground | grow(ground & light.tiles, stride) & self._walls | beside


_LIT_KINDS = bytes((TILE, DOORWAY))

_LIT = bytes([kind if kind in _LIT_KINDS else ord(" ") for kind in range(256)])
"""A translation table that blanks all but lit cells."""


@define(eq=False)
class _Light:
    """The lit cells of a board, which is blank elsewhere, and which of them see each other."""

    board: Board
    _in_sight: dict[Cell, CellSet] = field(factory=dict, init=False)
    _open_chambers: dict[int, tuple[CellSet, tuple[Cell, ...]] | None] = field(
        factory=dict, init=False
    )

    @cached_property
    def tiles(self) -> CellSet:
        return cells_of_kinds(self.board.terrain, bytes((TILE,)))

    @cached_property
    def cells(self) -> CellSet:
        return self.board.walkable

    @cached_property
    def _grids(self) -> tuple[_Grid, _Grid]:
        return _grids_of(self.board, WALKABLE)

    def cells_seen_from(self, cell: Cell) -> CellSet:
        found = self._in_sight.get(cell)
        if found is None:
            found = self._in_sight[cell] = self._find_cells_seen(cell)
        return found

    def _find_cells_seen(self, cell: Cell) -> CellSet:
        chamber = self.open_chamber_of(cell)
        if chamber is None:
            return _scan_around(self._grids, *self.board.row_and_column(cell)) | 1 << cell
        tiles, doorways = chamber
        return tiles | sum(
            [1 << door for door in doorways if self.cells_seen_from(door) >> cell & 1]
        )

    def open_chamber_of(self, cell: Cell) -> tuple[CellSet, tuple[Cell, ...]] | None:
        """Return the tiles and doorways of a rectangular chamber: each tile sees all of them.

        This shortcut fits most chambers. Return None for any other cell, or if more can be seen
        through a doorway.
        """
        number = self.board.chamber_index.get(cell)
        if number is None:
            return None
        if number not in self._open_chambers:
            self._open_chambers[number] = self._find_open_chamber(self.board.chambers[number])
        return self._open_chambers[number]

    def _find_open_chamber(
        self, cells: tuple[Cell, ...]
    ) -> tuple[CellSet, tuple[Cell, ...]] | None:
        stride = self.board.stride
        height = cells[-1] // stride - cells[0] // stride + 1
        width = (cells[-1] - cells[0]) % stride + 1
        starts = range(cells[0], cells[0] + height * stride, stride)
        if [*cells] != [start + at for start in starts for at in range(width)]:
            return None
        tiles = sum([((1 << width) - 1) << start for start in starts])
        doorways = grow(tiles, stride) & self.cells & ~tiles
        if grow(doorways, stride) & self.cells & ~(tiles | doorways):
            return None
        return tiles, tuple(CellArea(doorways, len(self.board.terrain)))


@lru_cache(maxsize=32)
def light_on(lit: bytes, width: int, height: int) -> _Light:
    return _Light(Board(lit, width, height))


@lru_cache(maxsize=32)
def field_of_view(board: Board) -> FieldOfView:
    """Return the field of view of a board: the same object for equal boards."""
    return FieldOfView(board)


@lru_cache(maxsize=2048)
def visible_from(board: Board, cell: Cell) -> CellSet:
    """Return the walkable cells in line of sight of a cell, dark or lit (X50).

    Walls and rock end a line of sight.
    """
    return _scan_around(_walkable_grids(board), *board.row_and_column(cell)) | 1 << cell


@lru_cache(maxsize=32)
def _walkable_grids(board: Board) -> tuple[_Grid, _Grid]:
    return _grids_of(board, WALKABLE)


def _scan_around(grids: tuple[_Grid, _Grid], row: int, column: int) -> CellSet:
    rows, columns = grids
    return (
        _scan_quadrant(rows, row, column, -1)
        | _scan_quadrant(rows, row, column, 1)
        | _scan_quadrant(columns, column, row, -1)
        | _scan_quadrant(columns, column, row, 1)
    )


def _scan_quadrant(grid: _Grid, line: int, place: int, step: int) -> CellSet:
    found, lines, prefixes, unit = 0, grid.lines, grid.prefixes, grid.unit
    waiting = [(1, *STEEPEST_LEFT, *STEEPEST_RIGHT)]
    while waiting:
        depth, rise, run, end_rise, end_run = waiting.pop()
        at, twice = line + step * depth, 2 * depth
        # First the cells that the slopes touch, then those with centres between them.
        first = max((twice * rise + run) // (2 * run), -place)
        last = -((end_run - twice * end_rise) // (2 * end_run))
        lowest, highest = -(-depth * rise // run), depth * end_rise // end_run
        window = lines[at] >> (place + first) & ((2 << (last - first)) - 1)
        if not window & (window + 1) and window >> (last - first):  # one unbroken run, as usual
            bits = prefixes[place + highest + 1] ^ prefixes[place + lowest]
            found |= bits << (at * unit)
            waiting.append((depth + 1, rise, run, end_rise, end_run))
            continue
        for left, right in _runs(window, first):
            low, high = max(left, lowest), min(right, highest)
            if low <= high:
                bits = prefixes[place + high + 1] ^ prefixes[place + low]
                found |= bits << (at * unit)
            start = (rise, run) if left == first else (2 * left - 1, twice)
            end = (end_rise, end_run) if right == last else (2 * right + 1, twice)
            waiting.append((depth + 1, *start, *end))
    return found


def _runs(window: CellSet, start: int) -> Iterable[tuple[int, int]]:
    """Yield the first and the last bit of each unbroken run of ones, counted from `start`."""
    while window:
        zeros = (window & -window).bit_length() - 1
        window >>= zeros
        ones = (~window & (window + 1)).bit_length() - 1
        yield start + zeros, start + zeros + ones - 1
        window >>= ones
        start += zeros + ones


def _grids_of(board: Board, kinds: bytes) -> tuple[_Grid, _Grid]:
    terrain, stride = board.terrain, board.stride
    digits = terrain.translate(digits_of_kinds(kinds))[::-1]
    cells, row = int(digits, 2), (1 << board.width) - 1
    rows = tuple([cells >> (number * stride) & row for number in range(board.height)])
    # Backwards, the last cell of a column comes first; a row ends with its line feed.
    columns = tuple([int(digits[stride - 1 - at :: stride], 2) for at in range(board.width)])
    prefixes = [0]
    for number in range(board.height):
        prefixes.append(prefixes[-1] | 1 << (number * stride))
    return (
        _Grid(rows, tuple([(1 << count) - 1 for count in range(stride + 1)]), stride),
        _Grid(columns, tuple(prefixes), 1),
    )


FEW_CELLS = 8
"""Up to this many cells, a line to each is faster than shadowcasting."""


def is_in_line_of_sight(board: Board, one: Cell, other: Cell) -> bool:
    """Tell whether two walkable cells see each other."""
    if board.terrain[other] not in WALKABLE:
        return one == other
    if other < one:  # the same line from its other end, so that fewer lines are drawn
        one, other = other, one
    stride = board.stride
    middle, left, right = _line_between(
        stride, other // stride - one // stride, other % stride - one % stride
    )
    walkable = board.walkable >> (one - stride)
    is_open = walkable & middle == middle
    return is_open and (walkable & left == left or walkable & right == right)


def cells_in_line_of_sight(board: Board, one: Cell, cells: Collection[Cell]) -> Iterable[Cell]:
    if len(cells) <= FEW_CELLS:
        return [cell for cell in cells if is_in_line_of_sight(board, one, cell)]
    sight = visible_from(board, one).to_bytes(len(board.terrain) // 8 + 1, "little")
    return [cell for cell in cells if sight[cell >> 3] >> (cell & 7) & 1]


@lru_cache(maxsize=4096)
def _line_between(stride: int, rows: int, columns: int) -> tuple[CellSet, CellSet, CellSet]:
    """Return the cells that a line crosses, and those to its left and right where it runs between.

    The line leads down that many rows, and as many columns to the right. The cells are counted from
    the one above its start: a flat line to the left crosses cells before its start.
    """
    along, across = (rows, stride), (abs(columns), 1 if columns > 0 else -1)
    (most, ahead), (aside, sideways) = sorted((along, across), key=itemgetter(0), reverse=True)
    middle = left = right = 0
    for count in range(1, most):
        # The cell nearest to the line; of two equally near, the farther one.
        shift, rest = divmod(2 * count * aside + most, 2 * most)
        place = stride + count * ahead + shift * sideways
        if rest:
            middle |= 1 << place
        else:
            left, right = left | 1 << (place - sideways), right | 1 << place
    return middle, left, right
