"""What an author is told of a layout file: every error, and all that is odd (R26, R29-R32)."""

import re
from textwrap import dedent

from hypothesis import given

from cc3k.content.layout.diagnostics import MAX_DIAGNOSTICS, Diagnostic, LayoutError, Severity
from cc3k.content.layout.lint import lint_layout
from cc3k.content.layout.reader import Layout, read_layout
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD_TEXT
from tests.layout.test_layout_properties import SHAPES
from tests.support.document import KNOWN_MARKS as MARKS
from tests.support.scenarios import room
from tests.support.tables import for_each

GOOD = "|---|\n|@.\\|\n|---|\n"
USUAL = ("@\\" + "0" * 10, "6" * 10 + "..", "H" * 12, "." * 12, "W" * 8 + "....")
"""The rows of a room that holds as much as a furnished floor does."""

FEW = (
    "floor 1 is the last one drawn: those after it, up to floor 5, "
    "are furnished at random on the standard plan"
)
LONE = "a lone chamber: the PC and the stairs have to share it"
COUNTS = "unlike a furnished floor"


def told(text: str | bytes) -> list[str]:
    data = text if isinstance(text, bytes) else text.encode()
    return [
        f"{found.line}:{found.column}: {found.severity}: {found.text}"
        for found in lint_layout(data, BASE_RULES)
    ]


def errors(text: str | bytes) -> list[str]:
    found = [line.split("; expected")[0] for line in told(text) if ": error: found " in line]
    return [line.replace(" error: found", "") for line in found]


def odd(drawing: str) -> list[str]:
    """Return what is odd on the floor drawn, but for the counts and the file's other floors."""
    usual = (COUNTS, LONE, "floor 1 is the last")
    lines = [line.replace(" warning:", "") for line in told(dedent(drawing).lstrip("\n"))]
    return [line for line in lines if not any(word in line for word in usual)]


def on_board(*things: tuple[int, int, str]) -> str:
    """Return the standard board with marks on it, rows and columns from 1 as they are told."""
    board = list(STANDARD_BOARD_TEXT)
    for row, column, mark in things:
        board[(row - 1) * 80 + column - 1] = mark
    return "".join(board)


def test_all_errors_of_a_file_are_told_by_place() -> None:
    """R32: reading goes on after an error, so that nobody has to mend a file one by one."""
    text = "|----|\n|@^@.|\n|.?\\\\|\n...H.\n|....||\n|----|\nwords\x1b\n|---|\n|@\\=|\n|---|\n"
    assert errors(text) == [
        "2:3: unknown mark '^'",
        "2:4: a second '@'",
        "3:3: unknown mark '?'",
        "4:1: an open border, '.'",
        "5:7: a row of 7 columns",
        r"7:6: control character '\x1b'",
        "8:6: a floor 5 columns wide",
        "9:4: unknown mark '='",
    ]


