"""What all kept games add up to, and the charts of it."""

import json

from hypothesis import given
from hypothesis import strategies as st

from cc3k.cli.scores import (
    board_title,
    has_expansions,
    in_table_order,
    score_table_lines,
    score_table_to_json,
)
from cc3k.cli.stats import (
    MAX_BINS,
    FreezeTotals,
    RaceTotals,
    chart_lines,
    compute_statistics,
    statistics_to_json,
    summary_lines,
)
from cc3k.content.roster import RULESET
from cc3k.play.endings import SLAIN
from cc3k.saves.record import DAILY
from cc3k.saves.results import GameResult, rank_by_board
from tests.support.records import A_RESULT
from tests.support.tables import for_each

SHADE, TROLL = A_RESULT, A_RESULT._replace(race="Troll", score=9)
LOST = SHADE._replace(cause="orc", ending=SLAIN, score=2)


def games(won: int, lost: int, of: GameResult = SHADE) -> list[GameResult]:
    return [of] * won + [of._replace(cause="orc", ending=SLAIN, score=0)] * lost


def test_standings_count_how_the_games_of_each_race_ended() -> None:
    """The race most played comes first; those given up have no score, but are games (§5)."""
    history = compute_statistics([*games(1, 2, TROLL), *games(1, 0)], {"Shade": 1, "Drow": 2})
    assert history.by_race == (
        RaceTotals("Troll", 1, 2, 0),
        RaceTotals("Drow", 0, 0, 2),
        RaceTotals("Shade", 1, 0, 1),
    )
    assert (history.total.games, history.total.won, history.total.slain) == (7, 2, 2)
    assert history.total.left == 3


def test_rate_is_of_the_games_won_or_lost() -> None:
    assert RaceTotals("Shade", 1, 2, 97).win_percent == 33
    assert RaceTotals("Shade", 0, 0, 3).win_percent == 0
    assert RaceTotals("Shade", 4, 0, 0).win_percent == 100


def test_causes_are_counted_the_most_frequent_first() -> None:
    scores = [LOST._replace(cause=cause) for cause in ("orc", "elf", "dwarf", "orc")]
    history = compute_statistics([SHADE, *scores], {})
    assert list(history.causes.items()) == [("orc", 2), ("dwarf", 1), ("elf", 1)]


@for_each((0, 1), (11, 1), (12, 2), (24, 5), (59, 5), (60, 10), (119, 10), (9**9, 50_000_000))
def test_scores_are_spread_over_steps_of_a_round_width(best: int, width: int) -> None:
    steps = compute_statistics([SHADE._replace(score=best), SHADE._replace(score=0)], {}).histogram
    assert steps[0].most - steps[0].least + 1 == width
    assert steps[-1].least <= best <= steps[-1].most
    assert len(steps) <= MAX_BINS


@given(st.lists(st.integers(0, 10**10 - 1), min_size=1))
def test_every_score_is_in_one_step(figures: list[int]) -> None:
    steps = compute_statistics([SHADE._replace(score=figure) for figure in figures], {}).histogram
    assert [step.games for step in steps] == [
        sum(step.least <= figure <= step.most for figure in figures) for step in steps
    ]
    assert sum(step.games for step in steps) == len(figures)
    assert len(steps) <= MAX_BINS


def test_summary_tells_the_sums() -> None:
    assert summary_lines(compute_statistics([*games(1, 2, TROLL), SHADE], {"Shade": 1})) == [
        "5 games: 2 won, 2 lost, 1 given up",
        "Best score 9, as a troll; mean 4.0",
        "Not known of 4 games of an earlier release",
    ]
    assert summary_lines(compute_statistics([], {"Shade": 1})) == [
        "1 game: 0 won, 0 lost, 1 given up"
    ]


def test_summary_tells_the_freeze() -> None:
    """R5: of all turns played how many were frozen, and how games without any went."""
    kept = [
        SHADE._replace(turns=300, frozen_turns=60),
        LOST._replace(turns=100, frozen_turns=0),
        TROLL._replace(turns=100, frozen_turns=0),
        SHADE,
    ]
    history = compute_statistics(kept, {})
    assert history.freeze == FreezeTotals(500, 60, 2, 1, 1)
    assert summary_lines(history)[2:] == [
        "Enemies were held in 60 of 500 turns (12 %)",
        "Without freeze: 2 games, 1 won",
        "Not known of 1 game of an earlier release",
    ]
    one = compute_statistics(kept[1:2], {})
    assert summary_lines(one)[3] == "Without freeze: 1 game, 0 won"
    assert json.loads(json.dumps(statistics_to_json(history)))["freeze"] == {
        "turns": 500,
        "frozen_turns": 60,
        "unfrozen_games": 2,
        "won_unfrozen": 1,
        "untold_games": 1,
    }


def lines(scores: list[GameResult], left: dict[str, int] | None = None) -> list[str]:
    return list(chart_lines(compute_statistics(scores, left or {})))


