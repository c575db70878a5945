"""The benchmarks do what they say, and measure it; how long anything takes is not tested."""

import pytest

from cc3k.engine.view import GameView
from cc3k.expansions.registry import ExpansionRegistry
from tests.benchmarks import expansions, hunters, instructions, paintings
from tests.support.tables import for_each


@for_each("rows", [hunters.hall_rows(), hunters.warren_rows()])
def test_a_crowd_of_hunters_hunts_on_the_largest_board(rows: tuple[str, ...]) -> None:
    """X52: 2,000 of them on 200 x 500, all of whom act; most come nearer where the way is wide."""
    game = hunters.crowded_game(hunters.RULES, rows)
    board, before = game.floor.board, set(game.floor.enemies)
    assert (board.height, board.width, len(before)) == (200, 500, 2_000)
    after = hunters.stand(game, 1)
    assert (after.turns, game.turns) == (1, 0)
    assert len(GameView(after).hunters) == 2_000
    moved = len(before - set(after.floor.enemies))
    assert moved > 1_000 or "#" in rows[1]


@for_each("name", ["", "fog", "all"])
def test_games_with_expansions_are_played_again_as_they_were(name: str) -> None:
    """X8: what is measured are real games: of many turns, in which the hero explores and fights."""
    rules = ExpansionRegistry().select([name] if name else [])
    games = expansions.recorded_games(rules, count=2, turns=60)
    ends = expansions.play_all(games)
    assert expansions.count_turns(games) == sum([end.turns for end in ends]) == 120
    assert [end.digest() for end in ends] == [end.digest() for end in expansions.play_all(games)]
    places = [end.floor.hero_cell for end in ends]
    assert places != [expansions.new_game(rules, number).floor.hero_cell for number in range(2)]


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
