"""A game watched on a screen: what is seen, what each key does, and how it ends."""

import re
import signal
import sys
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import PC, Struck
from cc3k.play.endings import WON
from cc3k.play.frame import frame_text
from cc3k.play.messages import Message
from cc3k.play.session import SessionStage
from cc3k.saves.record import Record
from cc3k.ui.console import Console
from cc3k.ui.replay_screen import (
    DEFAULT_SPEED,
    KEYS_HINT,
    MAX_SPEED,
    MIN_SPEED,
    REPLAY_ACTIONS,
    REPLAY_KEYS,
    SHORT_KEYS_HINT,
    Playback,
    ReplayScreen,
    replay_key_page,
)
from cc3k.ui.settings import Rewording, ScreenSettings
from tests.support.consoles import LARGE, TIGHT, WHOLE
from tests.support.records import header, journal_of, recorded, walked
from tests.support.scenarios import room
from tests.support.tables import for_each
from tests.support.terminals import Terminal
from tests.system.test_terminal_ends import CURSOR_ON, LEFT, SIGNALS

WITH_A_ROW = (79, 31)
TALL = room("@7\\", *["..."] * 22) + "\n"
"""A floor of 25 rows, as the document's, with a small pile on the way to the stairs."""

TRIP = recorded(header(TALL * 5, "Drow"), *["f", "we", "ea", "ea"] * 5, ending=WON)
FIGHT = walked(279, BASE_RULES.races[4], 40)


def watching(record: Record = TRIP, size: tuple[int, int] = TIGHT) -> ReplayScreen:
    playback = Playback.from_record(record, BASE_RULES)
    console = Console(playback.session, *size, ScreenSettings())
    return ReplayScreen(playback, console, DEFAULT_SPEED, is_running=False)


def rows(watched: ReplayScreen) -> list[str]:
    return [line.text.rstrip() for line in watched.draw().lines]


def pressed(watched: ReplayScreen, *keys: str) -> int:
    for key in keys:
        watched.press_keys([key])
    return watched.playback.position


def told(watched: ReplayScreen) -> str:
    return watched.console.action_text


@for_each(
    (79, "Seed 42, turn 0 of 10, floor 1, paused, 4 a second. ? shows the keys."),
    (68, "Turn 0 of 10, floor 1, paused, 4 a second. ? shows the keys."),
    (54, "Turn 0 of 10, floor 1, paused. ? shows the keys."),
    (46, "Turn 0/10, paused. ? shows the keys."),
)
def test_what_a_narrow_screen_has_no_room_for_is_left_out(columns: int, text: str) -> None:
    """Nothing is cut: first the seed goes, which the title has, then speed and floor."""
    watched = watching(size=(columns, 40))
    pressed(watched, "n", "n")
    assert rows(watched)[-1] == text
    pressed(watched, " ")
    assert len(rows(watched)[-1]) <= columns
    assert "paused" not in rows(watched)[-1]


@for_each("columns", [40, 48, 54, 60, 66, 79, 120])
def test_by_touch_the_turn_stays_and_nothing_is_cut(columns: int) -> None:
    """With other words for keys, which are longer; and in a game of many turns."""
    words = Rewording(phrases=[(re.escape(KEYS_HINT), "[Leave the replay] ends it.")])
    words = evolve(words, phrases=[*words.phrases, (re.escape(SHORT_KEYS_HINT), "")])
    watched = watching(recorded(header(TALL), *["f", "we", "ea"] * 60), (columns, 40))
    watched.console.settings = evolve(watched.console.settings, rewording=words)
    for _ in range(2):
        shown = rows(watched)[-1]
        assert re.search(r"[Tt]urn \d+( of |/)119\b", shown)
        assert shown.endswith((".", "[Leave the replay] ends it."))
        assert shown.endswith("it.") or columns <= 48
        pressed(watched, "end")


