"""Chambers: a new random board for every floor without a layout (X30 to X32).

A board has 4 to 9 chambers, doorways and passages. It is cut into boxes (binary space partitioning)
with a chamber in each: a rectangle, one with corners cut off, an ellipse or a cave. Each chamber is
connected with those before it, and then passages are added that make loops.

An area of a board of 25 x 79 is an integer with a bit for each cell: bit `row * 80 + column`.
Joining, growing and flooding it takes a few operations, a hundredth of the time of sets of cells.
"""

from collections.abc import Callable
from math import isqrt
from typing import TypeAlias

from attrs import define, field, frozen

from cc3k.engine.board import DOORWAY, PASSAGE, TILE, Board, CellSet, flood, grow
from cc3k.engine.dice import Dice
from cc3k.engine.expansion import Expansion, ExpansionHint, FloorHooks, TextHooks

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
    return flood(start, area, STRIDE)


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


MIN_CHAMBERS, MAX_CHAMBERS = 4, 9
MIN_TILES, MAX_TILES = 350, 800
IRREGULAR_PART = 5
"""At least one chamber in this many is no rectangle."""

MIN_BOX_HEIGHT, MIN_BOX_WIDTH = 7, 13
"""Size of the smallest box: a chamber of four rows, its walls, and a gap to the next box."""

MIN_LOOP_CELLS = 3
"""Least number of passage cells in a loop."""

WHOLE_BOARD = Box(2, 2, HEIGHT - 3, WIDTH - 3)
"""The box that is cut up. It leaves room for passages inside the border."""

STEPS = (1, -1, STRIDE, -STRIDE)
"""East, west, south and north."""


def generate_board(dice: Dice) -> Board:
    """Return a board that meets X30, after as many attempts as it takes."""
    while True:
        chambers = _draw_chambers(dice)
        if chambers is None:
            continue
        plan = BoardPlan(dice, chambers)
        if plan.connect_chambers():
            return Board(plan.terrain(), WIDTH, HEIGHT)