@for_each(
("|--.-+|\n|@...\\|\n|-----|\n", ["1:4: an open border, '.'", "1:6: an open border, '+'"]),
        ("|-----|\n|@...^|\n|-.H-.|\n", ["2:6: unknown mark '^'", "3:3: an open border, '.'",
                                         "3:4: an open border, 'H'", "3:6: an open border, '.'"]),
        (f"{GOOD}|-H-|\n|@^\\|\n|---|\n", ["4:3: an open border, 'H'", "5:3: unknown mark '^'"]),
        (f"{GOOD}|- a note\n{GOOD}", ["4:4: an open border, 'a'", "4:6: an open border, 'n'",
                                      "4:7: an open border, 'o'", "4:8: an open border, 't'",
                                      "4:9: an open border, 'e'"]),
        (f"{GOOD}|-no\n{GOOD}", [f"4:{column}: an open border, '{letter}'"
                                   for column, letter in enumerate("no", start=3)]),
        (f"{GOOD}\0\0\0\0\0\n{GOOD}", [rf"4:{column}: control character '\x00'"
                                      for column in range(1, 6)]),
        ("|-\0-|\n|@^\\|\n|---|\n", [r"1:3: control character '\x00'", "2:3: unknown mark '^'"]),
        ("|---|\n|@\v\\|\n\x1b..\0|\n|---|\n",
         [r"2:3: control character '\x0b'", r"3:1: control character '\x1b'",
          r"3:4: control character '\x00'"]),
        ("|---|\n|@^\\|\n", ["2:3: unknown mark '^'", "3:1: the end of the file"]),
        (f"|---|\n|@^\\|\n{GOOD}|---|\n|^@\\|\n{GOOD}",
         ["2:3: unknown mark '^'", "3:1: the first row of the next floor",
          "7:2: unknown mark '^'", "8:1: the first row of the next floor"]),
        ("|---|\n|@.\\|\n|----|\n|---|\n|^.\\|\n|---|\n",
         ["3:6: a row of 6 columns", "5:2: unknown mark '^'"]),
        ("|--|\n^..|\n|--|\n", ["2:1: unknown mark '^'"]),
        ("|\n.\n|\n", ["2:1: an open border, '.'"]),
        ("|---|\n|   |\n|---|\n", ["1:1: a floor with nothing walkable"]),
        (f"|---|\n|#  |\n|---|\n{GOOD}|---|\n|+  |\n|---|\n",
         [r"1:1: no free floor tile for the missing @ and \ "[:-1],
          r"7:1: no free floor tile for the missing @ and \ "[:-1]]),
        ("hello\n", ["1:1: no floor"]),
        ("", ["1:1: an empty file"]),
        (b"|" * (1024 * 1024 + 1), ["1:1: more than 1048576 bytes"]),
        (f"|{'-' * 499}|\n{GOOD}", ["1:501: a row of 501 columns"]),
        ("|--|\n" + "|..|\n" * 205 + "|--|\n", ["201:1: row 201 of a floor"]),
)  # fmt: skip
def test_reading_goes_on_after_each_kind_of_error(text: str | bytes, expected: list[str]) -> None:
    """R32: each error is told once, and is not the cause of others that are none."""
    assert errors(text) == expected


def test_every_end_too_many_is_told_where_the_first_is() -> None:
    """R32: two `@` on a floor are one too many, and three are two."""
    expected = "; expected one, that of line 2"
    assert [line for line in told(room("@\\", "@.", ".@")) if "error" in line] == [
        f"3:2: error: found a second '@'{expected}",
        f"4:3: error: found a second '@'{expected}",
    ]


def test_warnings_of_play_have_their_place_too() -> None:
    """R29-R32: what play says by the line, a survey says by line and column."""
    text = on_board((2, 2, "@"), (4, 5, "G")) + "HP: 1\n" + STANDARD_BOARD_TEXT * 5
    assert [line for line in told(text) if COUNTS not in line and "no way" not in line] == [
        "2:2: warning: @ in column 2 stands in a wall or in rock",
        "4:5: warning: P is read as a potion of any kind and G as a normal pile",
        "26:1: warning: left out what stands outside any floor, from 'HP: 1'",
        "127:1: warning: floors after floor 5 are left out",
    ]


def test_too_many_errors_end_the_reading() -> None:
    """R32: a file of another kind is not read to its end, however long it is."""
    findings = lint_layout(b"\1" * 100_000, BASE_RULES)
    assert len(findings) == MAX_DIAGNOSTICS + 1
    assert findings[-1] == Diagnostic(
        1, MAX_DIAGNOSTICS + 1, Severity.ERROR,
        "found more than 1000 mistakes up to here; expected a layout file",
    )  # fmt: skip


def test_too_many_oddities_are_cut_off_by_a_warning() -> None:
    """R31: a thousand hoards to tell of are enough."""
    rows = ["@" + "9" * 398 + "\\", "9" * 400, "9" * 400]
    findings = lint_layout(room(*rows).encode(), BASE_RULES)
    assert len(findings) == MAX_DIAGNOSTICS + 1
    said = [found.text for found in findings if "more than" in found.text]
    assert said == ["more than 1000 findings: further warnings are left out"]
    assert {found.severity for found in findings} == {Severity.WARNING}


def test_floor_with_an_error_is_not_looked_at_for_oddities() -> None:
    """R30: nobody knows what an unknown mark was to be."""
    assert told(f"{room('@^')}\n{room('@9')}\n" + f"{room('..')}\n" * 3) == [
        f"2:3: error: found unknown mark '^'; expected {MARKS}",
        "4:1: error: found no free floor tile for the missing \\; expected a tile for each",
        *[f"{line}:2: warning: {LONE}" for line in (8, 11, 14)],
    ]


