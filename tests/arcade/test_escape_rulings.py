"""The game of Escape, ruling by ruling (E9 to E21), in both terms."""

from collections.abc import Iterable, Iterator
from itertools import product

import pytest

from cc3k.arcade.escape import (
    Coordinate,
    EscapeGameBuilder,
    EscapeGameManager,
    board,
)
from cc3k.arcade.escape.program import EscapeProgram
from cc3k.arcade.escape.terms import TERMS
from tests.conftest import GOLDEN, Golden
from tests.support.arcade_screens import Step, replayed, setup_of

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


RULINGS = (GOLDEN / "arcade/rulings/escape.txt").read_text("utf-8")


def test_moves_and_lines_are_answered_as_the_rulings_have_it(golden: Golden) -> None:
    """E12 to E20: in both terms; what they answer alike is said once."""
    golden("arcade/rulings/escape", replayed(RULINGS, in_both_terms))


def in_both_terms(setup: str) -> Step:
    locations, options = setup_of(setup)
    programs = dict[str, EscapeProgram]()

    def begin() -> None:
        for term in TERMS:
            programs[term] = EscapeProgram(build(locations, term=term, **options))

    def told(program: EscapeProgram, line: str) -> str:
        if line == "pieces":
            pieces = program.game.board.pieces
            return " ".join([f"{Coordinate(*cell)} {pieces[cell].value}" for cell in pieces])
        return program.take(line).removesuffix("\n")

    def step(line: str) -> Iterator[str]:
        if line == "again":
            begin()
            return
        answers = {term: told(program, line) for term, program in programs.items()}
        if len({*answers.values()}) == 1:
            answers = {"": answers["c25"]}
        yield from [f"{term}> {answer}".rstrip() for term, answer in answers.items()]

    begin()
    return step


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


def test_quit_ends_without_an_answer() -> None:
    """E20: what follows it is ignored; before it a line is answered, whatever is in it."""
    program = EscapeProgram(build("(1,1) Ann dog"))
    assert (program.begin(), program.exit_status) == ("", None)
    assert program.take("Jump\x1b") == "error: unknown command 'Jump\x1b'\n"
    assert program.take("  \t ") == ""
    usage = "error: usage: move X1 Y1 X2 Y2\n"
    assert program.take("move 1 2 3 \N{ARABIC-INDIC DIGIT ONE}") == usage
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
