"""Movement: where a piece can go, by ways strict and ways that fall through an exit (E10 to E13).

A way is a row of steps that the piece's pattern allows. `find_way` answers for one destination,
`way_ends` lists all. The board may be infinite and a distance as long as an attribute holds, so:

- a straight way is judged by what stands on its line, not cell by cell;
- a way that turns is searched for by `turning`, in the surroundings of what stands on the board.
"""

from collections.abc import Iterator
from enum import Enum

from cc3k.arcade.escape.board import Cell, EscapeBoard, PieceType, Rectangle, is_within
from cc3k.arcade.escape.terms import EXIT
from cc3k.arcade.escape.turning import has_turning_way, turning_ends


class Way(Enum):
    """How a piece gets to a cell: safely, by falling through an exit before it, or not at all."""

    SAFE = "safe"
    FALL = "fall"
    NONE = "none"


def find_way(board: EscapeBoard, kind: PieceType, start: Cell, goal: Cell) -> Way:
    """Return how a piece gets to a cell within its distance, past no exit if it can."""
    if _has_way(board, kind, start, goal):
        return Way.SAFE
    if EXIT in kind.opens:
        return Way.NONE
    falling = kind._replace(opens=kind.opens | {EXIT})
    return Way.FALL if _has_way(board, falling, start, goal) else Way.NONE


def way_ends(
    board: EscapeBoard, kind: PieceType, start: Cell, within: Rectangle | None = None
) -> Iterator[Cell]:
    """Yield every cell at which a way ends, in a fixed order; whether it can be landed on or not.

    With a rectangle, only those in it. They come nearest first, so that whoever needs just one can
    stop early; without a rectangle there may be very many.
    """
    if not kind.turns:
        yield from _straight_ends(board, kind, start, within)
        return
    for cell in turning_ends(board, kind, start, within):
        if within is None or is_within(cell, within):
            yield cell


def _has_way(board: EscapeBoard, kind: PieceType, start: Cell, goal: Cell) -> bool:
    search = has_turning_way if kind.turns else _has_straight_way
    return search(board, kind, start, goal)


def _has_straight_way(board: EscapeBoard, kind: PieceType, start: Cell, goal: Cell) -> bool:
    if not board.has(goal):
        return False
    across, along = goal[0] - start[0], goal[1] - start[1]
    length = max(abs(across), abs(along))
    if not 0 < length <= kind.distance:
        return False
    for dx, dy in kind.step_set.steps:
        if (across, along) == (dx * length, dy * length):
            return _is_line_passable(board, kind, start, (dx, dy), length)
    return False


def _is_line_passable(
    board: EscapeBoard, kind: PieceType, start: Cell, step: Cell, length: int
) -> bool:
    """Return True if all that stands between the ends of a line can be jumped, one at a time."""
    barred = {
        place: content
        for place, cell in _cells_between(board, start, step, length)
        if (content := board.content(cell)) not in kind.opens
    }
    return all(
        content in kind.leaps and place + 1 not in barred for place, content in barred.items()
    )


def _cells_between(
    board: EscapeBoard, start: Cell, step: Cell, length: int
) -> Iterator[tuple[int, Cell]]:
    """Yield the cells of a line that may hold something, with their places: 1 is the first."""
    (x, y), (dx, dy) = start, step
    if length <= board.special_count():
        for place in range(1, length):
            yield place, (x + place * dx, y + place * dy)
        return
    for cell in board.specials():
        place = max(abs(cell[0] - x), abs(cell[1] - y))
        if 0 < place < length and cell == (x + place * dx, y + place * dy):
            yield place, cell


def _straight_ends(
    board: EscapeBoard, kind: PieceType, start: Cell, within: Rectangle | None
) -> Iterator[Cell]:
    longest = kind.distance
    if within is not None:
        low_x, high_x, low_y, high_y = within
        x, y = start
        longest = min(
            longest, max(abs(x - low_x), abs(x - high_x), abs(y - low_y), abs(y - high_y))
        )
    for step in kind.step_set.steps:
        for cell in _line_ends(board, kind, start, step, longest):
            if within is None or is_within(cell, within):
                yield cell


def _line_ends(
    board: EscapeBoard, kind: PieceType, start: Cell, step: Cell, longest: int
) -> Iterator[Cell]:
    (x, y), (dx, dy) = start, step
    stands, jumps = True, False  # on the cell before; over the cell before
    for _ in range(longest):
        x, y = cell = (x + dx, y + dy)
        if not board.has(cell) or not (stands or jumps):
            return
        yield cell
        content = board.content(cell)
        stands, jumps = content in kind.opens, stands and content in kind.leaps
