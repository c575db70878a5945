"""What holds for every layout file, and for every file that is none (§6, R29-R32)."""

import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import MAX_LAYOUT_BYTES, Layout, format_floor_as_layout, read_layout
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD
from cc3k.engine.actions import Attack
from cc3k.engine.board import EAST, Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.items import GoldPile
from cc3k.play.session import Session
from tests.support.scenarios import room, scenario, weakened
from tests.support.tables import for_each

pytestmark = pytest.mark.slow


ERROR = re.compile(r"demo:[1-9]\d*:[1-9]\d*: found [ -~]+; expected [ -~]+")
WARNING = re.compile(r"demo:[1-9]\d*: [ -~]+")


def read(text: str | bytes) -> Layout:
    return read_layout(text.encode() if isinstance(text, str) else text, "demo", BASE_RULES)


def laid_out(drawn: FloorLayout, seed: int = 0) -> Floor:
    return BASE_RULES.generate_floor(drawn, BASE_RULES, Dice(f"{seed}"))


def contents(floor: Floor) -> tuple[object, ...]:
    enemies = {cell: (enemy.kind, enemy.guarded_cells) for cell, enemy in floor.enemies.items()}
    cells = (floor.hero_cell, floor.stairs_cell, floor.stationary)
    return (floor.glyphs, floor.terrain, *cells, enemies, floor.items)


@st.composite
def boards(draw: st.DrawFn, ends: Sequence[str] = ("", "@", "\\", "@\\")) -> str:
    """Return a board that is closed, with marks or without, and with one of those ends."""
    width, height = draw(st.integers(1, 14)), draw(st.integers(1, 9))
    inside = st.text(" |-.....+#0123456789HWEOMDL", min_size=width, max_size=width)
    rows = draw(st.lists(inside, min_size=height, max_size=height))
    places = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    for mark in draw(st.sampled_from(ends)):
        row, column = draw(places)
        rows[row] = rows[row][:column] + mark + rows[row][column + 1 :]
    sides = draw(st.lists(st.sampled_from(["||", "  ", "| ", " |"]), min_size=height))
    walled = [f"{side[0]}{row}{side[1]}" for side, row in zip(sides, rows, strict=False)]
    assume(not any(re.fullmatch(r"[|-]+", row) for row in walled))
    wall = f"|{'-' * width}|"
    return "\n".join([wall, *walled, wall, ""])


def readable(text: str) -> Layout:
    try:
        return read(text)
    except LayoutError as error:
        assume("walkable" not in str(error) and "free floor tile" not in str(error))
        raise


@given(st.integers(0, 2**32))
@example(0)
def test_spawned_floor_is_drawn_and_read_back(seed: int) -> None:
    """§6: `format_floor_as_layout` gives the marks back, and reading them gives the same floor."""
    floor = laid_out(FloorLayout(STANDARD_BOARD), seed)
    (read_back,) = read(format_floor_as_layout(floor, BASE_RULES)).floor_layouts
    assert contents(laid_out(read_back, seed + 1)) == contents(floor)


@given(boards(), st.integers(0, 9))
def test_drawn_floor_is_drawn_and_read_back(text: str, seed: int) -> None:
    """§6: so it is on a board of any size, and with spawned ends."""
    floor = laid_out(readable(text).floor_layouts[0], seed)
    (read_back,) = read(format_floor_as_layout(floor, BASE_RULES)).floor_layouts
    assert contents(laid_out(read_back, seed + 1)) == contents(floor)


@given(boards(ends=["@\\"]))
def test_drawing_of_a_board_is_that_board(text: str) -> None:
    """§6: what is read is what was drawn, to the last cell."""
    assume("@" in text)
    assert format_floor_as_layout(laid_out(readable(text).floor_layouts[0]), BASE_RULES) == text


@given(st.lists(boards(), min_size=2, max_size=5))
def test_floors_of_a_file_are_those_of_its_parts(texts: list[str]) -> None:
    """R29: a file of floors of one width is read floor by floor."""
    width = texts[0].index("\n")
    same = [text for text in texts if text.index("\n") == width]
    parts = [readable(text).floor_layouts[0] for text in same]
    assert read("".join(same)).floor_layouts == tuple(parts)


