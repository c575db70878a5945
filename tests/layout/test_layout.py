"""What a layout file says, how much real files may vary, and what is none (§6, R29, R32)."""

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from cc3k.content.layout.diagnostics import Diagnostics, LayoutError
from cc3k.content.layout.reader import (
    MAX_LAYOUT_BYTES,
    Layout,
    format_floor_as_layout,
    read_floors,
    read_layout,
)
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD, STANDARD_BOARD_TEXT
from cc3k.engine.board import FloorLayout, format_layout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from tests.layout.test_layout_properties import boards
from tests.support import tour
from tests.support.document import KNOWN_MARKS as MARKS
from tests.support.scenarios import drawn, room, scenario
from tests.support.tables import for_each

FIRST = "|--------|\n|@..\\|    \n|----|    \n|--------|\n"
SECOND = "|--------|\n|H.@7..\\D|\n|--------|\n"
BOTH = FIRST + SECOND
BARE = "|--------|\n|........|\n|--------|\n"
STATUS = "Race: Shade Gold: 0 Floor 1\nHP: 125\nAtk: 25\nDef: 25\nAction: PC moves East.\n"


def read(text: str | bytes) -> Layout:
    return read_layout(text.encode() if isinstance(text, str) else text, "demo", BASE_RULES)


def marks_of(layout: Layout) -> list[str]:
    return ["".join([mark for _, mark in drawing.marks]) for drawing in layout.floor_layouts]


def laid_out(layout: Layout) -> Floor:
    return BASE_RULES.generate_floor(layout.floor_layouts[0], BASE_RULES, Dice("laid out"))


def on_standard(row: int, column: int, mark: str) -> str:
    cell = row * STANDARD_BOARD.stride + column
    return STANDARD_BOARD_TEXT[:cell] + mark + STANDARD_BOARD_TEXT[cell + 1 :]


@for_each(FIRST, "|---|\n|.=.|\n|---|\n", "|--------|\n|", f"{FIRST}\0", f"|{'-' * 900}|\n| .|\n")
def test_floors_after_the_fifth_are_left_out_with_a_warning(rest: str) -> None:
    """R29: floors after the fifth are left out, with a warning, whatever they are."""
    layout = read(BARE * 5 + rest)
    assert layout.floor_layouts == read(BARE * 5).floor_layouts
    assert layout.warnings == ("demo:16: floors after floor 5 are left out",)


def test_floor_without_marks_is_furnished() -> None:
    """§2.4, R30: a floor with no marks at all gets potions, gold and enemies."""
    floor = laid_out(read(STANDARD_BOARD_TEXT))
    glyphs = floor.glyphs.decode("ascii")
    assert floor.board is STANDARD_BOARD
    assert glyphs.count("P") == glyphs.count("G") == 10
    assert len(floor.enemies) == 20 + glyphs.count("D")
    assert (glyphs.count("@"), glyphs.count("\\")) == (1, 1)


@for_each("mark", ["@", "\\", "H", "0", "6"])
def test_floor_with_any_mark_holds_what_is_drawn_and_no_more(mark: str) -> None:
    """R30: what is drawn is all there is, but missing ends are spawned."""
    floor = laid_out(read(on_standard(3, 3, mark)))
    shown = {"0": "P", "6": "G"}.get(mark, mark)
    things = floor.glyphs.translate(None, b" |-.+#\n").decode("ascii")
    assert sorted(things) == sorted({"@", "\\", shown})


@for_each("mark", sorted(BASE_RULES.kinds_by_mark))
def test_mark_stands_for_its_thing_on_a_floor_tile(mark: str) -> None:
    """§6, R32: a mark becomes what it stands for; under it lies a floor tile."""
    floor = scenario(room(f"@.{mark}\\")).floor
    cell = floor.hero_cell + 2
    thing = floor.items[cell] if cell in floor.items else floor.enemies[cell].kind
    assert thing is BASE_RULES.kinds_by_mark[mark]
    assert floor.terrain[cell] == ord(".")


