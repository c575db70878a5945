"""The game of Escape, ruling by ruling (E9 to E21), in both terms."""

from collections.abc import Iterable
from itertools import product

import pytest

from cc3k.arcade.escape import (
    CombatResult,
    Coordinate,
    EscapeGameBuilder,
    EscapeGameManager,
    GameStatus,
    MoveResult,
    board,
)
from cc3k.arcade.escape.program import EscapeProgram
from cc3k.arcade.escape.terms import TERMS
from tests.support.tables import for_each

BOTH = pytest.mark.parametrize("term", [*TERMS])
FAR_AWAY = "(50,50) Ann snail (50,49) Ben snail "
"""A piece of each side, so that nobody is out of moves."""


def build(  # noqa: PLR0913 - what a configuration has
    locations: str,
    dog: str = "omni [distance 9]",
    term: str = "c25",
    *,
    shape: str = "SQUARE",
    limits: str = "xMax: 0 yMax: 0",
    rules: str = "",
    snail: str = "omni [distance 1]",
) -> EscapeGameManager:
    text = f"""Coordinate: {shape} {limits} Players: Ann Ben Locations: {locations}
    Piece descriptors: dog {dog} snail {snail} """
    return EscapeGameBuilder(text + (f"Rules: {rules}" if rules else ""), term).make_game_manager()


def typed(game: EscapeGameManager, *lines: str) -> list[str]:
    program = EscapeProgram(game)
    return [program.take(line).removesuffix("\n") for line in lines]


def dog_reaches(  # noqa: PLR0913, PLR0917 - what a board has
    to: tuple[int, int],
    around: str = "",
    dog: str = "omni [distance 9]",
    term: str = "c25",
    limits: str = "xMax: 0 yMax: 0",
    shape: str = "SQUARE",
) -> bool:
    game = build(f"(1,1) Ann dog {around}", dog, term, limits=limits, shape=shape)
    status = game.move((1, 1), to)
    return status.final_location == to and status.is_valid


def reached(game: EscapeGameManager, start: tuple[int, int]) -> set[tuple[int, int]]:
    return {*game.destinations(start, (-9, 9, -9, 9))}


def shifted(cells: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(1 + x, 1 + y) for x, y in cells}


STRAIGHT = {(0, 1), (1, 0), (0, -1), (-1, 0)}
SLANTED = {(1, 1), (1, -1), (-1, -1), (-1, 1)}
SIX = {(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)}

NEIGHBOURS = {
    ("ORTHOGONAL", "SQUARE"): STRAIGHT,
    ("DIAGONAL", "SQUARE"): SLANTED,
    ("LINEAR", "SQUARE"): STRAIGHT | SLANTED,
    ("OMNI", "SQUARE"): STRAIGHT | SLANTED,
    ("LINEAR", "HEX"): SIX,
    ("OMNI", "HEX"): SIX,
}


def ball(steps: set[tuple[int, int]], length: int) -> set[tuple[int, int]]:
    """Return the cells at the ends of all rows of that many steps at most, but the first."""
    found = {(0, 0)}
    for _ in range(length):
        found |= {(x + dx, y + dy) for x, y in found for dx, dy in steps}
    return found - {(0, 0)}


@BOTH
@pytest.mark.parametrize(("pattern", "shape"), NEIGHBOURS)
def test_turning_pieces_depend_on_pattern_and_term(pattern: str, shape: str, term: str) -> None:
    """E10: OMNI in both terms, ORTHOGONAL and DIAGONAL in C23; LINEAR never."""
    turns = pattern == "OMNI" or (term == "c23" and pattern != "LINEAR")
    steps = NEIGHBOURS[pattern, shape]
    rays = {(x * k, y * k) for x, y in steps for k in (1, 2, 3)}
    game = build("(1,1) Ann dog", f"{pattern} [distance 3]", term, shape=shape)
    assert reached(game, (1, 1)) == shifted(ball(steps, 3) if turns else rays)
    for x, y in product(range(-4, 5), repeat=2):
        fresh = build(f"(1,1) Ann dog {FAR_AWAY}", f"{pattern} [distance 3]", term, shape=shape)
        is_end = (x, y) in (ball(steps, 3) if turns else rays)
        assert fresh.move((1, 1), (1 + x, 1 + y)).is_valid == is_end


