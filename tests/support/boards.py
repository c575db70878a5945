"""Boards of chambers held to every sentence of X30, with areas as integers: quick for many."""

from collections.abc import Iterator

from cc3k.engine.board import DOORWAY, PASSAGE, TILE, Board, CellSet, flood, grow
from cc3k.expansions.chambers import HEIGHT, INNER, STRIDE, WIDTH

_ONE, _ZERO = b"1"[0], b"0"[0]


def find_faults(board: Board) -> list[str]:
    """Return what X30 demands and a board has not; nothing for one that holds all of it."""
    if (board.height, board.width) != (HEIGHT, WIDTH) or {len(row) for row in board.rows} != {79}:
        return ["25 rows of 79"]
    tiles, doors, passages = (_area(board, kind) for kind in (TILE, DOORWAY, PASSAGE))
    chambers, walkable = list(_parts(tiles)), tiles | doors | passages
    sizes = [area.bit_count() for area in chambers]
    touching = [grow(area, STRIDE) & doors for area in chambers]
    demands = {
        "4 to 9 chambers": 4 <= len(chambers) <= 9,
        "at least 20 tiles each": min(sizes, default=0) >= 20,
        "350 to 800 tiles": 350 <= sum(sizes) <= 800,
        "one chamber in five is no rectangle": 5 * sum(map(_is_irregular, chambers))
        >= len(chambers),
        "a doorway for each chamber": all(touching),
        "a doorway touches one chamber": sum([each.bit_count() for each in touching])
        == doors.bit_count()
        and _union(touching) == doors,
        "a doorway touches a passage": grow(passages, STRIDE) & doors == doors,
        "no tile within one cell of a passage": not grow(passages, STRIDE) & tiles,
        "walls around chambers": not grow(tiles, STRIDE) & _area(board, ord(" ")),
        "a border": not walkable & ~INNER,
        "everything is connected": flood(walkable & -walkable, walkable, STRIDE) == walkable,
        "a loop": _has_loop(passages, walkable),
    }
    return [demand for demand, is_met in demands.items() if not is_met]


def _area(board: Board, kind: int) -> CellSet:
    digits = bytes([_ONE if cell == kind else _ZERO for cell in reversed(board.terrain)])
    return int(digits, 2)


def _parts(area: CellSet) -> Iterator[CellSet]:
    while area:
        part = flood(area & -area, area, STRIDE)
        yield part
        area &= ~part


def _union(areas: list[CellSet]) -> CellSet:
    whole = 0
    for area in areas:
        whole |= area
    return whole


def _is_irregular(chamber: CellSet) -> bool:
    first, last = (chamber & -chamber).bit_length() - 1, chamber.bit_length() - 1
    rows = range(first // STRIDE, last // STRIDE + 1)
    columns = _union([chamber >> row * STRIDE & ((1 << STRIDE) - 1) for row in rows])
    width = columns.bit_length() - (columns & -columns).bit_length() + 1
    return chamber.bit_count() != len(rows) * width


def _has_loop(passages: CellSet, walkable: CellSet) -> bool:
    """Tell whether a passage can be cut and everything stays connected.

    It has to lead on to two sides of the cut, with no step past it from one to the other: the end
    of a blind passage, or its bend, cuts nothing.
    """
    left = passages
    while left:
        cell = left & -left
        left ^= cell
        rest = walkable & ~cell
        is_cut = len(list(_parts(grow(cell, STRIDE) & rest))) > 1
        if is_cut and flood(rest & -rest, rest, STRIDE) == rest:
            return True
    return False