@for_each(
    (1, [f"1:1: warning: {FEW}"]),
    (4, [f"76:1: warning: {FEW.replace('floor 1', 'floor 4')}"]),
    (5, []),
)
def test_fewer_floors_than_five_are_told_with_what_becomes_of_the_others(
    count: int, said: list[str]
) -> None:
    """R29: the floors after the last drawn one are spawned on the standard plan."""
    assert told(STANDARD_BOARD_TEXT * count) == said


@for_each(
(["@09DH6\\"], ["potions 1, not 10; gold 2, not 10; enemies besides dragons 1, not 20"]),
        ([row.replace("0", ".", 1) for row in USUAL],
         ["potions 9, not 10; gold 10; enemies besides dragons 20"]),
        (["D.", *USUAL], []),
        (["..", ".."], []),
)  # fmt: skip
def test_unusual_counts_are_told(rows: list[str], said: list[str]) -> None:
    """§2.4: 10 potions, 10 piles, 20 enemies besides dragons; a bare floor will have them."""
    counts = [line for line in told(room(*[row.ljust(12, ".") for row in rows])) if COUNTS in line]
    assert counts == [f"1:1: warning: {COUNTS}: {line}" for line in said]


def test_lone_chamber_is_told() -> None:
    """R26: the stairs' chamber is never the PC's."""
    assert f"2:3: warning: {LONE}" in told(room(" @.\\"))
    assert LONE not in "".join(told(room("@.+.\\")))


@for_each(
("@.\\.6", ["2:6: no way leads from @ to this normal pile"]),
        ("@.\\9", ["2:5: a dragon hoard with no dragon beside it: it is free to take",
                   "2:5: no way leads from @ to this dragon hoard"]),
        ("@.\\0", ["2:5: no way leads from @ to this potion"]),
        ("@.0\\", []),
        ("@. \\0..P", ["2:5: no way leads from @ to the stairs",
                       "2:6: no way leads from @ to this potion",
                       "2:9: no way leads from @ to this potion"]),
        ("7.\\ 8", ["2:6: no way leads from \\ to this merchant hoard"]),
        ("7 ...", ["2:2: no way leads from the first chamber to this small pile"]),
        ("7.0.. 8", ["2:8: no way leads from the first chamber to this merchant hoard"]),
)  # fmt: skip
def test_items_out_of_reach_are_told(row: str, said: list[str]) -> None:
    """R9: stairs lead away from a floor, gold is walked onto, a potion is used from beside it."""
    other = ("may be spawned", "P is read")
    assert [line for line in odd(room(row)) if not any(word in line for word in other)] == said


@for_each(
    ([(3, 6, "6"), (2, 7, "6")], ""),  # on the standard plan a wall lies under it
    ([(2, 7, "6")], "2:7: no way leads from @ to this normal pile"),
    ([(3, 6, "0")], ""),  # nobody has to walk there
    ([(2, 6, "0")], "2:6: no way leads from @ to this potion"),
)
def test_gold_in_a_wall_is_walked_over_and_a_potion_used_from_beside_it(
    things: list[tuple[int, int, str]], said: str
) -> None:
    """R9, R32, §2.3.1."""
    found = odd(on_board((4, 4, "@"), (5, 4, "\\"), *things))
    assert [line for line in found if "no way" in line] == [said] * bool(said)


@for_each(
    ("@. .\\", ""), ("@. .+", "@"), ("..#.", ""), (".. .", "the first chamber"), ("\\. .", "\\")
)
def test_chambers_out_of_reach_are_told_where_something_may_be_spawned(
    row: str, start: str
) -> None:
    """R26, R30: a missing PC, missing stairs and all on a bare floor are spawned in any chamber."""
    text = "2:5: in this chamber something may be spawned, but no way leads to it from"
    told_so = [line for line in odd(room(row)) if "in this chamber" in line]
    assert told_so == ([f"{text} {start}"] if start else [])


IN_ROCK = ["0", "3", "P", "6", "7", "8", "G", "H", "M"]


def board_of_another_size(mark: str, ends: str) -> str:
    """Return the standard board with two more rows, a mark in the rock between, and both ends."""
    board = on_board((4, 4, ends[0]), (16, 66, ends[1])).splitlines()
    return "\n".join([*board[:1], f"|   {mark:74}|", *board[1:], ""])