@BOTH
def test_x_is_bounded_by_x_max_and_y_by_y_max(term: str) -> None:
    """E9: on HEX too; an axis of n allows 1 to n, one of 0 every whole number, each by itself."""
    for shape in ("SQUARE", "HEX"):
        game = build(
            "(1,1) Ann dog", "omni [distance 9]", term, shape=shape, limits="xMax: 2 yMax: 3"
        )
        assert {*game.destinations((1, 1))} == {*product((1, 2), (1, 2, 3))} - {(1, 1)}
    game = build("(1,1) Ann dog", "omni [distance 3]", term, limits="xMax: 2")
    assert reached(game, (1, 1)) == {*product((1, 2), range(-2, 5))} - {(1, 1)}
    game = build("(1,1) Ann dog", "omni [distance 3]", term, limits="yMax: 2")
    assert reached(game, (1, 1)) == {*product(range(-2, 5), (1, 2))} - {(1, 1)}


def test_c23_makes_a_coordinate_off_the_board_and_c25_does_not() -> None:
    """E9: a move there is invalid in both."""
    for term, made in (("c23", Coordinate(3, 1)), ("c25", None)):
        game = build("(1,1) Ann dog (2,2) Ben dog", term=term, limits="xMax: 2 yMax: 2")
        assert game.make_coordinate(2, 1) == Coordinate(2, 1)
        assert game.make_coordinate(3, 1) == made
        assert typed(game, "move 1 1 3 1")[0].split(" | ")[1] == "(3,1) is not on the board"


WALLS = "(1,2) block (2,2) block (2,1) block (0,2) block "
BLOCKS = "(1,2) block (1,3) block "
CROWD = "(1,2) block (1,3) exit (1,4) Ben snail (1,5) Ann snail "
AROUND = "(1,2) Ben snail (2,1) Ben snail (2,2) Ben snail (0,0) block (0,1) block (0,2) block "

WAYS = (
    # E10: the length of a way counts, not how far it leads
    ((1, 3), False, WALLS, "omni [distance 3]"),
    ((1, 3), True, WALLS, "omni [distance 4]"),
    ((1, 3), True, "", "omni [distance 2]"),
    ((1, 4), False, "", "omni [distance 2]"),
    # E11: a piece of either side or a BLOCK bars it: a cell has to be free and clear
    *[
        ((1, 3), reached, f"(1,2) {thing}", f"{dog}]")
        for thing in ("Ann snail", "Ben snail", "block")
        for dog, reached in (
            *(("linear [distance 9", False), ("omni [distance 9", True)),
            ("linear [distance 2, fly", True),
        )
    ],
    # E11: UNBLOCK leads over several blocks in a row, not over pieces, and not onto a block
    ((1, 4), True, BLOCKS, "linear [distance 3, unblock]"),
    ((1, 5), False, f"{BLOCKS}(1,4) Ben snail", "linear [distance 9, unblock]"),
    ((1, 2), False, BLOCKS, "linear [distance 3, unblock]"),
    # E11: FLY leads over everything; its number means nothing, the distance does
    ((1, 6), True, CROWD, "linear [distance 5, fly 1]"),
    ((1, 6), False, CROWD, "linear [distance 4, fly 99]"),
    ((1, 2), False, CROWD, "linear [distance 5, fly]"),
    # E12: a jump leads over one piece of either side, counts two, and has one direction
    ((1, 3), True, "(1,2) Ann snail", "linear [distance 2, jump]"),
    ((1, 3), True, "(1,2) Ben snail", "linear [distance 2, jump]"),
    ((1, 3), False, "(1,2) Ann snail", "linear [distance 1, jump]"),
    ((1, 6), True, "(1,2) Ann snail (1,4) Ben snail", "linear [distance 5, jump]"),
    ((1, 5), False, "(1,2) Ben snail (1,3) Ben snail", "linear [distance 9, jump]"),
    ((2, 3), False, f"{AROUND}(1,0) block (2,0) block", "omni [distance 2, jump]"),
    # E12: nothing jumps over a block; with UNBLOCK it is walked over, and landed on between
    ((1, 3), False, "(1,2) block", "linear [distance 9, jump]"),
    ((1, 4), False, "(1,2) Ben snail (1,3) block", "linear [distance 9, jump]"),
    ((1, 4), True, "(1,2) Ben snail (1,3) block", "linear [distance 3, jump, unblock]"),
)
"""Where a dog at (1,1) is to go, whether it gets there safely, what is around it, how it moves."""


@BOTH
def test_ways_are_as_long_and_as_free_as_they_have_to_be(term: str) -> None:
    """E10 to E12: in both terms."""
    for to, is_reached, around, dog in WAYS:
        assert dog_reaches(to, around, dog, term) is is_reached, (to, around, dog)


