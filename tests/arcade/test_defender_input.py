"""The input language of Space Defender, its errors, and the frame of the transcript (S1 to S6)."""

from pathlib import Path

import pytest

from cc3k.arcade.defender.command_parser import SYNTAX_ERROR, TYPE_ERROR, Refused, read_commands
from cc3k.arcade.defender.program import DefenderProgram
from cc3k.cli import defender
from tests.support.defender import transcript
from tests.support.fixtures import Said
from tests.support.processes import COMMAND, run, start, start_and_wait
from tests.support.tables import for_each
from tests.support.terminals import Terminal

FIRST = "  state:not started, normal, ok\n  Welcome to Space Defender Version 2.\n"
PLAY = (
    "play(row: MAX_ROW = 5 .. 10 ; column: MAX_COLUMN = 10 .. 30 ; g_threshold: THRESHOLD"
    " = 1 .. 101 ; f_threshold: THRESHOLD = 1 .. 101 ; c_threshold: THRESHOLD = 1 .. 101 ;"
    " i_threshold: THRESHOLD = 1 .. 101 ; p_threshold: THRESHOLD = 1 .. 101)"
)
MOVE = "move(row: ROW = {A, B, C, D, E, F, G, H, I, J} ; column: COLUMN = 1 .. 30)"


def refused(text: str) -> list[str]:
    with pytest.raises(Refused) as refusal:
        read_commands(text)
    told = str(refusal.value)
    assert told.endswith("\n")
    return told.splitlines()


def fault(text: str) -> str:
    first, what = refused(text)
    assert first == SYNTAX_ERROR
    return what


def echoes(text: str) -> list[str]:
    return [str(command) for command in read_commands(text)]


def test_nothing_is_the_first_state(tmp_path: Path) -> None:
    """S1: empty input is fine, from standard input and from a file; exit status 0."""
    assert (run("defender").code, run("defender").out) == (0, FIRST)
    empty = tmp_path / "empty.txt"
    empty.write_text("", "ascii")
    ended = run("defender", "-b", str(empty))
    assert (ended.code, ended.out, ended.err) == (0, FIRST, "")


def test_commands_come_from_a_pipe_or_a_file(tmp_path: Path) -> None:
    """S1: both give the same transcript."""
    text = "play(5,10,1,1,1,1,1)\nabort\n"
    path = tmp_path / "commands.txt"
    path.write_text(text, "ascii")
    by_file, by_pipe = run("defender", "-b", str(path)), run("defender", typed=text)
    assert by_file == by_pipe
    assert (by_pipe.code, by_pipe.out, by_pipe.err) == (0, transcript(text), "")


@for_each("text", ["pass pass(", "pass move(A,99)"])
def test_whole_input_is_checked_before_its_first_command(text: str) -> None:
    """S1: the refusal is all that standard output gets; the status is 2."""
    ended = run("defender", typed=text)
    assert (ended.code, ended.err) == (2, "")
    assert ended.out.splitlines()[0] in {SYNTAX_ERROR, TYPE_ERROR}
    assert "state:" not in ended.out


def test_a_file_that_cannot_be_read_is_told_in_one_line(tmp_path: Path) -> None:
    """S1: one line on standard error, nothing on standard output, status 2."""
    for path, reason in (
        (tmp_path / "none", "no such file or directory"),
        (tmp_path, "is a directory"),
    ):
        ended = run("defender", "-b", str(path))
        assert (ended.code, ended.out) == (2, "")
        assert ended.err == f"cc3k: {path}: {reason}\n"


@for_each("arguments", [["-b"], ["-b", "-x"], ["FILE"], ["--none"], ["-b", "x", "y"]])
def test_any_other_argument_is_refused(arguments: list[str], capsys: Said) -> None:
    """S1: status 2, and nothing on standard output."""
    assert defender.run(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.splitlines()[-1][:13]) == ("", "cc3k defender")


def test_lines_of_nothing_and_comments_are_dropped() -> None:
    """S2: blank lines and comment lines do not count; the question mark is white space, too."""
    assert echoes("\n  \t\r\n??\n -- pass(\n?--(\n\npass\n") == ["pass"]
    assert fault("-- one\n\n?\npass\n--two\n  )") == "parse error (Line 2, Column 3)"


