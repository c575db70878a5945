"""A game as an SVG file: its first frame, one turn of it, or a picture that moves."""

import json
import os
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pyte
import pytest
from attrs import frozen

from cc3k.bots.statistics import BotResult, statistics_by_race
from cc3k.content.roster import BASE_RULES
from cc3k.export.films import (
    LAST_FRAME_SECONDS,
    MAX_FRAMES,
    AnimationTooLong,
    asciicast_lines,
    render_animated_svg,
    render_current_frame,
    render_frames,
    xterm_codes,
)
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
from cc3k.play.endings import WON
from cc3k.play.frame import frame_text
from cc3k.play.session import Session
from cc3k.saves.record import Record
from cc3k.terminal.app import Line
from cc3k.ui.palette import PALETTES as STYLES
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.replay_screen import Playback
from cc3k.ui.screen_layout import MORE_PROMPT
from cc3k.ui.settings import PALETTE_NAMES, ScreenSettings
from tests.support.processes import run
from tests.support.records import BREWS, WAYS_OUT, header, recorded, walked
from tests.support.scenarios import room, scenario
from tests.support.tables import for_each
from tests.support.terminal_codes import blessed_codes

SVG = "{http://www.w3.org/2000/svg}"
FIGHT = walked(279, BASE_RULES.races[4], 40)
THROUGH = recorded(header(WAYS_OUT * 5, "Troll"), *["f", "ea", "ea"] * 5, ending=WON)


def moving(record: Record, settings: ScreenSettings | None = None, speed: int = 4) -> ET.Element:
    found = render_animated_svg(
        Playback.from_record(record, BASE_RULES), settings or ScreenSettings(), speed
    )
    return ET.fromstring(found)  # noqa: S314 - our own


def at(root: ET.Element, part: float) -> list[str]:
    cells = dict[tuple[int, int], str]()
    for text in root.findall(f"{SVG}text"):
        put(cells, text, int(text.attrib["y"]))
    for window in root.findall(f"{SVG}svg"):
        top, strip = int(window.attrib["y"]), window.find(f"{SVG}g")
        assert window.attrib["viewBox"].split()[1] == str(MARGIN)
        assert window.attrib["height"] == window.attrib["viewBox"].split()[3] == str(CELL_HEIGHT)
        assert strip is not None
        shift = shifted(strip[0], part)
        for text in strip.findall(f"{SVG}text"):
            inside = int(text.attrib["y"]) + shift - MARGIN
            if 0 <= inside < CELL_HEIGHT:
                put(cells, text, top + inside)
    return lines_of(cells)


def lines_of(cells: dict[tuple[int, int], str]) -> list[str]:
    last = max(row for row, _ in cells)
    return [
        "".join([cells.get((row, column), " ") for column in range(200)]).rstrip()
        for row in range(last + 1)
    ]


def put(cells: dict[tuple[int, int], str], text: ET.Element, foot: int) -> None:
    """Put the characters of a text into their cells, which must be free."""
    row, below = divmod(foot - MARGIN - BASELINE, CELL_HEIGHT)
    column, beside = divmod(int(text.attrib["x"]) - MARGIN, CELL_WIDTH)
    assert (below, beside) == (0, 0)
    for number, character in enumerate(text.text or ""):
        assert cells.setdefault((row, column + number), character) == character


def shifted(animation: ET.Element, part: float) -> int:
    times = [float(time) for time in animation.attrib["keyTimes"].split(";")]
    values = animation.attrib["values"].split(";")
    assert times[0] == 0
    assert times == sorted(times)
    assert times[-1] < 1
    assert len(times) == len(values)
    column, row = values[bisect_right(times, part) - 1].split()
    assert column == "0"
    return int(row)


@for_each("record", [FIGHT, THROUGH])
@for_each("speed", [1, 7])
def test_each_picture_is_seen_in_its_time(record: Record, speed: int) -> None:
    found = list(render_frames(Playback.from_record(record, BASE_RULES), ScreenSettings()))
    seconds = (len(found) - 1) / speed + LAST_FRAME_SECONDS
    root = moving(record, speed=speed)
    for number, canvas in enumerate(found):
        expected = [line.text.rstrip() for line in canvas.lines]
        while not expected[-1]:
            expected.pop()
        for into in (0.01, 0.99):
            assert at(root, (number + into) / speed / seconds) == expected
    assert at(root, 0.999) == expected
    (length,) = {found.attrib["dur"] for found in root.iter(f"{SVG}animateTransform")}
    assert length == f"{seconds:g}s"


