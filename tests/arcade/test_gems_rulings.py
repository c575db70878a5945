"""The dialogue of Modern Gems, ruling by ruling (G1 to G9, G13, G14)."""

from cc3k.arcade.gems.program import FAREWELL, MENU, PROMPT, GemsProgram
from tests.support.gems_files import MemoryFiles, Played
from tests.support.tables import for_each

BOARD_QUESTION = """\
Select the board from the following:
  tiny cross almostCross curve normal skinny large 
Board choice:
>>> """  # noqa: W291 - a blank after each name
POLICY_QUESTION = """\
Select the removal policy from the following:
  SingleRemovalPolicy AdjacentRemovalPolicy WholeRowColRemovalPolicy ChainedRemovalPolicy 
Policy choice:
>>> """  # noqa: W291
PLAYER_QUESTION = """\
Select the player from the following:
  InteractivePlayer GreedyPlayer LookAhead1Player 
Player choice:
>>> """  # noqa: W291
FILE_QUESTION = """\
Likely game files (*.mg) in the working directory:
 a.mg 
Name a file to load:
>>> """  # noqa: W291
CHOICES = """\
Choices:
move row col        : remove gem at row/col position
save filename.mg    : save game and continue playing
quit                : quit current game
>>> """
HEAD = """
-- Move   0 --
Current score: 0
     0  1  2
   ---------
 0|  1  3  2 
 1|  1  1  1 
 2|  1  2  2 

"""  # noqa: W291
BY_HAND = "new tiny AdjacentRemovalPolicy InteractivePlayer"
ADJACENT = "Adjacent gems of the same kind will be removed\n"
QUESTIONS = BOARD_QUESTION + POLICY_QUESTION + PLAYER_QUESTION
STARTED = f"{MENU}{QUESTIONS}\nLet's play!!\n\n{ADJACENT}{HEAD}{CHOICES}"
SAVED = b"0 0 InteractivePlayer AdjacentRemovalPolicy\n1 3 2 \n1 1 1 \n1 2 2 \n"


def load(data: bytes) -> Played:
    return Played("load a.mg", a=data)


def loaded_text(lines: str) -> str:
    return f"{MENU}{FILE_QUESTION}Creating board from string:\n{lines}\n"


COMPLETED = "Game load completed from file 'a.mg'. Let's play!\n"


def test_what_was_typed_is_not_part_of_the_output() -> None:
    """G1: after `new` at the menu the bytes are `>>> Select the board ...`."""
    program = GemsProgram(MemoryFiles())
    assert program.begin().endswith(">>> ")
    assert program.take("new") == BOARD_QUESTION


@for_each("space", list(" \t\n\v\f\r"))
def test_white_space_of_six_kinds_parts_words(space: str) -> None:
    """G2: line ends mean nothing."""
    assert Played(f"{space}{space.join(BY_HAND.split())}{space}").out == STARTED + FAREWELL


@for_each("other", ["\x1c", "\x85", "\xa0", "\u2028", "\u3000", "\0"])
def test_nothing_else_parts_words(other: str) -> None:
    """G2: what Unicode calls white space besides is part of a word."""
    word = f"new{other}quit"
    assert Played(word).out == f"{MENU}'{word}' is not a valid option\n\n{MENU}{FAREWELL}"


@for_each(
    "row, column, shown",
    [
        ("+9", "-7", "(9,-7)"),
        ("007", "-0", "(7,0)"),
        ("2147483647", "-2147483648", "(2147483647,-2147483648)"),
        ("+" + "0" * 5000 + "3", "-" + "0" * 5000, "(3,0)"),
    ],
)
def test_numbers_are_read_with_sign_and_zeros(row: str, column: str, shown: str) -> None:
    """G2: a sign or neither, then digits; both ends of the range are within."""
    played = Played(f"{BY_HAND} move {row} {column}")
    assert played.out == f"{STARTED}Invalid gem position {shown}\n{HEAD}{CHOICES}{FAREWELL}"


