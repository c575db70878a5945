"""What is no layout, and how its author learns where and why (R29, R32)."""

import pytest

from cc3k.content.layout.diagnostics import Diagnostics, LayoutError
from cc3k.content.layout.reader import MAX_LAYOUT_BYTES, read_floors, read_layout
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from tests.support.document import KNOWN_MARKS as MARKS
from tests.support.tables import for_each

A_FIRST_ROW = "a row of '|' and '-' alone, the first of a floor"
A_LAST_ROW = "a last row of '|' and '-' alone, 5 columns wide"
THE_END = "the end of the file"
ANOTHER = "the first row of the next floor"
FIRST = "|---|\n|@.\\|\n|---|\n"


def refusal(data: bytes) -> str:
    with pytest.raises(LayoutError) as refused:
        read_layout(data, "demo", BASE_RULES)
    return str(refused.value)


@for_each("text, where, found, expected", [
        ("|---|\n|@^\\|\n|---|", "2:3", "unknown mark '^'", MARKS),
        ("|---|\n|@;\\|\n|---|", "2:3", "unknown mark ';'", MARKS),
        ("|---|\n|@\u00e9\\|\n|---|", "2:3", r"unknown mark '\xe9'", MARKS),
        ("|---|\n|\u202e@\\|\n|---|", "2:2", r"unknown mark '\u202e'", MARKS),
        ("|---|\n|\ufeff@\\|\n|---|", "2:2", r"unknown mark '\ufeff'", MARKS),
        (f"{FIRST}\n\nHP: 1\n|---|\n|@.\\|\n|.:.|\n|---|", "9:3", "unknown mark ':'", MARKS),
        ("\ufeff|---|\r\n|@.?|\r\n|---|\r\n", "2:4", "unknown mark '?'", MARKS),
        ("|---|\n|@.@|\n|---|", "2:4", "a second '@'", "one, that of line 2"),
        ("|---|\n.@\\.|\n|---|", "2:1", "an open border, '.'", "a wall"),
        ("|---|\n|@\\.+\n|---|", "2:5", "an open border, '+'", "a wall"),
        ("|---|\n|@\\.|\n#...|\n|---|", "3:1", "an open border, '#'", "a wall"),
        ("|---|\n|@\\.H\n|---|", "2:5", "an open border, 'H'", "a wall"),
        ("|---|\n\\@..|\n|---|", "2:1", r"an open border, '\\'", "a wall"),
        ("|---|\n|@.\\||\n|---|", "2:6", "a row of 6 columns", "5, the length of the first row"),
        ("|---|\n|@.\\|\n|-----|", "3:6", "a row of 7 columns", "5, the length of the first row"),
        (f"{FIRST}|--|\n|..|\n|--|", "4:5", "a floor 4 columns wide",
         "5, the width of the first floor"),
        (f"{FIRST}|----|\n|....|\n|----|", "4:6", "a floor 6 columns wide",
         "5, the width of the first floor"),
        ("|---|\n|   |\n|---|", "1:1", "a floor with nothing walkable", "floor tiles"),
        ("|---|\n|---|", "1:1", "a floor with nothing walkable", "floor tiles"),
        (f"{FIRST}|---|\n|   |\n|---|", "4:1", "a floor with nothing walkable", "floor tiles"),
        ("|---|\n| . |\n|---|", "1:1", "no free floor tile for the missing @ and \\",
         "a tile for each"),
        ("|---|\n|+##|\n|---|", "1:1", "no free floor tile for the missing @ and \\",
         "a tile for each"),
        ("|---|\n|@H7|\n|---|", "1:1", "no free floor tile for the missing \\", "a tile for each"),
        (f"{FIRST}|---|\n|\\+#|\n|---|", "4:1", "no free floor tile for the missing @",
         "a tile for each"),
        ("|---|\n|@.\\|\n", "3:1", THE_END, A_LAST_ROW),
        ("|---|\n|@.\\|", "3:1", THE_END, A_LAST_ROW),
        ("|---|\n|@.\\|\n|...|\n\n \n\x1a", "4:1", THE_END, A_LAST_ROW),
        ("|---|", "2:1", THE_END, A_LAST_ROW),
        (f"{FIRST}\n|@.\\|\n|---|\n\n\n", "7:1", THE_END, A_LAST_ROW),
        (f"{FIRST}\n|@.\\|\n|---|\n{FIRST}", "7:1", ANOTHER, A_LAST_ROW),
        ("|---|\n|@./|\n|---|", "2:4", "unknown mark '/'", f"{MARKS}: stairs are `\\`"),
        ("|---|\n|@\\X|\n|X.X|\n|---|", "2:4",
         "unknown mark 'X' (3 times), an enemy of another edition", MARKS),
        (f"{FIRST}|---|\n|@.\\|\n|.V.|\n|---|", "6:3",
         "unknown mark 'V', an enemy of another edition", MARKS),
        ("|---|\n|@\\.X\n|X..|\n|---|", "2:5", "an open border, 'X'", "a wall"),
        (f"|---|\n|@.\\|\n{FIRST}", "3:1", ANOTHER, A_LAST_ROW),
        (f"{FIRST}|---|\n|@.\\|\n\n{FIRST}", "6:1", ANOTHER, A_LAST_ROW),
        (f"|---|\n|@.\\|\n{FIRST * 5}", "3:1", ANOTHER, A_LAST_ROW),
        (f"|---|\n|@.\\|\nRace: Shade Gold: 0\nHP: 1\n{FIRST}", "3:1",
         "'Race: Shade Gold: 0'", A_LAST_ROW),
        (f"|---|\n|@.\\|\n\nFloor 2:\n{FIRST}", "3:1", "'Floor 2:'", A_LAST_ROW),
        ("", "1:1", "an empty file", A_FIRST_ROW),
        ("\ufeff\r\n \r\n", "1:1", "an empty file", A_FIRST_ROW),
        *[(end, "1:1", "an empty file", A_FIRST_ROW) for end in ("\x1a", "\f\r\n\0", "\n\x1a\n")],
        ("@ ... \\\nno floor at all\n", "1:1", "no floor", A_FIRST_ROW),
    ])  # fmt: skip
