"""Laws of Modern Gems, held by random boards and typing; tables, pictures, falls (G10-G12)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.gems.board import (
    BOARDS,
    PLAYERS,
    POLICIES,
    GemBoard,
    InvalidPosition,
    choose_greedily,
    choose_looking_ahead,
    outlooks,
    parse_board,
)
from cc3k.arcade.gems.program import FAREWELL, UNDO, GemsProgram, read_saved
from tests.support import plain_gems
from tests.support.gems_files import MemoryFiles, Played
from tests.support.tables import for_each


@st.composite
def boards(draw: st.DrawFn) -> GemBoard:
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    kind = st.integers(-1, 3)
    kinds = draw(st.lists(kind, min_size=rows * columns, max_size=rows * columns))
    kinds[draw(st.integers(0, len(kinds) - 1))] = draw(st.integers(0, 3))
    return GemBoard(tuple(kinds), columns)


def grid(board: GemBoard) -> plain_gems.Grid:
    rows = range(0, len(board.kinds), board.columns)
    return [list(board.kinds[first : first + board.columns]) for first in rows]


@given(boards())
def test_groups_scores_falls_and_players_are_those_of_a_plain_program(board: GemBoard) -> None:
    """G10, G11: greedy and look-ahead are the best by brute force."""
    plain = grid(board)
    for name, each in POLICIES.items():
        for row, column in plain_gems.gems(plain):
            cell = row * board.columns + column
            group = plain_gems.group(plain, name, row, column)
            assert {divmod(at, board.columns) for at in each.group(board, cell)} == group
            assert each.score_move(board, row, column) == plain_gems.score(plain, name, row, column)
            assert grid(board.remove(each.group(board, cell))) == plain_gems.removed(plain, group)
        assert each.scores(board) == [
            -1 if kind < 0 else each.score_move(board, *divmod(cell, board.columns))
            for cell, kind in enumerate(board.kinds)
        ]
        assert divmod(choose_greedily(board, each), board.columns) == plain_gems.greedy(plain, name)
        ahead = divmod(choose_looking_ahead(board, each), board.columns)
        assert ahead == plain_gems.look_ahead(plain, name)
        assert [cell for cell, _ in outlooks(board, each)] == board.gems()


WORDS = st.sampled_from(
    [
        *("new", "load", "quit", "move", "save", "undo", "0", "1", "2", "-1", "x", "a.mg", "b.mg"),
        *BOARDS,
        *POLICIES,
        *PLAYERS,
    ]
)
TYPED = st.one_of(
    st.lists(WORDS, max_size=25).map(lambda words: " ".join(words).encode()),
    st.lists(WORDS, max_size=15).map(
        lambda words: b"new tiny ChainedRemovalPolicy InteractivePlayer " + " ".join(words).encode()
    ),
    st.binary(max_size=60),
)


@given(TYPED, st.binary(max_size=40))
def test_the_program_never_raises(typed: bytes, data: bytes) -> None:
    """G6, G7: whatever is typed or lies in a file, it ends with 0 and a farewell, or with 1."""
    played = Played(typed, a=data)
    assert played.status in {0, 1}
    assert played.out.endswith(FAREWELL) == (played.status == 0)


@given(
    st.lists(
        st.sampled_from([b"1", b"-2", b".", b"x", b" ", b"\n", b"\r\n", b"GreedyPlayer", b"\xff"]),
        max_size=14,
    ),
    st.sampled_from([b"", b"3 4 GreedyPlayer SingleRemovalPolicy", b"1 1 A B\n", b"1 1 A\nB \n"]),
)
def test_no_file_makes_it_raise(pieces: list[bytes], head: bytes) -> None:
    """G13: broken files of every kind; what can be read is saved as the same game."""
    data = head + b" ".join(pieces)
    played = Played("load a.mg", a=data)
    assert played.status in {0, 1}
    saved = read_saved(data)
    if saved is not None and "Game load completed" in played.out:
        game = saved.game()
        again = read_saved(game.saved())
        assert again
        assert again.game() == game


@given(st.lists(WORDS, max_size=20), st.integers(0, 20))
def test_equal_words_give_equal_digests_however_they_are_cut(words: list[str], cut: int) -> None:
    whole, parts = GemsProgram(MemoryFiles()), GemsProgram(MemoryFiles())
    answer = whole.take(" ".join(words))
    assert parts.take(" ".join(words[:cut])) + parts.take(" ".join(words[cut:])) == answer
    assert whole.digest() == parts.digest()


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=8))
def test_practice_takes_back_every_move(moves: list[tuple[int, int]]) -> None:
    program = GemsProgram(MemoryFiles(), is_practice=True)
    program.take("new large AdjacentRemovalPolicy InteractivePlayer")
    seen = [program.game]
    for row, column in moves:
        program.take(f"move {row + 4} {column}")
        if program.game != seen[-1]:
            seen.append(program.game)
    seen.pop()
    while seen:
        assert program.can_undo()
        assert "\n-- Move " in program.take(UNDO)
        assert program.game == seen.pop()
        assert program.is_asked_for_move()
    assert not program.can_undo()
    assert program.take(UNDO).startswith("Invalid option 'undo'\n")


def test_undo_does_not_reach_back_into_another_game() -> None:
    program = GemsProgram(MemoryFiles(), is_practice=True)
    start = "new tiny AdjacentRemovalPolicy InteractivePlayer"
    program.take(f"{start} move 1 1 quit {start}")
    assert not program.can_undo()


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
    ("SingleRemovalPolicy", " 0|  1  1  2 \n 1|  2  1* 1 \n 2|  2  2  1 \n"),
    ("AdjacentRemovalPolicy", " 0|  1  1* 2 \n 1|  2  1* 1*\n 2|  2  2  1 \n"),
    ("WholeRowColRemovalPolicy", " 0|  1  1* 2 \n 1|  2  1* 1*\n 2|  2  2  1 \n"),
    ("ChainedRemovalPolicy", " 0|  1* 1* 2 \n 1|  2  1* 1*\n 2|  2  2  1*\n"),
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
