"""Game screens: the screen of a game that is set up, for a terminal and for a page."""

from cc3k.cli.end_of_game import end_of_game
from cc3k.saves.setup import GameSetup
from cc3k.ui.console import Console
from cc3k.ui.end_screen import Endings
from cc3k.ui.game_screen import GameScreen
from cc3k.ui.settings import ScreenSettings


def create_game_screen(
    setup: GameSetup,
    settings: ScreenSettings,
    size: tuple[int, int],
    *,
    is_watched: bool = False,
    console_type: type[Console] = Console,
) -> GameScreen:
    """Return the screen of a setup, of that many columns and rows.

    A game that `is_watched` is nobody's: its end has no screen of its own.
    """
    console = console_type(setup.session, *size, settings)
    console.menu.resume_offers = setup.resume_offers
    console.menu.enter_takes_default = not setup.has_unlisted_games
    console.menu.news, console.menu.switches = setup.news, setup.switches
    if not is_watched:
        console.endings = Endings(end_of_game(setup, settings))
    return GameScreen(console, setup.take_notices, save_again=setup.save_again)
