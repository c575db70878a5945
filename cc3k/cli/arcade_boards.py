"""Arcade boards: games of the arcade by name, started or resumed."""

from collections.abc import Callable, Sequence
from importlib import import_module

from cc3k.arcade.protocols import ArcadeGame, BoardScreen
from cc3k.cli.command_names import COMMANDS
from cc3k.play.messages import games_unknown_message
from cc3k.record.arcade_journal import ArcadeRecord
from cc3k.record.ledger import LedgerError
from cc3k.storage.arcade_games import ArcadeGameOnDisk, ArcadeRecorder, unfinished_arcade_games
from cc3k.storage.open_files import describe_error
from cc3k.ui.arcade_replay import ArcadeDiverged, give_inputs
from cc3k.ui.arcade_screen import ArcadeOffer, CannotContinue

NAMES = ("defender", "gems", "escape")
"""The commands of the arcade, in the order of the list."""


def arcade_names() -> list[str]:
    """Return the names of the games of the arcade."""
    return [name for name in NAMES if name in COMMANDS]


def find_arcade_game(name: str) -> ArcadeGame | None:
    """Return the game of the arcade of that name, or None."""
    if name not in arcade_names():
        return None
    game: ArcadeGame = import_module(f"cc3k.cli.{name}").ARCADE_GAME
    return game


def open_board(game: ArcadeGame, header: Sequence[str]) -> BoardScreen:
    """Return a new board of a game, begun."""
    board = game.open_board(header)
    board.program.begin()
    return board


def find_arcade_offers(
    game: ArcadeGame, keeper: ArcadeRecorder, home: str | None
) -> list[ArcadeOffer]:
    """Return the unfinished games of that name; if they cannot be read, the keeper says so."""
    try:
        kept = [] if home is None else unfinished_arcade_games(home)
    except OSError as error:
        kept = []
        keeper.add_notice(games_unknown_message(describe_error(error)))
    return [
        ArcadeOffer(each.description, _resumer(game, keeper, each))
        for each in kept
        if each.record is not None and each.record.game == game.name
    ]


def _resumer(
    game: ArcadeGame, keeper: ArcadeRecorder, kept: ArcadeGameOnDisk
) -> Callable[[], BoardScreen]:
    def resume() -> BoardScreen:
        try:
            record = keeper.resume(kept.path)
            return play_record(game, record)
        except (OSError, LedgerError, ArcadeDiverged, ValueError) as error:
            keeper.close()
            reason = error.strerror if isinstance(error, OSError) else None
            message = f"{kept.name}: {reason or error}"
            raise CannotContinue(message) from error

    return resume


def play_record(game: ArcadeGame, record: ArcadeRecord) -> BoardScreen:
    """Return the board of a record after all of its inputs."""
    board = open_board(game, record.header)
    give_inputs(board, record.steps)
    return board
