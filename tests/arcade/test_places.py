"""Places of cursors: what `place` returns, `go_to` restores, and nonsense is left alone."""

from cc3k.arcade.protocols import BoardScreen
from cc3k.cli.arcade import ARCADE_NAMES, find_arcade_game
from tests.support.tables import for_each

KEYS = ("DOWN", "RIGHT", "ENTER", "DOWN", "ENTER", "RIGHT", "ENTER", "ENTER", "DOWN", "RIGHT")
SIZE = (100, 30)


def begun(name: str) -> BoardScreen:
    game = find_arcade_game(name)
    assert game is not None
    board = game.open_board(game.usual_header())
    board.rows(*SIZE)
    return board


def press(board: BoardScreen, key: str) -> None:
    text = board.press(key)
    if text is not None:
        board.answered(board.program.take(text))
    board.rows(*SIZE)


@for_each("count", range(len(KEYS) + 1))
@for_each("name", ARCADE_NAMES)
def test_a_board_shows_the_same_at_the_same_place(name: str, count: int) -> None:
    board, other = begun(name), begun(name)
    for key in KEYS[:count]:
        text = board.press(key)
        if text is not None:
            board.answered(board.program.take(text))
            other.answered(other.program.take(text))
        board.rows(*SIZE)
    other.go_to(board.place())
    assert other.place() == board.place()
    for each in (board, other):
        for _ in range(3):
            each.show_next_step()
        assert not each.steps()
    if count and KEYS[count - 1] != "ENTER":  # a message of the last key is no place
        assert other.rows(*SIZE) == board.rows(*SIZE)


@for_each("count", [0, len(KEYS)])
@for_each("name", ARCADE_NAMES)
def test_a_place_that_is_none_is_left_alone(name: str, count: int) -> None:
    board = begun(name)
    for key in KEYS[:count]:
        press(board, key)
    before = board.place()
    for nonsense in ((), (1,), (10**6,) * len(before), (-1,) * len(before), (0,) * 40):
        board.go_to(nonsense)
        assert board.place() == before


@for_each("name", ARCADE_NAMES)
def test_a_new_board_waits_for_a_key(name: str) -> None:
    """Nothing moves, nobody is asked for text or a yes, no program plays, and no game is over.

    It tells its keys.
    """
    board = begun(name)
    waits = (board.steps(), board.is_typing(), board.is_asking(), board.next_input())
    assert (*waits, board.is_over()) == (0, False, False, None, False)
    assert board.program.exit_status is None
    assert len(board.keys) >= 6