@for_each(("P", "P"), ("G", "6"))
def test_board_copied_off_the_screen_loads_with_a_warning(glyph: str, meant: str) -> None:
    """R30: `P` is a potion of any kind and `G` a normal pile; it is said once."""
    layout = read("\n".join([room(f"@{glyph}{glyph}\\"), room("@GP\\")]))
    assert layout.warnings == ("demo:2: P is read as a potion of any kind and G as a normal pile",)
    assert marks_of(layout) == [f"@{meant}{meant}\\", "@6P\\"]


def test_copied_frames_load_with_their_status_rows_left_out() -> None:
    """R32: the status rows of a copied frame stand between and after floors."""
    layout = read(f"{FIRST}{STATUS}\n{SECOND}{STATUS}")
    said = "left out what stands outside any floor, from 'Race: Shade Gold: 0 Floor 1'"
    assert layout.floor_layouts == read(BOTH).floor_layouts
    assert layout.warnings == (f"demo:5: {said}", f"demo:14: {said}")


@for_each(
    ("the second floor:", "'the second floor:'"),
    ("---", "'---'"),
    ("....", "'....'"),
    ("x" * 99, f"'{'x' * 40}'"),
    ("\u00e9tage \u202e", r"'\xe9tage \u202e'"),
    (b"\xff\xfe".decode("utf-8", "surrogateescape"), r"'\udcff\udcfe'"),
)
def test_other_lines_are_left_out_with_one_warning_that_shows_them_safely(
    line: str, shown: str
) -> None:
    """R32: stray lines are told by the number and the beginning of the first, escaped and cut."""
    text = f"{FIRST}{line}\n\n{line}\n{SECOND}"
    layout = read(text.encode("utf-8", "surrogateescape"))
    assert layout.floor_layouts == read(BOTH).floor_layouts
    assert layout.warnings == (f"demo:5: left out what stands outside any floor, from {shown}",)


def test_row_cut_short_is_padded() -> None:
    """R32: what is missing at the end of a row is void, and it can be nearly all of it."""
    rows = laid_out(read("|------|\n|@\\|\n|\n\n|--\n|------|\n")).board.rows
    assert rows == ("|------|", "|..|    ", "|       ", "        ", "|--     ", "|------|")


@for_each(
    ("----\n|@\\|\n||||\n----\n|.\\|\n----\n||||\n|@.|\n-||-\n", ["@\\", "\\", "@"]),
    *[(f"----\n{edge}@\\{edge}\n----\n", ["@\\"]) for edge in " |-"],
)
def test_first_and_last_rows_and_edges_are_of_dashes_bars_or_blanks(
    text: str, marks: list[str]
) -> None:
    """R32: first and last rows are `|` and `-` alone; only what is walkable opens the border."""
    layout = read(text)
    assert (marks_of(layout), layout.warnings) == (marks, ())


def test_last_row_of_a_file_can_be_cut_short() -> None:
    """R32: rows cut short are accepted, so the very last one is."""
    layout = read(BOTH.removesuffix("---|\n") + "\n\n")
    assert marks_of(layout) == marks_of(read(BOTH))
    assert layout.floor_layouts[1].board.rows[-1] == "|-----    "
    assert layout.warnings == ()


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 23), st.integers(1, 77)),
        st.sampled_from(sorted(BASE_RULES.kinds_by_mark)),
        min_size=1,
        max_size=30,
    )
)
def test_under_marks_of_a_standard_board_lies_what_the_plan_has_there(
    things: dict[tuple[int, int], str],
) -> None:
    """R32: a board whose undrawn cells agree with the standard plan is on that plan."""
    marks = {
        row * STANDARD_BOARD.stride + column: mark for (row, column), mark in sorted(things.items())
    }
    text = "".join([marks.get(cell, ground) for cell, ground in enumerate(STANDARD_BOARD_TEXT)])
    (drawing,) = read(text).floor_layouts
    assert drawing.board is STANDARD_BOARD
    assert drawing.marks == tuple(marks.items())


def test_missing_hero_needs_a_single_free_tile() -> None:
    """R30, R32: marks off the floor tiles take none away."""
    crowded = STANDARD_BOARD_TEXT.replace(".", "H").replace("H", ".", 1).replace("+", "\\", 1)
    floor = laid_out(read(crowded))
    assert floor.hero_cell == STANDARD_BOARD_TEXT.index(".")
    assert floor.stairs_cell == STANDARD_BOARD_TEXT.index("+")