@for_each(
    (WHOLE, 29, "Action: [turn 1 of 10, floor 1, paused] You move East."),
    (TIGHT, 1, "[turn 1 of 10, floor 1, paused] You move East and see an unknown potion."),
    (WITH_A_ROW, 30, "Seed 42, turn 1 of 10, floor 1, paused, 4 a second. ? shows the keys."),
    (LARGE, 39, "Seed 42, turn 1 of 10, floor 1, paused, 4 a second. ? shows the keys."),
)
def test_place_is_told_where_there_is_room(size: tuple[int, int], row: int, text: str) -> None:
    """In a row of its own, or before what was said: the document's picture has no free row."""
    steps = ["ea", *["we", "ea"] * 4, "we"]
    blank = [" " * 77] * 20
    record = recorded(header(room(f"@.{' ' * 75}", f"..0{' ' * 74}", *blank, "." * 77)), *steps)
    watched = watching(record, size)
    pressed(watched, "n")
    assert rows(watched)[row][:79].rstrip() == text


@for_each((24, False), (25, False), (26, True))
def test_place_has_a_row_where_the_board_needs_none_of_it(rows_there: int, free: bool) -> None:
    """Between 80x24 and the document's picture: board and figures come first."""
    shown = rows(watching(FIGHT, (80, rows_there)))
    assert shown[-1].endswith("? shows the keys.") is free
    assert "Turn 0" in " ".join(shown)


def test_title_of_the_window_makes_the_run_repeatable() -> None:
    """R34: it names the seed, as while a game is played, and stays what it is."""
    watched = watching()
    assert watched.title == "ChamberCrawler3000, seed 42."
    pressed(watched, "n", "end", "?")
    assert watched.title == "ChamberCrawler3000, seed 42."


def test_board_and_figures_are_those_of_the_game() -> None:
    """§3: all rows of the picture but its last, which has more to say."""
    watched = watching(FIGHT, WHOLE)
    for place in range(watched.playback.last_position + 1):
        watched.playback.seek(place)
        game = watched.playback.session.game
        assert game is not None
        expected = frame_text(game, "").splitlines()
        assert rows(watched)[:25] == [row.rstrip() for row in expected[:25]]
        assert rows(watched)[25].startswith(expected[25][:50].rstrip())
        for row, figure in zip(rows(watched)[26:29], expected[26:29], strict=True):
            assert row.startswith(figure)


@for_each("size", [WHOLE, TIGHT, WITH_A_ROW, LARGE])
def test_every_turn_is_shown_on_one_page_while_it_goes_by_itself(size: tuple[int, int]) -> None:
    """R1: a message that is too long is shortened; whatever hurts is in it, and all in the log."""
    watched = watching(FIGHT, size)
    watched.is_running = True
    place = -1
    while watched.is_running:
        session, place = watched.playback.session, watched.playback.position
        is_over = session.stage is SessionStage.GAME_OVER
        assert is_over or not watched.console.has_next_page
        blows = [event for event in session.last_events if isinstance(event, Struck)]
        hurt = sum(blow.damage for blow in blows if blow.defender == PC)
        assert not hurt or f" {hurt}" in told(watched) or is_over
        assert watched.console.session.message_log.entries[-1].text == session.action_text
        watched.tick()
    assert place == watched.playback.last_position


def test_steps_go_forward_and_back_and_pause() -> None:
    watched = watching()
    watched.is_running = True
    assert pressed(watched, "n") == 1
    assert watched.tick_seconds is None
    assert pressed(watched, "right", "right", "left") == 2
    assert pressed(watched, "b", "b", "b") == 0
    assert pressed(watched, *["n"] * 90) == watched.playback.last_position


def test_step_forward_turns_the_page_first() -> None:
    """R1: no page is skipped; a step back is to the command before."""
    watched = watching(FIGHT, (40, 12))
    watched.press_keys(["end"])
    watched.console.show(Message("Something happens. " * 40))
    place = watched.playback.position
    assert watched.console.has_next_page
    assert pressed(watched, "n") == place
    assert watched.console.note.page == 1
    assert pressed(watched, "b") == place - 1
    assert watched.console.note.page == 0