@for_each(
    "word",
    [
        *("a", "1a", "+", "-", "--1", "+-1", "1.0", "1,000", "0x1", "1_0", "\N{SUPERSCRIPT TWO}"),
        *("\N{ARABIC-INDIC DIGIT ONE}", "2147483648", "-2147483649", "1" * 5000, "."),
    ],
)
def test_what_is_no_number_ends_the_program(word: str) -> None:
    """G6, G14: `move a b` ends it, at the first such word; Java's `1,000` is none here."""
    assert Played(f"{BY_HAND} move {word} 0 quit quit").out == STARTED + FAREWELL
    assert Played(f"{BY_HAND} move 1 {word} quit quit").out == STARTED + FAREWELL
    assert Played(f"{BY_HAND} move {word}").status == 0


def test_the_menu_answers_any_other_word_and_comes_again() -> None:
    """G3: an empty line between; `quit` says farewell with status 0."""
    played = Played("New it's quit new load")
    wrong = [f"'{word}' is not a valid option\n\n{MENU}" for word in ("New", "it's")]
    assert played.out == MENU + "".join(wrong) + FAREWELL
    assert played.status == 0


def test_a_word_is_echoed_as_the_bytes_it_was() -> None:
    """G3: also where it is no UTF-8."""
    played = Played(b"\xff\xc3\xa9\xe2\x82")
    assert b"'\xff\xc3\xa9\xe2\x82' is not" in played.out.encode("utf-8", "surrogateescape")


def test_new_asks_three_questions_then_plays() -> None:
    """G4, G8, G9: byte for byte, to the first choice."""
    assert Played(f"{BY_HAND} quit quit").out == f"{STARTED}Quitting\n\n{MENU}{FAREWELL}"


def test_load_lists_files_then_plays() -> None:
    """G5: a blank, each name with a blank; no empty line after the load."""
    data = b"9 1 InteractivePlayer AdjacentRemovalPolicy\n. . . \n1 3 2 \n1 2 2 \n"
    head = "\n-- Move   1 --\nCurrent score: 9\n     0  1  2\n   ---------\n"
    rows = " 0|          \n 1|  1  3  2 \n 2|  1  2  2 \n\n"
    start = loaded_text(". . . \n1 3 2 \n1 2 2 \n") + COMPLETED + ADJACENT
    assert load(data).out == f"{start}{head}{rows}{CHOICES}{FAREWELL}"


def test_no_files_are_listed_as_a_blank() -> None:
    """G5: the list is there all the same."""
    files = MemoryFiles()
    program = GemsProgram(files)
    listed = program.take("load")
    assert (
        listed
        == f"Likely game files (*.mg) in the working directory:\n \nName a file to load:\n{PROMPT}"
    )


@for_each("end", ["\n", "\r\n", "\r"])
def test_three_line_ends_end_a_line_of_a_file(end: str) -> None:
    """G5: chosen; the lines are shown with a line feed each."""
    data = end.join(["0 0 InteractivePlayer AdjacentRemovalPolicy", " 1  3\t2", "1 1 1", "1 2 2"])
    shown = loaded_text(" 1  3\t2\n1 1 1\n1 2 2\n")
    assert load(data.encode()).out == f"{shown}{COMPLETED}{ADJACENT}{HEAD}{CHOICES}{FAREWELL}"


@for_each("inner", ["\v", "\f"])
def test_other_white_space_ends_no_line_of_a_file(inner: str) -> None:
    """G5, G13: it parts cells."""
    data = f"0 0 InteractivePlayer AdjacentRemovalPolicy\n1{inner}3 2\n1 1 1\n1 2 2".encode()
    assert load(data).out.endswith(f"{COMPLETED}{ADJACENT}{HEAD}{CHOICES}{FAREWELL}")