@for_each(
    on_standard(4, 29, "@").replace("|..........................|   #", "|" + "." * 26 + "|    "),
    room("@..\\"),
    room("@" + "." * 96, *["." * 97] * 17),
)
def test_under_a_mark_of_any_other_board_lies_a_floor_tile(text: str) -> None:
    """R32: under a mark lies a floor tile, whatever is around it."""
    (drawing,) = read(text).floor_layouts
    assert drawing.board is not STANDARD_BOARD
    assert {drawing.board.terrain[cell] for cell, _ in drawing.marks} == {ord(".")}


@for_each(("@", True), ("0", True), ("\\", True), ("H", False))
def test_what_stands_in_rock_is_warned_of_unless_it_fights(mark: str, *, warned: bool) -> None:
    """R32: under a mark lies what the plan has there; an enemy off the tiles fights as ever."""
    rows = STANDARD_BOARD_TEXT.splitlines()
    rows[1] = f"|{mark}{rows[1][2:]}"
    rows[3] = rows[3].replace("...", ".H.", 1)
    layout = read_layout("\n".join(rows).encode(), "demo", BASE_RULES)
    said = (f"demo:2: {mark} in column 2 stands in a wall or in rock",)
    assert layout.warnings == (said if warned else ())


@for_each("text", [BOTH, BARE * 5, STANDARD_BOARD_TEXT * 5])
def test_lone_carriage_return_ends_a_line(text: str) -> None:
    """R32: so does every mixture of line ends, and it is accepted without a word."""
    plain = read(text)
    assert read(text.replace("\n", "\r")) == plain
    assert read(text.replace("\n", "\r\r\n")) == plain
    assert read(text.replace("\n", "\r", 2).replace("\n", "\r\n", 1)) == plain


@for_each(
    ("\x1a", "4", r"'\x1a'"),
    ("\0" * 100, "4", r"'\x00'"),
    ("\f", "4", r"'\x0c'"),
    ("\n \r\n\f\n\x1a\0\n", "6", r"'\x0c'"),
)
@for_each("stray", ["", "HP: 125"])
def test_what_pads_a_file_is_left_out_with_a_warning(
    padding: str, place: str, shown: str, stray: str
) -> None:
    """R32: Ctrl-Z, NULs and form feeds after the last floor, and nothing else."""
    outside = f"demo:4: left out what stands outside any floor, from {stray!a}"
    told = f"demo:{place}: left out what is no text at the end of the file, from {shown}"
    layout = read(f"{BARE}{stray}{padding}")
    assert layout.floor_layouts == read(BARE).floor_layouts
    assert layout.warnings == (*[outside] * bool(stray), told)


def test_what_pads_a_file_may_stand_in_its_last_line() -> None:
    """R32: where the last line end is missing, too."""
    layout = read(f"{BARE.rstrip()}\x1a")
    told = "demo:3: left out what is no text at the end of the file, from '\\x1a'"
    assert layout == Layout(read(BARE).floor_layouts, (told,))


def test_border_rows_alone_after_a_floor_are_left_out_with_a_warning() -> None:
    """R32: they are passed over, after the last floor, also the fifth, and between two."""
    told = "a border row without a floor is left out"
    edge = "|--------|\n"
    for floors in (1, 5):
        for rest in (edge, f"{edge}\n\n", edge * 9, f"\n{edge}HP: 1\n", "|--|\n"):
            layout = read(BARE * floors + rest)
            assert layout.floor_layouts == read(BARE * floors).floor_layouts
            (warning,) = [one for one in layout.warnings if told in one]
            assert warning == f"demo:{3 * floors + 1 + rest.startswith(chr(10))}: {told}"
    between = read(f"{FIRST}{edge}{SECOND}")
    assert between.floor_layouts == read(BOTH).floor_layouts
    assert between.warnings == (f"demo:5: {told}",)


def test_a_tab_fills_its_row_to_the_next_multiple_of_8_columns_with_a_warning() -> None:
    """R32: all the tabs of a file are one warning; those at the end of a row are blanks."""
    told = "read as blanks up to the next multiple of 8 columns"
    blank = read("|--------|\n|.@.    .|\n|.\\     .|\n|--------|\n")
    tabbed = read("|--------|\t\n|.@.\t.|\n|.\\\t.|\n|--------|\n")
    assert tabbed.floor_layouts == blank.floor_layouts
    assert tabbed.warnings == (f"demo:2: 2 tabs are {told}",)
    assert f"demo:5: a tab is {told}" in read(f"{FIRST}a\tb\n").warnings