def _draw_chambers(dice: Dice) -> list[CellSet] | None:
    """Return the floor tiles of each chamber; None if a size is out of bounds."""
    boxes = _cut_boxes(dice, MIN_CHAMBERS + dice.below(MAX_CHAMBERS - MIN_CHAMBERS + 1))
    irregular = -(-len(boxes) // IRREGULAR_PART)
    chambers = []
    for number, box in enumerate(boxes):
        shape = dice.pick(IRREGULAR_SHAPES if number < irregular else SHAPES)
        tiles = shape(_shrink_box(box, dice), dice)
        if tiles.bit_count() < MIN_CHAMBER_TILES:
            return None
        chambers.append(tiles)
    total = sum([tiles.bit_count() for tiles in chambers])
    return chambers if MIN_TILES <= total <= MAX_TILES else None


def _cut_boxes(dice: Dice, count: int) -> list[Box]:
    boxes = [WHOLE_BOARD]
    while len(boxes) < count:
        large = [box for box in boxes if _can_cut(box)]
        if not large:
            break
        box = max(large, key=lambda box: (box.height * box.width, box.top, box.left))
        boxes.remove(box)
        boxes += _cut(box, dice)
    return sorted(boxes, key=lambda _box: dice.below(CELL_COUNT))


def _can_cut(box: Box) -> bool:
    return box.height >= 2 * MIN_BOX_HEIGHT or box.width >= 2 * MIN_BOX_WIDTH


def _cut(box: Box, dice: Dice) -> tuple[Box, Box]:
    """Cut a box in two, usually across its longer side; a row counts as two columns."""
    rows, columns = box.height - 2 * MIN_BOX_HEIGHT, box.width - 2 * MIN_BOX_WIDTH
    across = rows >= 0 and (columns < 0 or 2 * box.height > box.width or dice.below(4) == 0)
    top, left, height, width = box.top, box.left, box.height, box.width
    if across:
        at = MIN_BOX_HEIGHT + dice.below(rows + 1)
        return Box(top, left, at, width), Box(top + at, left, height - at, width)
    at = MIN_BOX_WIDTH + dice.below(columns + 1)
    return Box(top, left, height, at), Box(top, left + at, height, width - at)


def _shrink_box(box: Box, dice: Dice) -> Box:
    """Return a random part of a box for floor tiles, leaving room for walls and a gap."""
    height, width = box.height - 3, box.width - 3
    rows = height - dice.below(max(1, (height - 3) // 2 + 1))
    columns = width - dice.below(max(1, (width - 8) // 2 + 1))
    top = box.top + 1 + dice.below(height - rows + 1)
    return Box(top, box.left + 1 + dice.below(width - columns + 1), rows, columns)


@frozen
class _Door:
    """A doorway, and the passage cell outside it."""

    cell: int
    outside: int


@define(eq=False)
class BoardPlan:
    """A board in the making: chambers, and the doorways and passages between them."""

    dice: Dice
    chambers: list[CellSet]
    tiles: CellSet = field(init=False)
    open_rock: CellSet = field(init=False)
    doors: CellSet = field(default=0, init=False)
    passages: CellSet = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.tiles = sum(self.chambers)
        self.open_rock = INNER & ~grow(self.tiles, STRIDE)

    def connect_chambers(self) -> bool:
        """Dig passages until everything is connected, with loops; return False if that fails."""
        first, *others = self.chambers
        near = first
        while others:
            chamber = min(others, key=lambda tiles: _distance(near, tiles))
            others.remove(chamber)
            if not self._dig(chamber, near if not self.passages else 0):
                return False
            near |= chamber
        loops = 1 + len(self.chambers) // 3
        tries = [self.dice.pick(self.chambers) for _ in range(2 * loops)]
        dug = [self._dig(chamber, 0, MIN_LOOP_CELLS) for chamber in tries]
        return any(dug)

    def _dig(self, chamber: CellSet, other: CellSet, min_cells: int = 1) -> bool:
        """Dig from a new doorway of a chamber to a passage, or to a new doorway of another."""
        door = self._draw_door(chamber)
        end = self._draw_door(other) if other else None
        if door is None or (other and end is None):
            return False
        goal = self.passages | (0 if end is None else 1 << end.outside)
        path = self._find_path(door.outside, goal)
        if path is None or (path & ~self.passages).bit_count() < min_cells:
            return False
        self.passages |= path
        self.doors |= 1 << door.cell | (0 if end is None else 1 << end.cell)
        return True

    def _draw_door(self, chamber: CellSet) -> _Door | None:
        """Return a wall cell between a chamber and open rock, away from other doorways."""
        walls = grow(chamber, STRIDE) & ~chamber & ~grow(self.doors, STRIDE)
        step = self.dice.pick(STEPS)
        for way in (step, -step, *(each for each in STEPS if abs(each) != abs(step))):
            outside = _shifted(walls & _shifted(chamber, way), way) & self.open_rock
            if outside:
                cell = nth_cell(outside, self.dice.below(outside.bit_count()))
                return _Door(cell - way, cell)
        return None

    def _find_path(self, start: int, goal: CellSet) -> CellSet | None:
        """Return a shortest way over open rock to a goal, including both ends; None without one."""
        layers = [1 << start]
        left = self.open_rock & ~layers[0]
        while not layers[-1] & goal:
            edge = grow_straight(layers[-1]) & left
            if not edge:
                return None
            left ^= edge
            layers.append(edge)
        cell = layers[-1] & goal
        cell &= -cell
        path, way = cell, 1
        for layer in reversed(layers[:-1]):
            # Prefer to go straight on: passages should have few bends.
            ways = (way, *STEPS)
            way = next(each for each in ways if _shifted(cell, each) & layer)
            cell = _shifted(cell, way)
            path |= cell
        return path

    def terrain(self) -> bytes:
        beside = self.tiles << STRIDE | self.tiles >> STRIDE
        level = self.tiles << 1 | self.tiles >> 1
        walls = grow(self.tiles, STRIDE) & ~self.tiles & ~self.doors
        flat = walls & beside & ~level | _TOP_AND_BOTTOM
        layers = {
            TILE: self.tiles,
            DOORWAY: self.doors,
            PASSAGE: self.passages,
            ord("-"): flat,
            ord("|"): walls & ~flat | _SIDES,
            ord("\n"): _LINE_ENDS,
        }
        digits = sum(
            [number * int(f"{area:b}", 16) for number, area in enumerate(layers.values(), 1)]
        )
        table = bytes.maketrans(b"0123456", bytes((ord(" "), *layers)))
        return f"{digits:0{CELL_COUNT}x}"[::-1].encode("ascii").translate(table)


def _shifted(area: CellSet, step: int) -> CellSet:
    return area << step if step > 0 else area >> -step


def _distance(one: CellSet, two: CellSet) -> int:
    steps = 0
    while not one & two:
        one, steps = grow(one, STRIDE), steps + 1
    return steps


_TOP_AND_BOTTOM = rectangle(0, 1, 1, WIDTH - 2) | rectangle(HEIGHT - 1, 1, 1, WIDTH - 2)
_SIDES = rectangle(0, 0, HEIGHT, 1) | rectangle(0, WIDTH - 1, HEIGHT, 1)
_LINE_ENDS = rectangle(0, WIDTH, HEIGHT, 1)


CHAMBERS = Expansion(
    name="chambers",
    sentence="Every floor has its own board, with chambers of many shapes.",
    floors=FloorHooks(draw_board=generate_board),
    texts=TextHooks(
        hints=(
            ExpansionHint(
                "chambers",
                "No two floors are alike: four to nine chambers of many shapes, and more than one "
                "way between some of them.",
                lambda game: game.depth > len(game.floor_layouts),  # not a layout's board
            ),
        )
    ),
)