def test_a_jump_over_an_exit_is_of_c23() -> None:
    """E12: in C25 the piece falls through it."""
    for term, final in (("c23", (1, 3)), ("c25", None)):
        game = build(f"(1,1) Ann dog (1,2) exit {FAR_AWAY}", "linear [distance 2, jump]", term)
        assert game.move((1, 1), (1, 3)).final_location == final


@BOTH
def test_whoever_has_no_other_way_falls_through_an_exit(term: str) -> None:
    """E13: valid, removed, no score, no combat, whatever is on the destination."""
    for rules, at in (("", "(1,3)"), ("POINT_CONFLICT", "(1,3) Ben snail"), ("", "(1,3) exit")):
        game = build(
            f"(1,1) Ann dog (1,2) exit {at} {FAR_AWAY}", "linear [distance 2]", term, rules=rules
        )
        status = game.move((1, 1), (1, 3))
        expected = GameStatus(
            is_valid=True,
            more_information=False,
            move_result=MoveResult.NONE,
            final_location=None,
            combat_result=CombatResult.NONE,
        )
        assert status == expected
        assert game.scores == [0, 0]
        assert (game.piece_at((1, 1)), game.piece_at((1, 3)) is not None) == (None, "Ben" in at)


BOARD = "(1,1) Ann dog (1,2) block (1,3) Ben dog (2,2) exit (3,3) Ann snail"

FAULTS = [
    ("2 1 2 1", "There is no piece at (2,1)"),
    ("9 9 1 1", "There is no piece at (9,9)"),
    ("1 3 1 3", "The piece at (1,3) belongs to Ben"),
    ("1 3 9 9", "The piece at (1,3) belongs to Ben"),
    ("1 1 1 1", "The piece does not move"),
    ("1 1 0 1", "(0,1) is not on the board"),
    ("1 1 -4 -7", "(-4,-7) is not on the board"),
    ("1 1 1 2", "(1,2) is a BLOCK"),
    ("1 1 3 3", "(3,3) holds a piece of Ann"),
    ("1 1 1 3", "(1,3) holds a piece of Ben"),
    ("1 1 3 2", "There is no way from (1,1) to (3,2)"),
]


@for_each("numbers, fault", FAULTS)
def test_the_first_fault_of_an_invalid_move_is_reported(numbers: str, fault: str) -> None:
    """E14, E19: the first fault is told; C25 goes on, in C23 the mover loses, and that is told."""
    x, y = numbers.split()[:2]
    for term, rest in (
        ("c25", f"result=NONE final=({x},{y}) combat=NONE more=yes | {fault}"),
        ("c23", f"result=LOSE final=({x},{y}) combat=NONE more=yes | {fault} | Ben wins"),
    ):
        game = build(BOARD, "linear [distance 9, unblock]", term, limits="xMax: 3 yMax: 3")
        before = dict(game.board.pieces)
        status = "turn=Ann moves=0 score=0,0 over=no"
        if term == "c23":
            status = "turn=- moves=0 score=0,0 over=win:Ben"
        assert typed(game, f"move {numbers}", "status") == [
            f"move valid=no {rest}",
            f"status {status}",
        ]
        assert game.board.pieces == before


def test_with_point_conflict_only_ones_own_piece_bars_a_cell() -> None:
    """E14: the mover's, or the other's without the rule."""
    game = build(BOARD, "linear [distance 9, unblock]", rules="POINT_CONFLICT")
    assert typed(game, "move 1 1 3 3")[0].endswith("(3,3) holds a piece of Ann")
    assert typed(game, "move 1 1 1 3")[0].endswith("final=none combat=DRAW more=yes | Ann wins")


@BOTH
def test_once_the_game_is_over_every_move_is_told_so(term: str) -> None:
    """E14, 1: before anything else is looked at; the result is NONE and the state is kept."""
    game = build("(1,1) Ann dog (1,2) exit (9,9) Ben dog", term=term, rules="SCORE 1")
    assert typed(game, "move 1 1 1 2", "move 9 9 9 8", "move 5 6 5 6", "status") == [
        "move valid=yes result=WIN final=none combat=NONE more=yes | Ann wins",
        "move valid=no result=NONE final=(9,9) combat=NONE more=yes | Game is over and Ann has won",
        "move valid=no result=NONE final=(5,6) combat=NONE more=yes | Game is over and Ann has won",
        "status turn=- moves=1 score=1,0 over=win:Ann",
    ]