def test_further_stairs_are_floor_tiles_with_a_warning_each() -> None:
    """R32: the first in reading order stays."""
    layout = read("|----|\n|@.\\.|\n|\\..\\|\n|----|\n")
    assert marks_of(layout) == ["@\\"]
    assert laid_out(layout).board.rows == ("|----|", "|....|", "|....|", "|----|")
    assert laid_out(layout).board.row_and_column(laid_out(layout).stairs_cell) == (1, 3)
    assert layout.warnings == tuple(
        f"demo:3: a second \\ in column {column} is read as a floor tile: "
        "the stairs are those of line 2"
        for column in (2, 5)
    )


def test_floor_without_a_hero_is_written_without_one() -> None:
    """§6: a floor that nobody has entered yet has no mark for the PC."""
    floor = Floor(STANDARD_BOARD)
    assert format_floor_as_layout(floor, BASE_RULES) == STANDARD_BOARD.terrain.decode("ascii")


NO_HOLE = "a row of '|' and '-' alone"
A_FIRST_ROW = f"{NO_HOLE}, the first of a floor"
A_LAST_ROW = "a last row of '|' and '-' alone, 5 columns wide"
THE_END = "the end of the file"
ANOTHER = "the first row of the next floor"
FLOOR_ONE = "|---|\n|@.\\|\n|---|\n"
OPEN_ABOVE, OPEN_BELOW = "|-.-|\n|@.\\|\n|---|\n", "|---|\n|@.\\|\n|-+-|\n"
HOLES = (
    (OPEN_ABOVE, "1:3", "."),
    (FLOOR_ONE + OPEN_ABOVE, "4:3", "."),
    (FLOOR_ONE + OPEN_ABOVE + FLOOR_ONE, "4:3", "."),
    (FLOOR_ONE + OPEN_ABOVE.replace(".-", "H-", 1), "4:3", "H"),
    (OPEN_BELOW, "3:3", "+"),
    (f"{FLOOR_ONE}{OPEN_BELOW}\n", "6:3", "+"),
)


def refusal(data: bytes) -> str:
    with pytest.raises(LayoutError) as refused:
        read_layout(data, "demo", BASE_RULES)
    return str(refused.value)