def test_ends_floors_and_fights_are_a_key_away() -> None:
    watched = watching()
    assert pressed(watched, ">") == 4
    assert pressed(watched, "end") == watched.playback.last_position
    assert pressed(watched, ">") == watched.playback.last_position
    assert told(watched).endswith("] There is no further floor.")
    assert pressed(watched, "home") == 0
    assert pressed(watched, "f") == 0
    assert told(watched).endswith("] There is no further fight.")
    assert pressed(watched, "n") == 1
    assert told(watched).endswith("] Enemies stand still.")


@for_each(
    ("g3|enter", 7),
    ("g10|enter", 20),
    ("g99999999999|enter", 20),
    ("g39|backspace|enter", 7),
    ("g3|escape", 2),
    ("g|enter", 2),
    ("gx٣7n|enter", 15),
)
def test_turn_is_gone_to(keys: str, place: int) -> None:
    watched = watching()
    typed, *named = keys.split("|")
    pressed(watched, "n", "n", *typed)
    assert not watched.is_ended
    assert pressed(watched, *named) == place
    assert "Which turn?" not in told(watched)


def test_turn_that_is_typed_is_seen() -> None:
    watched = watching()
    watched.is_running = True
    pressed(watched, "g", "1", "2")
    assert (told(watched), watched.tick_seconds) == (
        "[turn 0 of 10, floor 1, paused] Which turn? 12",
        None,
    )


def test_space_pauses_and_goes_on_and_begins_again_at_the_end() -> None:
    watched = watching()
    paces = []
    for keys in ((" ",), (" ",), ("end", " ")):
        pressed(watched, *keys)
        paces.append((watched.playback.position, watched.tick_seconds))
    assert paces == [(0, 1 / DEFAULT_SPEED), (0, None), (0, 1 / DEFAULT_SPEED)]
    assert told(watched).startswith("[turn 0 of 10, floor 1, 4 a second] ")
    watched.stop_ticking()
    assert told(watched).startswith("[turn 0 of 10, floor 1, paused] ")


def test_speed_doubles_and_halves_within_bounds() -> None:
    watched = watching()
    pressed(watched, "+")
    assert told(watched).endswith("] 8 a second.")
    pressed(watched, *"+=++=+")
    assert watched.speed == MAX_SPEED
    watched.is_running = True
    pressed(watched, *"---------")
    assert watched.speed == MIN_SPEED
    assert told(watched).startswith("[turn 0 of 10, floor 1, 1 a second] ")


def test_log_is_that_of_the_place() -> None:
    watched = watching()
    pressed(watched, *"nnnbm")
    assert rows(watched)[:5] == [
        "Messages, by turn",
        "      0  You enter the dungeon.",
        "      0  Enemies stand still.",
        "      0  There is no way to the West.",
        "Press any key to go on.",
    ]
    pressed(watched, "q")
    assert (watched.console.mode, watched.is_ended) == (None, False)


def test_keys_can_be_looked_up() -> None:
    watched = watching()
    watched.is_running = True
    pressed(watched, "?")
    assert watched.tick_seconds is None
    assert rows(watched)[: len(replay_key_page())] == replay_key_page()
    page = "\n".join(replay_key_page())
    assert set(REPLAY_KEYS.values()) == set(REPLAY_ACTIONS)
    assert all(meaning in page for _, meaning in REPLAY_ACTIONS.values())


@for_each("key", ["q", "escape", "ctrl-d"])
@for_each("size", [WHOLE, (20, 5)])
def test_leaving_takes_one_key(key: str, size: tuple[int, int]) -> None:
    """Nothing is lost, so nothing is asked, even where nothing can be seen."""
    watched = watching(size=size)
    pressed(watched, key)
    assert watched.is_ended


def test_redraw_is_asked_of_the_screen() -> None:
    watched = watching()
    assert watched.press_keys(["n", "ctrl-l", "n"])
    assert watched.playback.position == 2
    assert not watched.press_keys(["n"])