@for_each("ends", ["@\\", "@.", ".\\", ".."])
@for_each("mark", IN_ROCK)
def test_mark_in_rock_leaves_every_chamber_of_another_board_within_reach(
    mark: str, ends: str
) -> None:
    """R32: a tile lies under it, but nobody is spawned there, and all else is as it was."""
    found = odd(board_of_another_size(mark, ends))
    assert [line for line in found if "chamber something" in line] == []
    start = {"@": "@", ".": "the first chamber"}[ends[0]] if ends != ".\\" else "\\"
    thing = {"6": "normal pile", "G": "normal pile", "7": "small pile", "8": "merchant hoard"}
    if mark in "HM":
        assert [line for line in found if "without room to move" in line]
    else:
        what = thing.get(mark, "potion")
        assert f"2:5: no way leads from {start} to this {what}" in found


def test_pc_in_the_rock_of_the_standard_board_is_told_once() -> None:
    """R32: there a wall lies under it, and the chambers are those of the board."""
    found = odd(on_board((2, 5, "@")))
    assert [line for line in found if "in this chamber" in line] == []


@for_each("ends", ["..", ".\\"])
def test_pc_in_rock_is_told_once(ends: str) -> None:
    """R32: that it cannot get out is one thing to say, and not one for each chamber."""
    walled_in = "no way leads from @ to anything but what is drawn beside it"
    found = odd(board_of_another_size("@", ends))
    assert found == [f"2:5: {walled_in}"]


def test_bare_floor_is_looked_at_as_it_is_drawn() -> None:
    """R30: what it is furnished with is another time something else."""
    text = "in this chamber something may be spawned, but no way leads to it from the first chamber"
    assert told(f"{room('.' * 20 + ' ' + '.' * 20)}\n" * 5) == [
        f"{line}:23: warning: {text}" for line in range(2, 16, 3)
    ]


FREE = "a dragon hoard with no dragon beside it: it is free to take"
IDLE = "a dragon with no dragon hoard of its own beside it"
HEMMED_IN = "without room to move: no floor tile beside it is free"


@for_each(
("R9: nobody walks through a wall", room("@.|.\\"),
         ["2:6: no way leads from @ to the stairs"]),
        ("R9: over floor tiles, doorways and passages", room("@+#.\\"), []),
        ("§2.5: past enemies and potions", room("@.H0D9.\\"), []),
        ("R9, R32: stairs in a wall are climbed", on_board((4, 4, "@"), (3, 6, "\\")),
         ["3:6: \\ in column 6 stands in a wall or in rock"]),
        ("R31: some are not paired", room("@9.D.D9D.\\"),
         [f"2:3: {FREE}", f"2:5: {IDLE}", f"2:9: {IDLE}"]),
        ("R31: all are", room("@9D9.\\", "......"), []),
        ("R31: no other gold needs a dragon", room("@6..\\"), []),
        ("R7: no step, which a dragon never takes", room("@EO.M", "\\W0#9", "    D"),
         [f"2:3: elf {HEMMED_IN}", f"3:3: dwarf {HEMMED_IN}"]),
)  # fmt: skip
def test_what_is_odd_on_a_floor_is_told(claim: str, drawing: str, said: list[str]) -> None:
    """R7, R9, R31, R32, §2.5: ways, pairs of hoards and dragons, and room to move."""
    assert odd(drawing) == said, claim


@given(SHAPES)
def test_survey_has_an_error_where_play_has_one(data: bytes) -> None:
    """R32: one reader for both: the first error of play is among all errors, or there is none."""
    layout, refused = Layout(), ""
    try:
        layout = read_layout(data, "demo", BASE_RULES)
    except LayoutError as error:
        refused = str(error)
    findings = lint_layout(data, BASE_RULES)
    assert findings == sorted(findings)
    wrong = [found for found in findings if found.severity is Severity.ERROR]
    assert bool(wrong) == bool(refused)
    if refused:
        assert refused in {f"demo:{found.line}:{found.column}: {found.text}" for found in wrong}
    warned = {f"demo:{found.line}: {found.text}" for found in findings}
    assert warned.issuperset(layout.warnings)
    assert all(re.fullmatch(r"[ -~]+", found.text) for found in findings)
