"""`cc3k arcade`: choose a sibling game, or list them; begin, resume and replay them by name."""

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from cc3k.arcade.protocols import ArcadeGame, BoardScreen
from cc3k.cli import streams
from cc3k.cli.argument_parser import COMMANDS, CommandParser, run_tool
from cc3k.cli.options import ScreenOptions
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_DAMAGED, EXIT_OK
from cc3k.play.messages import capitalized, games_unknown_message
from cc3k.saves import arcade_games
from cc3k.saves.arcade_games import ArcadeGameOnDisk, ArcadeRecord, ArcadeRecorder
from cc3k.saves.journal_format import JournalError, RecordError
from cc3k.saves.open_files import describe_error, reason_of
from cc3k.saves.paths import home_folder
from cc3k.ui import arcade_screen

if TYPE_CHECKING:
    from cc3k.terminal.screen import Screen

ARCADE_NAMES = ("defender", "gems", "escape")
PROMPT = "A number plays that game, q leaves: "
WAY_BACK = "Ctrl-D comes back here."
LEAVING_WORDS = ("q", "quit")
LINE_BYTES = 1 << 12
"""Bytes read at once: more than a terminal's longest line."""


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, Namespace(), _choose_or_list)


def build_parser() -> CommandParser:
    return CommandParser(
        prog="cc3k arcade",
        description="Choose a sibling game and play it; through a pipe, list them. Each is a "
        "command as well, with a page of `cc3k help`.",
    )


def _choose_or_list(_options: Namespace) -> int:
    if not streams.is_interactive():
        for name in ARCADE_NAMES:
            streams.print_text(f"cc3k {name:<9} {capitalized(COMMANDS[name])}\n")
        return EXIT_OK
    screen = _open_screen()
    if screen is None:
        return _choose_in_lines()
    from cc3k.terminal.loop import run_app  # late, as a page has no terminal

    games = {game: capitalized(COMMANDS[game.name]) for game in _games()}
    menu = arcade_screen.ArcadeMenu(games, _open_game, _count_kept, *screen.size)
    try:
        return run_app(menu, screen)
    finally:
        streams.print_errors(menu.close())


def _games() -> list[ArcadeGame]:
    found = map(find_arcade_game, ARCADE_NAMES)
    return [game for game in found if game is not None]


def _count_kept() -> Counter[str]:
    """Return how many games are kept, by name; none where they cannot be read: the game says so."""
    home, kept = home_folder(os.environ), list[ArcadeGameOnDisk]()
    if home is not None:
        with suppress(OSError):
            kept = arcade_games.unfinished_arcade_games(home)
    return Counter(each.record.game for each in kept if each.record is not None)


def _open_game(game: ArcadeGame, columns: int, rows: int) -> arcade_screen.ArcadeScreen:
    return open_arcade_screen(game, game.usual_header(), f"cc3k {game.name}", (columns, rows))


def _choose_in_lines() -> int:
    games = _games()
    while True:
        for number, game in enumerate(games, start=1):
            streams.print_text(f"{number}  {game.title}\n")
        streams.print_text(PROMPT)
        sys.stdout.flush()
        line = streams.read_standard_input(LINE_BYTES)
        word = line.decode("utf-8", "replace").strip().lower()
        if not line or word in LEAVING_WORDS:
            streams.print_text("" if line else "\n")
            return EXIT_OK
        for number, game in enumerate(games, start=1):
            if word in (str(number), game.name, game.name[0]):
                streams.print_text(f"{WAY_BACK}\n")
                import_module(f"cc3k.cli.{game.name}").run([])
                break
        else:
            if word:
                streams.print_text(f"Found {word!a}; expected a number from 1 to {len(games)}.\n")


def play_on_screen(
    game: ArcadeGame,
    header: Sequence[str] = (),
    options: str = "",
    is_meant: Callable[[Sequence[str]], bool] = lambda _header: True,
) -> int | None:
    """Play on the terminal; return the exit code, or None if that can only print lines.

    `header` is what a new game begins from, and `options` what was typed to begin it so. A kept
    game is offered if `is_meant` holds for its header.
    """
    screen = _open_screen()
    if screen is None:
        return None
    from cc3k.terminal.loop import run_app

    command = " ".join(filter(None, ["cc3k", game.name, options]))
    app = open_arcade_screen(game, header, command, screen.size, is_meant)
    try:
        return run_app(app, screen)
    finally:
        streams.print_errors(app.close())