def test_line_ends_mean_nothing() -> None:
    """S2: several commands may share a line, and one may take several."""
    assert echoes("pass?fire\tspecial\r\nmove\n(\nA\n,--two\n2)abort") == [
        *("pass", "fire", "special", "move(A,2)", "abort")
    ]


def test_a_comment_begins_anywhere() -> None:
    """S2: two minus signs begin a comment up to the line's end."""
    assert echoes("pass--)(\nfire -- ( \n") == ["pass", "fire"]
    assert fault("move(A,--2)") == "parse error (Line 2, Column 1)"


@for_each("other", ["\f", "\v", "\xa0", "\x85", "\x00", ";", "\ufeff", "_", "."])
def test_no_other_character_is_white_space(other: str) -> None:
    """S2: each is a token of its own, which stands nowhere."""
    assert fault(f"pass\n {other}pass") == "parse error (Line 2, Column 2)"


def test_a_longer_match_wins() -> None:
    """S2: `12ab` is digits and a name, `ab12_` is one name; case matters."""
    assert fault("move(12ab)") == "parse error (Line 1, Column 8)"
    assert refused("ab12_ Pass")[1:] == [
        "Error: unknown event name ab12_",
        "Error: unknown event name Pass",
    ]


@for_each(
    ("(", 1),
    ("pass()", 6),
    ("move(A,)", 8),
    ("move(,A)", 6),
    ("move(A 2)", 8),
    ("move(A;2)", 7),
    ("move(-A,2)", 7),
    ("move(- -2)", 8),
    ("move((A)", 6),
    ("move(A,2))", 10),
    ("pass 1", 6),
    ("pass,fire", 5),
    ("-pass", 1),
    ('pass("x")', 6),
    ("move(A,1.5)", 9),
    ("move(A,[1])", 8),
)
def test_the_first_token_that_cannot_stand_is_a_parse_error(text: str, column: int) -> None:
    """S3, S4: a name, or a name and at least one argument between parentheses."""
    assert fault(text) == f"parse error (Line 1, Column {column})"


@for_each("text", ["move(", "move(A", "move(A,", "move(-", "move(A,2\n\n--\n"])
def test_an_end_too_early_is_in_the_line_after_the_last_one_kept(text: str) -> None:
    """S4: whether that line has a line end or not."""
    assert fault(f"pass\n{text}") == "parse error (Line 3, Column 1)"
    assert fault(f"pass\n\n{text}\n") == "parse error (Line 3, Column 1)"


RESERVED_WORDS = (
    *("system", "type", "BOOL", "BOOLEAN", "CHAR", "CHARACTER", "INTEGER", "INTEGER_64", "REAL"),
    *("STRING", "VALUE", "TUPLE", "ARRAY", "true", "false", "True", "FALSE", "tRuE"),
)


@for_each("word", RESERVED_WORDS)
def test_reserved_names_stand_nowhere(word: str) -> None:
    """S3: neither as a command nor as an argument; true and false in any case."""
    assert fault(word) == "parse error (Line 1, Column 1)"
    assert fault(f"move({word},2)") == "parse error (Line 1, Column 6)"


@for_each("word", ["System", "TYPE", "bool", "Array", "trues", "INTEGER_32", "A"])
def test_other_names_are_not_reserved(word: str) -> None:
    """S3: case matters."""
    assert refused(word) == [TYPE_ERROR, f"Error: unknown event name {word}"]


@for_each("command", ["move", "play", "nothing"])
@for_each("name", ["K", "a", "AA", "pass"])
def test_an_argument_that_is_no_row_is_an_unknown_identifier(command: str, name: str) -> None:
    """S4: of any command, known or not."""
    place = f"(Line 1, Column {len(command) + 2})"
    assert fault(f"{command}({name},2)") == f"Unknown identifier {name} {place}"


