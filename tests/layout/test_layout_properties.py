"""What holds for every layout file, and for any other: read, or refused (§6, R29-R32)."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cc3k.cli.check import run
from cc3k.cli.config import CONFIG_OPTIONS, read_config
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import MAX_LAYOUT_BYTES, Layout, format_floor_as_layout, read_layout
from cc3k.content.roster import BASE_RULES, STANDARD_BOARD, STANDARD_BOARD_TEXT
from cc3k.engine.actions import Attack
from cc3k.engine.board import EAST, Cell, FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.items import GoldPile
from cc3k.play.choices import MAX_HP_LIMIT, MAX_SEED_DIGITS
from cc3k.play.session import Session
from cc3k.ui.settings import ConfigError
from tests.support import tour
from tests.support.characters import ANY_CHARACTER
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
    list(session.play_words(words))
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


ODD = [
    *("\u2502", "\u2500", "\u00e9", "\u0100", "\U0001f409", "\u202e", "\ufeff", "\u2028", "\x85"),
    *("\x1b", "\x07", "\0", "\x1a", "\f", "\t", "\r", "\n", "\r\n", "\x9b", "\x7f", " ", ""),
    *"|-.+#@\\PGHWEOMDL0123456789zZ",
    *("Race: Shade", "Floor 2", "|---|", "|-.-|", "." * 600, "|\n" * 210),
]
"""What is put into a good file: letters of all lengths, marks, controls, and whole lines."""

DRAWN = [
    f"{room('@..', '.0' + chr(92))}\n",
    f"{room('...')}\n" * 5,
    STANDARD_BOARD_TEXT,
    *[(tour.FLOORS / f"{name}.txt").read_text("ascii") for name in ("tiny", "dragon")],
]
RUNS = 75


def spoiled(text: str, random: Random) -> bytes:
    for _ in range(random.choice((1, 1, 1, 2, 5, 20))):
        at = random.randrange(len(text) + 1)
        cut = random.choice((0, 1, 1, 1, 3, 80))
        text = text[:at] + random.choice(ODD) + text[at + cut :]
    data = bytearray(text.encode("utf-8"))
    if data and random.random() < 0.3:
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def judged(data: bytes, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """See that a file is checked to the end in both ways, and as it is in play."""
    path.write_bytes(data)
    code = run([str(path)])
    out, err = capsys.readouterr()
    assert (code in (0, 2), err) == (True, "")
    assert out.replace("\n", "").isprintable()
    *lines, summary = out.splitlines()
    assert run(["--json", str(path)]) == code
    document = json.loads(capsys.readouterr().out)
    told = [(found["line"], found["column"], found["message"]) for found in document["findings"]]
    assert [f"{path}:{line}:{column}: " for line, column, _ in told] == [
        line[: line.index(" ") + 1] for line in lines
    ]
    assert all(line.endswith(said) for line, (*_, said) in zip(lines, told, strict=True))
    assert summary.startswith(f"{document['summary']['errors']} error")
    try:
        read_layout(data, "demo", BASE_RULES)
    except LayoutError:
        assert code == 2
    else:
        assert code == 0


@pytest.mark.parametrize("drawn", DRAWN, ids=["room", "bare", "board", "tiny", "dragon"])
def test_layouts_with_faults_are_checked_to_the_end(
    drawn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R32: what play refuses has an error, what it reads has none, and JSON is one document."""
    random = Random(f"1 {len(drawn)}")
    for _ in range(RUNS):
        judged(spoiled(drawn, random), tmp_path / "demo", capsys)


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_every_place_of_a_small_layout_may_hold_anything(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R32: in the border, in a row, at a line's end and behind it all; put in or in its place."""
    for at in range(len(DRAWN[0]) + 1):
        data = f"{DRAWN[0][:at]}{odd}{DRAWN[0][at + at % 2 :]}".encode()
        judged(data, tmp_path / "demo", capsys)


def settled(text: str | bytes, path: Path) -> bool:
    """Tell whether a configuration is gone by; else it is refused in one line, with its place."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    refused = ""
    try:
        read_config({"CC3K_CONFIG": str(path)})
    except ConfigError as error:
        refused = str(error)
    pattern = rf"{re.escape(str(path))}:\d+: found .*; expected .*"
    assert refused.isprintable()
    assert not refused or re.fullmatch(pattern, refused)
    return not refused


@pytest.mark.parametrize("digits", [1, 20, 27, 28, 100, 3_600, 4_301, 14_000])
@pytest.mark.parametrize("base", ["0x", "0o", "0b", "1", "-1", "+1", "1e", "1.", "-1e"])
def test_number_of_any_length_is_read_or_refused(base: str, digits: int, tmp_path: Path) -> None:
    """A seed has at most so many digits, however it is written, and HP have four."""
    largest = {"seed": 10**MAX_SEED_DIGITS - 1, "fight_until": MAX_HP_LIMIT}
    for name in CONFIG_OPTIONS:
        gone_by = settled(f"{name} = {base}{'1' * digits}", tmp_path / "it")
        value = int(f"{base}{'1' * digits}", 0) if base in ("0x", "0o", "0b") else None
        if value is not None:
            assert gone_by == (value <= largest.get(name, -1))


VALUES: Sequence[str] = [
    *("true", "false", "inf", "-nan", "1979-05-27", "1979-13-27", "07:32:00", "25:00:00"),
    *("1979-05-27T07:32:00+99:99", "'vi'", '"words"', '"\\u202e"', '"\\ud800"', "''", "[]", "{}"),
    *("[" * 500 + "]" * 500, "{a = " * 300 + "1" + "}" * 300, "0x" + "f" * 3_600, "9" * 5_000),
    *("'''\n\n'''", '"""a\n"""', "[1, 'a', [true]]", "{x = 'look'}", "look", "=", "\x1b", "#"),
]
NAMES: Sequence[str] = [
    *CONFIG_OPTIONS, '"\\u001b"', "''", "a.b", "bind.x", "bind.'shift-up'", "bind.q", "[bind]\nx",
    "[seed]\nx", "[[bind]]\nx", "[bind]\n'?'", "\u00e9", "1",
]  # fmt: skip
LINE = st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES)).map(" = ".join)


@given(
    text=st.lists(LINE, max_size=4).map("\n".join),
    junk=st.text(ANY_CHARACTER, max_size=5),
    at=st.integers(0),
)
@example(text=f"seed = 0x{'f' * 3_600}", junk="", at=0)
def test_configuration_with_faults_is_read_or_refused(
    text: str, junk: str, at: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "config.toml"
    at %= len(text) + 1
    settled((text[:at] + junk + text[at:]).encode("utf-8", "surrogatepass"), path)


@given(data=st.binary(max_size=60))
def test_configuration_of_any_bytes_is_read_or_refused(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    settled(data, tmp_path_factory.getbasetemp() / "config.toml")
