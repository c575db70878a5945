"""The end of a game: it stops once, and keys that were typed for the game do not answer it."""

from pathlib import Path

import pytest

from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.play.messages import END_STOP_HINT, PLAY_AGAIN_QUESTION
from cc3k.play.session import Session, SessionStage
from cc3k.ui.console import Console
from cc3k.ui.game_screen import END_GUARD_SECONDS, GameScreen, KeyDebounce
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import TIGHT, console, playing
from tests.support.scenarios import HIT, room
from tests.support.terminals import GAME, Terminal

ENDING_FLOORS = (room("@\\.") + "\n") * 5
TYPED_AHEAD = ["r", "q", "s", "enter", " ", "y", "d", "enter", "ctrl-d"]


class Clock:
    """A clock in seconds that goes only when told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def screen_before_the_end(clock: Clock, shell: Console | None = None) -> GameScreen:
    """Return a screen on which the next step to the right ends the game."""
    if shell is None:
        shell = console(ENDING_FLOORS, TIGHT)
        for _ in range(4):
            shell.press("right")
    return GameScreen(shell, end_guard=KeyDebounce(END_GUARD_SECONDS, clock))


def stage(screen: GameScreen) -> SessionStage:
    return screen.console.session.stage


def test_keys_that_came_with_the_one_that_ended_the_game_are_dropped() -> None:
    """They were waiting already, so nobody had seen the end."""
    screen = screen_before_the_end(Clock())
    screen.press_keys(["right", *TYPED_AHEAD])
    assert (stage(screen), screen.console.is_at_end_stop) == (SessionStage.GAME_OVER, True)
    assert screen.console.message.endswith(END_STOP_HINT)


def test_keys_typed_before_the_end_was_seen_are_dropped_and_so_are_those_just_after() -> None:
    """The guard begins when the end is on the screen, however slow that is, and is short."""
    clock = Clock()
    screen = screen_before_the_end(clock)
    assert not screen.after_drawing()
    screen.press_keys(["right"])
    clock.now += 60
    assert screen.after_drawing()
    assert not screen.after_drawing()
    clock.now += END_GUARD_SECONDS * 0.9
    screen.press_keys(TYPED_AHEAD)
    assert screen.console.is_at_end_stop
    assert not screen.is_ended
    clock.now += END_GUARD_SECONDS * 0.2
    screen.press_keys(["r", "q", "x"])
    assert screen.console.is_at_end_stop
    screen.press_keys(["enter", "r", "s"])
    assert (stage(screen), screen.console.is_at_end_stop) == (SessionStage.GAME_OVER, False)
    assert PLAY_AGAIN_QUESTION in screen.console.message
    screen.press_keys(["r"])
    assert stage(screen) is SessionStage.CHOOSING_RACE


def test_every_game_of_a_session_has_its_stop() -> None:
    layout = read_layout(ENDING_FLOORS.encode("ascii"), "short", BASE_RULES)
    session = Session(BASE_RULES, 42, layout.floor_layouts)
    clock = Clock()
    screen = screen_before_the_end(clock, Console(session, *TIGHT, ScreenSettings()))
    for _ in range(2):
        screen.press_keys(["s", *["right"] * 5])
        assert screen.after_drawing()
        clock.now += 1
        screen.press_keys(["enter"])
        assert not screen.after_drawing()
        screen.press_keys(["r"])
        assert stage(screen) is SessionStage.CHOOSING_RACE


def test_death_in_a_command_of_many_turns_stops_as_well() -> None:
    clock = Clock()
    shell = console(room("@H.\\"), TIGHT, luck=[HIT] * 3)
    playing(shell).hero.hp = 1
    screen = screen_before_the_end(clock, shell)
    for key in "09aea":
        screen.press_keys([key])
    assert shell.running.command is not None
    screen.tick()
    assert screen.after_drawing()
    screen.press_keys(TYPED_AHEAD)
    assert shell.is_at_end_stop


@pytest.mark.slow
def test_typed_ahead_keys_do_not_answer_the_end_on_a_terminal(tmp_path: Path) -> None:
    """Ten keys win the game; `r`, `q`, a race and Enter, typed at once with them, do nothing."""
    layout = tmp_path / "short.txt"
    layout.write_text(ENDING_FLOORS)
    program = [*GAME, "--floor", str(layout), "--race", "drow"]
    with Terminal(program, TIGHT, typed="eaeaeaeaea" + "rqs\r") as terminal:
        terminal.wait_for(END_STOP_HINT)
        terminal.wait_while_typed()
        assert terminal.process.poll() is None
        assert "Victory!" in terminal.text
        assert END_STOP_HINT in terminal.text

        def goes_on() -> bool:
            terminal.type("\r")
            return END_STOP_HINT not in terminal.text

        terminal.wait_until(goes_on)
        terminal.type("qq")  # the first may close what another Enter has opened
        assert terminal.end() == 0
