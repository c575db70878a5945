"""End screen: all that came of a game, once; keys typed for the game do not answer it."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.events import PC, Slain
from cc3k.engine.game import Outcome
from cc3k.play.messages import END_STOP_HINT, PLAY_AGAIN_QUESTION, goal_sentence
from cc3k.play.session import Session, SessionStage
from cc3k.saves.end_report import KeptGame, LoadPastGames, PastGames
from cc3k.ui.console import Console
from cc3k.ui.game_app import DEBOUNCE_SECONDS, END_GUARD_SECONDS, GameApp, KeyDebounce
from cc3k.ui.palette import ROLE_LETTERS
from cc3k.ui.settings import ScreenSettings
from tests.support.consoles import (
    LARGE,
    TIGHT,
    WHOLE,
    bound,
    console,
    console_at_menu,
    lines,
    playing,
    pressed,
    roles_of,
    with_keys,
)
from tests.support.records import A_RESULT
from tests.support.scenarios import HIT, MISS, room
from tests.support.tables import for_each
from tests.support.terminals import GAME, Terminal

SMALL, WIDE = (40, 12), (200, 60)
HALL = room(f"@H{'.' * 72}\\", *["." * 75] * 18)
JOURNAL = "20261120-205700-shade-1234567890"
DRAWN = "The last board is drawn: /home/somebody/picture.svg"
LABELS = ("Score", "Rank", "Odds", "Gold", "Slain", "Freeze", "Game", "Again", "Watch", "Page")


def archive() -> PastGames:
    page = f"/home/somebody/.local/state/cc3k/morgue/{JOURNAL}.txt"
    kept = KeptGame(JOURNAL, "cc3k --seed 1234567890 --race shade", page, lambda: DRAWN)
    return PastGames(kept, [A_RESULT] * 3)


def killed(size: tuple[int, int] = TIGHT, load: LoadPastGames | None = None) -> Console:
    """Return a console on which a human has just killed a shade; F4 quits, where any key may."""
    shell = console(HALL, size, luck=[MISS, HIT], settings=bound({"f4": "quit"}))
    shell.load_past_games = load
    playing(shell).hero.hp = 10
    pressed(shell, ["right", "right", "f4"])
    return shell


def dead(size: tuple[int, int] = TIGHT, found: PastGames | None = None) -> Console:
    """Return it at its end screen."""
    return with_keys(killed(size, lambda _race: archive() if found is None else found), " ")


def test_everything_is_on_one_screen_of_80_columns_and_24_rows() -> None:
    """What happened, rank, odds, gold, freeze, seed, command, picture and page: nothing scrolls."""
    shown = lines(dead())
    assert shown[0] == "Killed by a human on floor 1, turn 2."
    assert [row.split()[0] for row in shown if row and row[0].isupper()][2:-1] == [
        *LABELS,
        "Picture",
    ]
    assert any("Play again (r) or quit (q)?" in row for row in shown)
    assert any("kills you." in row for row in shown)
    assert all(len(row) <= 80 for row in shown)


@for_each("size", [TIGHT, WHOLE])
def test_headline_is_in_the_colour_of_what_happened(size: tuple[int, int]) -> None:
    shell = dead(size)
    assert set(roles_of(shell, "Killed by a human")) == {ROLE_LETTERS["dying"]}
    assert set(roles_of(shell, "Rank")) == {ROLE_LETTERS["wall"]}


def test_notice_hides_nothing() -> None:
    shell = dead()
    before = lines(shell)
    shell.add_notice("This game cannot be kept: no space left on device.")
    after = lines(shell)
    assert "This game cannot be kept: no space left on device." in after
    assert [row for row in before if row and row not in after] == []


def test_notice_before_the_end_screen_hides_neither_outcome_nor_score() -> None:
    """Where no end screen is shown, as in a picture, they stand in the messages."""
    shell = with_keys(killed(WIDE), " ")
    shell.add_notice("Not kept.")
    assert "Score: 0 (0 gold)" in shell.action_text
    assert shell.action_text.endswith("Not kept.")


def test_kept_games_are_read_when_the_report_is_seen() -> None:
    """Not for a notice while what ended the game is still seen: it waits for the report."""
    shell = killed(load=(read := Mock(return_value=PastGames())))
    shell.add_notice("Not kept.")
    assert "Not kept." not in lines(shell)
    read.assert_not_called()
    shell.press("enter")
    read.assert_called_once_with("Shade")
    assert "Not kept." in lines(with_keys(shell, "bb"))
    read.assert_called_once_with("Shade")


def test_board_is_seen_again_by_its_key_until_the_next_one() -> None:
    shell = with_keys(dead(), ["b"])
    assert any(row.startswith("|@H") for row in lines(shell))
    pressed(shell, ["x"])
    assert lines(shell)[0].startswith("Killed by a human")


def test_picture_is_drawn_by_its_key_and_said_to_be() -> None:
    shell = with_keys(dead(), ["p"])
    assert DRAWN in lines(shell)
    pressed(dead(TIGHT, PastGames()), ["p"])


@for_each("key", ["r", "q", "f4"])
def test_choices_are_made_by_their_keys(key: str) -> None:
    """R33: again, or not, as by any key that is bound to it; also while the board is seen."""
    stage = SessionStage.CHOOSING_RACE if key == "r" else SessionStage.SESSION_ENDED
    for keys in ([key], ["b", key]):
        shell = with_keys(dead(), keys)
        assert shell.session.stage is stage


def test_messages_and_story_are_a_key_away() -> None:
    for key, text in (("m", "Messages, by turn"), ("enter", "goes down into a dungeon")):
        shell = with_keys(dead(), [key])
        assert any(text in row for row in lines(shell))
        pressed(shell, ["x"])
        assert lines(shell)[0].startswith("Killed by a human")
        pressed(shell, [key, "r"])
        assert shell.session.stage is SessionStage.CHOOSING_RACE


def test_small_screen_scrolls() -> None:
    shell = dead(SMALL)
    seen = set(lines(shell))
    for _ in range(40):
        assert any("quit (q)?" in row for row in lines(shell))
        pressed(shell, ["down"])
        seen |= set(lines(shell))
    assert all(any(row.startswith(label) for row in seen) for label in (*LABELS, "Killed"))
    assert not lines(shell)[0].startswith("Killed")
    pressed(shell, ["home"])
    assert lines(shell)[0].startswith("Killed")
    pressed(shell, ["page down"])
    assert not lines(shell)[0].startswith("Killed")


@for_each("size", [(132, 24), LARGE, WIDE, (80, 60)])
def test_larger_screen_shows_the_last_board_as_well(size: tuple[int, int]) -> None:
    shown = lines(dead(size))
    assert any(row.startswith("|@H") for row in shown)
    assert any("Killed by a human on floor 1" in row for row in shown)
    assert any("quit (q)?" in row for row in shown)


def test_next_game_has_an_end_screen_of_its_own() -> None:
    shell = dead()
    shell.add_notice("Once.")
    pressed(shell, ["r", "t"])
    assert shell.end_screen is None
    assert not any(row.startswith("Killed") for row in lines(shell))


def test_first_turn_says_the_goal() -> None:
    shell = console_at_menu(TIGHT)
    shell.load_past_games = lambda _race: archive()
    pressed(shell, ["t"])
    goal = goal_sentence(shell.session.rules)
    assert goal in shell.action_text
    assert goal in " ".join(lines(shell)[:2])
    pressed(shell, ["f"])
    assert goal in shell.action_text
    pressed(shell, ["up", "down", "left", "right"])
    assert goal not in shell.action_text
    assert goal not in console(HALL).action_text


def test_farewell_tells_how_the_game_ended_and_its_score() -> None:
    """What is left on the terminal after `q`; a game that is not over is not told of."""
    shell = with_keys(dead(), ["q"])
    assert shell.session.is_ended
    assert GameApp(shell).exit_message.splitlines() == [
        shell.session.greeting,
        "Killed by a human on floor 1, turn 2.",
        "Score: 0 (0 gold)",
    ]
    assert GameApp(console(HALL)).exit_message.count("\n") == 1


def test_title_and_farewell_name_the_game_of_the_seed() -> None:
    """R34: the one that is played, or that is next; after leaving there is no next one."""
    for keys, told in (("", "42."), ("r", "42, game 2."), ("rs", "42, game 2."), ("rq", "42.")):
        shell = dead()
        shell.session.games_started = 1
        pressed(shell, keys)
        assert GameApp(shell).exit_message.startswith(f"ChamberCrawler3000, seed {told}\n")


def test_folded_headline_stays_together() -> None:
    floors = [room("@\\...", ".....")] * 5
    shell = console("\n".join(floors), SMALL, "Troll")
    shell.load_past_games = lambda _race: archive()
    pressed(shell, [*["right"] * 5, "enter"])
    shown = lines(shell)
    at = next(n for n, row in enumerate(shown) if row.startswith("Victory! "))
    assert " ".join(shown[at : at + 2]) == ("Victory! You leave the dungeon alive on turn 5.")
    assert shown[at + 2].startswith("You take the last stairs")


@for_each("size", [LARGE, (100, 40), (120, 38), (120, 36), (132, 24)])
def test_last_board_of_a_whole_floor_is_seen_where_most_of_it_fits(size: tuple[int, int]) -> None:
    """Its rows without a floor tile are left out first; the hero is always among the others."""
    shell = console_at_menu(size)
    shell.load_past_games = lambda _race: archive()
    pressed(shell, ["t"])
    game = playing(shell)
    game.outcome, game.hero.hp = Outcome(Slain(PC, "human")), 0
    shell.open_end_screen("report")
    shown = lines(shell)
    assert any("Score " in row for row in shown)
    assert any("quit (q)?" in row for row in shown)
    assert any("@" in row for row in shown)
    assert len([row for row in shown if row.startswith("|")]) > 12
    assert len(shown) == size[1]


ENDING_FLOORS = (room("@\\.") + "\n") * 5
TYPED_AHEAD = ["r", "q", "s", "enter", " ", "y", "d", "enter", "ctrl-d"]


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def screen_before_the_end(clock: Clock, shell: Console | None = None) -> GameApp:
    if shell is None:
        shell = console(ENDING_FLOORS, TIGHT)
        for _ in range(4):
            shell.press("right")
    return GameApp(shell, end_guard=KeyDebounce(END_GUARD_SECONDS, clock))


def stage(screen: GameApp) -> SessionStage:
    return screen.console.session.stage


def test_keys_that_came_with_the_one_that_ended_the_game_are_dropped() -> None:
    """They were waiting already, so nobody had seen the end."""
    screen = screen_before_the_end(Clock())
    screen.press_keys(["right", *TYPED_AHEAD])
    assert (stage(screen), screen.console.is_at_end_stop) == (SessionStage.GAME_OVER, True)
    assert screen.console.action_text.endswith(END_STOP_HINT)


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
    assert PLAY_AGAIN_QUESTION in screen.console.action_text
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


def test_hush_lasts_for_a_breath_from_each_beginning() -> None:
    assert not KeyDebounce().is_active()
    hush = KeyDebounce(clock=(clock := Clock()))
    assert not hush.is_active()
    for _ in range(2):
        hush.start()
        assert hush.is_active()
        clock.now += DEBOUNCE_SECONDS * 0.9
        assert hush.is_active()
        clock.now += DEBOUNCE_SECONDS * 0.2
        assert not hush.is_active()