@for_each(
    "typed, shown",
    [
        ("", MENU),
        ("new", MENU + BOARD_QUESTION),
        ("new tiny", MENU + BOARD_QUESTION + POLICY_QUESTION),
        ("new tiny X", MENU + QUESTIONS),
        ("load", MENU + FILE_QUESTION),
        (BY_HAND, STARTED),
        (f"{BY_HAND} move", STARTED),
        (f"{BY_HAND} move 1", STARTED),
        (f"{BY_HAND} save", STARTED),
        (f"{BY_HAND} quit", f"{STARTED}Quitting\n\n{MENU}"),
    ],
)
def test_end_of_input_says_farewell_wherever_a_word_is_wanted(typed: str, shown: str) -> None:
    """G6: at once, without an empty line, exit status 0."""
    played = Played(typed, a=SAVED)
    assert played.out == shown + FAREWELL
    assert (played.status, played.errors) == (0, [])


@for_each(
    "typed, shown, error",
    [
        ("new Tiny", MENU + BOARD_QUESTION, "No board named Tiny exists"),
        (
            "new tiny Greedy GreedyPlayer quit",
            f"{MENU}{QUESTIONS}\nLet's play!!\n\n",
            "No removal policy named Greedy exists",
        ),
        (
            "new tiny AdjacentRemovalPolicy greedyplayer quit",
            f"{MENU}{QUESTIONS}\nLet's play!!\n\n{ADJACENT}{HEAD}",
            "No player named greedyplayer exists",
        ),
        (
            "new tiny Neither Nor",
            f"{MENU}{QUESTIONS}\nLet's play!!\n\n",
            "No removal policy named Neither exists",
        ),
        (
            "load b.mg",
            MENU + FILE_QUESTION,
            "Could not load from file b.mg : No such file or directory",
        ),
        (
            "load \0",
            MENU + FILE_QUESTION,
            "Could not load from file \0 : embedded null byte",
        ),
    ],
)
def test_where_the_courses_program_dies_output_stops(typed: str, shown: str, error: str) -> None:
    """G7: one line on standard error, exit status 1."""
    played = Played(typed, a=SAVED)
    assert played.out == shown
    assert (played.status, played.errors) == (1, [error])


def test_a_loaded_game_dies_of_its_policy_after_the_load() -> None:
    """G7: after the line `Game load completed`."""
    played = load(SAVED.replace(b"Adjacent", b"Nonsense").replace(b"Interactive", b"Nobody"))
    assert played.out == loaded_text("1 3 2 \n1 1 1 \n1 2 2 \n") + COMPLETED
    assert played.errors == ["No removal policy named NonsenseRemovalPolicy exists"]
    assert played.status == 1


@for_each("rows, head", [(b"1 3 2\n1 1 1\n1 2 2\n", HEAD), (b". -1 .\n", "")])
def test_a_loaded_game_dies_of_its_player_after_the_description(rows: bytes, head: str) -> None:
    """G7: and, if a gem is left, after the first move's head and board."""
    played = load(b"0 0 Nobody AdjacentRemovalPolicy\n" + rows)
    assert played.out == loaded_text(rows.decode()) + COMPLETED + ADJACENT + head
    assert (played.status, played.errors) == (1, ["No player named Nobody exists"])


def test_a_loaded_game_goes_on_with_its_own_score_and_number() -> None:
    """G8: three places for the number, and more where it is longer; G14: no wrapping."""
    played = Played("load a.mg", a=b"2147483647 1000 GreedyPlayer ChainedRemovalPolicy\n1 1\n1 1")
    assert "\n-- Move 1000 --\nCurrent score: 2147483647\n" in played.out
    assert "\nFinal Score: 2147483663\n" in played.out
    negative = Played("load a.mg", a=b"-20 -7 GreedyPlayer SingleRemovalPolicy\n5")
    assert "\n-- Move  -7 --\nCurrent score: -20\n" in negative.out
    assert "\nFinal Score: -19\n" in negative.out