@BOTH
def test_once_it_is_drawn_every_move_is_told_so(term: str) -> None:
    """E14, 1; E17: the limit of turns with equal scores."""
    game = build("(1,1) Ann dog (9,9) Ben dog", term=term, rules="TURN_LIMIT 1")
    last, drawn = "1,2" if term == "c25" else "9,8", "Game is over and results in a draw"
    moves = ["move 1 1 1 2", "move 9 9 9 8"][: TERMS[term].moves_a_turn]
    assert typed(game, *moves, "move 1 2 1 3", "status")[-3:] == [
        f"move valid=yes result=DRAW final=({last}) combat=NONE more=yes | {drawn}",
        f"move valid=no result=NONE final=(1,2) combat=NONE more=yes | {drawn}",
        f"status turn=- moves={len(moves)} score=0,0 over=draw",
    ]


@BOTH
@pytest.mark.parametrize("pieces", ["(1,2) Ben dog", "(1,1) Ann dog (1,2) Ben dog", ""])
def test_whoever_cannot_move_at_first_loses_with_the_first_try(pieces: str, term: str) -> None:
    """E14, 2: even if the other cannot move either; until then the game is not over."""
    game = build(f"{pieces} (1,3)", term=term, limits="xMax: 1 yMax: 2")
    assert typed(game, "status", "move 9 9 9 9", "move 1 1 1 2", "status") == [
        "status turn=Ann moves=0 score=0,0 over=no",
        "move valid=no result=LOSE final=(9,9) combat=NONE more=yes | Ben wins",
        "move valid=no result=NONE final=(1,1) combat=NONE more=yes | Game is over and Ben has won",
        "status turn=- moves=0 score=0,0 over=win:Ben",
    ]


def test_a_limit_of_turns_counts_moves_in_c25_and_rounds_in_c23() -> None:
    """E17: the higher score wins, seen from the mover's side; SCORE comes first."""
    lines = ["move 1 1 1 2", "move 50 49 51 49", "move 50 50 51 50", "move 51 49 50 49"]
    for term, limit, end in (("c25", 2, 2), ("c25", 3, 3), ("c23", 1, 2), ("c23", 2, 4)):
        game = build(
            f"(1,1) Ann dog (1,2) exit {FAR_AWAY}", term=term, rules=f"TURN_LIMIT {limit} SCORE 2"
        )
        answers = typed(game, *lines[:end])
        assert all("result=NONE" in answer for answer in answers[:-1])
        result = "WIN" if end % 2 else "LOSE"
        assert f"result={result} " in answers[-1]
        assert answers[-1].endswith("more=yes | Ann wins")
    game = build(f"(1,1) Ann dog (1,2) exit {FAR_AWAY}", rules="TURN_LIMIT 1 SCORE 1")
    assert game.move((1, 1), (1, 2)).move_result is MoveResult.WIN


@BOTH
def test_whoever_leaves_the_other_without_a_move_wins(term: str) -> None:
    """E17: whatever the scores, be it for want of pieces."""
    game = build(
        "(1,1) Ann dog (1,2) Ben dog", "omni [distance 9, fly]", term, limits="xMax: 1 yMax: 3"
    )
    assert typed(game, "move 1 1 1 3", "status")[1].endswith("over=no")
    game = build("(1,1) Ann dog (2,2) Ben dog (1,2) exit (5,5) Ann dog", term=term, rules="SCORE 9")
    assert typed(game, "move 5 5 5 6", "move 2 2 1 2", "status") == [
        "move valid=yes result=NONE final=(5,6) combat=NONE more=no",
        "move valid=yes result=NONE final=none combat=NONE more=no",
        "status turn=Ann moves=2 score=0,1 over=no",
    ]
    assert typed(game, "move 1 1 2 1", "status") == [
        "move valid=yes result=WIN final=(2,1) combat=NONE more=yes | Ann wins",
        "status turn=- moves=3 score=0,1 over=win:Ann",
    ]


class Witness:
    def __init__(self) -> None:
        self.told: list[str] = []

    def notify(self, message: str) -> None:
        self.told.append(message)


@BOTH
def test_observers_are_told_once_until_they_are_removed(term: str) -> None:
    """E18: faults and ends, nothing else; `more` says that this move sent a message."""
    game, first, second = build(f"(1,1) Ann dog {FAR_AWAY}", term=term), Witness(), Witness()
    assert game.add_observer(first) is first
    assert game.add_observer(first) is first
    assert game.add_observer(second) is second
    assert not game.move((1, 1), (1, 2)).more_information
    assert first.told == []
    assert game.remove_observer(second) is second
    assert game.remove_observer(second) is None
    assert game.move((9, 9), (9, 8)).more_information
    assert first.told == ["There is no piece at (9,9)"] + (["Ann wins"] if term == "c23" else [])
    assert second.told == []
    assert game.remove_observer(first) is first


