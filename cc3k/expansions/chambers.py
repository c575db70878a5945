"""Chambers: a new random board for every floor without a layout (X30 to X32).

A board has 4 to 9 chambers, doorways and passages. It is cut into boxes (binary space partitioning)
with a chamber in each; each chamber is connected with those before it, and then passages are added
that make loops.
"""

from attrs import define, field, frozen

from cc3k.engine.board import DOORWAY, PASSAGE, TILE, Board
from cc3k.engine.cell_areas import CellSet, grow
from cc3k.engine.dice import Dice
from cc3k.engine.expansion import Expansion, ExpansionHint, FloorHooks, TextHooks
from cc3k.engine.game import GameState
from cc3k.expansions.chamber_shapes import (
    CELL_COUNT,
    HEIGHT,
    INNER,
    IRREGULAR_SHAPES,
    MIN_CHAMBER_TILES,
    SHAPES,
    STRIDE,
    WIDTH,
    Box,
    grow_straight,
    nth_cell,
    rectangle,
)

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
        reached = 1 << start
        layers = [reached]
        while not layers[-1] & goal:
            edge = grow_straight(layers[-1]) & self.open_rock & ~reached
            if not edge:
                return None
            reached |= edge
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


def is_board_new(game: GameState) -> bool:
    """Tell whether the PC is on a board of this expansion, not of a layout."""
    return game.depth > len(game.floor_layouts)


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
                is_board_new,
            ),
        )
    ),
)
"""A new board for every floor."""