def test_too_many_arguments_are_a_syntax_error_of_known_commands() -> None:
    """S4: at each argument beyond those that it has, a negative one at its digits."""
    assert fault("pass(1)") == 'Too many arguments passed for "pass" (Line 1, Column 6)'
    assert fault("abort\npass( - 1)") == 'Too many arguments passed for "pass" (Line 2, Column 9)'
    assert fault("move(A,2,3,\n4)") == 'Too many arguments passed for "move" (Line 2, Column 1)'
    for no_row_or_number in ("Z", "99999999999"):
        told = 'Too many arguments passed for "pass" (Line 1, Column 6)'
        assert fault(f"pass({no_row_or_number})") == told
    assert refused("nothing(1,2,3)") == [TYPE_ERROR, "Error: unknown event name nothing"]


def test_numbers_are_of_32_bits_where_a_number_is_wanted() -> None:
    """S4: shown with its minus sign and without leading zeros."""
    told = "Invalid number for 32-bit integer"
    assert fault("setup_next(2147483648)") == f"{told} 2147483648 (Line 1, Column 12)"
    assert fault("setup_next(- 02147483649)") == f"{told} -2147483649 (Line 1, Column 14)"
    assert fault(f"setup_next({'9' * 5000})") == f"{told} {'9' * 5000} (Line 1, Column 12)"
    for within in ("2147483647", "-2147483648", "0002147483647", "1000000000", "-100000000"):
        assert refused(f"setup_next({within})")[0] == TYPE_ERROR
    assert refused("move(99999999999,2)")[0] == TYPE_ERROR
    assert refused("nothing(99999999999)")[0] == TYPE_ERROR
    assert fault("move(A,99999999999)") == f"{told} 99999999999 (Line 1, Column 8)"


def test_the_last_fault_found_is_shown() -> None:
    """S4: reading goes on after all but a parse error."""
    assert fault("move(Z,2) pass(1)").startswith("Too many")
    assert fault("pass(1) move(Z,2)").startswith("Unknown identifier Z")
    assert fault("pass(1) setup_next(3000000000)").startswith("Invalid number")
    assert fault("move(Z,2) pass )") == "parse error (Line 1, Column 16)"
    assert fault("fire ) move(Z,2)") == "parse error (Line 1, Column 6)"


@for_each("name", ["toggle_RNG_out", "undo", "PASS", "B"])
def test_an_unknown_event_is_a_type_error(name: str) -> None:
    """S5: with its arguments or without, only its name is told."""
    assert refused(f"{name} {name}(A,-2)") == [
        TYPE_ERROR,
        *2 * [f"Error: unknown event name {name}"],
    ]


@for_each(
    ("move", "move()"),
    ("move(A)", "move(A)"),
    ("move ( A , 0 )", "move(A, 0)"),
    ("move(A,-0)", "move(A, 0)"),
    ("move(A,031)", "move(A, 31)"),
    ("move(A,- 007)", "move(A, -7)"),
    ("move(A,B)", "move(A, B)"),
    ("move(1,2)", "move(1, 2)"),
    ("move(- 001,2)", "move(-001, 2)"),
    ("move(-0,2)", "move(-0, 2)"),
    ("move(00099999999999,2)", "move(00099999999999, 2)"),
)
def test_a_move_that_does_not_conform(typed: str, told: str) -> None:
    """S5: numbers are told without leading zeros, but as typed where a row is wanted."""
    assert refused(f"pass {typed}") == [
        TYPE_ERROR,
        f"{told} does not conform to declaration {MOVE}",
    ]


@for_each(
    *("4,10,1,1,1,1,1", "11,10,1,1,1,1,1", "5,9,1,1,1,1,1", "5,31,1,1,1,1,1"),
    *("5,10,0,1,1,1,1", "5,10,1,102,1,1,1", "5,10,1,1,0,1,1", "5,10,1,1,1,102,1"),
    *("5,10,1,1,1,1,102", "A,10,1,1,1,1,1", "5,10,1,1,1,1", "5"),
)
def test_a_play_that_does_not_conform(arguments: str) -> None:
    """S5: the number of arguments, their ranges, a name for a number."""
    shown = arguments.replace(",", ", ")
    told = f"play({shown}) does not conform to declaration {PLAY}"
    assert refused(f"play({arguments})") == [TYPE_ERROR, told]


