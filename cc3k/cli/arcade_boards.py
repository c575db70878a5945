"""Arcade boards: games of the arcade by name, started or resumed."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module

from cc3k.arcade.protocols import ArcadeGame, BoardScreen
from cc3k.cli.argument_parser import COMMANDS
from cc3k.play.messages import games_unknown_message
from cc3k.saves.arcade_games import ArcadeGameOnDisk, ArcadeRecorder, unfinished_arcade_games
from cc3k.saves.arcade_journal import ArcadeRecord
from cc3k.saves.ledger import LedgerError
from cc3k.saves.open_files import describe_error
from cc3k.saves.paths import home_folder
from cc3k.ui.arcade_replay import ArcadeDiverged, give_inputs
from cc3k.ui.arcade_screen import ArcadeOffer, ArcadeScreen, CannotContinue

NAMES = ("defender", "gems", "escape")
"""The commands of the arcade, in the order of the list."""


def arcade_names() -> list[str]:
    return [name for name in NAMES if name in COMMANDS]


def find_arcade_game(name: str) -> ArcadeGame | None:
    if name not in arcade_names():
        return None
    game: ArcadeGame = import_module(f"cc3k.cli.{name}").ARCADE_GAME
    return game


def open_board(game: ArcadeGame, header: Sequence[str]) -> BoardScreen:
    board = game.open_board(header)
    board.program.begin()
    return board


def open_arcade_screen(
    game: ArcadeGame,
    header: Sequence[str],
    resume_command: str,
    size: tuple[int, int],
    is_meant: Callable[[Sequence[str]], bool] = lambda _header: True,
) -> tuple[ArcadeScreen, ArcadeRecorder]:
    """Return a game on a screen of that size, which offers those that are kept, and its recorder.

    `header` is what a new game begins from. A kept game is offered if `is_meant` holds for its
    header.
    """
    home = home_folder(os.environ)
    keeper = ArcadeRecorder(game.name, tuple(header), home)
    offers = find_arcade_offers(game, keeper, home, is_meant)

    def new_board() -> BoardScreen:
        return open_board(game, keeper.header)

    return ArcadeScreen(game.title, new_board, keeper, resume_command, *size, offers), keeper


def find_arcade_offers(
    game: ArcadeGame,
    keeper: ArcadeRecorder,
    home: str | None,
    is_meant: Callable[[Sequence[str]], bool] = lambda _header: True,
) -> list[ArcadeOffer]:
    """Return the unfinished games of that name, of those headers for which `is_meant` holds.

    If they cannot be read, the keeper says so.
    """
    try:
        unfinished = [] if home is None else unfinished_arcade_games(home)
    except OSError as error:
        keeper.add_notice(games_unknown_message(describe_error(error)))
        return []
    found = list[ArcadeOffer]()
    for kept in unfinished:
        if kept.record is not None and kept.record.game == game.name:
            with suppress(ValueError):  # a header that says nothing
                if is_meant(kept.record.header):
                    found.append(ArcadeOffer(describe_kept(kept), _resumer(game, keeper, kept)))
    return found


def describe_kept(kept: ArcadeGameOnDisk) -> str:
    game = None if kept.record is None else find_arcade_game(kept.record.game)
    if kept.record is None or game is None:
        return kept.description
    try:
        return kept.described(game.describe(kept.record.header))
    except ValueError:  # a header that says nothing
        return kept.description


def _resumer(
    game: ArcadeGame, keeper: ArcadeRecorder, kept: ArcadeGameOnDisk
) -> Callable[[], BoardScreen]:
    def resume() -> BoardScreen:
        begun_from = keeper.header
        try:
            record = keeper.resume(kept.path)
            return play_record(game, record)
        except (OSError, LedgerError, ArcadeDiverged, ValueError) as error:
            keeper.close()
            keeper.header = begun_from
            reason = error.strerror if isinstance(error, OSError) else None
            message = f"{kept.name}: {reason or error}"
            raise CannotContinue(message) from error

    return resume


def play_record(game: ArcadeGame, record: ArcadeRecord) -> BoardScreen:
    board = open_board(game, record.header)
    give_inputs(board, record.steps)
    return board
