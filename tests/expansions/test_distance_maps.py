"""Distance maps: how far cells are from a goal, for all who walk there in a turn (X52)."""

import pytest

from cc3k.engine import distance_maps
from cc3k.engine.cell_areas import cell_set
from cc3k.engine.distance_maps import map_distances, pack_cells
from tests.support.scenarios import room, scenario


def test_a_flood_ends_after_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is farther finds no way, and nobody waits for a maze."""
    monkeypatch.setattr(distance_maps, "MAX_STEPS", 5)
    floor = scenario(room("@.........\\")).floor
    here = floor.hero_cell
    near, far = here + 5, here + 6
    ways = map_distances(floor, 1 << here, cell_set([near, far]))
    assert ways.steps_nearer(floor, near) == [near - 1]
    assert ways.steps_nearer(floor, far) is None


def test_many_cells_are_packed_as_few_are() -> None:
    """One by one or at once, it is the same set."""
    floor = scenario(room("@" + "." * 30 + "\\")).floor
    for count in (0, 1, 31, 32, 100):
        cells = [*range(len(floor.glyphs))][:count]
        assert pack_cells(floor, cells) == cell_set(cells)
