"""Clicks: never needed, but a click travels and the right button looks."""

from cc3k.content.roster import BASE_RULES
from cc3k.engine.board import EAST
from cc3k.play.look import name_of_barrier
from cc3k.play.messages import Message
from cc3k.terminal.keys import KeyDecoder
from cc3k.ui.game_keys import LookMode
from cc3k.ui.pager import PagerMode
from cc3k.ui.screen_layout import compute_screen_layout
from tests.support.consoles import LARGE, TIGHT, WHOLE, console, lines, playing, pressed, with_keys
from tests.support.scenarios import room, scenario
from tests.support.tables import for_each

WALL, ROCK = "There is a wall: nobody walks there.", "There is solid rock: nobody walks there."


@for_each(
    ("\x1b[<0;1;1M", ["click 0 0"]),
    ("\x1b[<0;80;24M", ["click 79 23"]),
    ("\x1b[<2;13;4M", ["point 12 3"]),
    ("\x1b[<0;5;5m", []),
    ("\x1b[<64;5;5M", ["scroll up"]),
    ("\x1b[<65;5;5M", ["scroll down"]),
    ("\x1b[<66;5;5M", []),
    ("\x1b[<64;5;5m", []),
    ("\x1b[<35;5;5M", []),
    ("\x1b[<0;0;5M", []),
    ("\x1b[<0;5M", []),
    ("\x1b[<0;5;5;5M", []),
    ("\x1b[<;;M", []),
)
def test_only_presses_of_two_buttons_and_the_wheel_are_keys(report: str, keys: list[str]) -> None:
    """Releases, motions and rubbish do nothing."""
    assert KeyDecoder().feed(report.encode()) == keys


@for_each("size", [WHOLE, TIGHT, LARGE])
def test_click_travels_to_its_cell(size: tuple[int, int]) -> None:
    shell = console(room("@.....\\"), size)
    game = playing(shell)
    plan, goal = game.floor.board, game.floor.hero_cell + 4
    shown = compute_screen_layout(*size, plan, game.floor.hero_cell)
    above = 0 if shown.shows_all_rows else shown.message_rows
    row, column = plan.row_and_column(goal)
    place = (column - shown.viewport.left, row - shown.viewport.top + above)
    assert shown.cell_at(*place, plan) == goal
    pressed(shell, [f"click {place[0]} {place[1]}"])
    while shell.running.command is not None:
        shell.tick()
    assert game.floor.hero_cell == goal


def test_right_button_looks() -> None:
    shell = console(room("@H\\"), WHOLE)
    game = playing(shell)
    row, column = game.floor.board.row_and_column(game.floor.hero_cell + EAST.column_delta)
    assert pressed(shell, [f"point {column} {row}"]).startswith("Human: 140 of 140 HP")
    assert isinstance(shell.mode, LookMode)
    assert game.turns == 0


@for_each(((1, 0), WALL), ((1, 2), WALL), ((4, 1), ROCK))
def test_click_on_what_nobody_walks_on_says_so(place: tuple[int, int], told: str) -> None:
    shell = console("|--------|\n|@.| |..||\n|--| |-\\||\n|--------|", WHOLE)
    column, row = place
    assert pressed(shell, [f"click {column} {row}"]) == told
    assert (shell.running.command, playing(shell).turns) == (None, 0)
    assert pressed(shell, ["right"]) == "You move East."


def test_click_on_an_enemy_in_a_wall_goes_up_to_it() -> None:
    """R32: an enemy drawn off the floor tiles stays where it is, and can be fought."""
    assert name_of_barrier(scenario(room("@..\\")), 1) == "a wall"
    board = BASE_RULES.standard_board
    rows = [[*row] for row in board.rows]
    rows[3][2:4] = "O@"
    rows[5][60] = "\\"
    game = scenario("\n".join(["".join(row) for row in rows]))
    assert name_of_barrier(game, 3 * board.stride + 2) == ""


@for_each("opened", ["?", "m"])
def test_wheel_scrolls_what_is_read(opened: str) -> None:
    """Help and log, three lines a notch; the wheel closes nothing."""
    shell = console(room("@..\\"), TIGHT)
    for turn in range(60):
        shell.session.message_log.add(turn, (Message(f"Message {turn}."),), ())
    pressed(shell, opened)
    assert isinstance(shell.mode, PagerMode)
    pressed(shell, ["home"])
    first = lines(shell)
    pressed(shell, ["scroll down"] * 2)
    assert lines(shell)[:17] == first[6:23]
    pressed(shell, ["scroll up"] * 9)
    assert lines(shell) == first


@for_each("keys", [[], ["q"], ["l"], ["a"], ["0", "5"], ["right"], ["shift-right"]])
def test_wheel_does_nothing_else(keys: list[str]) -> None:
    shell = with_keys(console(room("@......\\"), TIGHT), keys)
    before = lines(shell), shell.mode, shell.running.command, shell.command_input.display_text
    pressed(shell, ["scroll up", "scroll down"])
    after = lines(shell), shell.mode, shell.running.command, shell.command_input.display_text
    assert after == before


@for_each("place", ["78 0", "0 29", "12 12"])
def test_click_beside_the_board_does_nothing(place: str) -> None:
    shell = with_keys(console(room("@.\\"), WHOLE), [f"click {place}", f"point {place}"])
    assert (shell.mode, shell.running.command, playing(shell).turns) == (None, None, 0)
