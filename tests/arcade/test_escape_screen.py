"""Escape on a screen: keys are pressed, rows are read (the issue's lines on screens; E9 to E17)."""

from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.escape import EscapeGameBuilder
from cc3k.arcade.escape.board_screen import EscapeScreen
from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION, EscapeProgram
from cc3k.arcade.protocols import Row

SMALL, LARGE = (80, 24), (120, 40)

TYPES = """Piece descriptors: dog linear [distance 9, value 3] snail linear [distance 9, value 2]
horse linear [distance 1, value 5] frog linear [distance 9, value 3] """
ROLES = {"friend", "foe", "exit", "block", "legal", "cursor", "heading", ""}


def screen(
    locations: str,
    shape: str = "SQUARE",
    limits: str = "xMax: 6 yMax: 8",
    rules: str = "",
    term: str = "c25",
) -> EscapeScreen:
    text = f"Coordinate: {shape} {limits} Players: Ann Ben Locations: {locations} {TYPES} {rules}"
    return EscapeScreen(EscapeProgram(EscapeGameBuilder(text, term).make_game_manager()))


def text(row: Row) -> str:
    return "".join(part for part, _ in row)


def shown(it: EscapeScreen, size: tuple[int, int] = SMALL) -> list[str]:
    return [text(row).rstrip() for row in it.rows(*size)]


def drawn(it: EscapeScreen) -> list[str]:
    return [row[:42].rstrip() for row in shown(it)]


def press(it: EscapeScreen, *keys: str) -> str | None:
    told = None
    for key in keys:
        told = it.press(key)
        if told is not None:
            it.answered(it.program.take(told))
    return told


def test_squares_are_a_grid_with_row_one_at_the_bottom() -> None:
    """E9: x is the row, y the column; capitals are the first player's."""
    it = screen("(1,1) Ann dog (6,8) Ben snail (2,3) block (5,2) exit")
    assert shown(it)[0] == "Escape c25  Ann 0 : Ben 0  moves 0  Ann to move"
    assert drawn(it)[1:8] == [
        "   6  .  .  .  .  .  .  .  s",
        "   5  .  *  .  .  .  .  .  .",
        "   4  .  .  .  .  .  .  .  .",
        "   3  .  .  .  .  .  .  .  .",
        "   2  .  .  #  .  .  .  .  .",
        "   1 [D] .  .  .  .  .  .  .",
        "      1  2  3  4  5  6  7  8",
    ]


def test_hexes_are_staggered_rows() -> None:
    """E9: each of the six neighbours of a hex touches it."""
    it = screen("(3,3) Ann horse (1,1) Ben snail", "HEX", "xMax: 5 yMax: 5")
    press(it, "ENTER")
    assert drawn(it)[1:7] == [
        "   5          .   .   .   .   .",
        "   4        .  (.) (.)  .   .",
        "   3      .  (.) [H] (.)  .",
        "   2    .   .  (.) (.)  .",
        "   1  s   .   .   .   .",
        "     y grows to the right, x upwards",
    ]


def test_what_can_be_reached_is_lit_and_roles_differ_where_glyphs_do() -> None:
    it = screen("(1,1) Ann dog (1,4) Ben snail (3,3) exit (3,1) block (6,8) Ben dog")
    rows = it.rows(*SMALL)
    assert ("*", "exit") in [span for row in rows for span in row]
    press(it, "ENTER")
    lines = drawn(it)
    assert lines[6] == "   1 [D](.)(.) s  .  .  .  ."
    assert lines[5] == "   2 (.)(.) .  .  .  .  .  ."
    assert lines[4] == "   3  #  . (*) .  .  .  .  ."
    spans = [span for row in it.rows(*SMALL) for span in row]
    assert {role for _, role in spans} <= ROLES
    assert ("#", "block") in spans
    assert ("s", "foe") in spans
    assert ("D", "friend") in spans
    assert ("[", "cursor") in spans
    press(it, "RIGHT")
    assert shown(it)[6].startswith("   1 <D>[.](.) s")
    press(it, "ESC")
    assert "(.)" not in "".join(shown(it))


