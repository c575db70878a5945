"""Movement: where a piece can go, by ways strict and ways that fall through an exit (E10 to E13).

A way is a row of steps that the piece's pattern allows. `find_way` answers for one destination,
`way_ends` lists all. The board may be infinite and a distance as long as an attribute holds, so:

- a straight way is judged by what stands on its line, not cell by cell;
- a way that turns is searched for, best first to one cell, by layers to all, in the surroundings
  of what stands on the board: beyond those all cells are free, and the part of a way that runs
  there can be folded back, step by step, onto the two nearest rows (two, for a diagonal step has
  to go somewhere). A way is as good backwards: its ends need not be free, all between them has to.
"""

from collections.abc import Collection, Iterator
from enum import Enum
from itertools import chain

from cc3k.arcade.escape.board import Cell, EscapeBoard, PieceType, Rectangle, is_within
from cc3k.arcade.escape.terms import CLEAR, EXIT, PIECE

FOLD_MARGIN = 2
"""Rows and columns around everything that is on a board, which are enough to go round it."""

JUMP_LENGTH = 2

FEW_CELLS = 4_000
"""Cells that a search looks at before it is tried from the other end: either may be walled in."""


def has_turning_way(board: EscapeBoard, kind: PieceType, start: Cell, goal: Cell) -> bool:
    """Return True if a way of at most the piece's distance leads from start to goal."""
    if start == goal or not board.has(goal):
        return False
    least = _distance(kind, start, goal)
    if least is None or least > kind.distance:
        return False
    for ends in ((start, goal), (goal, start)):
        if (answer := _search(board, kind, ends, FEW_CELLS)) is not None:
            return answer
    return bool(_search(board, kind, (start, goal), None))


def turning_ends(
    board: EscapeBoard, kind: PieceType, start: Cell, within: Rectangle | None
) -> Iterator[Cell]:
    """Yield every cell at which a way ends, nearest first, and further ones than were asked for.

    With a rectangle, all of its own are among them, and there is an end to them.
    """
    area = None
    if within is not None:
        low_x, high_x, low_y, high_y = within
        area = board.area(((low_x, low_y), (high_x, high_y), start), FOLD_MARGIN)
    ended, stood = {start}, {start}
    layer, after = [start], list[Cell]()
    length = 0
    while (layer or after) and length < kind.distance:
        length += 1
        following, landings = after, list[Cell]()
        known = frozenset[Cell]() if kind.leaps else ended  # a leap may come to a cell too late
        for cell in layer:
            for end, cost, is_free in _moves(board, kind, cell, known):
                if length + cost - 1 > kind.distance or (area and not is_within(end, area)):
                    continue
                if end not in ended:
                    ended.add(end)
                    yield end
                if is_free:
                    (following if cost == 1 else landings).append(end)
        layer = [cell for cell in dict.fromkeys(following) if cell not in stood]
        stood.update(layer)
        after = landings


def _distance(kind: PieceType, start: Cell, goal: Cell) -> int | None:
    return kind.step_set.distance(goal[0] - start[0], goal[1] - start[1])


def _is_open_between(board: EscapeBoard, kind: PieceType, start: Cell, goal: Cell) -> bool:
    """Return True if there is nothing in the way, so that the way is as long as it is far.

    Looked at are the cells between and one beyond on each side, where a way that is diagonal
    all along may have to go; so they must be two rows and two columns at least.
    """
    (x, y), (to_x, to_y) = start, goal
    around = board.clip((min(x, to_x) - 1, max(x, to_x) + 1, min(y, to_y) - 1, max(y, to_y) + 1))
    low_x, high_x, low_y, high_y = around
    if low_x == high_x or low_y == high_y:
        return False
    return not any(
        is_within(cell, around)
        and cell not in {start, goal}
        and board.content(cell) not in kind.opens
        for cell in chain(board.tiles, board.pieces)
    )


def _search(
    board: EscapeBoard, kind: PieceType, ends: tuple[Cell, Cell], most: int | None
) -> bool | None:
    """Search best first: cells by the length of a way through them if nothing were in its way.

    Return None when so many cells have been looked at without an answer. From a cell with nothing
    between it and the goal the rest is known: so a far goal is found from near the start.
    """
    start, goal = ends
    least = _distance(kind, start, goal) or 0
    area = board.area(ends, FOLD_MARGIN)
    lengths = {start: 0}
    waiting: dict[int, list[Cell]] = {least: [start]}
    looked, next_look = 0, 1  # ahead only now and then: it costs as much as the board is full
    while waiting:
        cell = _take_nearest(waiting)
        length = lengths[cell]
        looked += 1
        if looked == next_look:
            if _is_open_between(board, kind, cell, goal):
                return True
            next_look *= 2
        for end, cost, is_free in _moves(board, kind, cell):
            so_far = length + cost
            if not is_within(end, area) or so_far >= lengths.get(end, so_far + 1):
                continue
            rest = _distance(kind, end, goal)
            if rest is None or so_far + rest > kind.distance:
                continue
            if end == goal:
                return True
            if is_free:
                lengths[end] = so_far
                waiting.setdefault(so_far + rest, []).append(end)
        if most is not None and looked > most:
            return None
    return False


def _take_nearest(waiting: dict[int, list[Cell]]) -> Cell:
    estimate = min(waiting)
    cell = waiting[estimate].pop()
    if not waiting[estimate]:
        del waiting[estimate]
    return cell


def _moves(
    board: EscapeBoard, kind: PieceType, cell: Cell, known: Collection[Cell] = ()
) -> Iterator[tuple[Cell, int, bool]]:
    """Yield each end of a step or a jump from a cell, its length, and whether a way may go on.

    A step to a cell that is known is left out.
    """
    (x, y), pieces, tiles = cell, board.pieces, board.tiles
    for dx, dy in kind.step_set.steps:
        near = (x + dx, y + dy)
        if near in known or not board.has(near):
            continue
        content = PIECE if near in pieces else tiles.get(near, CLEAR)  # as `content` has it: faster
        yield near, 1, content in kind.opens
        if content in kind.leaps:
            far = (x + 2 * dx, y + 2 * dy)
            if board.has(far):
                yield far, JUMP_LENGTH, board.content(far) in kind.opens


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
    ends = turning_ends if kind.turns else _straight_ends
    for cell in ends(board, kind, start, within):
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
    step = across // length, along // length
    if step not in kind.step_set.steps or (step[0] * length, step[1] * length) != (across, along):
        return False
    barred = {
        place: content
        for place, cell in _cells_between(board, start, step, length)
        if (content := board.content(cell)) not in kind.opens
    }
    return all(  # what stands between can be jumped, one at a time
        content in kind.leaps and place + 1 not in barred for place, content in barred.items()
    )


def _cells_between(
    board: EscapeBoard, start: Cell, step: Cell, length: int
) -> Iterator[tuple[int, Cell]]:
    """Yield the cells of a line that may hold something, with their places: 1 is the first."""
    (x, y), (dx, dy) = start, step
    if length <= len(board.tiles) + len(board.pieces):
        for place in range(1, length):
            yield place, (x + place * dx, y + place * dy)
        return
    for cell in chain(board.tiles, board.pieces):
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
    for dx, dy in kind.step_set.steps:
        x, y = start
        stands, jumps = True, False  # on the cell before; over the cell before
        for _ in range(longest):
            x, y = cell = (x + dx, y + dy)
            if not board.has(cell) or not (stands or jumps):
                break
            yield cell
            content = board.content(cell)
            stands, jumps = content in kind.opens, stands and content in kind.leaps
