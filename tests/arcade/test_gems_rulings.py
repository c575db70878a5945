"""The dialogue of Modern Gems, ruling by ruling (G1 to G9, G13, G14)."""

from cc3k.arcade.gems.program import FAREWELL, MENU, GemsProgram
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
    ("+9", "-7", "(9,-7)"),
    ("007", "-0", "(7,0)"),
    ("2147483647", "-2147483648", "(2147483647,-2147483648)"),
    ("+" + "0" * 5000 + "3", "-" + "0" * 5000, "(3,0)"),
)
def test_numbers_are_read_with_sign_and_zeros(row: str, column: str, shown: str) -> None:
    """G2: a sign or neither, then digits; both ends of the range are within."""
    played = Played(f"{BY_HAND} move {row} {column}")
    assert played.out == f"{STARTED}Invalid gem position {shown}\n{HEAD}{CHOICES}{FAREWELL}"


@for_each(
    *("a", "1a", "+", "-", "--1", "+-1", "1.0", "1,000", "0x1", "1_0", "\N{SUPERSCRIPT TWO}"),
    *("\N{ARABIC-INDIC DIGIT ONE}", "2147483648", "-2147483649", "1" * 5000, "."),
)
def test_what_is_no_number_ends_the_program(word: str) -> None:
    """G6, G14: `move a b` ends it, at the first such word; Java's `1,000` is none here."""
    assert Played(f"{BY_HAND} move {word} 0 quit quit").out == STARTED + FAREWELL
    assert Played(f"{BY_HAND} move 1 {word} quit quit").out == STARTED + FAREWELL
    assert Played(f"{BY_HAND} move {word}").status == 0


def test_a_word_is_echoed_as_the_bytes_it_was() -> None:
    """G3: also where it is no UTF-8."""
    played = Played(b"\xff\xc3\xa9\xe2\x82")
    assert b"'\xff\xc3\xa9\xe2\x82' is not" in played.out.encode("utf-8", "surrogateescape")


LOADED = "0 0 InteractivePlayer AdjacentRemovalPolicy"
ROWS = "1 3 2\n1 1 1\n1 2 2"
BLANKS = "\n  1   3  2\n \t\n1 1 1  \n\n\n01 +2 2\n\n"


@for_each(
    *[(f"{LOADED}\n{ROWS}".replace("\n", end), f"{ROWS}\n") for end in ("\n", "\r\n", "\r")],
    *[(f"{LOADED}\n1{inner}{ROWS[2:]}", f"1{inner}{ROWS[2:]}\n") for inner in "\v\f"],
    # the rest of the fourth word's line is passed over, and only that
    (f" \n+0\t-0\rInteractivePlayer\v\fAdjacentRemovalPolicy 7 7 7\n{ROWS}", f"{ROWS}\n"),
    (f"{LOADED}\n{BLANKS}", BLANKS),
)
def test_white_space_in_a_file_is_passed_over_and_shown(data: str, lines: str) -> None:
    """G5, G13: of all kinds between words and cells; three line ends end a line, shown as one."""
    assert load(data.encode()).out == (
        f"{loaded_text(lines)}{COMPLETED}{ADJACENT}{HEAD}{CHOICES}{FAREWELL}"
    )


@for_each(
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
)
def test_end_of_input_says_farewell_wherever_a_word_is_wanted(typed: str, shown: str) -> None:
    """G6: at once, without an empty line, exit status 0."""
    played = Played(typed, a=SAVED)
    assert played.out == shown + FAREWELL
    assert (played.status, played.errors) == (0, [])


def test_a_loaded_game_dies_of_its_policy_after_the_load() -> None:
    """G7: after the line `Game load completed`."""
    played = load(SAVED.replace(b"Adjacent", b"Nonsense").replace(b"Interactive", b"Nobody"))
    assert played.out == loaded_text("1 3 2 \n1 1 1 \n1 2 2 \n") + COMPLETED
    assert played.errors == ["No removal policy named NonsenseRemovalPolicy exists"]
    assert played.status == 1


@for_each((b"1 3 2\n1 1 1\n1 2 2\n", HEAD), (b". -1 .\n", ""))
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


def test_a_position_without_a_gem_is_invalid() -> None:
    """G9: an empty cell has none."""
    played = Played(f"{BY_HAND} move 1 1 move 0 2")
    assert played.out.count("-- Move   1 --") == 2
    assert ">>> Invalid gem position (0,2)\n\n-- Move   1 --\n" in played.out


@for_each(("x/y", "No such file or directory"), ("\0", "embedded null byte"))
def test_a_save_that_fails_loses_nothing(name: str, reason: str) -> None:
    """G9: standard error says why, and the game goes on."""
    played = Played(f"{BY_HAND} save {name} move 1 1")
    assert played.errors == [f"Could not save to file {name} : {reason}"]
    assert played.out.startswith(f"{STARTED}{HEAD}{CHOICES}\n-- Move   1 --\n")


@for_each(
    *(b"", b" \n", b"1", b"1 2", b"1 2 GreedyPlayer", b"1\n2\nGreedyPlayer\n \n"),
    *(b"x 2 P Q\n1\n", b"1 x P Q\n1\n", b"1 2.0 P Q\n1\n", b"1,000 2 P Q\n1\n"),
    *(b"2147483648 0 P Q\n1\n", b"0 -2147483649 P Q\n1\n", b"\xef\xbb\xbf1 2 P Q\n1\n"),
    *(b"1 2 GreedyPlayer SingleRemovalPolicy", b"\n\n1\t2 P\nQ"),
)
def test_a_head_that_cannot_be_made_out_ends_the_program(data: bytes) -> None:
    """G13, G6: also if nothing at all follows the fourth word."""
    played = load(data)
    assert played.out == f"{MENU}{FILE_QUESTION}{FAREWELL}"
    assert (played.status, played.errors) == (0, [])


@for_each(
    ("", "found no row; expected a board"),
    ("\n \n", "found no row; expected a board"),
    ("1 2\n1\n", "found 1 cells in row 1; expected 2"),
    ("1\n\n1 2\n", "found 2 cells in row 1; expected 1"),
    ("1 x\n", "found 'x'; expected a number or '.'"),
    ("1 ..\n", "found '..'; expected a number or '.'"),
    ("1 2147483648\n", "found '2147483648'; expected a number or '.'"),
    ("1 1,000\n", "found '1,000'; expected a number or '.'"),
    ("1 1.\n", "found '1.'; expected a number or '.'"),
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


def test_nothing_is_heard_after_the_end() -> None:
    """G3: words that follow `quit` are not read."""
    program = GemsProgram(MemoryFiles())
    assert program.take("quit new tiny") == FAREWELL
    assert program.take("new") == ""
    assert program.exit_status == 0
