"""The first frame as an SVG file: `cc3k --svg FILE.svg`."""

import os
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from cc3k.bots.statistics import BotResult, statistics_by_race
from cc3k.content.roster import BASE_RULES
from cc3k.export.pictures import (
    BACKGROUND,
    BASELINE,
    CELL_HEIGHT,
    CELL_WIDTH,
    MARGIN,
    CellStyle,
    cell_styles,
    render_arena_svg,
    render_game_svg,
    render_svg,
)
from cc3k.play.frame import frame_text
from cc3k.play.session import Session
from cc3k.terminal.app import Line
from cc3k.ui.palette import PALETTES as STYLES
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import PALETTE_NAMES, ScreenSettings
from tests.support.processes import run
from tests.support.scenarios import room, scenario
from tests.support.tables import for_each

SVG = "{http://www.w3.org/2000/svg}"


def drawn(
    text: str, settings: ScreenSettings | None = None, race: str = "Shade"
) -> tuple[Session, ET.Element]:
    session = Session(BASE_RULES, 42)
    session.game = scenario(text, race)
    picture = render_game_svg(session, settings or ScreenSettings())
    return session, ET.fromstring(picture)  # noqa: S314 - our own


def rows(root: ET.Element) -> list[str]:
    cells: dict[tuple[int, int], str] = {}
    for text in root.iter(f"{SVG}text"):
        row, below = divmod(int(text.attrib["y"]) - MARGIN - BASELINE, CELL_HEIGHT)
        column, beside = divmod(int(text.attrib["x"]) - MARGIN, CELL_WIDTH)
        said = text.text or ""
        assert said == " ".join(said.split()), "a browser shows several blanks as one"
        assert (below, beside) == (0, 0)
        assert int(text.attrib["textLength"]) == len(said) * CELL_WIDTH
        for shift, character in enumerate(said):
            assert cells.setdefault((row, column + shift), character) == character
    last = max(row for row, _ in cells)
    return [
        "".join([cells.get((row, column), " ") for column in range(200)]).rstrip()
        for row in range(last + 1)
    ]


def fills(root: ET.Element) -> dict[str, str | None]:
    return {text.text or "": text.get("fill") for text in root.iter(f"{SVG}text")}


@for_each("size", [(2, 1), (100, 30), (140, 60)])
def test_layouts_of_any_size_are_drawn_whole(size: tuple[int, int]) -> None:
    """R32: a board need not be of the standard size."""
    columns, lines = size
    session, root = drawn(room(f"@{'.' * (columns - 2)}\\", *["." * columns] * (lines - 1)))
    assert session.game
    expected = frame_text(session.game, session.action_text).splitlines()
    assert rows(root) == [line.rstrip() for line in expected]
    assert int(root.attrib["width"]) >= (columns + 2) * CELL_WIDTH
    assert int(root.attrib["height"]) == (lines + 2 + 5) * CELL_HEIGHT + 2 * MARGIN


def test_palette_and_glyphs_are_those_chosen() -> None:
    board = room("@.E.M.D9", ".0.6..\\.")
    looks = {
        palette: tuple(fills(drawn(board, ScreenSettings(palette=palette))[1]).items())
        for palette in PALETTE_NAMES
    }
    assert len(set(looks.values())) == len(PALETTE_NAMES)
    assert rows(drawn(board, ScreenSettings(glyphs="unicode"))[1])[0].startswith("┌──")


@for_each("palette", PALETTE_NAMES)
def test_every_role_of_a_palette_has_an_ink(palette: str) -> None:
    assert all(
        re.fullmatch("#[0-9a-f]{6}", ink.foreground) for ink in cell_styles(palette).values()
    )
    assert cell_styles(palette).keys() >= {" "}
    for role, style in STYLES[palette].items():
        ink = cell_styles(palette)[ROLE_LETTERS[role]]
        assert (ink.is_bold, ink.is_underlined) == ("bold" in style, "underline" in style)
        assert (ink.background != BACKGROUND) == ("reverse" in style or "_on_" in style)


def test_what_xml_has_a_meaning_for_is_escaped() -> None:
    letters = {
        " ": CellStyle(),
        "a": CellStyle(is_bold=True, is_underlined=True, background="#ffffff"),
    }
    lines = (Line("<&>\"' ", "aaaaaa"), Line("]]> <x/>", " " * 8))
    root = ET.fromstring(render_svg(lines, letters, "<&>\"'"))  # noqa: S314 - our own
    assert [text.text for text in root.iter(f"{SVG}text")] == ["<&>\"'", "]]> <x/>"]
    assert root.findtext(f"{SVG}title") == "<&>\"'"
    bold = next(root.iter(f"{SVG}text"))
    assert (bold.get("font-weight"), bold.get("text-decoration")) == ("bold", "underline")


def test_picture_is_written_and_nothing_is_played(tmp_path: Path) -> None:
    """§6: it ends with 0 at once, whatever there is to be read; the first race is drawn."""
    path = tmp_path / "first.svg"
    path.write_text("an older one, whose place it takes")
    ended = run("tiny", "42", "--svg", str(path), typed="s no no")
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    root = ET.parse(path).getroot()  # noqa: S314 - our own
    assert "Race: Shade Gold: 0" in "\n".join(rows(root))
    assert root.findtext(f"{SVG}title") == "ChamberCrawler3000, seed 42. Shade, floor 1."
    assert os.listdir(tmp_path) == ["first.svg"]
    troll = tmp_path / "troll.svg"
    assert run("tiny", "42", "--svg", str(troll), "--race", "troll").code == 0
    assert "Race: Troll Gold: 0" in "\n".join(rows(ET.parse(troll).getroot()))  # noqa: S314 - our own


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing/x.svg", "no such file or directory"),
        ("", "not a regular file"),
        (".", "not a regular file"),
        ("/dev/full", "not a regular file"),
        ("x" * 300, "file name too long"),
        ("a\nb/x.svg", "no such file or directory"),
    ],
)
def test_picture_that_cannot_be_written_is_a_clear_error(
    tmp_path: Path, name: str, reason: str
) -> None:
    path = os.path.join(tmp_path, name)
    ended = run("--svg", path)
    shown = ascii(path) if "\n" in path else path
    assert (ended.code, ended.out, ended.err) == (1, "", f"cc3k: {shown}: {reason}\n")
    assert os.listdir(tmp_path) == []


def test_a_picture_with_any_text_in_it_can_be_parsed() -> None:
    cause = "a\x1b[31m\x00<&>\ufffe\udcff"
    results = [BotResult("Troll", 1, cause, 1, 1, 1, 1)]
    for picture in (
        render_arena_svg(statistics_by_race(results, 5), cause),
        render_svg((Line(cause, " " * len(cause)),), cell_styles(PALETTE_NAMES[0]), cause),
    ):
        shown = "".join(ET.fromstring(picture).itertext())  # noqa: S314 - our own
        assert "a\\x1b[31m\\x00<&>\\ufffe\\udcff" in shown
