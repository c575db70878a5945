"""What a layout file says: its floors, its marks, and how much real files may vary (§6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import Layout, format_floor_as_layout, read_layout
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD, STANDARD_BOARD_TEXT
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from tests.support.scenarios import room, scenario
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


@for_each(
    "rest",
    [FIRST, "|---|\n|.=.|\n|---|\n", "|--------|\n|", f"{FIRST}\0", f"|{'-' * 900}|\n| .|\n"],
)
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


@for_each("glyph, meant", [("P", "P"), ("G", "6")])
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
    "line, shown",
    [
        ("the second floor:", "'the second floor:'"),
        ("---", "'---'"),
        ("....", "'....'"),
        ("x" * 99, f"'{'x' * 40}'"),
        ("\u00e9tage \u202e", r"'\xe9tage \u202e'"),
        (b"\xff\xfe".decode("utf-8", "surrogateescape"), r"'\udcff\udcfe'"),
    ],
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


def test_last_row_of_a_file_can_be_cut_short() -> None:
    """R32: rows cut short are accepted, so the very last one is."""
    layout = read(BOTH.removesuffix("---|\n") + "\n\n")
    assert marks_of(layout) == marks_of(read(BOTH))
    assert layout.floor_layouts[1].board.rows[-1] == "|-----    "
    assert layout.warnings == ()


def test_first_and_last_rows_may_be_of_dashes_or_bars_alone() -> None:
    """R32: a floor's first and last rows consist of `|` and `-` alone."""
    layout = read("----\n|@\\|\n||||\n----\n|.\\|\n----\n||||\n|@.|\n-||-\n")
    assert marks_of(layout) == ["@\\", "\\", "@"]
    assert layout.warnings == ()


@for_each("edge", [" ", "|", "-"])
def test_edge_that_nobody_can_walk_on_is_closed(edge: str) -> None:
    """R32: only something walkable on the edge is an open border."""
    assert marks_of(read(f"----\n{edge}@\\{edge}\n----\n")) == ["@\\"]


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 23), st.integers(1, 77)),
        st.sampled_from(sorted(BASE_RULES.kinds_by_mark)),
        min_size=1,
        max_size=30,
    )
)
def test_under_marks_of_a_standard_board_lies_what_the_plan_has_there(
    drawn: dict[tuple[int, int], str],
) -> None:
    """R32: a board whose undrawn cells agree with the standard plan is on that plan."""
    marks = {
        row * STANDARD_BOARD.stride + column: mark for (row, column), mark in sorted(drawn.items())
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
    "text",
    [
        on_standard(4, 29, "@").replace(
            "|..........................|   #", "|" + "." * 26 + "|    "
        ),
        room("@..\\"),
        room("@" + "." * 96, *["." * 97] * 17),
    ],
)
def test_under_a_mark_of_any_other_board_lies_a_floor_tile(text: str) -> None:
    """R32: under a mark lies a floor tile, whatever is around it."""
    (drawing,) = read(text).floor_layouts
    assert drawing.board is not STANDARD_BOARD
    assert {drawing.board.terrain[cell] for cell, _ in drawing.marks} == {ord(".")}


@for_each("mark, warned", [("@", True), ("0", True), ("\\", True), ("H", False)])
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


def test_lines_that_end_in_a_carriage_return_are_counted() -> None:
    """R32: an error names the line that an editor shows."""
    with pytest.raises(LayoutError, match=r"^demo:5:3: found unknown mark '='"):
        read(f"{BARE}|--------|\n|.=......|\n|--------|\n".replace("\n", "\r"))


@for_each(
    "padding, place, shown",
    [
        ("\x1a", "4", r"'\x1a'"),
        ("\0" * 100, "4", r"'\x00'"),
        ("\f", "4", r"'\x0c'"),
        ("\n \r\n\f\n\x1a\0\n", "6", r"'\x0c'"),
    ],
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
