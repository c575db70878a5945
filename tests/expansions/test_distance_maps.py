"""Distance maps: how far cells are from a goal, for all who walk there in a turn (X52)."""

import pytest

from cc3k.engine import distance_maps
from cc3k.engine.board import cell_set
from cc3k.engine.distance_maps import map_distances, pack_cells
from tests.support.scenarios import room, scenario


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
