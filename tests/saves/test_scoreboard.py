"""Which scores are compared with which, and who comes first."""

import json

from cc3k.content.roster import RULESET
from cc3k.saves.record import DAILY, Score
from cc3k.saves.scores import (
    RankedScore,
    build_score_tables,
    filter_scores,
    score_table_lines,
    score_table_to_json,
)
from tests.support.records import A_SCORE

SHADE, TROLL = A_SCORE, A_SCORE._replace(race="Troll", score=9)


def scored(*figures: int, of: Score = SHADE) -> list[Score]:
    """Return scores of those figures, each of a game of its own."""
    return [of._replace(score=score, seed=seed) for seed, score in enumerate(figures, start=1)]


def test_higher_scores_come_first_then_fewer_turns_then_earlier_games() -> None:
    """A place is one game's alone."""
    slow, quick = SHADE._replace(turns=11), SHADE._replace(turns=9)
    early, late, best = SHADE._replace(seed=1), SHADE._replace(seed=2), SHADE._replace(score=8)
    (table,) = build_score_tables([slow, early, late, quick, best], 10, None)
    assert [place.score for place in table.ranked_scores] == [best, quick, early, late, slow]
    assert [place.rank for place in table.ranked_scores] == [1, 2, 3, 4, 5]
    assert (table.race, table.games) == ("Shade", 5)


def test_each_race_has_a_table_the_best_one_first() -> None:
    """§2.1: races are not alike, so their games are not compared."""
    assert [table.race for table in build_score_tables([SHADE, TROLL], 10, None)] == [
        "Troll",
        "Shade",
    ]
    assert [
        table.race for table in build_score_tables([TROLL._replace(score=1), SHADE], 10, None)
    ] == [
        "Shade",
        "Troll",
    ]


def test_games_that_cannot_be_compared_have_boards_of_their_own() -> None:
    """Daily games, other floors, expansions and other rules; the ordinary games come first."""
    strange = [
        SHADE._replace(layout="00000002", called="deep"),
        SHADE._replace(layout="00000001", called="deep"),
        SHADE._replace(layout="00000003", kind=DAILY),
        SHADE._replace(kind=DAILY),
        SHADE._replace(ruleset=RULESET + 1),
        SHADE._replace(expansions=("mazes", "more")),
    ]
    assert [table.title for table in build_score_tables([*strange, SHADE], 10, None)] == [
        f"Ordinary games by ruleset {RULESET + 1}",
        "Ordinary games",
        "Ordinary games with mazes and more",
        "Daily games",
        "Ordinary games on the layout deep (00000001)",
        "Ordinary games on the layout deep (00000002)",
        "Daily games on the layout unnamed (00000003)",
    ]


def test_layout_is_called_as_it_was_last() -> None:
    """Its digits say which it is; a file can be given another name."""
    old = SHADE._replace(layout="00000001", called="old")
    (table,) = build_score_tables([old._replace(score=99), old._replace(called="new")], 10, None)
    assert (table.layout_name, table.games) == ("new", 2)


def test_table_shows_the_best_and_the_last_game() -> None:
    """However far down that is; of the other games only so many."""
    scores = scored(5, 9, 7, 8, 1)
    (table,) = build_score_tables(scores, 2, scores[-1])
    assert table.ranked_scores == (
        RankedScore(1, scores[1], is_last=False),
        RankedScore(2, scores[3], is_last=False),
        RankedScore(5, scores[4], is_last=True),
    )
    assert build_score_tables(scores, 1, scores[1])[0].ranked_scores == (
        RankedScore(1, scores[1], is_last=True),
    )


def test_scores_are_chosen_by_race_and_by_layout() -> None:
    """A layout by its name or its digits; floors furnished at random are none."""
    deep = SHADE._replace(layout="00000001", called="deep")
    scores = [SHADE, TROLL, deep]
    assert filter_scores(scores, None) == scores
    assert filter_scores(scores, None, race="Troll") == [TROLL]
    assert filter_scores(scores, None, race="Shade", layout="deep") == [deep]
    assert filter_scores(scores, None, layout="00000001") == [deep]
    assert filter_scores(scores, None, layout="") == []
    assert filter_scores(scores, None, race="Troll", layout="deep") == []


def test_scores_are_chosen_by_expansions_and_by_freeze() -> None:
    """In any version, with any number; of what is not told, nobody knows that it is little."""
    deep = SHADE._replace(expansions=("fog-1", "depths-4:15"), frozen_turns=0)
    scores = [SHADE, deep]
    assert filter_scores(scores, []) == [SHADE]
    assert filter_scores(scores, ["depths", "fog"]) == [deep]
    assert filter_scores(scores, ["fog"]) == []
    held = deep._replace(frozen_turns=1)
    assert filter_scores([*scores, held], None, is_unfrozen=True) == [deep]


def test_tables_are_told_in_lines() -> None:
    """A title for each board, a heading for each race, and a line for each game."""
    lost = SHADE._replace(score=3, cause="PH potion", floors=2, game=2)
    daily = SHADE._replace(kind=DAILY, score=1234567, turns=123456, seed=20261120)
    assert list(score_table_lines(build_score_tables([SHADE, lost, TROLL, daily], 10, lost))) == [
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
    assert list(score_table_lines([])) == []


def test_long_names_are_cut() -> None:
    """What people can edit must not make a table of one line."""
    long = "x" * 600
    odd = SHADE._replace(race=long, cause=long, called=long, layout=long, date=long)
    odd = odd._replace(expansions=(long,), layout="00000001")
    assert max(map(len, score_table_lines(build_score_tables([odd], 10, None)))) < 140


def test_facts_are_those_of_the_table() -> None:
    """In JSON, all of each score, so that any of the games can be had again."""
    deep = SHADE._replace(layout="00000001", called="deep")
    (table,) = build_score_tables([deep], 10, deep)
    assert json.loads(json.dumps(score_table_to_json(table))) == {
        "kind": "ordinary",
        "layout": "00000001",
        "expansions": [],
        "ruleset": RULESET,
        "called": "deep",
        "race": "Shade",
        "games": 1,
        "places": [
            {
                "rank": 1,
                "last": True,
                "race": "Shade",
                "score": 7,
                "gold": 5,
                "turns": 10,
                "floors": 5,
                "cause": "",
                "seed": 42,
                "game": 1,
                "layout": "00000001",
                "called": "deep",
                "expansions": [],
                "ruleset": RULESET,
                "kind": "ordinary",
                "journal": "20261120-205700-shade-42",
                "date": "2026-11-20T21:00:00Z",
                "digest": "",
                "frozen_turns": None,
            }
        ],
    }
