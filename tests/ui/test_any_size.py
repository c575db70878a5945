"""Screens of any size: none raises, all say what they need, and memory stays bounded."""

import pty
import struct
import sys
import termios
from collections.abc import Callable, Sequence
from fcntl import ioctl

import pytest

from cc3k.arcade.protocols import ArcadeGame
from cc3k.cli.defender import ARCADE_GAME as DEFENDER
from cc3k.cli.escape import ARCADE_GAME as ESCAPE
from cc3k.cli.gems import ARCADE_GAME as GEMS
from cc3k.play.session import Session
from cc3k.saves.arcade_games import ArcadeRecord
from cc3k.saves.end_report import PastGames
from cc3k.saves.expansion_plugins import select_rules
from cc3k.terminal.app import ScreenApp
from cc3k.terminal.paint import read_screen_codes
from cc3k.terminal.screen import MAX_SIZE, Screen
from cc3k.ui.arcade_screen import ArcadeReplayScreen, ArcadeScreen
from cc3k.ui.console import Console
from cc3k.ui.game_app import GameApp
from cc3k.ui.settings import ScreenSettings
from tests.support.arcade_screens import NotingKeeper
from tests.support.consoles import console, newcomers_console
from tests.support.fixtures import Patch
from tests.support.scenarios import room
from tests.ui.test_replay_screen import watching

KEYS = (
    *("right", "l", "tab", "escape", "?", "page down", "escape", "i", "escape", "m", " ", "escape"),
    *("o", "enter", "click 1 1", "point 2 2", "ctrl-l", "q", "y", "down", "enter", "n", "home"),
)


def _game_over() -> Console:
    shown = console(room("@\\"))
    shown.load_past_games = lambda _race: PastGames()
    return shown


def _with_expansions() -> Console:
    session = Session(select_rules(["pack", "shop", "fog", "levels"]), 42)
    session.start_game(session.rules.races[0])
    return Console(session, 80, 24, ScreenSettings())


def _arcade(game: ArcadeGame) -> ScreenApp:
    return ArcadeScreen(game, NotingKeeper(game.usual_header()), "cc3k", 80, 24)


APPS: dict[str, Callable[[], ScreenApp]] = {
    "races": lambda: GameApp(newcomers_console()),
    "game": lambda: GameApp(console(room("@.M", "..\\"))),
    "game with expansions": lambda: GameApp(_with_expansions()),
    "end of a game": lambda: GameApp(_game_over()),
    "replay": watching,
    "gems": lambda: _arcade(GEMS),
    "escape": lambda: _arcade(ESCAPE),
    "defender": lambda: _arcade(DEFENDER),
    "arcade replay": lambda: ArcadeReplayScreen(GEMS, ArcadeRecord("gems", ""), 80, 24),
}


def sweep(sizes: Sequence[tuple[int, int]], keys: Sequence[str] = KEYS) -> None:
    for name, make in APPS.items():
        for columns, rows in sizes:
            app = make()
            app.resize(columns, rows)
            for key in ("", *keys):
                try:
                    app.press_keys([key] if key else [])
                    if app.tick_seconds is not None:
                        app.tick()
                    lines = app.draw().lines
                except Exception as error:
                    raise AssertionError(name, columns, rows, key) from error
                shape = {len(line.text) for line in lines}, len(lines)
                assert shape == ({columns}, rows), (name, columns, rows, key)
                if app.is_ended:
                    break
            app = make()
            app.resize(columns, rows)
            app.draw()
            app.resize(80, 24)
            assert any(line.text.strip() for line in app.draw().lines), (name, columns, rows)


def test_no_screen_raises_at_tiny_sizes() -> None:
    sweep([(1, 1), (13, 9), (24, 5), (30, 10)])


@pytest.mark.slow
def test_no_screen_raises_at_any_tiny_size() -> None:
    sweep([(columns, rows) for columns in range(1, 31, 4) for rows in range(1, 11)], KEYS[:9])


def test_every_screen_says_what_size_it_needs() -> None:
    for name, make in APPS.items():
        app = make()
        app.resize(30, 10)
        text = " ".join(line.text for line in app.draw().lines)
        assert any(size in text for size in ("40", "80")), (name, text)


def test_a_terminal_that_says_it_is_huge_is_drawn_on_in_part(monkeypatch: Patch) -> None:
    """65535x65535 would take 15 GB; sizes that shrink are the real ones again."""
    leader, follower = pty.openpty()
    codes = read_screen_codes("xterm", follower, lambda _colours: {}, with_colours=False)
    assert codes is not None
    with open(follower, "r+b", buffering=0) as keyboard, open(leader, "rb", buffering=0):
        monkeypatch.setattr(sys, "stdin", keyboard)
        with open(follower, "w", encoding="utf-8", closefd=False) as stream:
            screen = Screen(stream, codes, lambda: codes, mouse=False)
            for size in ((65535, 65535), (80, 24), (3, 60_000)):
                ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
                assert screen.size == (min(size[0], MAX_SIZE[0]), min(size[1], MAX_SIZE[1]))
