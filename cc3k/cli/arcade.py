"""`cc3k arcade`: list the sibling games; and what their commands share on a screen."""

import os
from argparse import Namespace
from collections.abc import Sequence
from functools import partial

from cc3k.arcade.protocols import ArcadeGame
from cc3k.cli.arcade_boards import (
    NAMES,
    arcade_names,
    find_arcade_game,
    find_arcade_offers,
    open_board,
    play_record,
)
from cc3k.cli.command import (
    CommandParser,
    apply_config,
    print_text,
    run_tool,
    screen_settings_from_options,
)
from cc3k.cli.command_names import COMMANDS
from cc3k.cli.streams import is_interactive, print_error
from cc3k.exit_codes import EXIT_DAMAGED, EXIT_DIVERGED, EXIT_OK, EXIT_USAGE
from cc3k.play.quoting import printable_name
from cc3k.record.arcade_journal import ParsedArcadeJournal
from cc3k.record.ledger import LedgerError
from cc3k.storage.arcade_games import (
    ArcadeRecorder,
    read_stored_arcade_journal,
)
from cc3k.storage.paths import home_folder
from cc3k.tty.loop import run_app
from cc3k.tty.screen import open_screen
from cc3k.ui.arcade_replay import ArcadeDiverged, ArcadeReplayScreen, give_inputs
from cc3k.ui.arcade_screen import ArcadeScreen
from cc3k.ui.palette import styles_by_letter
from cc3k.ui.settings import ConfigError, ScreenSettings


def run(arguments: Sequence[str]) -> int:
    """List the games; return the exit code."""
    return run_tool(build_parser(), arguments, Namespace(), _list_games)


def build_parser() -> CommandParser:
    """Return the argument parser of `cc3k arcade`."""
    return CommandParser(
        prog="cc3k arcade",
        description="List the sibling games; each is a command, with a page of `cc3k help`.",
    )


def _list_games(_options: Namespace) -> int:
    for name in arcade_names():
        print_text(f"cc3k {name:<9} {COMMANDS[name][0].upper()}{COMMANDS[name][1:]}\n")
    return EXIT_OK


def play_on_screen(
    game: ArcadeGame, header: Sequence[str] = (), options: str = "", *, fsync: bool = False
) -> int | None:
    """Play on the terminal; return the exit code, or None if that can only print lines.

    `header` is what a new game begins from, and `options` what was typed to begin it so.
    With `fsync` each input waits until it is safe from a loss of power.
    """
    settings = _screen_settings()
    if settings is None:
        return EXIT_USAGE
    screen = open_screen(
        os.environ, partial(styles_by_letter, settings.palette), mouse=settings.mouse
    )
    if screen is None:
        return None
    home = home_folder(os.environ)
    keeper = ArcadeRecorder(game.name, tuple(header), home, fsync=fsync)
    app = ArcadeScreen(
        game.title,
        lambda: open_board(game, header),
        keeper,
        " ".join(filter(None, ["cc3k", game.name, options])),
        *screen.size,
        find_arcade_offers(game, keeper, home),
    )
    try:
        return run_app(app, screen)
    finally:
        keeper.close()
        for text in keeper.take_notices():
            print_error(text)


def _screen_settings() -> ScreenSettings | None:
    """Return the screen settings of the configuration file; None, and say so, if it is wrong."""
    options = Namespace(palette=None, mouse=None)
    try:
        apply_config(options)
    except ConfigError as error:
        print_error(str(error))
        return None
    return screen_settings_from_options(options)


def replay_arcade_game(path: str, name: str, *, verify: bool, on_screen: bool) -> int:
    """Watch, print or verify the arcade journal at that path; return the exit code."""
    try:
        journal = read_stored_arcade_journal(path)
    except LedgerError as error:
        print_error(str(error))
        return EXIT_DAMAGED
    told = printable_name(name)
    if journal.has_torn_line:
        print_error(f"{told}: the last line was cut off and is left out")
    game = find_arcade_game(journal.record.game)
    if game is None:
        print_error(f"{told}: found the game {journal.record.game!a}; expected one of {NAMES}")
        return EXIT_DAMAGED
    try:
        return _replay(game, journal, told, verify=verify, on_screen=on_screen)
    except ArcadeDiverged as error:
        print_error(f"{told}: {error}")
        return EXIT_DIVERGED
    except ValueError as error:  # a header that says nothing
        print_error(f"{told}: {error}")
        return EXIT_DAMAGED


def _replay(
    game: ArcadeGame, journal: ParsedArcadeJournal, name: str, *, verify: bool, on_screen: bool
) -> int:
    record = journal.record
    if verify:
        play_record(game, record)
        print_text(f"{name}: the same in all of {len(record.steps)} commands\n")
        return EXIT_OK
    if on_screen and is_interactive() and (settings := _screen_settings()) is not None:
        palette = partial(styles_by_letter, settings.palette)
        screen = open_screen(os.environ, palette, mouse=False)
        if screen is not None:
            new_board = partial(open_board, game, record.header)
            return run_app(
                ArcadeReplayScreen(game.title, new_board, record.steps, *screen.size), screen
            )
    board = game.open_board(record.header)
    print_text(board.program.begin())
    for text in give_inputs(board, record.steps):
        print_text(text)
    return EXIT_OK
