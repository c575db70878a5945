"""The benchmarks do what they say; how long it takes is not tested."""

import pytest

from tests.benchmarks import instructions, paintings
from tests.support.tables import for_each


@pytest.mark.slow
@for_each("size, mean", [(paintings.WHOLE, 215), (paintings.TIGHT, 200)])
def test_a_turn_costs_no_more_than_a_slow_line_can_bear(size: tuple[int, int], mean: int) -> None:
    painted = paintings.random_paintings(4_000, size)
    assert len(painted.sizes) == 4_000
    assert 100 < painted.mean <= mean
    assert painted.faded > 0
    assert painted.percentile_99 <= 420
    assert painted.percentile_99 < painted.redraw <= 2_500
    assert painted.seconds > 0


@pytest.mark.slow
def test_a_turn_of_a_careful_game_at_80x24_costs_at_most_200_bytes() -> None:
    painted = paintings.game_paintings("careful", paintings.TIGHT, games=1)
    assert len(painted.sizes) > 100
    assert 20 < painted.mean <= 200


@pytest.mark.slow
@for_each("size", [paintings.BESIDE, paintings.BELOW])
def test_a_turn_with_the_panel_costs_at_most_400_bytes(size: tuple[int, int]) -> None:
    painted = paintings.game_paintings("greedy", size, games=2)
    assert len(painted.sizes) > 100
    assert 200 < painted.mean <= 400


@pytest.mark.slow
def test_a_scripted_frame_and_a_start_take_few_instructions() -> None:
    frame, start = instructions.of_a_frame(), instructions.of_script(0)
    if frame is None or start is None:
        pytest.skip("neither perf nor valgrind counts instructions here")
    assert frame <= 90_000
    assert start <= 365 * instructions.MILLION
    on_screen = instructions.to_first_map()
    assert on_screen is not None
    assert on_screen <= 525 * instructions.MILLION