def test_charts_are_drawn_to_scale() -> None:
    spread = [LOST._replace(score=score) for score in (0, 24, 24, 24)]
    assert lines([*games(1, 2, TROLL), *spread]) == [
        "",
        "Won, of all games won or lost",
        f"  Shade           {'':27}    0 %: 0 won, 4 lost, 0 given up",
        f"  Troll           {'#' * 9:27}   33 %: 1 won, 2 lost, 0 given up",
        "",
        "Lost to",
        f"  orc             {'#' * 30}  6",
        "",
        "Scores",
        f"  0-4             {'#' * 30:30}  3",
        f"  5-9             {'#' * 10:30}  1",
        f"  10-14           {'':30}  0",
        f"  15-19           {'':30}  0",
        f"  20-24           {'#' * 30:30}  3",
    ]


def scored(*figures: int, of: GameResult = SHADE) -> list[GameResult]:
    return [of._replace(score=score, seed=seed) for seed, score in enumerate(figures, start=1)]


def test_higher_scores_come_first_then_fewer_turns_then_earlier_games() -> None:
    slow, quick = SHADE._replace(turns=11), SHADE._replace(turns=9)
    early, late, best = SHADE._replace(seed=1), SHADE._replace(seed=2), SHADE._replace(score=8)
    (board,) = rank_by_board([slow, early, late, quick, best], 10, None)
    assert board.ranked == [*enumerate([best, quick, early, late, slow], start=1)]
    assert (board.latest, board.games) == (best, 5)
    assert compute_statistics([slow, quick, early], {}).best_score is quick


def test_games_that_cannot_be_compared_have_boards_of_their_own() -> None:
    strange = [
        SHADE._replace(layout="00000002", called="deep"),
        SHADE._replace(layout="00000001", called="deep"),
        SHADE._replace(layout="00000003", kind=DAILY),
        SHADE._replace(kind=DAILY),
        SHADE._replace(ruleset=RULESET + 1),
        SHADE._replace(expansions=("mazes", "more")),
    ]
    boards = in_table_order(rank_by_board([*strange, SHADE], 10, None))
    assert [board_title(board.latest) for board in boards] == [
        f"Ordinary games by ruleset {RULESET + 1}",
        "Ordinary games",
        "Ordinary games with mazes and more",
        "Daily games",
        "Ordinary games on the layout deep (00000001)",
        "Ordinary games on the layout deep (00000002)",
        "Daily games on the layout unnamed (00000003)",
    ]


def test_table_shows_the_best_and_the_last_game() -> None:
    scores = scored(5, 9, 7, 8, 1)
    (board,) = rank_by_board(scores, 2, scores[-1])
    assert board.ranked == [(1, scores[1]), (2, scores[3]), (5, scores[4])]
    assert rank_by_board(scores, 1, scores[1])[0].ranked == [(1, scores[1])]


def test_scores_are_chosen_by_expansions() -> None:
    deep = SHADE._replace(expansions=("fog-1", "depths-4:15"))
    for names, chosen in ((None, [SHADE, deep]), ([], [SHADE]), (["depths", "fog"], [deep])):
        assert [each for each in (SHADE, deep) if has_expansions(each, names)] == chosen
    assert not any(has_expansions(each, ["fog"]) for each in (SHADE, deep))


def test_tables_are_told_in_lines() -> None:
    lost = SHADE._replace(score=3, cause="PH potion", ending=SLAIN, floors=2, game=2)
    daily = SHADE._replace(kind=DAILY, score=1234567, turns=123456, seed=20261120)
    boards = in_table_order(rank_by_board([SHADE, lost, TROLL, daily], 10, lost))
    assert list(score_table_lines(boards, lost)) == [
        "Ordinary games",
        "  Troll, 1 game                        turns  frozen",
        "       1       9  won                      10       ?  2026-11-20  Seed 42",
        "  Shade, 2 games                       turns  frozen",
        "       1       7  won                      10       ?  2026-11-20  Seed 42",
        "  *    2       3  floor 2, PH potion       10       ?  2026-11-20  Seed 42, game 2",
        "",
        "Daily games",
        "  Shade, 1 game                        turns  frozen",
        "       1 1234567  won                  123456       ?  2026-11-20  of 2026-11-20",
    ]
    assert list(score_table_lines([], None)) == []


def test_long_names_are_cut() -> None:
    long = "x" * 600
    odd = SHADE._replace(race=long, cause=long, called=long, layout=long, date=long)
    odd = odd._replace(expansions=(long,), layout="00000001")
    assert max(map(len, score_table_lines(rank_by_board([odd], 10, None), None))) < 140


def test_facts_are_those_of_the_table() -> None:
    deep = SHADE._replace(layout="00000001", called="deep")
    (board,) = rank_by_board([deep], 10, deep)
    assert json.loads(json.dumps(score_table_to_json(board, deep))) == {
        "kind": "ordinary",
        "layout": "00000001",
        "expansions": [],
        "ruleset": RULESET,
        "called": "deep",
        "race": "Shade",
        "games": 1,
        "places": [{"rank": 1, "last": True, **deep.facts, "expansions": []}],
    }
