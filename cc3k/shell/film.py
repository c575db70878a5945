"""A playback as pictures: what a screen just large enough for it shows, page by page."""

from collections.abc import Iterator

from cc3k.export.svg import STATUS_ROWS
from cc3k.play.messages import greeting
from cc3k.record.playback import Playback
from cc3k.shell.terminal.fold import fold
from cc3k.tty.canvas import Canvas, Line
from cc3k.ui.console import Console
from cc3k.ui.screen_layout import FEWEST_COLUMNS, FEWEST_ROWS, FIGURE_ROWS
from cc3k.ui.settings import Settings
from cc3k.ui.view import View


def size_of(playback: Playback) -> tuple[int, int]:
    """Return the columns and rows that are just enough for every floor of the game."""
    rules, drawings = playback.session.rules, playback.session.drawings
    plans = [drawing.plan for drawing in drawings]
    plans += [rules.plan] * (len(plans) < rules.floors)
    columns, rows = max(plan.width for plan in plans), max(plan.height for plan in plans)
    return max(FEWEST_COLUMNS, columns), max(FEWEST_ROWS, rows + STATUS_ROWS)


def title_of(playback: Playback) -> str:
    """Return what a film of the game is called."""
    game = playback.session.game
    return greeting(playback.session.seed) + (f" {game.race.name}." if game is not None else "")


def frames(playback: Playback, settings: Settings) -> Iterator[Canvas]:
    """Yield every page of every place, from the beginning to the end."""
    console = Console(playback.session, *size_of(playback), settings)
    view = View(playback.session.rules, settings.glyphs)
    for position in range(playback.last + 1):
        playback.to(position)
        console.notice = playback.text
        for page, _ in enumerate(console.pages()):
            console.page = page
            yield view.draw(console)


def still(playback: Playback, settings: Settings) -> tuple[Line, ...]:
    """Return the picture of the place where the playback is, with all that is said there."""
    game = playback.session.game
    plan = playback.session.rules.plan if game is None else game.floor.plan
    columns = max(FEWEST_COLUMNS, plan.width)
    rows = plan.height + FIGURE_ROWS + len(fold(f"Action: {playback.text}", columns))
    below = 1  # which is the seed's, and left out
    console = Console(playback.session, columns, max(FEWEST_ROWS, rows + below), settings)
    console.notice = playback.text
    return View(playback.session.rules, settings.glyphs).draw(console).lines[:rows]