def test_error_says_where_and_what_was_found_and_expected(
    text: str, where: str, found: str, expected: str
) -> None:
    """R32: errors name file, line and column, what was found and what was expected."""
    assert refusal(text.encode()) == f"demo:{where}: found {found}; expected {expected}"


@for_each("letter", "NTVXBCS")
def test_letters_of_other_editions_are_told_once_each(letter: str) -> None:
    """R32: once with its count and first place, over all floors; any other error as ever."""
    text = f"|---|\n|@.\\|\n|{letter}{letter}?|\n|---|\n" * 5
    _, findings = read_floors(text.encode(), BASE_RULES, Diagnostics(100))
    errors = [(found.line, found.column, found.text) for found in findings]
    assert len(errors) == 6
    told = f"found unknown mark {letter!r} (10 times), an enemy of another edition; expected "
    assert errors[0] == (3, 2, f"{told}{MARKS}")


def test_every_floor_may_have_its_own_ends() -> None:
    """R32: two of a kind are an error on one floor only."""
    assert len(read_layout((FIRST * 2).encode(), "demo", BASE_RULES).floor_layouts) == 2


@for_each(
    "control, shown",
    [
        *((b"\0", r"'\x00'"), (b"\x0c", r"'\x0c'"), (b"\x0b", r"'\x0b'")),
        *((b"\x1b", r"'\x1b'"), (b"\x7f", r"'\x7f'"), ("\x9b".encode(), r"'\x9b'")),
    ],
)
@for_each(
    "before, after, where",
    [
        (b"|---|\n|@", b".\\|\n|---|\n", "2:3"),
        (f"{FIRST}Action: ".encode(), b" PC\n", "4:9"),
        (f"{FIRST}Action:".encode(), b"x", "4:8"),
        (b"", b"|---|", "1:1"),
    ],
)
def test_control_characters_are_refused_wherever_they_are(
    before: bytes, control: bytes, after: bytes, where: str, shown: str
) -> None:
    """R32: none of them can reach a terminal by way of a layout."""
    said = f"demo:{where}: found control character {shown}; expected printable text"
    assert refusal(before + control + after) == said


@for_each("mark", [b"\x1b", b"\x07", b"\x85", b"\x1c"])
def test_control_character_at_the_very_end_is_refused(mark: bytes) -> None:
    """R32: only blanks, line ends, Ctrl-Z, NULs and form feeds may follow the last floor."""
    shown = refusal(f"{FIRST}".encode() + mark.decode("latin-1").encode())
    assert shown.startswith("demo:4:1: found control character ")