@for_each(
("|---|\n|@^\\|\n|---|", "2:3", "unknown mark '^'", MARKS),
        ("|---|\n|@;\\|\n|---|", "2:3", "unknown mark ';'", MARKS),
        ("|---|\n|@\u00e9\\|\n|---|", "2:3", r"unknown mark '\xe9'", MARKS),
        ("|---|\n|\u202e@\\|\n|---|", "2:2", r"unknown mark '\u202e'", MARKS),
        ("|---|\n|\ufeff@\\|\n|---|", "2:2", r"unknown mark '\ufeff'", MARKS),
        (f"{FLOOR_ONE}\n\nHP: 1\n|---|\n|@.\\|\n|.:.|\n|---|", "9:3", "unknown mark ':'", MARKS),
        ("\ufeff|---|\r\n|@.?|\r\n|---|\r\n", "2:4", "unknown mark '?'", MARKS),
        ("|---|\n|@.@|\n|---|", "2:4", "a second '@'", "one, that of line 2"),
        ("|---|\n.@\\.|\n|---|", "2:1", "an open border, '.'", "a wall"),
        ("|---|\n|@\\.+\n|---|", "2:5", "an open border, '+'", "a wall"),
        ("|---|\n|@\\.|\n#...|\n|---|", "3:1", "an open border, '#'", "a wall"),
        ("|---|\n|@\\.H\n|---|", "2:5", "an open border, 'H'", "a wall"),
        ("|---|\n\\@..|\n|---|", "2:1", r"an open border, '\\'", "a wall"),
        ("|---|\n|@.\\||\n|---|", "2:6", "a row of 6 columns", "5, the length of the first row"),
        ("|---|\n|@.\\|\n|-----|", "3:6", "a row of 7 columns", "5, the length of the first row"),
        (f"{FLOOR_ONE}|--|\n|..|\n|--|", "4:5", "a floor 4 columns wide",
         "5, the width of the first floor"),
        (f"{FLOOR_ONE}|----|\n|....|\n|----|", "4:6", "a floor 6 columns wide",
         "5, the width of the first floor"),
        ("|---|\n|   |\n|---|", "1:1", "a floor with nothing walkable", "floor tiles"),
        ("|---|\n|---|", "1:1", "a floor with nothing walkable", "floor tiles"),
        (f"{FLOOR_ONE}|---|\n|   |\n|---|", "4:1", "a floor with nothing walkable",
         "floor tiles"),
        ("|---|\n| . |\n|---|", "1:1", "no free floor tile for the missing @ and \\",
         "a tile for each"),
        ("|---|\n|+##|\n|---|", "1:1", "no free floor tile for the missing @ and \\",
         "a tile for each"),
        ("|---|\n|@H7|\n|---|", "1:1", "no free floor tile for the missing \\", "a tile for each"),
        (f"{FLOOR_ONE}|---|\n|\\+#|\n|---|", "4:1", "no free floor tile for the missing @",
         "a tile for each"),
        ("|---|\n|@.\\|\n", "3:1", THE_END, A_LAST_ROW),
        ("|---|\n|@.\\|", "3:1", THE_END, A_LAST_ROW),
        ("|---|\n|@.\\|\n|...|\n\n \n\x1a", "4:1", THE_END, A_LAST_ROW),
        ("|---|", "2:1", THE_END, A_LAST_ROW),
        (f"{FLOOR_ONE}\n|@.\\|\n|---|\n\n\n", "7:1", THE_END, A_LAST_ROW),
        (f"{FLOOR_ONE}\n|@.\\|\n|---|\n{FLOOR_ONE}", "7:1", ANOTHER, A_LAST_ROW),
        ("|---|\n|@./|\n|---|", "2:4", "unknown mark '/'", f"{MARKS}: stairs are `\\`"),
        ("|---|\n|@\\X|\n|X.X|\n|---|", "2:4",
         "unknown mark 'X' (3 times), an enemy of another edition", MARKS),
        (f"{FLOOR_ONE}|---|\n|@.\\|\n|.V.|\n|---|", "6:3",
         "unknown mark 'V', an enemy of another edition", MARKS),
        ("|---|\n|@\\.X\n|X..|\n|---|", "2:5", "an open border, 'X'", "a wall"),
        (f"|---|\n|@.\\|\n{FLOOR_ONE}", "3:1", ANOTHER, A_LAST_ROW),
        (f"{FLOOR_ONE}|---|\n|@.\\|\n\n{FLOOR_ONE}", "6:1", ANOTHER, A_LAST_ROW),
        (f"|---|\n|@.\\|\n{FLOOR_ONE * 5}", "3:1", ANOTHER, A_LAST_ROW),
        (f"|---|\n|@.\\|\nRace: Shade Gold: 0\nHP: 1\n{FLOOR_ONE}", "3:1",
         "'Race: Shade Gold: 0'", A_LAST_ROW),
        (f"|---|\n|@.\\|\n\nFloor 2:\n{FLOOR_ONE}", "3:1", "'Floor 2:'", A_LAST_ROW),
        ("", "1:1", "an empty file", A_FIRST_ROW),
        ("\ufeff\r\n \r\n", "1:1", "an empty file", A_FIRST_ROW),
        *[(end, "1:1", "an empty file", A_FIRST_ROW) for end in ("\x1a", "\f\r\n\0", "\n\x1a\n")],
        ("@ ... \\\nno floor at all\n", "1:1", "no floor", A_FIRST_ROW),
        (FLOOR_ONE.replace("\n", "\r") + "|---|\r|.=.|\r|---|\r", "5:3", "unknown mark '='", MARKS),
        *[(row, "1:501", f"a row of {len(row)} columns", "500 at the most")
          for row in (f"|{'-' * 499}|", "-" * 90_000)],
        *[(f"|---|\n{row * 300}|---|", "201:1", "row 201 of a floor", "200 rows at the most")
          for row in ("|...|\n", "\n")],
        *[(*at, f"an open border, '{hole}'", NO_HOLE) for *at, hole in HOLES],
)  # fmt: skip
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


