"""Search for ways that may turn at each step: best first to one cell, by layers to all.

The board may be infinite, but a way never needs to leave the surroundings of what stands on it:
beyond those all cells are free, and the part of a way that runs there can be folded back, step by
step, onto the two nearest rows (two, for a diagonal step has to go somewhere). A way is as good
backwards: its ends need not be free, all between them has to be.
"""

from collections.abc import Collection, Iterator

from cc3k.arcade.escape.board import Cell, EscapeBoard, PieceType, Rectangle, is_within
from cc3k.arcade.escape.terms import CLEAR, PIECE

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
    searches = (
        _search(board, kind, ends, most)
        for ends, most in (
            ((start, goal), FEW_CELLS),
            ((goal, start), FEW_CELLS),
            ((start, goal), None),
        )
    )
    return next(answer for answer in searches if answer is not None)


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
        for cell in board.specials()
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