@for_each(
    "data, said",
    [
        *[
            (text.encode(f"{encoding}-{order}"), f"demo:1:1: found text in {encoding}")
            for encoding in ("UTF-16", "UTF-32")
            for order in ("le", "be")
            for text in (FIRST, "\ufeff" + FIRST, "\ufeff", "no floor")
        ],
        (b"\x7fELF\x02\x01\x01", r"demo:1:1: found control character '\x7f'"),
        (b"\x89PNG\r\n\x1a\n", r"demo:2:1: found control character '\x1a'"),
        (b"|---|\n|@\xff\\|\n|---|\n", r"demo:2:3: found unknown mark '\udcff'"),
        (b"\x1a\0\n", "demo:1:1: found an empty file"),
        (b"text\x1a\n", r"demo:1:5: found control character '\x1a'"),
    ],
)
def test_files_of_another_kind_are_refused(data: bytes, said: str) -> None:
    """R32: what is no text in UTF-8 is told apart at its first strange byte."""
    assert refusal(data).startswith(f"{said}; expected ")


@for_each(
    "rows, said",
    [
        ([f"|{'-' * 499}|"], "demo:1:501: found a row of 501 columns; expected 500 at the most"),
        (["-" * 90_000], "demo:1:501: found a row of 90000 columns; expected 500 at the most"),
        (
            ["|---|", *["|...|"] * 199, "|---|"],
            "demo:201:1: found row 201 of a floor; expected 200 rows at the most",
        ),
        (
            ["|---|", *[""] * 300, "|---|"],
            "demo:201:1: found row 201 of a floor; expected 200 rows at the most",
        ),
    ],
)
def test_floor_larger_than_200_by_500_is_refused(rows: list[str], said: str) -> None:
    """R32: any size up to 200 x 500 is read, and no larger one."""
    assert refusal("\n".join(rows).encode()) == said


def test_file_may_be_padded_up_to_the_most_bytes_and_no_further() -> None:
    """R32: files are bounded; trailing blanks are accepted up to there."""
    padded = FIRST.encode().ljust(MAX_LAYOUT_BYTES)
    assert len(read_layout(padded, "demo", BASE_RULES).floor_layouts) == 1
    assert refusal(padded + b" ") == (
        f"demo:1:1: found more than {MAX_LAYOUT_BYTES} bytes; expected a layout, at most as large"
    )


@for_each("floor", [1, 2, 3, 4, 5])
@for_each("ends", ["\n", "\r\n", "\r"])
def test_last_row_missing_on_the_standard_board_is_told_where_it_is_missing(
    floor: int, ends: str
) -> None:
    """R32: neither at the floor's first row nor where all floors after it come to an end."""
    rows = (STANDARD_BOARD_TEXT * 5).splitlines()
    del rows[25 * floor - 1]
    said = refusal(ends.join([*rows, ""]).encode())
    found = THE_END if floor == 5 else ANOTHER
    expected = "a last row of '|' and '-' alone, 79 columns wide"
    assert said == f"demo:{25 * floor}:1: found {found}; expected {expected}"


GOOD = "|-----|\n|.@..\\|\n|-----|\n"
OPEN_ABOVE = "|--.--|\n|.@..\\|\n|-----|\n"


@for_each(
    "text, where, hole",
    [
        (OPEN_ABOVE, "1:4", "."),
        (GOOD + OPEN_ABOVE, "4:4", "."),
        (GOOD + OPEN_ABOVE + GOOD, "4:4", "."),
        (GOOD + OPEN_ABOVE.replace(".--", "H--", 1), "4:4", "H"),
        ("|-----|\n|.@..\\|\n|--+--|\n", "3:4", "+"),
        (GOOD + "|-----|\n|.@..\\|\n|--+--|\n\n", "6:4", "+"),
    ],
)
def test_hole_in_the_first_or_last_row_is_an_open_border(text: str, where: str, hole: str) -> None:
    """R32: an open border (something walkable on the edge) is an error that says where."""
    with pytest.raises(LayoutError, match=f"^demo:{where}: found an open border, '[{hole}]'; exp"):
        read_layout(text.encode(), "demo", BASE_RULES)
