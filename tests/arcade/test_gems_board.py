"""Boards, policies and players of Modern Gems: the tables, pictures and falls (G10 to G12)."""

import pytest

from cc3k.arcade.gems.board import (
    BOARDS,
    EMPTY,
    PLAYERS,
    POLICIES,
    GemBoard,
    InvalidPosition,
    choose_greedily,
    choose_looking_ahead,
    parse_board,
)
from tests.support.tables import for_each

ADJACENT = POLICIES["AdjacentRemovalPolicy"]
LARGE = """\
4 3 5 3 5 1 3 3 1 1 
2 4 1 4 1 4 4 5 4 2 
5 3 5 2 3 3 3 1 3 4 
1 2 2 2 2 4 2 4 5 1 
1 3 1 2 3 3 3 4 1 1 
2 2 2 1 5 1 5 5 3 5 
2 4 1 5 2 2 5 4 5 2 
"""  # noqa: W291 - a blank after each cell


def board(*rows: str) -> GemBoard:
    return parse_board([row.split() for row in rows])


def flagged(policy: str, of: GemBoard, row: int, column: int) -> str:
    return POLICIES[policy].flag(of, row, column).picture().split("-\n")[1]


def test_the_boards_are_those_of_the_table() -> None:
    """G12: typed from the ruling, in its order."""
    assert [(name, each.text()) for name, each in BOARDS.items()] == [
        ("tiny", "1 3 2 \n1 1 1 \n1 2 2 \n"),
        ("cross", "1 1 2 1 1 \n1 1 2 1 1 \n2 2 2 2 2 \n1 1 2 1 1 \n1 1 2 1 1 \n"),
        ("almostCross", "1 1 2 1 1 \n1 1 2 1 1 \n2 2 1 2 2 \n1 1 2 1 1 \n1 1 2 1 1 \n"),
        ("curve", "1 1 2 \n2 1 1 \n2 2 1 \n"),
        ("normal", "4 1 4 8 2 \n9 10 6 5 9 \n6 5 1 8 4 \n2 5 5 10 10 \n5 9 4 9 5 \n"),
        ("skinny", "3 3 2 \n3 2 3 \n1 2 1 \n2 2 2 \n2 1 3 \n1 1 2 \n2 1 1 \n"),
        (
            "large",
            LARGE,
        ),
    ]


@for_each(
    "name, description, scored",
    [
        ("SingleRemovalPolicy", "Single gems are removed", (1, 1)),
        ("AdjacentRemovalPolicy", "Adjacent gems of the same kind will be removed", (1, 9)),
        ("WholeRowColRemovalPolicy", "Adjacent gems in whole row/column will be removed", (1, 9)),
        (
            "ChainedRemovalPolicy",
            "All gems connected by any adjacency chain will be removed",
            (1, 9),
        ),
    ],
)
def test_the_policies_are_those_of_the_table(
    name: str, description: str, scored: tuple[int, int]
) -> None:
    """G10: names, descriptions, and what one gem and three score."""
    policy = POLICIES[name]
    assert (policy.name, policy.description) == (name, description)
    assert (policy.score(1), policy.score(3)) == scored


def test_the_menus_have_the_order_of_the_document() -> None:
    """G4: policies and players; only the first player is a person."""
    assert [*POLICIES] == [
        "SingleRemovalPolicy",
        "AdjacentRemovalPolicy",
        "WholeRowColRemovalPolicy",
        "ChainedRemovalPolicy",
    ]
    assert [*PLAYERS] == ["InteractivePlayer", "GreedyPlayer", "LookAhead1Player"]
    assert [player.choose for player in PLAYERS.values()] == [
        None,
        choose_greedily,
        choose_looking_ahead,
    ]


@for_each(
    "policy, shown",
    [
        ("SingleRemovalPolicy", " 0|  1  1  2 \n 1|  2  1* 1 \n 2|  2  2  1 \n"),
        ("AdjacentRemovalPolicy", " 0|  1  1* 2 \n 1|  2  1* 1*\n 2|  2  2  1 \n"),
        ("WholeRowColRemovalPolicy", " 0|  1  1* 2 \n 1|  2  1* 1*\n 2|  2  2  1 \n"),
        ("ChainedRemovalPolicy", " 0|  1* 1* 2 \n 1|  2  1* 1*\n 2|  2  2  1*\n"),
    ],
)
def test_each_policy_flags_its_gems(policy: str, shown: str) -> None:
    """G10: on the curve, at its middle; the document shows the chain."""
    assert flagged(policy, BOARDS["curve"], 1, 1) == shown


def test_whole_rows_and_columns_go_as_far_as_the_kind() -> None:
    """G10: each way on to the first gem of another kind, a hole or the edge."""
    wide = board("1 2 1 1 1", "1 . 2 1 2", "1 1 1 1 .", "2 1 1 1 1", "1 1 1 2 1")
    assert flagged("WholeRowColRemovalPolicy", wide, 2, 3) == (
        " 0|  1  2  1  1* 1 \n 1|  1     2  1* 2 \n 2|  1* 1* 1* 1*  \n"
        " 3|  2  1  1  1* 1 \n 4|  1  1  1  2  1 \n".replace("1*  \n", "1*   \n")
    )


