"""Board: its cells, what stands there, and where a piece can go (E9 to E13).

Coordinates are whole numbers of any size. Python converts no more than some thousand digits at once
(as few as 640, where it is told so), so longer ones are converted in pieces.

A way is a row of steps that the piece's pattern allows. `find_way` answers for one destination,
`way_ends` lists all. The board may be infinite and a distance as long as an attribute holds, so:

- a straight way is judged by what stands on its line, not cell by cell;
- a way that turns is searched for, best first to one cell, by layers to all, in the surroundings
  of what stands on the board: beyond those all cells are free, and the part of a way that runs
  there can be folded back, step by step, onto the two nearest rows (two, for a diagonal step has
  to go somewhere). A way is as good backwards: its ends need not be free, all between them has to.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from heapq import heappop, heappush
from itertools import chain
from typing import NamedTuple, TypeAlias

from cc3k.arcade.escape.terms import CLEAR, EXIT, PIECE, StepSet

MOST_DIGITS = 600
"""Digits that every Python converts at once."""

_FIRST_LONG: int = 10**MOST_DIGITS
"""The least number that has more."""


class Coordinate(NamedTuple):
    """A cell (§Coordinates, E9): on SQUARE its row and its column, on HEX its two axes."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"({number_text(self.x)},{number_text(self.y)})"


def parse_number(text: str) -> int:
    """Return the whole number that digits, with a sign or not, are; of any length."""
    if len(text) <= MOST_DIGITS:
        return int(text)
    digits = text.lstrip("+-")
    ends = range(len(digits), 0, -MOST_DIGITS)
    parts = [int(digits[max(end - MOST_DIGITS, 0) : end]) for end in ends]
    power = _FIRST_LONG
    while len(parts) > 1:  # pieces grow together, two by two
        parts.append(0)
        parts = [low + high * power for low, high in zip(parts[:-1:2], parts[1::2], strict=True)]
        power *= power
    return -parts[0] if text.startswith("-") else parts[0]


def number_text(number: int) -> str:
    if -_FIRST_LONG < number < _FIRST_LONG:
        return str(number)
    most = int(number.bit_length() * 0.30103) + 2
    return ("-" if number < 0 else "") + _digits(abs(number), most)


def _digits(number: int, most: int) -> str:
    """Return the digits of a number that has at most so many, perhaps with a 0 before them."""
    if most <= MOST_DIGITS or number < _FIRST_LONG:
        return str(number)
    half = most // 2
    high, low = divmod(number, 10**half)
    return _digits(high, most - half) + _digits(low, half).rjust(half, "0")


Cell: TypeAlias = tuple[int, int]
"""A cell as the search has it; every `Coordinate` is one."""

Rectangle: TypeAlias = tuple[int, int, int, int]
"""The cells between a least and a greatest x, and a least and a greatest y, in this order."""


class PieceType(NamedTuple):
    """A type of piece in a game: how it moves in its term, and its points at the start."""

    name: str
    step_set: StepSet
    turns: bool
    distance: int
    value: int
    opens: frozenset[str]
    """What it passes over as if it were clear; CLEAR itself is in it."""

    leaps: frozenset[str]
    """What it jumps over, one at a time."""


class PlacedPiece(NamedTuple):
    """A piece on the board: its player's number, from 0, its type, and its current points."""

    player: int
    piece_type: PieceType
    value: int


class EscapeBoard:
    """Who stands where, on cells of three types; an axis of 0 is infinite (E9)."""

    def __init__(
        self, limits: tuple[int, int], tiles: Mapping[Cell, str], pieces: Mapping[Cell, PlacedPiece]
    ) -> None:
        self.x_max, self.y_max = limits
        self.tiles = {cell: tile for cell, tile in tiles.items() if tile != CLEAR}
        """Cells that are not clear."""
        self.pieces = dict(pieces)
        self._static_edges = _edges(self.tiles)

    def has(self, cell: Cell) -> bool:
        x, y = cell
        return (not self.x_max or 1 <= x <= self.x_max) and (not self.y_max or 1 <= y <= self.y_max)

    def tile(self, cell: Cell) -> str:
        return self.tiles.get(cell, CLEAR)

    def content(self, cell: Cell) -> str:
        return PIECE if cell in self.pieces else self.tile(cell)

    def area(self, cells: Iterable[Cell], margin: int) -> Rectangle:
        edges = _edges((*cells, *self.pieces, *self._static_edges))
        (low_x, low_y), (high_x, high_y) = edges
        return self.clip((low_x - margin, high_x + margin, low_y - margin, high_y + margin))

    def clip(self, rectangle: Rectangle) -> Rectangle:
        low_x, high_x, low_y, high_y = rectangle
        if self.x_max:
            low_x, high_x = max(low_x, 1), min(high_x, self.x_max)
        if self.y_max:
            low_y, high_y = max(low_y, 1), min(high_y, self.y_max)
        return low_x, high_x, low_y, high_y


def is_within(cell: Cell, rectangle: Rectangle) -> bool:
    low_x, high_x, low_y, high_y = rectangle
    return low_x <= cell[0] <= high_x and low_y <= cell[1] <= high_y


def _edges(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    points = tuple(cells)
    if not points:
        return ()
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys)), (max(xs), max(ys))


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
    waiting = [(least, 0, start)]  # of equals the one that was found last comes first
    looked, next_look = 0, 1  # ahead only now and then: it costs as much as the board is full
    while waiting:
        _, _, cell = heappop(waiting)
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
                heappush(waiting, (so_far + rest, -len(lengths), end))
        if most is not None and looked > most:
            return None
    return False


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
        farthest = max(abs(x - low_x), abs(x - high_x), abs(y - low_y), abs(y - high_y))
        longest = min(longest, farthest)
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
