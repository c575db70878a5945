"""Lines of sight: which walkable cells see each other, dark or lit (X50).

Shadowcasting finds everything visible from a cell. For two given cells it is much faster, with the
same result, to look only at the cells between them. A line joins their centres and crosses one cell
in each row between them, or in each column if they are farther apart across. Where it runs exactly
between two cells, one of them may be closed, but always on the same side.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from attrs import frozen

from cc3k.engine.board import WALKABLE, Board, Cell
from cc3k.expansions.field_of_view import visible_from

FEW_CELLS = 8
"""Up to this many cells, a line to each is faster than shadowcasting."""


@frozen
class _Line:
    """The cells between two cells, as offsets from the first.

    The line crosses the `middle` cells, and runs between those to its `left` and `right`.
    """

    middle: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


def is_in_line_of_sight(board: Board, one: Cell, other: Cell) -> bool:
    """Tell whether two walkable cells see each other."""
    terrain = board.terrain
    if terrain[other] not in WALKABLE:
        return one == other
    stride = board.stride
    line = _line_between(stride, other // stride - one // stride, other % stride - one % stride)
    for step in line.middle:
        if terrain[one + step] not in WALKABLE:
            return False
    return _is_open(terrain, one, line.left) or _is_open(terrain, one, line.right)


def cells_in_line_of_sight(board: Board, one: Cell, cells: Collection[Cell]) -> Iterable[Cell]:
    if len(cells) <= FEW_CELLS:
        return [cell for cell in cells if is_in_line_of_sight(board, one, cell)]
    sight = visible_from(board, one).to_bytes(len(board.terrain) // 8 + 1, "little")
    return [cell for cell in cells if sight[cell >> 3] >> (cell & 7) & 1]


def _is_open(terrain: bytes, start: Cell, steps: Sequence[int]) -> bool:
    return not steps or all(terrain[start + step] in WALKABLE for step in steps)


@lru_cache(maxsize=4096)
def _line_between(stride: int, rows: int, columns: int) -> _Line:
    """Return the line to a cell that many rows and columns away, nearest cells first."""
    down, right = (stride if rows > 0 else -stride), (1 if columns > 0 else -1)
    along, across = (abs(rows), down), (abs(columns), right)
    (most, ahead), (aside, sideways) = sorted((along, across), key=_length, reverse=True)
    middle, halves = list[int](), list[int]()
    for count in range(1, most):
        # The cell nearest to the line; of two equally near, the farther one.
        shift, rest = divmod(2 * count * aside + most, 2 * most)
        (middle if rest else halves).append(count * ahead + shift * sideways)
    return _Line(tuple(middle), tuple([step - sideways for step in halves]), tuple(halves))


def _length(way: tuple[int, int]) -> int:
    return way[0]
