"""The opponent of Escape: alpha-beta, a fixed order, no chance.

`CC3K_ESCAPE_GAMES=20` plays as many games on each board; without it fewer, as tests are run often.
"""

import os
import random

import pytest

from cc3k.arcade.escape import EscapeGameBuilder, EscapeGameManager
from cc3k.arcade.escape import opponent as opponents
from cc3k.arcade.escape.opponent import choose_move
from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION, AnsweringProgram, EscapeProgram
from cc3k.arcade.escape.terms import TERMS
from tests.support.given_data import given_folder
from tests.support.tables import for_each

ARCADE = given_folder("arcade")
GIVEN = [] if ARCADE is None else sorted((ARCADE / "escape" / "configurations").glob("*.egc"))
BOARDS = {"sample": SAMPLE_CONFIGURATION} | {
    path.stem: text for path in GIVEN if "Locations" in (text := path.read_bytes().decode())
}
"""The sample boards: our own, and those of the course where they are."""

GAMES = int(os.environ.get("CC3K_ESCAPE_GAMES", "6"))

MOST_MOVES = 60
"""Moves after which a game counts as not lost: some boards have neither an exit nor a limit."""

HEAD = "Coordinate: SQUARE xMax: 9 yMax: 9 Players: Ann Ben Locations: "
TYPES = """Piece descriptors: dog linear [distance 9, value 2] snail linear [distance 1]
horse orthogonal [distance 2, value 5] """


def build(locations: str, rules: str = "") -> EscapeGameManager:
    return EscapeGameBuilder(f"{HEAD}{locations} {TYPES}{rules}").make_game_manager()


CHOICES = (
    # an exit wins
    ("(1,1) Ann dog (1,9) exit (5,5) Ben dog (5,6) Ann snail", "Rules: SCORE 2", 1, [(1, 9)]),
    # Ben's dog would leave, and only Ann's snail can stand in its way
    ("(2,4) Ann snail (1,1) exit (1,9) Ben dog", "Rules: SCORE 2", 2, [(1, 3), (1, 4), (1, 5)]),
    # equal pieces both go, which leaves the other without one
    ("(1,1) Ann dog (1,3) Ben dog (9,9) Ann snail", "Rules: POINT_CONFLICT", 2, [(1, 3)]),
    # the other's last piece is taken
    ("(1,1) Ann dog (1,5) Ben snail", "Rules: POINT_CONFLICT", 2, [(1, 5)]),
    # the other is shut in
    ("(9,1) Ann dog (9,9) Ben snail (8,8) block (8,9) block", "", 1, [(9, 8)]),
)


@for_each("locations, rules, depth, goals", CHOICES)
def test_it_sees_what_wins(
    locations: str, rules: str, depth: int, goals: list[tuple[int, int]]
) -> None:
    """E15, E17: one or two moves ahead."""
    assert choose_move(build(locations, rules), depth)[1] in goals


def test_it_does_not_lose_its_last_piece() -> None:
    """E15, E17: the smaller piece goes, and whoever has none left has lost."""
    game = build("(1,1) Ann dog (1,3) Ben horse (9,9) Ben snail", "Rules: POINT_CONFLICT")
    assert choose_move(game, 2)[1] != (1, 3)


def test_a_limit_of_turns_is_looked_at() -> None:
    """E17: the last move decides; a draw is worth more than a loss, and less than a win."""
    locations = "(1,1) Ann dog (5,5) Ann dog (1,9) exit (9,9) Ben dog"
    game = build(locations, "Rules: TURN_LIMIT 1")
    assert choose_move(game, 2)[1] == (1, 9)
    game = build("(2,8) Ann snail (9,9) Ben dog (9,1) exit (9,5) block", "Rules: TURN_LIMIT 2")
    game.scores[1] = 1
    assert game.move(*choose_move(game, 2)).is_valid
    drawn = build("(2,8) Ann snail (9,9) Ben dog", "Rules: TURN_LIMIT 1")
    assert drawn.move(*choose_move(drawn, 2)).move_result.value == "DRAW"


