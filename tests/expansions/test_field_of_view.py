"""What is seen from where, and how far cells are, against plain algorithms (X40, X50, X52)."""

import random
from collections.abc import Callable, Collection
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil, floor
from typing import TypeAlias

import pytest

from cc3k.content.roster import STANDARD_BOARD
from cc3k.engine import distance_maps
from cc3k.engine.board import (
    DOORWAY,
    PASSAGE,
    SOUTH,
    TILE,
    WALKABLE,
    WEST,
    Board,
    Cell,
    CellArea,
    Direction,
    board_from_rows,
    cell_set,
)
from cc3k.engine.dice import Dice
from cc3k.engine.distance_maps import WAITING_STEPS, map_distances, pack_cells
from cc3k.engine.floor import Floor
from cc3k.expansions.chambers import generate_board
from cc3k.expansions.field_of_view import (
    FieldOfView,
    cells_in_line_of_sight,
    is_in_line_of_sight,
    visible_from,
)
from tests.support.scenarios import room, scenario
from tests.support.tables import for_each

Place: TypeAlias = tuple[int, int]
LIT = (TILE, DOORWAY)


def plain_shadowcasting(board: Board, cell: Cell, kinds: Collection[int] = LIT) -> set[Cell]:
    """Return the cells of some kinds seen from one of them, by slopes that are fractions."""
    row, column = board.row_and_column(cell)
    quadrants: tuple[Callable[[int, int], Place], ...] = (
        lambda depth, across: (row - depth, column + across),
        lambda depth, across: (row + depth, column + across),
        lambda depth, across: (row + across, column - depth),
        lambda depth, across: (row + across, column + depth),
    )
    seen = {cell}

    def is_lit(place: Place) -> bool:
        inside = 0 <= place[0] < board.height and 0 <= place[1] < board.width
        return inside and board.terrain[place[0] * board.stride + place[1]] in kinds

    def scan(at: Callable[[int, int], Place], depth: int, start: Fraction, end: Fraction) -> None:
        was_lit = None
        first, last = floor(depth * start + Fraction(1, 2)), ceil(depth * end - Fraction(1, 2))
        for across in range(first, last + 1):
            lit = is_lit(at(depth, across))
            if lit and depth * start <= across <= depth * end:
                there = at(depth, across)
                seen.add(there[0] * board.stride + there[1])
            if was_lit is False and lit:
                start = Fraction(2 * across - 1, 2 * depth)
            if was_lit and not lit:
                scan(at, depth + 1, start, Fraction(2 * across - 1, 2 * depth))
            was_lit = lit
        if was_lit:
            scan(at, depth + 1, start, end)

    for quadrant in quadrants:
        scan(quadrant, 1, Fraction(-1), Fraction(1))
    return seen


def random_board(dice: random.Random) -> Board:
    width, height, share = dice.randint(3, 30), dice.randint(3, 16), dice.random()
    weights = (share, 0.05, 0.1, 0.1, 1.05 - share)
    inner = ["".join(dice.choices(".+# |", weights, k=width - 2)) for _ in range(height - 2)]
    wall = f"|{'-' * (width - 2)}|"
    return board_from_rows((wall, *[f"|{row}|" for row in inner], wall))


def boards() -> list[Board]:
    """Return the standard board, some that are drawn by dice, and many without any sense."""
    dice = random.Random(40)
    drawn = [generate_board(Dice(f"board {number}")) for number in range(4)]
    return [STANDARD_BOARD, *drawn, *[random_board(dice) for _ in range(30)]]


BOARDS = boards()


def cells_of(board: Board, kinds: bytes, most: int = 40) -> list[Cell]:
    cells = [cell for cell, kind in enumerate(board.terrain) if kind in kinds]
    return random.Random(len(cells)).sample(cells, min(most, len(cells)))


@for_each(*range(len(BOARDS)))
def test_lit_cells_are_those_of_plain_shadowcasting(number: int) -> None:
    """X40: lines of sight by symmetric shadowcasting, whatever the shape of a chamber."""
    board = BOARDS[number]
    fields = FieldOfView(board)
    lit = bytes(LIT)
    for cell in cells_of(board, lit):
        beside = board.neighbourhood[cell]
        seen = {at for at in fields.area_from(cell) if board.terrain[at] in lit}
        assert seen == plain_shadowcasting(board, cell) | {
            at for at in beside if board.terrain[at] in lit
        }


