"""What all kept games add up to, and the charts of it."""

import json

from hypothesis import given
from hypothesis import strategies as st

from cc3k.saves.record import Score
from cc3k.saves.scores import (
    LABEL_WIDTH,
    MAX_BAR_LENGTH,
    MAX_BINS,
    FreezeTotals,
    HistogramBin,
    RaceTotals,
    chart_lines,
    compute_statistics,
    statistics_to_json,
    summary_lines,
)
from tests.support.records import A_SCORE
from tests.support.tables import for_each

SHADE, TROLL = A_SCORE, A_SCORE._replace(race="Troll", score=9)
LOST = SHADE._replace(cause="orc", score=2)


def games(won: int, lost: int, of: Score = SHADE) -> list[Score]:
    """Return the scores of so many games."""
    return [of] * won + [of._replace(cause="orc", score=0)] * lost


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
    """In percent; without such a game there is none to win."""
    assert RaceTotals("Shade", 1, 2, 97).win_percent == 33
    assert RaceTotals("Shade", 0, 0, 3).win_percent == 0
    assert RaceTotals("Shade", 4, 0, 0).win_percent == 100


def test_causes_are_counted_the_most_frequent_first() -> None:
    """A victory has none."""
    scores = [LOST._replace(cause=cause) for cause in ("orc", "elf", "dwarf", "orc")]
    history = compute_statistics([SHADE, *scores], {})
    assert list(history.causes.items()) == [("orc", 2), ("dwarf", 1), ("elf", 1)]


def test_best_and_mean_are_of_all_scores() -> None:
    """The first one of the best, and a tenth is fine enough."""
    first, second = SHADE._replace(seed=1), SHADE._replace(seed=2)
    history = compute_statistics([LOST, first, second], {})
    assert history.best_score is first
    assert history.mean_score == 5.3
    assert (compute_statistics([], {}).best_score, compute_statistics([], {}).mean_score) == (
        None,
        0,
    )


@for_each(
    "best, width",
    [(0, 1), (11, 1), (12, 2), (24, 5), (59, 5), (60, 10), (119, 10), (9**9, 50_000_000)],
)
def test_scores_are_spread_over_steps_of_a_round_width(best: int, width: int) -> None:
    """1, 2, 5, 10, 20, 50... from 0 on, as narrow as they fit."""
    steps = compute_statistics([SHADE._replace(score=best), SHADE._replace(score=0)], {}).histogram
    assert steps[0].most - steps[0].least + 1 == width
    assert steps[-1].least <= best <= steps[-1].most
    assert len(steps) <= MAX_BINS


@given(st.lists(st.integers(0, 10**10 - 1), min_size=1))
def test_every_score_is_in_one_step(figures: list[int]) -> None:
    """None is lost between two, and steps without any are told as well."""
    steps = compute_statistics([SHADE._replace(score=figure) for figure in figures], {}).histogram
    assert [step.games for step in steps] == [
        sum(step.least <= figure <= step.most for figure in figures) for step in steps
    ]
    assert sum(step.games for step in steps) == len(figures)
    assert len(steps) <= MAX_BINS


def test_facts_are_those_of_the_history() -> None:
    """In JSON."""
    facts = statistics_to_json(compute_statistics([*games(1, 1)], {"Troll": 1}))
    assert json.loads(json.dumps(facts)) == facts | {"best": json.loads(json.dumps(facts["best"]))}
    assert facts["games"] == 3
    assert facts["standings"] == [
        {"race": "Shade", "won": 1, "slain": 1, "left": 0, "percent_won": 50},
        {"race": "Troll", "won": 0, "slain": 0, "left": 1, "percent_won": 0},
    ]
    assert (facts["causes"], facts["mean"]) == ({"orc": 1}, 3.5)
    assert facts["steps"] == [
        {"least": figure, "most": figure, "games": int(figure in (0, 7))} for figure in range(8)
    ]
    assert statistics_to_json(compute_statistics([], {}))["best"] is None


def test_summary_tells_the_sums() -> None:
    """Games without a score have no best one."""
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


def lines(scores: list[Score], left: dict[str, int] | None = None) -> list[str]:
    return list(chart_lines(compute_statistics(scores, left or {})))


def test_charts_are_drawn_to_scale() -> None:
    """Rates by what is possible, counts by the greatest of them."""
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


def test_what_there_is_can_be_seen() -> None:
    """One game among a thousand has a bar still."""
    told = lines([*games(0, 1_000), LOST._replace(cause="elf")])
    assert [line.split("#")[-1] for line in told[5:7]] == ["  1000", f"{'':31}1"]
    assert [line.count("#") for line in told[5:7]] == [MAX_BAR_LENGTH, 1]


def test_chart_without_bars_is_none() -> None:
    """All were won, or all given up."""

    def titles(told: list[str]) -> list[str]:
        return [line[:3] for line in told if line and not line.startswith(" ")]

    assert titles(lines(games(1, 0))) == ["Won", "Sco"]
    assert titles(lines([], {"Shade": 1})) == ["Won"]
    assert lines([]) == []


def test_steps_of_one_score_are_told_by_it() -> None:
    """And long names are cut."""
    odd = SHADE._replace(race="x" * 600, cause="y" * 600, score=1)
    told = lines([odd])
    assert [line.split()[0] for line in told[-2:]] == ["0", "1"]
    assert [line.split()[0] for line in (told[2], told[5])] == [
        letter * LABEL_WIDTH for letter in "xy"
    ]


def test_steps_hold_what_they_say() -> None:
    """Both ends are in a step."""
    scores = [SHADE._replace(score=score) for score in (0, 4, 5, 24)]
    assert compute_statistics(scores, {}).histogram[:2] == (
        HistogramBin(0, 4, 2),
        HistogramBin(5, 9, 1),
    )