def test_what_stands_far_apart_is_not_looked_at_for_ever() -> None:
    far = "Coordinate: SQUARE xMax: 0 Players: Ann Ben Locations: (0,0) Ann dog (99999,7) Ben dog "
    types = "(0,20) exit Piece descriptors: dog omni [distance 2147483647, value 2] Rules: SCORE 2"
    game = EscapeGameBuilder(far + types).make_game_manager()
    assert choose_move(game, 1) == ((0, 0), (0, 20))


def test_every_depth_on_offer_is_reached_on_the_sample() -> None:
    """Moves are counted, no clock is read: also amid a game, and so on every machine alike."""
    game = EscapeGameBuilder(SAMPLE_CONFIGURATION).make_game_manager()
    luck = random.Random(1)
    for _ in range(2):
        for _ in range(4):
            game.move(*luck.choice(moves(game)))
        search = opponents._Search(game)  # noqa: SLF001 - to see what it counted
        search.best_move(opponents.MAX_DEPTH)
        assert search._listed <= opponents.MOST_LISTED  # noqa: SLF001 - as above


def test_what_is_remembered_of_a_reach_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "Rules: POINT_CONFLICT SCORE 9"
    near = "(1,1) Ann dog (3,3) Ben snail (2,2) Ann snail (4,4) Ben dog (1,4) exit (4,1) block"
    game, again = build(near, rules), build(near, rules)
    answers = [choose_move(game, 3)]
    forgetful = type("Forgetful", (dict,), {"get": lambda *_: None})
    begin = opponents._Search.__init__  # noqa: SLF001 - what it remembers is taken from it

    def forget(search: opponents._Search, of: EscapeGameManager) -> None:
        begin(search, of)
        search._reaches = forgetful()  # noqa: SLF001

    monkeypatch.setattr(opponents._Search, "__init__", forget)  # noqa: SLF001
    assert choose_move(again, 3) == answers[0]


def test_on_a_rich_board_it_plays_the_best_move_that_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opponents, "MOST_LISTED", 50)
    game = build("(1,1) Ann dog (1,9) exit (5,5) Ben dog (5,6) Ann snail")
    assert choose_move(game, 9) == ((1, 1), (1, 9))


def test_a_program_with_an_opponent_answers_for_both() -> None:
    game = build("(1,1) Ann dog (9,9) Ben snail (6,4) exit (1,5) exit (9,8) exit", "Rules: SCORE 2")
    program = AnsweringProgram(game, 2)
    assert (program.begin(), program.exit_status) == ("", None)
    assert program.take("status").startswith("status turn=Ann moves=0")
    assert program.take("move 1 1 9 1").splitlines()[1] == "reply move 9 9 9 8"
    assert program.take("move 1 1 1 1").count("\n") == 1
    assert program.take("move 9 1 6 4").splitlines()[-1].endswith("Ann wins")
    assert program.take("status").endswith("over=win:Ann\n")
    assert program.digest() == EscapeProgram(game).digest()
    program.take("quit")
    assert program.exit_status == 0


@pytest.mark.slow
@for_each("term", [*TERMS])
@for_each("board", BOARDS)
def test_it_hardly_ever_loses_against_random_moves(board: str, term: str) -> None:
    """Six seeded games on each sample board, three a side: luck alone wins at most two of twenty.

    So it never loses 20 in a row. The course's `test1` is a race that a lucky exit decides.
    """
    lost = 0
    for seed in range(GAMES):
        game = EscapeGameBuilder(BOARDS[board], term).make_game_manager()
        luck, side = random.Random(seed), seed % 2
        while not game.is_over and game.moves_made < MOST_MOVES:
            move = choose_move(game, 2) if game.turn == side else luck.choice(moves(game))
            assert game.move(*move).is_valid
        lost += game.winner == 1 - side
    assert lost <= 2


def moves(game: EscapeGameManager) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    near = game.board.area((), margin=1)
    return [
        (source, destination)
        for source, piece in game.board.pieces.items()
        if piece.player == game.turn
        for destination in game.destinations(source, near)
    ]


@pytest.mark.slow
@for_each("term", [*TERMS])
@for_each("board", BOARDS)
def test_four_moves_ahead_are_answered(board: str, term: str) -> None:
    game = EscapeGameBuilder(BOARDS[board], term).make_game_manager()
    assert game.move(*choose_move(game, 4)).is_valid