@for_each(*range(len(BOARDS)))
def test_lines_of_sight_are_those_of_plain_shadowcasting(number: int) -> None:
    """X50: over tiles, doorways and passages; asked of one cell, of a few, or of many at once."""
    board = BOARDS[number]
    cells = range(len(board.terrain))
    for one in cells_of(board, WALKABLE, 8):
        seen = plain_shadowcasting(board, one, WALKABLE)
        assert {cell for cell in cells if visible_from(board, one) >> cell & 1} == seen
        assert {cell for cell in cells if is_in_line_of_sight(board, one, cell)} == seen
        assert {*cells_in_line_of_sight(board, one, cells)} == seen
        few = cells[one : one + 4]
        assert {*cells_in_line_of_sight(board, one, few)} == seen.intersection(few)


@for_each(*range(len(BOARDS)))
def test_who_sees_is_seen(number: int) -> None:
    """X40: symmetric, over floor tiles, doorways and passages."""
    board = BOARDS[number]
    fields = FieldOfView(board)
    areas = {cell: fields.area_from(cell) for cell in cells_of(board, WALKABLE, 120)}
    for one, area in areas.items():
        for other, back in areas.items():
            assert (other in area) == (one in back), (one, other)


@for_each(*range(len(BOARDS)))
def test_in_a_passage_one_sees_one_block(number: int) -> None:
    """X40: in a passage, and into one."""
    board = BOARDS[number]
    fields = FieldOfView(board)
    for cell in cells_of(board, bytes((PASSAGE,))):
        assert {*fields.area_from(cell)} == board.neighbourhood[cell]
    for cell in cells_of(board, bytes(LIT)):
        dark = {at for at in fields.area_from(cell) if board.terrain[at] == PASSAGE}
        assert dark <= board.neighbourhood[cell]


@for_each(*range(len(BOARDS)))
def test_one_cell_alone_is_seen_as_in_the_whole_area(number: int) -> None:
    """X8: a line to it tells, where nobody has asked for all that is seen."""
    board = BOARDS[number]
    others = cells_of(board, WALKABLE, 60) + cells_of(board, b"-| ", 3)
    for one in cells_of(board, WALKABLE, 5):
        area = FieldOfView(board).area_from(one)
        assert [FieldOfView(board).sees(one, at) for at in others] == [at in area for at in others]


def test_an_area_is_a_set_of_cells() -> None:
    board = board_from_rows(("|---|", "|.+.|", "|---|"))
    area = FieldOfView(board).area_from(board.stride + 1)
    assert area <= {*area}
    assert area >= {*area}
    assert not area.is_whole
    assert len(area) == len([*area])
    assert area & {0, 1} == {0, 1}
    assert -1 not in area
    assert [cell for first, end in area.spans for cell in range(first, end)] == [*area]


@for_each(
    (0b0000, ()),
    (0b1111, ((0, 4),)),
    (0b1101, ((0, 1), (2, 4))),
    (0b0110, ((1, 3),)),
    (0b1000, ((3, 4),)),
)
def test_spans_of_an_area_are_its_unbroken_parts(
    bits: int, spans: tuple[tuple[int, int], ...]
) -> None:
    """X40: at the first cell and at the last one too, and none of an empty area."""
    assert CellArea(bits, 4).spans == spans


def plain_steps(floor: Floor, staying: set[Cell]) -> dict[Cell, int]:
    """Return the steps to the PC by another algorithm, those who stay as dear as a way round."""
    found, waiting = dict[Cell, int](), [(0, floor.hero_cell)]
    while waiting:
        steps, cell = heappop(waiting)
        if cell in found:
            continue
        found[cell] = steps
        for to in floor.board.neighbours[cell]:
            steps_on = to in floor.enemies and to not in floor.stationary
            if to not in found and (steps_on or floor.glyphs[to] in WALKABLE):
                heappush(waiting, (steps + 1 + WAITING_STEPS * (to in staying), to))
    return found