def test_a_piece_is_picked_and_moved() -> None:
    it = screen("(1,1) Ann dog (6,8) Ben dog")
    assert press(it, "ENTER", "RIGHT", "RIGHT", " ") == "move 1 1 1 3"
    assert shown(it)[0] == "Escape c25  Ann 0 : Ben 0  moves 1  Ben to move"
    assert drawn(it)[1] == "   6  .  .  .  .  .  .  . [d]"
    assert drawn(it)[6] == "   1  .  .  D  .  .  .  .  ."


def test_what_cannot_be_done_is_told_and_not_tried() -> None:
    """In C23 an invalid move would lose the game: none is sent."""
    it = screen("(1,1) Ann dog (1,2) Ann horse (2,2) block (6,8) Ben dog", term="c23")
    press(it, "TAB")
    for keys, message in (
        (("ENTER", "UP", "ENTER"), "No move ends on a block."),
        (
            ("RIGHT", "RIGHT", "RIGHT", "ENTER"),
            "The HORSE cannot get there: 1 straight.",
        ),
    ):
        assert press(it, *keys) is None
        assert shown(it)[-1] == message
        assert message not in shown(it)[:-1]
    assert press(it, "ESC", "ENTER") is None
    assert shown(it)[-1] == "Pick a piece of yours first: TAB goes to the next one."
    it = screen("(1,1) Ann dog (1,2) Ben horse (6,8) Ben dog", term="c23")
    press(it, "ENTER", "RIGHT", "ENTER")
    assert shown(it)[-1] == "No piece moves onto another here."
    assert shown(it)[-2] == "(1,2) HORSE of Ben, value 5"
    press(it, "LEFT", "ENTER")
    assert "Choose where it goes" not in "".join(shown(it))


def test_picking_again_puts_back_and_picking_another_picks_it() -> None:
    it = screen("(1,1) Ann dog (1,2) Ann horse (6,8) Ben dog")
    press(it, "ENTER", "ENTER")
    assert "(.)" not in "".join(shown(it))
    press(it, "ENTER", "TAB", "ENTER")
    assert shown(it)[5].startswith("   2 (.)(.)(.)")


def test_fights_are_told_with_their_outcome() -> None:
    """E15: under the cursor, and all that the picked piece can begin."""
    it = screen(
        "(1,1) Ann dog (1,4) Ben snail (4,4) Ben horse (4,1) Ben frog",
        rules="Rules: POINT_CONFLICT",
    )
    press(it, "ENTER")
    fights = "(1,4) SNAIL lost, DOG keeps 1; (4,1) both lost; (4,4) DOG lost, HORSE keeps 2"
    assert shown(it)[-1] == fights
    assert shown(it)[6].startswith("   1 [D](.)(.)(s) .")
    press(it, "RIGHT", "RIGHT", "RIGHT")
    assert shown(it)[-2] == "The DOG would fight: (1,4) SNAIL lost, DOG keeps 1."
    assert press(it, "ENTER") == "move 1 1 1 4"
    assert "(1,4) DOG of Ann, value 1" in "\n".join(shown(it, LARGE))


def test_exits_are_told_with_what_they_score_and_falls_are_asked_twice() -> None:
    """E13, E15: a fall is valid, and a pity."""
    it = screen("(1,1) Ann dog (1,2) Ann dog (3,1) exit (6,8) Ben dog", rules="Rules: SCORE 3")
    press(it, "ENTER" if shown(it)[6].startswith("   1 [D]") else "TAB")
    press(it, "UP", "UP")
    assert shown(it)[-2] == "The DOG would leave the board and score 3."
    press(it, "UP")
    assert shown(it)[-2] == "The DOG would fall through an exit on its way, and be lost."
    assert press(it, "ENTER") is None
    assert shown(it)[-1] == "ENTER again, if that is what you want."
    assert press(it, "ENTER") == "move 1 1 4 1"
    assert shown(it)[0].startswith("Escape c25  Ann 0 : Ben 0  moves 1")


def test_the_end_is_told() -> None:
    """E17, E18: who has won, or that it is a draw; then nothing more is sent."""
    it = screen("(1,1) Ann dog (3,1) exit (6,8) Ben dog", rules="Rules: SCORE 3")
    press(it, "ENTER", "UP", "UP", "ENTER")
    assert shown(it)[0] == "Escape c25  Ann 3 : Ben 0  moves 1  Ann has won  SCORE 3"
    assert shown(it)[-1] == "Ann wins."
    assert press(it, "TAB", "ENTER", "UP", "ENTER") is None
    it = screen("(1,1) Ann dog (6,8) Ben dog", rules="Rules: TURN_LIMIT 1")
    press(it, "ENTER", "UP", "ENTER")
    assert shown(it)[0].startswith("Escape c25  Ann 0 : Ben 0  moves 1  a draw")