def test_picture_needs_nothing_from_elsewhere() -> None:
    root = moving(FIGHT)
    names = {"svg", "title", "rect", "text", "g", "animateTransform"}
    assert {element.tag for element in root.iter()} == {f"{SVG}{name}" for name in names}
    attributes = {name for element in root.iter() for name in element.attrib}
    assert not [name for name in attributes if "href" in name or name in ("style", "class")]
    for animation in root.iter(f"{SVG}animateTransform"):
        assert animation.attrib["repeatCount"] == "indefinite"
        assert animation.attrib["calcMode"] == "discrete"


@pytest.mark.slow
def test_game_of_too_many_pictures_is_refused() -> None:
    long = recorded(header(WAYS_OUT), *["f"] * MAX_FRAMES)
    with pytest.raises(AnimationTooLong, match="more than 4000 pictures"):
        moving(long)
    fits = moving(recorded(header(WAYS_OUT), *["f"] * (MAX_FRAMES - 1)))
    assert fits.findtext(f"{SVG}title") == "ChamberCrawler3000, seed 42. Shade."


def drawn(record: Record, place: int) -> list[str]:
    playback = Playback.from_record(record, BASE_RULES)
    playback.seek(place)
    return rows(ET.fromstring(render_current_frame(playback, ScreenSettings())))  # noqa: S314 - our own


@pytest.mark.seeded
def test_picture_of_a_turn_has_all_that_was_said() -> None:
    """R1: a message that is longer than a row gets as many as it takes."""
    playback = Playback.from_record(FIGHT, BASE_RULES)
    playback.seek(playback.last_position)
    board = playback.session.frame_or_prompt().splitlines()
    found = drawn(FIGHT, playback.last_position)
    assert found[:29] == [row.rstrip() for row in board[:29]]
    assert len(found) > 30
    assert " ".join(found[29:]) == f"Action: {playback.message_text}"
    assert playback.message_text.endswith("Defeat. PC died on floor 1. Score: 9 (9 gold)")


def test_picture_of_a_small_floor_is_small() -> None:
    """R32: as many rows as the floor has, the figures and one for the message."""
    found = drawn(recorded(header(BREWS), "u nw"), 1)
    assert len(found) == 5 + 5
    assert found[-1] == "Action: PC uses PH."


SPEED = 4


@frozen
class Event:
    seconds: float
    kind: str
    written: str


@frozen
class Film:
    events: list[Event]
    version: int
    width: int
    height: int
    title: str

    def shown(self) -> Iterator[list[str]]:
        screen = pyte.Screen(self.width, self.height)
        stream = pyte.Stream(screen)
        for event in self.events:
            stream.feed(event.written)
            yield [str(row).rstrip() for row in screen.display]


def filmed(record: Record, settings: ScreenSettings | None = None, speed: int = SPEED) -> Film:
    found = asciicast_lines(
        Playback.from_record(record, BASE_RULES), settings or ScreenSettings(), speed
    )
    header, *events = [json.loads(line) for line in "".join(found).splitlines()]
    return Film([Event(*event) for event in events], **header)


def pages(record: Record) -> list[list[str]]:
    playback = Playback.from_record(record, BASE_RULES)
    found = []
    for place in range(playback.last_position + 1):
        playback.seek(place)
        rows = playback.session.frame_or_prompt().splitlines()
        board = next(number for number, row in enumerate(rows) if row.startswith("Action: "))
        found.append([*[row.rstrip() for row in rows[:board]], f"Action: {playback.message_text}"])
    return found


def read(film: Film) -> list[list[str]]:
    found = list[list[str]]()
    going_on = False
    for *board, said in film.shown():
        text = said.removesuffix(MORE_PROMPT)
        if going_on:
            found[-1] = [*board, f"{found[-1][-1]} {text}"]
        else:
            found.append([*board, text])
        going_on = said.endswith(MORE_PROMPT)
    return found


