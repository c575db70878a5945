"""Consoles at a drawn game: keys in, what the screen shows out."""

import re
from collections.abc import Iterable, Mapping, Sequence
from unittest.mock import Mock

from cc3k.cli.config import KEY_ACTIONS_BY_WORDS
from cc3k.cli.race_screen_offers import DAILY_KEY, NOT_PLAYED, TUTORIAL_KEY, TUTORIAL_OFFER
from cc3k.content.roster import BASE_RULES
from cc3k.engine.game import GameState
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.play.messages import daily_label
from cc3k.play.session import GameKeeper, Session
from cc3k.play.start_offers import ExpansionSwitches, RaceScreenNews, StartOffer
from cc3k.saves.end_report import PastGames
from cc3k.ui.console import Console
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.settings import ScreenSettings
from tests.support.expansions import session_of
from tests.support.scenarios import scenario

WHOLE, TIGHT, LARGE = (79, 30), (80, 24), (120, 40)
"""Sizes of a screen: the document's picture just fits, a common terminal, more than is needed."""


def console_at_menu(
    size: tuple[int, int] = WHOLE, seed: int = 42, settings: ScreenSettings | None = None
) -> Console:
    return Console(Session(BASE_RULES, seed), *size, settings or ScreenSettings())


def bound(keys: Mapping[str, str]) -> ScreenSettings:
    """Return settings with keys bound by the words of a configuration file."""
    return ScreenSettings(bind={key: KEY_ACTIONS_BY_WORDS[act] for key, act in keys.items()})


DAILY_DATE = re.compile(rf"(?<={daily_label('')})[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}")
NO_DATE = "0000-00-00"


def keeper(*, is_saved: bool) -> Mock:
    """Return a keeper that keeps nothing, whatever it says of what is left."""
    said = {"try_to_save.return_value": is_saved, "take_notices.return_value": []}
    return Mock(spec_set=GameKeeper, **said)


def newcomers_console(size: tuple[int, int] = WHOLE) -> Console:
    """Return a console that shows all that the program shows to whoever has no game yet.

    The game of the day has no date: see `shows`.
    """
    offers = (
        StartOffer(DAILY_KEY, f"{daily_label(NO_DATE)}: {NOT_PLAYED}", not_to_be_begun),
        StartOffer(TUTORIAL_KEY, TUTORIAL_OFFER, not_to_be_begun),
    )
    model = console_at_menu(size)
    model.menu.news = RaceScreenNews(start_offers=lambda _session: offers)
    model.menu.switches = ExpansionSwitches(lambda: OWN_EXPANSIONS)
    model.session.keeper = keeper(is_saved=True)
    model.load_past_games = lambda _race: PastGames()
    return model


def not_to_be_begun() -> Session:
    raise NotImplementedError


def shows(screen: Iterable[str], model: Console) -> bool:
    """Tell whether the lines of a screen are those of a console, on whatever day.

    The program reads the clock when it starts: nobody else can tell on which side of midnight.
    """
    return _on_any_day(screen) == _on_any_day(lines(model))


def _on_any_day(screen: Iterable[str]) -> list[str]:
    return [DAILY_DATE.sub(NO_DATE, line) for line in screen]


def console(
    drawing: str,
    size: tuple[int, int] = WHOLE,
    race: str = "Shade",
    luck: Sequence[int] = (),
    settings: ScreenSettings | None = None,
) -> Console:
    """Return a console in the middle of a game whose enemies stand still."""
    session = session_of(scenario(drawing, race, luck))
    return Console(session, *size, settings or ScreenSettings())


def console_of(game: GameState, keys: str = "words", size: tuple[int, int] = TIGHT) -> Console:
    return Console(session_of(game), *size, ScreenSettings(keys=keys))


def playing(console: Console) -> GameState:
    assert console.session.game is not None
    return console.session.game


def travelled(console: Console, keys: Iterable[str] = ()) -> list[str]:
    """Press keys, go on until the journey ends, and return what was said at each of its steps."""
    pressed(console, keys)
    said = []
    while console.running.command is not None:
        before = playing(console).turns
        console.tick()
        if playing(console).turns > before:
            said.append(console.session.action_text)
    return said


def pressed(console: Console, keys: Iterable[str]) -> str:
    """Press keys, a letter each or by name, and return what the Action row has to say then."""
    for key in keys:
        console.press(key)
    return action(console)


def with_keys(console: Console, keys: Iterable[str]) -> Console:
    """Return the console after those keys."""
    pressed(console, keys)
    return console


def action(console: Console) -> str:
    """Return the page of the Action row that is shown, without its title."""
    laid_out = console.laid_out
    pages: Sequence[list[str]] = [[]] if laid_out is None else laid_out.pages
    page = pages[min(console.note.page, len(pages) - 1)]
    return " ".join(page).removeprefix("Action:").lstrip()


def lines(console: Console) -> list[str]:
    canvas = ConsoleRenderer().draw(console)
    return [line.text.rstrip() for line in canvas.lines]


def roles_of(console: Console, text: str) -> str:
    """Return the letters of the roles of the cells where a text stands first."""
    for line in ConsoleRenderer().draw(console).lines:
        if text in line.text:
            start = line.text.index(text)
            return line.roles[start : start + len(text)]
    raise AssertionError(text)