def test_the_pipe_takes_numbers_with_signs_and_words_in_any_case() -> None:
    """E20: blank lines are passed over; numbers are digits, with a sign or not."""
    game = build(f"(1,-1) Ann dog {FAR_AWAY}")
    assert typed(game, "", "  \t ", " PIECE\t+1  -01 ", "Move 1 -1 -0 +0", "STATUS") == [
        *("", "", "piece (1,-1) DOG Ann value=1"),
        "move valid=yes result=NONE final=(0,0) combat=NONE more=no",
        "status turn=Ben moves=1 score=0,0 over=no",
    ]


@for_each(
    "line, answer",
    [
        ("jump 1 2", "error: unknown command 'jump'"),
        ("Jump\x1b", "error: unknown command 'Jump\x1b'"),
        ("move", "error: usage: move X1 Y1 X2 Y2"),
        ("move 1 2 3", "error: usage: move X1 Y1 X2 Y2"),
        ("move 1 2 3 4 5", "error: usage: move X1 Y1 X2 Y2"),
        ("move 1 2 3 x", "error: usage: move X1 Y1 X2 Y2"),
        ("move 1 2 3 1.0", "error: usage: move X1 Y1 X2 Y2"),
        ("move 1 2 3 --1", "error: usage: move X1 Y1 X2 Y2"),
        ("move 1 2 3 \N{ARABIC-INDIC DIGIT ONE}", "error: usage: move X1 Y1 X2 Y2"),
        ("move 1 2 3 1_0", "error: usage: move X1 Y1 X2 Y2"),
        ("PIECE 1", "error: usage: piece X Y"),
        ("piece 1 +", "error: usage: piece X Y"),
        ("status now", "error: usage: status"),
        ("piece 3 3", "piece (3,3) off"),
        ("piece 1 2", "piece (1,2) none"),
        ("piece 1 1", "piece (1,1) DOG Ann value=1"),
    ],
)
def test_the_pipe_answers_every_line(line: str, answer: str) -> None:
    """E20: commands, wrong arguments and other words."""
    assert typed(build("(1,1) Ann dog", limits="xMax: 2 yMax: 2"), line) == [answer]


def test_quit_ends_without_an_answer() -> None:
    """E20: what follows it is ignored."""
    program = EscapeProgram(build("(1,1) Ann dog"))
    assert (program.begin(), program.exit_status) == ("", None)
    assert program.take("Quit 1 2 3\n") == ""
    assert program.exit_status == 0
    assert program.take("status") == ""


def test_far_ways_need_no_long_search() -> None:
    """E10: a distance may be as long as an attribute holds, on boards without an end."""
    far = 2_147_483_647
    for shape, dog, to in (
        ("SQUARE", "linear", (1, 1 + far)),
        ("SQUARE", "omni", (far, -far // 2)),
        ("HEX", "omni", (far // 2, far // 3)),
        ("HEX", "linear", (1 + far, 1 - far)),
    ):
        crowd = f"(1,1) Ann dog (0,0) block (3,1) exit {FAR_AWAY}"
        game = build(crowd, f"{dog} [distance {far}]", shape=shape)
        assert game.move((1, 1), to).final_location == to
        game = build(crowd, f"{dog} [distance {far}]", shape=shape)
        assert not game.move((1, 1), (to[0] + far, to[1] + 5)).is_valid
    walls = "".join(
        f"({x},{y}) block " for x, y in product((4, 5, 6), repeat=2) if (x, y) != (5, 5)
    )
    game = build(f"(1,1) Ann dog {walls} {FAR_AWAY}", f"omni [distance {far}]")
    assert not game.move((1, 1), (5, 5)).is_valid


def test_a_walled_goal_is_looked_for_from_its_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """E10: after a few cells a search begins from the other end, and the answer is the same."""
    monkeypatch.setattr(board, "FEW_CELLS", 1)
    walls = "".join(f"({x},{y}) block " for x, y in ((3, 3), (3, 4), (4, 3), (3, 5), (5, 3)))
    game = build(f"(1,1) Ann dog {walls} {FAR_AWAY}", "omni [distance 20]")
    assert game.move((1, 1), (4, 4)).is_valid


def test_numbers_may_be_longer_than_python_converts_at_once() -> None:
    """E20: a cell is a pair of whole numbers of any size."""
    long = "9" * 5_000
    game = build("(1,1) Ann dog", "linear [distance 9]")
    assert typed(game, f"piece {long} -{long}") == [f"piece ({long},-{long}) none"]
    assert typed(game, f"move 1 1 {long} 1")[0].endswith(
        f"There is no way from (1,1) to ({long},1)"
    )