@for_each(
    "setup_select(value: INPUT_VALUE = 1 .. 5)",
    "setup_next(state: STATE = 1 .. 5)",
    "setup_back(state: STATE = 1 .. 5)",
)
def test_a_setup_command_that_does_not_conform(declaration: str) -> None:
    """S5: 1 to 5; what conforms is not told."""
    name = declaration.partition("(")[0]
    text = " ".join(f"{name}({number})" for number in (0, 1, 5, 6, "A"))
    assert refused(text) == [
        TYPE_ERROR,
        *[f"{name}({each}) does not conform to declaration {declaration}" for each in (0, 6, "A")],
    ]


def test_ranges_end_where_they_say() -> None:
    """S5: the first and the last of each conform."""
    text = "play(5,10,1,1,1,1,1) play(10,30,101,101,101,101,101) move(A,1) move(J,30) setup_back(5)"
    assert echoes(text) == text.split()


def test_the_echo_has_neither_blanks_nor_leading_zeros() -> None:
    """S6: the command without blanks."""
    assert echoes("play ( 05, 010 ,1,1,\n1,1,0001 ) move ( B,\t07 ) pass") == [
        *("play(5,10,1,1,1,1,1)", "move(B,7)", "pass")
    ]


# Line by line


def test_each_line_is_answered_before_the_next_is_written() -> None:
    """S31: through a pipe that stays open; a refused line is answered, and changes nothing."""
    lines = (
        "play(5,10,1,1,1,1,1) -- a board",
        "  -- nothing",
        "setup_next(5) fire",
        "fire(",
        "jump move(A,99)",
        "fire",
    )
    with start("defender", "-i") as program:
        assert program.stdin
        assert program.stdout
        told = "".join([program.stdout.readline() for _ in FIRST.splitlines()])
        expected, same = FIRST, DefenderProgram()
        same.begin()
        for line in lines:
            program.stdin.write(f"{line}\n")
            program.stdin.flush()
            answer = same.take(line)
            expected += answer
            told += "".join([program.stdout.readline() for _ in answer.splitlines()])
            assert told == expected, line
        program.stdin.write("abort")
        left, errors = program.communicate(timeout=60)
        assert (left, errors, program.returncode) == (same.take("abort"), "", 0)
    for line in ("fire(", "jump move(A,99)"):
        assert told.count(same.take(line)) == 1
        told = told.replace(same.take(line), "")
    assert told == transcript("play(5,10,1,1,1,1,1) setup_next(5) fire fire")


@pytest.mark.slow
def test_lines_and_a_whole_input_give_the_same() -> None:
    """S31: where no line is refused; nothing is a first state, and a file cannot be both."""
    for typed in ("", "\n", "play(5,10,1,1,1,1,1)\r\nsetup_next(5)\npass\nmove(A,2)"):
        by_lines, at_once = run("defender", "-i", typed=typed), run("defender", typed=typed)
        assert by_lines == at_once, typed
    assert start_and_wait("defender", "-i", redirected="<&-").out == FIRST
    assert run("defender", "-i", "-b", "x").code == 2
    assert run("defender", "--script", typed="pass(").code == 2, "a pipe is read as a whole"


def test_a_line_without_end_is_refused() -> None:
    """S31: it is not kept until the memory is full; lines before it are answered."""
    ended = run("defender", "-i", typed="pass(\n" + "a" * (2 << 20))
    assert ended.code == 2
    assert ended.out.startswith(FIRST)
    told = "cc3k: standard input: found a line of more than 1,048,576 bytes; expected a shorter one"
    assert ended.err == f"{told}\n"


@pytest.mark.slow
def test_a_terminal_is_asked_for_lines(tmp_path: Path) -> None:
    """S31: with `-i`, with `--script`, and where there are no screens; Ctrl-D ends it."""
    for arguments, kind in (("-i",), "xterm"), (("--script",), "xterm"), ((), "dumb"):
        env = {"TERM": kind, "CC3K_HOME": str(tmp_path)}
        with Terminal((*COMMAND, "defender", *arguments), (80, 24), env) as terminal:
            terminal.wait_for("Version 2.\n->")
            terminal.type("toggle_debug_mode\n")
            terminal.wait_for("In debug mode.\n->")
            assert "-> toggle_debug_mode\n->toggle_debug_mode\n  state:" in terminal.text
            terminal.type("\x04")
            assert terminal.process.wait(30) == 0
    assert [*tmp_path.iterdir()] == []
