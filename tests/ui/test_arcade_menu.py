"""`cc3k arcade`: its menu on a screen, its list where there are only lines, its list in a pipe."""

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cc3k.cli import arcade
from cc3k.cli.arcade import ARCADE_NAMES
from cc3k.saves.arcade_games import unfinished_arcade_games
from cc3k.ui.arcade_screen import HEADING, HINT, LEAVE_QUESTION, ArcadeMenu
from tests.cli.test_arcade_games import FakeScreen
from tests.support.processes import COMMAND, run
from tests.support.terminals import Terminal

DOWN, UP = "\x1b[B", "\x1b[A"


def text_of(menu: ArcadeMenu) -> str:
    return "\n".join([line.text.rstrip() for line in menu.draw().lines])


Open = Callable[..., ArcadeMenu]


@pytest.fixture
def open_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return how to open the menu of the command on a screen of that size, and press keys."""
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    monkeypatch.setattr(arcade, "is_interactive", lambda: True)
    opened = list[ArcadeMenu]()

    def run_app(menu: ArcadeMenu, _screen: FakeScreen) -> int:
        opened.append(menu)
        return 0

    monkeypatch.setattr("cc3k.terminal.loop.run_app", run_app)

    def open_menu(*keys: str, size: tuple[int, int] = (80, 24)) -> ArcadeMenu:
        monkeypatch.setattr(arcade, "open_game_screen", lambda *_, **__: FakeScreen(size))
        assert arcade.run([]) == 0
        opened[-1].press_keys([*keys])
        return opened[-1]

    yield open_menu
    for menu in opened:
        menu.close()


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_every_game_can_be_chosen(open_menu: Open, size: tuple[int, int]) -> None:
    """By arrows and Enter, round and round, by its letter, and by a click; each has a sentence."""
    seen = set()
    for at, name in enumerate(ARCADE_NAMES):
        ways = [("down",) * at, ("up",) * (len(ARCADE_NAMES) - at)]
        for keys in (*[(*way, "enter") for way in ways], (name[0],), (f"click 3 {at + 2}",)):
            menu = open_menu(*keys[:-1], size=size)
            shown = text_of(menu)
            assert shown.startswith(HEADING)
            assert HINT.split(";")[0] in " ".join(shown.split())
            menu.press_keys([keys[-1]])
            seen.add((name, menu.title, text_of(menu).split("\n")[0].split()[0]))
    assert len(seen) == len(ARCADE_NAMES)
    assert len(open_menu().draw().lines) == 24


def test_what_is_no_choice_is_told(open_menu: Open) -> None:
    """Another letter, a paste, `?`; the next key hides it."""
    menu = open_menu("z", "click 3 20", "click 3 0", "z")
    assert "No game has the key z." in text_of(menu)
    menu.press_keys(["down"])
    assert "No game" not in text_of(menu)
    menu.press_keys(["?"])
    assert "`cc3k help gems` tells the rules" in text_of(menu)
    menu.report_paste(41)
    assert "A paste of 41 keys was ignored." in text_of(menu)
    assert menu.press_keys(["ctrl-l"])
    assert "A paste" not in text_of(menu)
    menu.stop_ticking()
    menu.tick()
    assert (menu.tick_seconds, menu.may_hang, menu.after_drawing()) == (None, False, False)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl-d"])
def test_it_is_left(open_menu: Open, key: str) -> None:
    """At once, and what was typed after that is nothing."""
    menu = open_menu(key, "d")
    assert menu.is_ended
    assert menu.exit_message == f"{HEADING}\n"
    assert menu.title == HEADING


def test_after_a_game_the_menu_is_there_again(open_menu: Open, tmp_path: Path) -> None:
    """It counts the games that are kept, and their game offers them; keys reach whom they are for.

    Everything typed at once does what it does typed one by one.
    """
    play = ("d", "enter", "enter", "f", "q", "y")
    menu = open_menu(*play)
    assert "> d  Space Defender 2  1 kept game\n" in text_of(menu)
    assert "This game is kept: cc3k defender goes on with it." in text_of(menu)
    menu.press_keys(["enter"])
    assert "1  defender, 3 inputs" in text_of(menu)
    menu.press_keys(["n", *play[1:]])
    assert "> d  Space Defender 2  2 kept games\n" in text_of(menu)
    menu.press_keys(["d", "enter", "p", "q", "x", "?"])
    assert "Score as much" in text_of(menu)
    menu.press_keys(["x", "x", "q"])
    assert LEAVE_QUESTION in text_of(menu)
    menu.report_paste(41)
    menu.press_keys(["ctrl-d", "d"])
    assert menu.is_ended
    assert menu.exit_message.endswith("This game is kept: cc3k defender goes on with it.\n")
    assert len(unfinished_arcade_games(str(tmp_path))) == 2


def test_a_game_of_the_menu_is_a_game_like_any(open_menu: Open) -> None:
    """Its steps are ticks, its size that of the screen; one that is too small can be left."""
    menu = open_menu("g", *["down"] * 3, "tab", *["down"] * 3, "enter", "enter")
    assert menu.title == "Modern Gems"
    assert menu.tick_seconds
    menu.tick()
    menu.stop_ticking()
    assert not menu.tick_seconds
    menu.report_paste(41)
    assert "A paste of 41 keys was ignored." in text_of(menu)
    menu.resize(40, 12)
    assert "Modern Gems needs 80 columns and 24" in text_of(menu)
    menu.press_keys(["up"])
    assert "q leaves." in text_of(menu)
    menu.press_keys(["q"])
    assert LEAVE_QUESTION in " ".join(text_of(menu).split())
    assert menu.exit_message.startswith("Modern Gems\nThis game is kept")
    menu.press_keys(["y"])
    assert "  d  Space Defender 2\n> g  Modern Gems       1 kept game" in text_of(menu)
    for size in ((1, 1), (10, 3), (200, 60)):
        menu.resize(*size)
        assert menu.draw().width == size[0]


def test_a_pipe_gets_the_list() -> None:
    """As the first lines of any script that asks for it; so does output to a file."""
    ended = run("arcade", typed="d\n")
    assert (ended.code, ended.err) == (0, "")
    assert [line.split()[1] for line in ended.out.splitlines()] == [*ARCADE_NAMES]


@pytest.mark.slow
def test_the_menu_on_a_terminal(tmp_path: Path) -> None:
    """From 40x12; after a game it is there again; NO_COLOR has none, Ctrl-C is 130, Ctrl-D is 0."""
    env = {"TERM": "xterm-256color", "NO_COLOR": "1", "CC3K_HOME": str(tmp_path)}
    for size in ((80, 24), (40, 12)):
        with Terminal((*COMMAND, "arcade"), size, env) as terminal:
            terminal.wait_for("q leaves" if size[0] > 40 else "leaves.")
            terminal.type(f"{DOWN}{DOWN}{UP}\r")
            terminal.wait_for("Modern Gems\n" if size[0] > 40 else "needs 80 columns")
            terminal.type("q")
            terminal.wait_for("Leave?")
            terminal.type("y")
            terminal.wait_for("> g  Modern Gems")
            assert not re.search(rb"\x1b\[[\d;]*\b[349][0-7]m", terminal.output)
            terminal.type("\x04")
            assert terminal.process.wait(30) == 0
    with Terminal((*COMMAND, "arcade"), (80, 24), env) as terminal:
        terminal.wait_for("q leaves")
        for key, told in ("d", "Rows"), ("\r", "[Weapon]"), ("\r", "Score 0"), ("f", "(1.0)"):
            terminal.type(key)
            terminal.wait_for(told)
        terminal.resize(100, 30)
        terminal.type("\x03")
        assert terminal.process.wait(30) == 128 + signal.SIGINT
        kept = "This game is kept: cc3k defender goes on with it."
        terminal.wait_until(lambda: kept in terminal.text)


@pytest.mark.slow
def test_a_terminal_without_screens_gets_a_numbered_list(tmp_path: Path) -> None:
    """A number, a name or a letter plays; after that the list is there again."""
    env = {"TERM": "dumb", "CC3K_HOME": str(tmp_path)}
    with Terminal((*COMMAND, "arcade"), (80, 40), env) as terminal:
        terminal.wait_for("1  Space Defender 2\n2  Modern Gems\n3  Escape\nA number plays")
        terminal.type("nonsense\n\n")
        terminal.wait_for("Found 'nonsense'; expected a number from 1 to 3.")
        terminal.type("1\n")
        terminal.wait_for("Version 2.\n->")
        terminal.type("\x04")
        terminal.wait_until(lambda: terminal.text.count("3  Escape") == 4)
        terminal.type("gems\n")
        terminal.wait_for(">>>")
        terminal.type("quit\n")
        terminal.wait_until(lambda: terminal.text.count("3  Escape") == 5)
        terminal.type("\x04")
        assert terminal.process.wait(30) == 0
    for last, code in ("q\n", 0), ("\x03", 128 + signal.SIGINT):
        with Terminal((*COMMAND, "arcade"), (80, 24), env) as terminal:
            terminal.wait_for("q leaves:")
            terminal.type(last)
            assert terminal.process.wait(30) == code