@for_each("record", [FIGHT, walked(1, BASE_RULES.races[1], 40)])
def test_player_shows_what_the_game_showed(record: Record) -> None:
    """§3, R1: each frame in turn, and every word of its message, on as many pages as it takes."""
    *found, last = read(filmed(record))
    assert found == pages(record)
    assert last[:-1] == found[-1][:-1], "the last event only shows the cursor"


@for_each("speed", [1, 4, 64])
def test_a_film_has_an_event_for_each_changed_picture_at_a_steady_rate(speed: int) -> None:
    film = filmed(recorded(header(), "no", "f", "f", "f", "so"), speed=speed)
    assert {event.kind for event in film.events} == {"o"}
    times = [round(number / speed, 3) for number in range(7)]
    assert [event.seconds for event in film.events] == times
    still = filmed(recorded(header(), "f", "a no", "a no", "f"), speed=speed)
    assert [event.seconds for event in still.events] == [times[n] for n in (0, 1, 2, 4, 5)]


@for_each("palette", PALETTE_NAMES)
def test_each_role_looks_as_on_an_xterm_of_sixteen_colours(palette: str) -> None:
    ours, theirs = xterm_codes(palette), blessed_codes(palette, 16)
    assert ours.styles.keys() <= theirs.styles.keys()
    for letter in ROLE_LETTERS.values():
        looks = [look(codes.styles.get(letter, "")) for codes in (ours, theirs)]
        assert looks[0] == looks[1], letter


def look(style: str) -> pyte.screens.Char:
    screen = pyte.Screen(3, 1)
    pyte.Stream(screen).feed(f"{style}x")
    return screen.buffer[0][0]


def pictured(
    text: str, settings: ScreenSettings | None = None, race: str = "Shade"
) -> tuple[Session, ET.Element]:
    session = Session(BASE_RULES, 42)
    session.game = scenario(text, race)
    picture = render_game_svg(session, settings or ScreenSettings())
    return session, ET.fromstring(picture)  # noqa: S314 - our own


def rows(root: ET.Element) -> list[str]:
    cells: dict[tuple[int, int], str] = {}
    for text in root.iter(f"{SVG}text"):
        said = text.text or ""
        assert said == " ".join(said.split()), "a browser shows several blanks as one"
        assert int(text.attrib["textLength"]) == len(said) * CELL_WIDTH
        put(cells, text, int(text.attrib["y"]))
    return lines_of(cells)


def fills(root: ET.Element) -> dict[str, str | None]:
    return {text.text or "": text.get("fill") for text in root.iter(f"{SVG}text")}


@for_each("size", [(2, 1), (100, 30), (140, 60)])
def test_layouts_of_any_size_are_drawn_whole(size: tuple[int, int]) -> None:
    """R32: a board need not be of the standard size."""
    columns, lines = size
    session, root = pictured(room(f"@{'.' * (columns - 2)}\\", *["." * columns] * (lines - 1)))
    assert session.game
    expected = frame_text(session.game, session.action_text).splitlines()
    assert rows(root) == [line.rstrip() for line in expected]
    assert int(root.attrib["width"]) >= (columns + 2) * CELL_WIDTH
    assert int(root.attrib["height"]) == (lines + 2 + 5) * CELL_HEIGHT + 2 * MARGIN


def test_palette_and_glyphs_are_those_chosen() -> None:
    board = room("@.E.M.D9", ".0.6..\\.")
    looks = {
        palette: tuple(fills(pictured(board, ScreenSettings(palette=palette))[1]).items())
        for palette in PALETTE_NAMES
    }
    assert len(set(looks.values())) == len(PALETTE_NAMES)
    assert rows(pictured(board, ScreenSettings(glyphs="unicode"))[1])[0].startswith("┌──")


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
    """§6: it ends with 0 at once, whatever there is to be read; the first race is pictured."""
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


@for_each(
    ("missing/x.svg", "no such file or directory"),
    ("", "not a regular file"),
    (".", "not a regular file"),
    ("/dev/full", "not a regular file"),
    ("x" * 300, "file name too long"),
    ("a\nb/x.svg", "no such file or directory"),
)
def test_picture_that_cannot_be_written_is_a_clear_error(
    name: str, reason: str, tmp_path: Path
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
