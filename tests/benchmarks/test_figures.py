"""What is measured is what the figures say; how long anything takes is not tested."""

from cc3k.engine.view import GameView
from cc3k.expansions.registry import ExpansionRegistry
from tests.benchmarks import expansions, hunters
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