def test_whoever_cannot_move_at_first_is_told_at_once() -> None:
    """E24: no key is pressed, and the game is over; so too where a piece is shut in."""
    it = screen("(6,8) Ben dog")
    assert it.is_over()
    assert "Ben has won" in shown(it)[0]
    assert shown(it)[-2] == "Ann has no move: Ben wins."
    assert press(it, "TAB", "ENTER") is None
    shut_in = "(1,1) Ann dog (1,2) block (2,1) block (2,2) block (6,8) Ben dog"
    assert shown(screen(shut_in))[-2] == "Ann has no move: Ben wins."


def test_how_a_game_ended_is_told_with_the_reason() -> None:
    """E17: by points, by turns, by a draw, and for want of a move."""
    for locations, rules, keys, told in (
        ("(1,1) Ann dog (3,1) exit (6,8) Ben dog", "SCORE 3", "UUE", "Ann wins with 3 points."),
        ("(1,1) Ann dog (6,8) Ben dog", "TURN_LIMIT 1", "UE", "A draw: 0 points each."),
        ("(1,1) Ann dog (1,2) Ben dog", "POINT_CONFLICT", "RE", "Ben has no move: Ann wins."),
    ):
        it = screen(f"{locations} (5,5) Ann horse", rules=f"Rules: {rules}")
        if "[D]" not in "".join(shown(it)):
            press(it, "TAB")
        names = {"U": "UP", "R": "RIGHT", "E": "ENTER"}
        press(it, "ENTER", *[names[key] for key in keys])
        assert shown(it)[-2] == told


def test_goal_signs_and_pieces_fit_a_small_screen() -> None:
    for term, dog in (("c25", "3 orthogonal, value 3"), ("c23", "3 orthogonal, turning, value 3")):
        game = EscapeGameBuilder(SAMPLE_CONFIGURATION, term).make_game_manager()
        panel = " ".join(
            " ".join(row[42:] for row in shown(EscapeScreen(EscapeProgram(game)))).split()
        )
        limit = 80 * game.term.moves_a_turn
        for words in (
            "Goal: move pieces onto an exit (*). Each scores its value.",
            f"You win with 8 points, with more points after {limit} moves or when the other side",
            "Fights: the greater value stays, less the smaller.",
            "* exit # block . free Capitals: South; small: North",
            "B BIRD 3 diagonal, ",
            f"D DOG {dog}",
            "F FROG 2 any way, jumps, value 1",
            "H HORSE 2 straight, jumps, value 4",
            "S SNAIL 1 any way, crosses blocks, value 5",
        ):
            assert words in panel, words
    alone = "".join(shown(screen("(1,1) Ann dog (6,8) Ben dog")))
    assert "You win when the other side cannot" in alone
    assert "Fights" not in alone


def test_the_rules_beside_a_large_board_can_be_hidden() -> None:
    it = screen("(1,1) Ann dog (6,8) Ben dog", limits="xMax: 30 yMax: 40")
    assert "Goal:" in shown(it)[1]
    assert len(shown(it)[2]) < len(shown_after(it, "i")[2])
    assert "Goal:" not in shown(it)[1]
    assert "Goal:" in shown_after(it, "i")[1]


def shown_after(it: EscapeScreen, key: str) -> list[str]:
    press(it, key)
    return shown(it)


def test_the_window_never_leaves_an_axis_that_ends() -> None:
    """E9: as many cells as there is room for are shown wherever the cursor is, also after it."""
    for shape, per_row in (("SQUARE", 12), ("HEX", None)):
        it = screen("(1,1) Ann dog (30,40) Ben dog", shape, "xMax: 30 yMax: 40")
        for keys in (["PGUP"] * 5, ["RIGHT"] * 60, ["PGDN"] * 5, ["LEFT"] * 60, ["TAB"]):
            press(it, *keys)
            rows = drawn(it)[1:21]
            assert all(row.split() for row in rows)
            assert {len(row.replace("[", " ").split()) for row in rows} <= {13} or not per_row
            assert all(1 <= int(row.split()[0]) <= 30 for row in rows)