def test_resize_tells_the_place_anew() -> None:
    watched = watching(FIGHT, WHOLE)
    pressed(watched, "end")
    watched.console.show(Message("Something happens. " * 40))
    pressed(watched, "n")
    assert watched.console.note.page == 1
    watched.resize(*WITH_A_ROW)
    assert watched.console.note.page == 0
    assert rows(watched)[-1].startswith("Seed 279, turn ")
    watched.resize(20, 5)
    assert rows(watched)[0].startswith("This screen has 20")


def test_place_where_the_game_goes_another_way_is_told() -> None:
    wrong = evolve(TRIP.steps[3], state=evolve(TRIP.steps[3].state, hp=7))
    watched = watching(evolve(TRIP, steps=(*TRIP.steps[:3], wrong)))
    pressed(watched, "end")
    assert told(watched).endswith("You pick up 1 gold. turn 2: hp is 150; the record has 7.")


def program(folder: Path, *options: str, record: Record = TRIP) -> list[str]:
    path = folder / "game.cc3k"
    path.write_bytes(journal_of(record))
    return [sys.executable, "-m", "cc3k", "replay", str(path), *options]


@pytest.mark.slow
@pytest.mark.parametrize("size", [WHOLE, TIGHT, LARGE])
def test_game_plays_itself_to_its_end(tmp_path: Path, size: tuple[int, int]) -> None:
    with Terminal(program(tmp_path), size) as terminal:
        terminal.type("++++")
        terminal.wait_for("(5 gold)", then="b")
        model = watching(size=size)
        model.speed = 64
        pressed(model, "end", "b")
        terminal.wait_until(lambda: terminal.lines == rows(model))
        assert terminal.modes != terminal.modes_at_first
        assert terminal.end("q") == 0
        assert terminal.modes == terminal.modes_at_first
        output = terminal.output.decode()
        assert LEFT in output
        assert CURSOR_ON in output
        assert output.count("\x1b]2;ChamberCrawler3000, seed 42.\a") == 1
        assert output.endswith("ChamberCrawler3000, seed 42.\r\n")


@pytest.mark.slow
def test_screen_shows_the_model_whatever_is_typed(tmp_path: Path) -> None:
    with Terminal(program(tmp_path, record=FIGHT), TIGHT) as terminal:
        terminal.wait_for("turn 0 of", then=" \x1b[H")
        model = watching(FIGHT)
        for size in (TIGHT, WHOLE, WITH_A_ROW):
            terminal.resize(*size)
            model.resize(*size)
            for keys in (["f"], ["n"], ["n"], ["b"], ["g", "3", "enter"], ["+"], ["m"], ["x"]):
                terminal.type("".join(keys).replace("enter", "\r"))
                pressed(model, *keys)
                terminal.wait_until(lambda: terminal.lines == rows(model))


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_signal_ends_it_with_its_code(number: signal.Signals, code: int, tmp_path: Path) -> None:
    with Terminal(program(tmp_path), controlling=False) as terminal:
        terminal.wait_for("turn ")
        terminal.process.send_signal(number)
        assert terminal.end() == code
        assert terminal.modes == terminal.modes_at_first
        assert LEFT in terminal.output.decode()


@pytest.mark.slow
def test_other_codes_are_told_after_the_screen_is_left(tmp_path: Path) -> None:
    command = program(tmp_path, record=evolve(TRIP, ending="left"))
    with Terminal(command) as terminal:
        terminal.wait_for("turn ")
        assert terminal.end("q") == 3
        output = terminal.output.decode()
        told = " ".join(output.split())  # it is folded
        assert told.endswith(": turn 10: the ending is won; the record has left")


@pytest.mark.slow
def test_terminal_that_only_shows_lines_gets_the_pages(tmp_path: Path) -> None:
    with Terminal(program(tmp_path), (79, 40), env={"TERM": "dumb"}) as terminal:
        assert terminal.end() == 0
        assert "Play again (r) or quit (q)?" in terminal.text
        assert "\x1b" not in terminal.output.decode()