@for_each("player", ["InteractivePlayer", "GreedyPlayer", "LookAhead1Player"])
def test_an_empty_board_is_over_at_once(player: str) -> None:
    """G8: the description, then the final score, then the menu."""
    played = load(f"5 2 {player} AdjacentRemovalPolicy\n. -3\n".encode())
    shown = loaded_text(". -3\n") + COMPLETED + ADJACENT
    assert played.out == f"{shown}Final Score: 5\n\n{MENU}{FAREWELL}"


def test_a_move_is_made_if_there_is_a_gem() -> None:
    """G9: rows and columns from 0; the number goes up by one."""
    played = Played(f"{BY_HAND} move 1 1")
    head = "\n-- Move   1 --\nCurrent score: 9\n     0  1  2\n   ---------\n"
    rows = " 0|          \n 1|  1  3  2 \n 2|  1  2  2 \n\n"
    assert played.out == f"{STARTED}{head}{rows}{CHOICES}{FAREWELL}"


@for_each("row, column", [(-1, 0), (3, 0), (0, -1), (0, 3), (99, 99)])
def test_a_position_beside_the_board_is_invalid(row: int, column: int) -> None:
    """G9: it counts as no move: head and board again with the same number."""
    played = Played(f"{BY_HAND} move {row} {column}")
    wrong = f"Invalid gem position ({row},{column})\n"
    assert played.out == f"{STARTED}{wrong}{HEAD}{CHOICES}{FAREWELL}"


def test_a_position_without_a_gem_is_invalid() -> None:
    """G9: an empty cell has none."""
    played = Played(f"{BY_HAND} move 1 1 move 0 2")
    assert played.out.count("-- Move   1 --") == 2
    assert ">>> Invalid gem position (0,2)\n\n-- Move   1 --\n" in played.out


def test_another_word_is_an_invalid_option() -> None:
    """G9: a line end and an empty line, then head and board again."""
    played = Played(f"{BY_HAND} Move load")
    wrong = [f"Invalid option '{word}'\n\n{HEAD}{CHOICES}" for word in ("Move", "load")]
    assert played.out == f"{STARTED}{''.join(wrong)}{FAREWELL}"


def test_save_writes_the_file_and_says_nothing() -> None:
    """G9, G13: head and board come again; the file is the game and nothing more."""
    played = Played(f"{BY_HAND} save odd move 1 1 save b.mg")
    assert played.out.startswith(f"{STARTED}{HEAD}{CHOICES}")
    assert played.files.files["odd"] == SAVED
    assert (
        played.files.files["b.mg"]
        == b"9 1 InteractivePlayer AdjacentRemovalPolicy\n. . . \n1 3 2 \n1 2 2 \n"
    )
    assert played.errors == []


@for_each("name, reason", [("x/y", "No such file or directory"), ("\0", "embedded null byte")])
def test_a_save_that_fails_loses_nothing(name: str, reason: str) -> None:
    """G9: standard error says why, and the game goes on."""
    played = Played(f"{BY_HAND} save {name} move 1 1")
    assert played.errors == [f"Could not save to file {name} : {reason}"]
    assert played.out.startswith(f"{STARTED}{HEAD}{CHOICES}\n-- Move   1 --\n")


def test_a_game_can_be_saved_loaded_and_saved_again() -> None:
    """G13, G14: what is saved reads as the same game."""
    first = Played(f"{BY_HAND} move 1 1 save a.mg quit load a.mg save b.mg")
    assert first.files.files["a.mg"] == first.files.files["b.mg"]
    assert first.out.count("-- Move   1 --") == 4