@for_each(
    *((b"\0", r"'\x00'"), (b"\x0c", r"'\x0c'"), (b"\x0b", r"'\x0b'")),
    *((b"\x1b", r"'\x1b'"), (b"\x7f", r"'\x7f'"), ("\x9b".encode(), r"'\x9b'")),
)
@for_each(
    "before, after, where",
    [
        (b"|---|\n|@", b".\\|\n|---|\n", "2:3"),
        (f"{FLOOR_ONE}Action: ".encode(), b" PC\n", "4:9"),
        (f"{FLOOR_ONE}Action:".encode(), b"x", "4:8"),
        (b"", b"|---|", "1:1"),
    ],
)
def test_control_characters_are_refused_wherever_they_are(
    before: bytes, control: bytes, after: bytes, where: str, shown: str
) -> None:
    """R32: none of them can reach a terminal by way of a layout."""
    said = f"demo:{where}: found control character {shown}; expected printable text"
    assert refusal(before + control + after) == said


@for_each(
    *[
        (text.encode(f"{encoding}-{order}"), f"demo:1:1: found text in {encoding}")
        for encoding in ("UTF-16", "UTF-32")
        for order in ("le", "be")
        for text in (FLOOR_ONE, "\ufeff" + FLOOR_ONE, "\ufeff", "no floor")
    ],
    (b"\x7fELF\x02\x01\x01", r"demo:1:1: found control character '\x7f'"),
    (b"\x89PNG\r\n\x1a\n", r"demo:2:1: found control character '\x1a'"),
    (b"|---|\n|@\xff\\|\n|---|\n", r"demo:2:3: found unknown mark '\udcff'"),
    (b"\x1a\0\n", "demo:1:1: found an empty file"),
    (b"text\x1a\n", r"demo:1:5: found control character '\x1a'"),
    *[
        (f"{FLOOR_ONE}{mark}".encode(), f"demo:4:1: found control character {mark!a}")
        for mark in "\x1b\x07\x85\x1c"
    ],
)
def test_files_of_another_kind_are_refused(data: bytes, said: str) -> None:
    """R32: what is no text in UTF-8 is told apart at its first strange byte."""
    assert refusal(data).startswith(f"{said}; expected ")


def test_file_may_be_padded_up_to_the_most_bytes_and_no_further() -> None:
    """R32: files are bounded; trailing blanks are accepted up to there."""
    padded = FLOOR_ONE.encode().ljust(MAX_LAYOUT_BYTES)
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


KINDS = (
    drawn(room("0123456789", "HWEOMDL...", "@........\\")),
    drawn(room("P@G", "..\\")),
    drawn(room("@.+##+.\\", ".||  |..", "--|  |--")),
    "|--|\n|@.|\n|.\\|\n|--|\n",
    drawn(room("@\\", "..")) * 5,
    STANDARD_BOARD_TEXT,
    *[(tour.FLOORS / f"{name}.txt").read_text("ascii") for name in tour.NAMES],
)


def read_drawings(text: str) -> tuple[FloorLayout, ...]:
    return read(text).floor_layouts


def facts(drawings: tuple[FloorLayout, ...]) -> list[object]:
    return [(drawing.board.terrain, drawing.board.width, drawing.marks) for drawing in drawings]


@for_each("text", KINDS)
def test_drawings_are_read_again_as_they_were(text: str) -> None:
    """R34: a game that is gone on with is played on the very same floors."""
    drawings = read_drawings(text)
    assert (bool(drawings), format_layout(())) == (True, "")
    assert facts(read_drawings(format_layout(drawings))) == facts(drawings)
    assert format_layout(read_drawings(format_layout(drawings))) == format_layout(drawings)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.filter_too_much])  # most drawings are no layout
@given(st.lists(boards(), min_size=1, max_size=3))
def test_whatever_is_read_can_be_written(floors: list[str]) -> None:
    try:
        drawings = read_drawings("".join(floors))
    except LayoutError:
        reject()
    assert facts(read_drawings(format_layout(drawings))) == facts(drawings)
