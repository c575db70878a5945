"""A film of a game for terminal players: what one shows is what was on the screen."""

import json
from collections.abc import Iterator

import pyte
from attrs import frozen

from cc3k.content.roster import BASE_RULES
from cc3k.export.films import asciicast_lines, xterm_codes
from cc3k.saves.playback import Playback
from cc3k.saves.record import WON, Record
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.screen_layout import MORE_PROMPT
from cc3k.ui.settings import PALETTE_NAMES, ScreenSettings
from tests.support.records import WAYS_OUT, header, recorded, walked
from tests.support.scenarios import room
from tests.support.tables import for_each
from tests.support.terminal_codes import blessed_codes

FIGHT = walked(279, BASE_RULES.races[4], 40)
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
        rows = playback.session.page_text().splitlines()
        board = next(number for number, row in enumerate(rows) if row.startswith("Action: "))
        found.append([*[row.rstrip() for row in rows[:board]], f"Action: {playback.message_text}"])
    return found


def read(film: Film) -> list[list[str]]:
    found = list[list[str]]()
    going_on = False
    for *rows, said in film.shown():
        text = said.removesuffix(MORE_PROMPT)
        if going_on:
            found[-1] = [*rows, f"{found[-1][-1]} {text}"]
        else:
            found.append([*rows, text])
        going_on = said.endswith(MORE_PROMPT)
    return found


@for_each("record", [FIGHT, walked(1, BASE_RULES.races[1], 40)])
def test_player_shows_what_the_game_showed(record: Record) -> None:
    """§3, R1: each frame in turn, and every word of its message, on as many pages as it takes."""
    *found, last = read(filmed(record))
    assert found == pages(record)
    assert last[:-1] == found[-1][:-1], "the last event only shows the cursor"


def test_film_of_floors_of_several_sizes_has_room_for_each() -> None:
    """R29, R32: after a small floor that was drawn come five of the standard size."""
    record = recorded(header(WAYS_OUT), "ea", "ea", "no")
    film = filmed(record)
    assert (film.width, film.height) == (79, 30)
    assert read(film)[2][:29] == pages(record)[2][:29]
    wide = filmed(recorded(header(room("@" + "." * 150, *["." * 151] * 30)), "ea"))
    assert (wide.width, wide.height) == (153, 38)


def test_header_says_what_the_film_is_and_not_when_it_was_made() -> None:
    record = recorded(header(WAYS_OUT * 5, "Troll"), *["ea"] * 10, ending=WON)
    film = filmed(record)
    assert (film.version, film.width, film.height) == (2, 79, 24)
    assert film.title == "ChamberCrawler3000, seed 42. Troll."
    one, other = (
        list(asciicast_lines(Playback.from_record(record, BASE_RULES), ScreenSettings(), SPEED))
        for _ in range(2)
    )
    assert one == other


@for_each("speed", [1, 4, 64])
def test_a_film_has_an_event_for_each_changed_picture_at_a_steady_rate(speed: int) -> None:
    film = filmed(recorded(header(), "no", "f", "f", "f", "so"), speed=speed)
    assert {event.kind for event in film.events} == {"o"}
    times = [round(number / speed, 3) for number in range(7)]
    assert [event.seconds for event in film.events] == times
    still = filmed(recorded(header(), "f", "a no", "a no", "f"), speed=speed)
    assert [event.seconds for event in still.events] == [times[n] for n in (0, 1, 2, 4, 5)]


def test_cursor_is_hidden_meanwhile_and_shown_in_the_end() -> None:
    first, *between, last = [event.written for event in filmed(FIGHT).events]
    assert first.startswith("\x1b[?25l")
    assert last == "\x1b[?25h"
    assert not any("?25" in written for written in between)


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