@for_each(
    "data",
    [
        *(b"", b" \n", b"1", b"1 2", b"1 2 GreedyPlayer", b"1\n2\nGreedyPlayer\n \n"),
        *(b"x 2 P Q\n1\n", b"1 x P Q\n1\n", b"1 2.0 P Q\n1\n", b"1,000 2 P Q\n1\n"),
        *(b"2147483648 0 P Q\n1\n", b"0 -2147483649 P Q\n1\n", b"\xef\xbb\xbf1 2 P Q\n1\n"),
        *(b"1 2 GreedyPlayer SingleRemovalPolicy", b"\n\n1\t2 P\nQ"),
    ],
)
def test_a_head_that_cannot_be_made_out_ends_the_program(data: bytes) -> None:
    """G13, G6: also if nothing at all follows the fourth word."""
    played = load(data)
    assert played.out == f"{MENU}{FILE_QUESTION}{FAREWELL}"
    assert (played.status, played.errors) == (0, [])


def test_the_four_words_are_parted_by_any_white_space() -> None:
    """G13: the rest of the fourth word's line is passed over, and only that."""
    data = b" \n+0\t-0\rInteractivePlayer\v\fAdjacentRemovalPolicy 7 7 7\n1 3 2\n1 1 1\n1 2 2"
    shown = loaded_text("1 3 2\n1 1 1\n1 2 2\n")
    assert load(data).out == f"{shown}{COMPLETED}{ADJACENT}{HEAD}{CHOICES}{FAREWELL}"


def test_blank_lines_and_blanks_in_a_board_are_passed_over() -> None:
    """G13: they are shown as they are."""
    lines = "\n  1   3  2\n \t\n1 1 1  \n\n\n01 +2 2\n\n"
    shown = loaded_text(lines)
    played = load(b"0 0 InteractivePlayer AdjacentRemovalPolicy\n" + lines.encode())
    assert played.out == f"{shown}{COMPLETED}{ADJACENT}{HEAD}{CHOICES}{FAREWELL}"


@for_each(
    "lines, error",
    [
        ("", "found no row; expected a board"),
        ("\n \n", "found no row; expected a board"),
        ("1 2\n1\n", "found 1 cells in row 1; expected 2"),
        ("1\n\n1 2\n", "found 2 cells in row 1; expected 1"),
        ("1 x\n", "found 'x'; expected a number or '.'"),
        ("1 ..\n", "found '..'; expected a number or '.'"),
        ("1 2147483648\n", "found '2147483648'; expected a number or '.'"),
        ("1 1,000\n", "found '1,000'; expected a number or '.'"),
        ("1 1.\n", "found '1.'; expected a number or '.'"),
    ],
)
def test_a_board_that_cannot_be_made_out_ends_with_status_1(lines: str, error: str) -> None:
    """G13, G7: after `Creating board from string:`, the lines and the empty line."""
    played = load(b"0 0 Nobody Nonsense\n" + lines.encode())
    assert played.out == loaded_text(lines)
    assert (played.status, played.errors) == (1, [f"Could not load from file a.mg : {error}"])


def test_a_head_of_four_words_and_a_blank_has_an_empty_board() -> None:
    """G13: something follows the fourth word, and no row."""
    played = load(b"0 0 InteractivePlayer AdjacentRemovalPolicy ")
    assert played.out == loaded_text("")
    assert played.status == 1


def test_zero_is_a_gem_and_negative_numbers_are_empty() -> None:
    """G12: as cells of a file; -0 is 0."""
    played = Played(
        "load a.mg save b.mg", a=b"7 3 InteractivePlayer ChainedRemovalPolicy\n-1 0 -0 -77 .\n"
    )
    assert "\n 0|     0  0       \n" in played.out
    assert played.files.files["b.mg"] == b"7 3 InteractivePlayer ChainedRemovalPolicy\n. 0 0 . . \n"


def test_any_number_of_games_can_be_played_in_a_run() -> None:
    """G14: nothing limits it."""
    played = Played("new curve ChainedRemovalPolicy GreedyPlayer " * 200)
    assert played.out.count("Final Score: ") == 200
    assert played.out.count(MENU) == 201


def test_nothing_is_heard_after_the_end() -> None:
    """G3: words that follow `quit` are not read."""
    program = GemsProgram(MemoryFiles())
    assert program.take("quit new tiny") == FAREWELL
    assert program.take("new") == ""
    assert program.exit_status == 0
