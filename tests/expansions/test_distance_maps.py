"""Distance maps: how far cells are from a goal, for all who walk there in a turn (X52)."""

from heapq import heappop, heappush

import pytest

from cc3k.engine import distance_maps
from cc3k.engine.board import SOUTH, WALKABLE, WEST, Cell, Direction, cell_set
from cc3k.engine.dice import Dice
from cc3k.engine.distance_maps import WAITING_STEPS, map_distances, pack_cells
from cc3k.engine.floor import Floor
from tests.support.scenarios import room, scenario
from tests.support.tables import for_each


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


@for_each("number", range(80))
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


@for_each("depth, ways", [(4, [SOUTH]), (5, [WEST, SOUTH]), (6, [WEST])])
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