def test_the_board_scrolls_with_the_cursor_on_infinite_axes() -> None:
    """E9: in all directions; a finite board stops it."""
    it = screen("(0,0) Ann dog (0,5) Ben dog", limits="xMax: 0 yMax: 0")
    for key in ("LEFT", "DOWN", "RIGHT", "UP", "PGUP", "PGDN"):
        for _ in range(25):
            press(it, key)
            assert sum("[" in row for row in shown(it)) == 1
    assert shown(it)[-2].startswith("(0,")
    it = screen("(1,1) Ann dog")
    press(it, "DOWN", "LEFT", "PGDN")
    assert shown(it)[-2].startswith("(1,1) DOG")


def test_up_and_down_zigzag_among_hexes() -> None:
    it = screen("(0,0) Ann dog", "HEX", "xMax: 0 yMax: 0")
    for keys, cell in (
        (["UP"], "(1,0)"),
        (["UP"], "(2,-1)"),
        (["DOWN"] * 2, "(0,0)"),
        (["PGUP"], "(8,-4)"),
        (["PGDN"], "(0,0)"),
        (["DOWN"], "(-1,1)"),
    ):
        press(it, *keys)
        assert shown(it)[-2].startswith(f"{cell} ")


def test_a_click_chooses_what_is_there() -> None:
    it = screen("(1,1) Ann dog (6,8) Ben dog")
    assert drawn(it)[6] == "   1 [D] .  .  .  .  .  .  ."
    assert it.click(6, 6) is None
    assert it.click(6, 9) == "move 1 1 1 2"
    for row, column in ((0, 9), (6, 2), (6, 79), (23, 9), (12, 9)):
        assert it.click(row, column) is None
    it = screen("(3,3) Ann dog", limits="xMax: 0 yMax: 4")
    shown(it)
    assert it.click(5, 70) is None


def test_a_large_screen_lists_the_pieces() -> None:
    many = " ".join(f"(4,{y}) Ben frog" for y in range(1, 9))
    it = screen(
        f"(1,1) Ann dog (6,8) Ben snail (5,5) Ben dog {many}", rules="Rules: POINT_CONFLICT"
    )
    rows = "\n".join(shown(it, LARGE))
    assert "Ann, 0 points" in rows
    assert "  (6,8) SNAIL of Ben, value 2" in rows
    assert "Ann, 0 points" not in "\n".join(shown(it))
    press(it, "ENTER")
    assert "(4,1) both lost" in "\n".join(shown(it, LARGE)[1:-3])


def test_long_numbers_take_no_room() -> None:
    it = screen(f"(1{'0' * 5_000},1) Ann dog (2,2) Ben dog", limits="xMax: 0 yMax: 8")
    assert all(len(line) <= 80 for line in shown(it))
    assert press(it, "ENTER", "UP", "ENTER") == f"move {'1' + '0' * 5000} 1 1{'0' * 4999}1 1"


KEYS = ["UP", "DOWN", "LEFT", "RIGHT", "PGUP", "PGDN", "TAB", "ESC", "ENTER", " ", "x", "HOME"]


@given(
    st.sampled_from(["SQUARE", "HEX"]),
    st.sampled_from(["xMax: 6 yMax: 8", "xMax: 0 yMax: 0", "xMax: 3 yMax: 0", "xMax: 40 yMax: 40"]),
    st.lists(st.one_of(st.sampled_from(KEYS), st.tuples(st.integers(0, 30), st.integers(0, 90)))),
    st.tuples(st.integers(20, 130), st.integers(5, 45)),
)
def test_any_keys_leave_a_screen_of_its_size(
    shape: str, limits: str, keys: list[str | tuple[int, int]], size: tuple[int, int]
) -> None:
    it = screen("(1,1) Ann dog (1,3) Ben snail (2,2) exit (3,3) Ben frog", shape, limits)
    for key in keys:
        rows = it.rows(*size)
        assert len(rows) <= size[1]
        assert all(len(text(row)) <= size[0] for row in rows)
        assert {role for row in rows for _, role in row} <= ROLES
        told = it.press(key) if isinstance(key, str) else it.click(*key)
        if told is not None:
            answer = it.program.take(told)
            assert answer.startswith("move valid=yes")
            it.answered(answer)