@for_each(*range(80))
def test_steps_are_those_of_a_plain_search(number: int) -> None:
    """X52: to a nearer cell, else to one as near; through others, round dragons and attackers."""
    dice = Dice(f"maps {number}")
    rows = ["".join(dice.pick_many(".......+#||EWD", 12)) for _ in range(8)]
    floor = scenario(room(f"@{'.' * 10}\\", *rows)).floor
    enemies = sorted(floor.enemies.keys() - floor.stationary)
    staying = {*dice.pick_many(enemies, 2)} if number % 2 else set[Cell]()
    walkers, steps = [cell for cell in enemies if cell not in staying], plain_steps(floor, staying)
    ways = map_distances(floor, 1 << floor.hero_cell, cell_set(walkers), staying)
    for cell in walkers:
        if cell not in steps:
            assert ways.steps_nearer(floor, cell) is None
            continue
        free = [at for at in floor.board.neighbours[cell] if floor.glyphs[at] in WALKABLE]
        nearer = [at for at in free if steps[at] < steps[cell]]
        as_near = [at for at in free if steps[at] == steps[cell]]
        assert ways.steps_nearer(floor, cell) == (nearer or as_near)
        assert ways.steps_strictly_nearer(floor, cell) == nearer


@for_each((4, [SOUTH]), (5, [WEST, SOUTH]), (6, [WEST]))
def test_a_way_round_who_stays_may_be_so_much_longer(depth: int, ways: list[Direction]) -> None:
    """X52: the elf's way past the dwarf is 4 steps long, the one round it 10, 12 or 14."""
    assert WAITING_STEPS == 8
    rows = ["@.W.E|\\", *[".|||.||"] * (depth - 1), ".....||"]
    floor = scenario(room(*rows)).floor
    dwarf, elf = sorted(floor.enemies)
    near = map_distances(floor, 1 << floor.hero_cell, 1 << elf, [dwarf]).steps_nearer(floor, elf)
    assert near == [elf + way.offset(floor.board.stride) for way in ways]


def test_a_flood_ends_after_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distance_maps, "MAX_STEPS", 5)
    floor = scenario(room("@.........\\")).floor
    here = floor.hero_cell
    near, far = here + 5, here + 6
    ways = map_distances(floor, 1 << here, cell_set([near, far]))
    assert ways.steps_nearer(floor, near) == [near - 1]
    assert ways.steps_nearer(floor, far) is None


@pytest.mark.parametrize("most", [250, 14])
def test_a_goal_that_steps_on_gets_the_maps_of_a_first_flood(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """A flood goes on as the latest one did: to the same steps, and no farther."""
    monkeypatch.setattr(distance_maps, "MAX_STEPS", most)
    floor = scenario(room("@.............................\\")).floor
    start = floor.hero_cell
    walkers = [*range(start, start + 30)]
    forget_floods()
    for goal in [*range(start + 3, start + 9), start + 20, *range(start + 8, start + 2, -1)]:
        known = map_distances(floor, 1 << goal, cell_set(walkers))
        forget_floods()
        first = map_distances(floor, 1 << goal, cell_set(walkers))
        for cell in walkers:
            assert known.steps_nearer(floor, cell) == first.steps_nearer(floor, cell)
            assert known.steps_farther(floor, cell) == first.steps_farther(floor, cell)


def test_a_flood_goes_on_as_the_latest_one_only_from_the_same_step() -> None:
    floor = scenario(room("@.............................\\")).floor
    start = floor.hero_cell
    far = start + 29
    forget_floods()
    ways = map_distances(floor, 1 << start, 1 << far)
    other = [0, 0, 0, 0, 0, ways.left[5], *[0] * 20]
    forget_floods()
    distance_maps._latest_by_stride[floor.board.stride] = other  # noqa: SLF001
    assert map_distances(floor, 1 << start, 1 << far).steps == ways.steps == 29


def forget_floods() -> None:
    distance_maps._latest_by_stride.clear()  # noqa: SLF001
    distance_maps._shared_flood.cache_clear()  # noqa: SLF001


def test_many_cells_are_packed_as_few_are() -> None:
    floor = scenario(room("@" + "." * 30 + "\\")).floor
    for count in (0, 1, 31, 32, 100):
        cells = [*range(len(floor.glyphs))][:count]
        assert pack_cells(floor, cells) == cell_set(cells)
