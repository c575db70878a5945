"""Clicks: never needed, but a click travels and the right button looks."""

import pytest

from cc3k.engine.board import EAST
from cc3k.tty.keys import KeyDecoder
from cc3k.ui.modes import LookMode
from cc3k.ui.screen_layout import compute_screen_layout
from tests.support.consoles import LARGE, TIGHT, WHOLE, console, playing, pressed
from tests.support.scenarios import room


@pytest.mark.parametrize(
    ("report", "keys"),
    [
        ("\x1b[<0;1;1M", ["click 0 0"]),
        ("\x1b[<0;80;24M", ["click 79 23"]),
        ("\x1b[<2;13;4M", ["point 12 3"]),
        ("\x1b[<0;5;5m", []),
        ("\x1b[<64;5;5M", []),
        ("\x1b[<35;5;5M", []),
        ("\x1b[<0;0;5M", []),
        ("\x1b[<0;5M", []),
        ("\x1b[<0;5;5;5M", []),
        ("\x1b[<;;M", []),
    ],
)
def test_only_presses_of_two_buttons_are_keys(report: str, keys: list[str]) -> None:
    """Releases, wheels, motions and rubbish do nothing."""
    assert KeyDecoder().feed(report.encode()) == keys


@pytest.mark.parametrize("size", [WHOLE, TIGHT, LARGE])
def test_click_travels_to_its_cell(size: tuple[int, int]) -> None:
    """Wherever the board stands on the screen."""
    shell = console(room("@.....\\"), size)
    game = playing(shell)
    plan, goal = game.floor.board, game.floor.hero_cell + 4
    shown = compute_screen_layout(*size, plan, game.floor.hero_cell)
    above = 0 if shown.shows_all_rows else shown.message_rows
    row, column = plan.row_and_column(goal)
    place = (column - shown.viewport.left, row - shown.viewport.top + above)
    assert shown.cell_at(*place, plan) == goal
    pressed(shell, [f"click {place[0]} {place[1]}"])
    while shell.running_command is not None:
        shell.tick()
    assert game.floor.hero_cell == goal


def test_right_button_looks() -> None:
    """What is pointed at is told, and nothing is done."""
    shell = console(room("@H\\"), WHOLE)
    game = playing(shell)
    row, column = game.floor.board.row_and_column(game.floor.hero_cell + EAST.column_delta)
    assert pressed(shell, [f"point {column} {row}"]).startswith("Human: 140 of 140 HP")
    assert isinstance(shell.mode, LookMode)
    assert game.turns == 0


@pytest.mark.parametrize("place", ["78 0", "0 29", "12 12"])
def test_click_beside_the_board_does_nothing(place: str) -> None:
    """Figures and messages are no places to go."""
    shell = console(room("@.\\"), WHOLE)
    pressed(shell, [f"click {place}", f"point {place}"])
    assert (shell.mode, shell.running_command, playing(shell).turns) == (None, None, 0)