def test_kinds_are_compared_as_numbers() -> None:
    """G10: 12 is not 1 and 2, 01 is 1, and 0 is a kind."""
    assert flagged("ChainedRemovalPolicy", board("01 1 12 0 0"), 0, 0) == " 0|  1* 1*12  0  0 \n"
    assert flagged("ChainedRemovalPolicy", board("01 1 12 0 0"), 0, 3) == " 0|  1  1 12  0* 0*\n"


def test_scoring_leaves_flags_and_clears_old_ones() -> None:
    """G10: as in the document's talk with tiny."""
    once = ADJACENT.flag(BOARDS["tiny"], 0, 1)
    assert ADJACENT.flag(once, 1, 0).picture() == (
        "     0  1  2\n   ---------\n 0|  1* 3  2 \n 1|  1* 1* 1 \n 2|  1* 2  2 \n"
    )
    scored = [ADJACENT.score_move(once, *at) for at in ((0, 0), (1, 0), (2, 2))]
    assert scored == [4, 16, 4]


@for_each("at", [(0, 1), (-1, 0), (0, -1), (2, 0), (0, 3)])
def test_a_position_without_a_gem_is_an_error_with_the_board(at: tuple[int, int]) -> None:
    """G10: empty, or beside the board."""
    holed = board("1 . 2", "1 1 1")
    for ask in (ADJACENT.flag, ADJACENT.score_move):
        with pytest.raises(InvalidPosition) as caught:
            ask(holed, *at)
        assert str(caught.value) == (
            f"Position ({at[0]},{at[1]}) invalid on board:\n"
            "     0  1  2\n   ---------\n 0|  1     2 \n 1|  1  1  1 \n"
        )


def test_a_board_is_shown_with_wide_kinds_and_numbers() -> None:
    """G12: three places, then two; what is wider pushes on."""
    rows = ["123 4567 -1", *["10 10 10"] * 10]
    picture = board(*rows).picture().splitlines()
    assert picture[2:4] == [" 0|123 4567    ", " 1| 10 10 10 "]
    assert picture[-1] == "10| 10 10 10 "
    wide = board(" ".join(["1"] * 12)).picture().splitlines()
    assert wide[0] == "     0  1  2  3  4  5  6  7  8  9 10 11"
    assert wide[1] == "   " + "-" * 36


def test_gems_fall_straight_down_then_columns_close_up() -> None:
    """G11: the document's example, in its three steps."""
    before = board("4 . 4 . .", "9 1 6 . 2", "6 5 1 . 9", "2 5 5 7 7", "5 9 7 7 7")
    gone = [cell for cell, kind in enumerate(before.kinds) if kind == 7]
    holes = before.without(gone)
    assert holes.text() == "4 . 4 . . \n9 1 6 . 2 \n6 5 1 . 9 \n2 5 5 . . \n5 9 . . . \n"
    assert holes.fallen().text() == "4 . . . . \n9 1 4 . . \n6 5 6 . . \n2 5 1 . 2 \n5 9 5 . 9 \n"
    assert (
        before.remove(gone).text() == "4 . . . . \n9 1 4 . . \n6 5 6 . . \n2 5 1 2 . \n5 9 5 9 . \n"
    )
    assert before.remove(gone) == holes.fallen().closed_up()


def test_no_flag_is_left_after_a_removal() -> None:
    """G11: the gems are gone, and so are their flags."""
    one = ADJACENT.flag(BOARDS["tiny"], 1, 1)
    assert one.flags
    assert not one.remove(one.flags).flags


def test_a_loaded_board_falls_at_its_first_removal() -> None:
    """G11: gems that hang in the air, and columns that stand apart."""
    hanging = board("1 . 2 .", ". . . 3", "4 . . .")
    assert hanging.remove([2]).text() == ". . . . \n1 . . . \n4 3 . . \n"
    assert hanging.remove([2, 7]).text() == ". . . . \n1 . . . \n4 . . . \n"


@for_each(
    "rows, greedy, ahead",
    [
        (("1 2 1 2", "2 1 2 1"), (0, 0), (1, 1)),
        (("1 1 2 2",), (0, 0), (0, 0)),
        ((". 1 1", "2 2 3"), (0, 1), (0, 1)),
        (("5",), (0, 0), (0, 0)),
    ],
)
def test_of_equal_moves_the_first_by_row_then_by_column_is_taken(
    rows: tuple[str, ...], greedy: tuple[int, int], ahead: tuple[int, int]
) -> None:
    """G11: for both automatic players."""
    stones, policy = board(*rows), POLICIES["ChainedRemovalPolicy"]
    assert divmod(choose_greedily(stones, policy), stones.columns) == greedy
    assert divmod(choose_looking_ahead(stones, policy), stones.columns) == ahead


def test_boards_are_values() -> None:
    """Equal cells are one board, flags included; nothing else is."""
    one, same = board("1 2", "3 ."), GemBoard((1, 2, 3, EMPTY), 2)
    assert one == same
    assert hash(one) == hash(same)
    assert repr(one) == repr(same) == "GemBoard((1, 2, 3, -1), 2, [])"
    assert one != GemBoard((1, 2, 3, EMPTY), 4)
    assert one != one._replace(flags=frozenset({0}))
