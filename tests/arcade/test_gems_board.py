"""Boards, policies and players of Modern Gems: the tables, pictures and falls (G10 to G12)."""

import pytest

from cc3k.arcade.gems.board import (
    BOARDS,
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


def board(*rows: str) -> GemBoard:
    return parse_board([row.split() for row in rows])


def flagged(policy: str, of: GemBoard, row: int, column: int) -> str:
    return POLICIES[policy].flag(of, row, column).picture().split("-\n")[1]


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


def test_kinds_are_compared_as_numbers() -> None:
    """G10: 12 is not 1 and 2, 01 is 1, and 0 is a kind."""
    assert flagged("ChainedRemovalPolicy", board("01 1 12 0 0"), 0, 0) == " 0|  1* 1*12  0  0 \n"
    assert flagged("ChainedRemovalPolicy", board("01 1 12 0 0"), 0, 3) == " 0|  1  1 12  0* 0*\n"


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