def _open_screen(*, has_mouse: bool = True) -> "Screen | None":
    options = ScreenOptions(palette=None, mouse=None)
    options.apply_config()
    settings = options.screen_settings()
    return streams.open_game_screen(settings, mouse=has_mouse and settings.mouse)


def replay_arcade_game(path: str, name: str, *, verify: bool, on_screen: bool) -> int:
    shown_name = printable_name(name)
    try:
        record, written = arcade_games.read_stored_arcade_journal(path)
        if written.has_torn_line:
            streams.print_error(f"{shown_name}: the last line was cut off and is left out")
        game = arcade_game_of(record, shown_name)
        return _replay(game, record, shown_name, verify=verify, on_screen=on_screen)
    except RecordError as error:
        streams.print_error(error.told_of(shown_name))
        return error.exit_code
    except ValueError as error:  # a header that says nothing
        streams.print_error(f"{shown_name}: {error}")
        return EXIT_DAMAGED


def _replay(
    game: ArcadeGame, record: ArcadeRecord, name: str, *, verify: bool, on_screen: bool
) -> int:
    if verify:
        play_record(game, record)
        streams.print_text(f"{name}: the same in all of {len(record.steps)} commands\n")
        return EXIT_OK
    screen = _open_screen(has_mouse=False) if on_screen and streams.is_interactive() else None
    if screen is not None:
        from cc3k.terminal.loop import run_app

        return run_app(arcade_screen.ArcadeReplayScreen(game, record, *screen.size), screen)
    board = game.open_board(record.header)
    streams.print_text(board.program.begin())
    for text in arcade_screen.give_inputs(board, record.steps):
        streams.print_text(text)
    return EXIT_OK


def find_arcade_game(name: str) -> ArcadeGame | None:
    if name not in ARCADE_NAMES:
        return None
    game: ArcadeGame = import_module(f"cc3k.cli.{name}").ARCADE_GAME
    return game


def arcade_game_of(record: ArcadeRecord, name: str) -> ArcadeGame:
    game = find_arcade_game(record.game)
    if game is None:
        expected = f"one of {', '.join(ARCADE_NAMES)}"
        message = f"{name}: found the game {record.game!a}; expected {expected}"
        raise JournalError(message)
    return game


def open_arcade_screen(
    game: ArcadeGame,
    header: Sequence[str],
    resume_command: str,
    size: tuple[int, int],
    is_meant: Callable[[Sequence[str]], bool] = lambda _header: True,
) -> arcade_screen.ArcadeScreen:
    home = home_folder(os.environ)
    keeper = ArcadeRecorder(game.name, tuple(header), home)
    offers = find_arcade_offers(game, keeper, home, is_meant)

    return arcade_screen.ArcadeScreen(game, keeper, resume_command, *size, offers)


def find_arcade_offers(
    game: ArcadeGame,
    keeper: ArcadeRecorder,
    home: str | None,
    is_meant: Callable[[Sequence[str]], bool] = lambda _header: True,
) -> list[arcade_screen.ArcadeOffer]:
    """Return the unfinished games of that name, of those headers for which `is_meant` holds.

    If they cannot be read, the keeper says so.
    """
    try:
        unfinished = [] if home is None else arcade_games.unfinished_arcade_games(home)
    except OSError as error:
        keeper.add_notice(games_unknown_message(describe_error(error)))
        return []
    found = list[arcade_screen.ArcadeOffer]()
    for kept in unfinished:
        if kept.record is not None and kept.record.game == game.name:
            with suppress(ValueError):  # a header that says nothing
                if is_meant(kept.record.header):
                    resume = partial(_resume, game, keeper, kept)
                    found.append(arcade_screen.ArcadeOffer(describe_kept(kept), resume))
    return found


def describe_kept(kept: ArcadeGameOnDisk) -> str:
    game = None if kept.record is None else find_arcade_game(kept.record.game)
    if kept.record is not None and game is not None:
        with suppress(ValueError):  # a header that says nothing
            return kept.described(game.describe(kept.record.header))
    return kept.described()


def _resume(game: ArcadeGame, keeper: ArcadeRecorder, kept: ArcadeGameOnDisk) -> BoardScreen:
    begun_from = keeper.header
    try:
        return play_record(game, keeper.resume(kept.path))
    except (OSError, RecordError, ValueError) as error:
        keeper.close()
        keeper.header = begun_from
        message = f"{kept.name}: {reason_of(error)}"
        raise arcade_screen.CannotContinue(message) from error


def play_record(game: ArcadeGame, record: ArcadeRecord) -> BoardScreen:
    board = game.open_board(record.header)
    arcade_screen.give_inputs(board, record.steps)
    return board