@given(
    st.lists(st.sampled_from(("no", "so", "ea", "we", "a", "u")), max_size=60), st.integers(0, 50)
)
def test_floor_in_play_is_drawn_with_the_same_picture_and_the_same_gold(
    words: list[str], seed: int
) -> None:
    """§6: what lies about in the middle of a game has its marks too."""
    session = Session(BASE_RULES, seed)
    session.start_game(BASE_RULES.races[0])
    for word in words:
        session.handle_words(word)
    assert session.game is not None
    floor = session.game.floor
    again = laid_out(read(format_floor_as_layout(floor, BASE_RULES)).floor_layouts[0])
    assert again.glyphs == floor.glyphs
    assert gold_of(again) == {cell: value for cell, value in gold_of(floor).items()
                              if cell != floor.hero_cell}  # fmt: skip


def gold_of(floor: Floor) -> dict[Cell, int]:
    return {cell: item.value for cell, item in floor.items.items() if isinstance(item, GoldPile)}


def test_heap_of_two_normal_piles_is_drawn_as_the_pile_of_its_value() -> None:
    """R24, §6: two piles that lie together as one pick-up of 4 are worth a merchant hoard."""
    game = weakened(scenario(room("@H\\")))
    game.play(Attack(EAST))
    assert format_floor_as_layout(game.floor, BASE_RULES) == room("@8\\") + "\n"


SHAPES = st.one_of(
    st.binary(max_size=400),
    st.text("|-.@\\09DHPG #+ZR\n\n\n\r\t\0\u00e9", max_size=300).map(str.encode),
    st.lists(
        st.sampled_from(["|---|", "|...|", "|@.|", "|\\9D|", "|", "", "---", "|----|", "HP: 1"])
    ).map(lambda rows: "\n".join(rows).encode()),
)


@given(SHAPES)
def test_any_bytes_are_a_layout_that_can_be_played_or_an_error_that_says_why(data: bytes) -> None:
    """R32: nothing else comes of a hostile file."""
    check(data)


def check(data: bytes) -> None:
    layout, said = Layout(), ""
    try:
        layout = read(data)
    except LayoutError as error:
        said = str(error)
    assert bool(layout.floor_layouts) != bool(ERROR.fullmatch(said))
    assert all(WARNING.fullmatch(warning) for warning in layout.warnings)
    for drawing in layout.floor_layouts:
        floor = laid_out(drawing)
        assert {floor.glyphs.count(b"@"), floor.glyphs.count(b"\\")} == {1}


def alternating(row: int, column: int) -> str:
    """Draw dragons and hoards as on a chessboard: each is beside four or five of the others."""
    return "D9"[(row + column) % 2]


def isolated(row: int, column: int) -> str:
    return "." if row % 2 and column % 2 else " "


def chessboard(row: int, column: int) -> str:
    return ". "[(row + column) % 2]


def crowd(row: int, column: int) -> str:
    """Draw an enemy on every cell but two."""
    return "." if (row, column) in ((1, 1), (198, 498)) else "H"


def copied(row: int, column: int) -> str:
    """Draw potions of any kind on every cell but two."""
    return "@" if (row, column) == (1, 1) else "\\" if (row, column) == (198, 498) else "P"


@for_each("cell_of", [alternating, isolated, chessboard, crowd, copied])
def test_largest_boards_of_the_worst_shapes_can_be_played(
    cell_of: Callable[[int, int], str],
) -> None:
    """R32: whatever fills a board of 200 by 500, it is read and laid out."""
    wall = f"|{'-' * 498}|"
    inside = ["".join([cell_of(row, column) for column in range(1, 499)]) for row in range(1, 199)]
    if cell_of is alternating:
        inside[0] = "@\\" + inside[0][2:]
    check("\n".join([wall, *[f"|{row}|" for row in inside], wall]).encode())


@for_each("line", [b"\n", b"|\n", b"-", b"\xff"])
def test_largest_files_of_the_worst_shapes_are_refused(line: bytes) -> None:
    """R32: a file as large as can be, and full of one thing, is no layout."""
    with pytest.raises(LayoutError):
        read((line * MAX_LAYOUT_BYTES)[:MAX_LAYOUT_BYTES])
