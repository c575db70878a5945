"""Consoles at a drawn game: keys in, what the screen shows out."""

from collections.abc import Iterable, Sequence

from cc3k.content.roster import BASE
from cc3k.play.session import Session
from cc3k.shell.terminal.console import Console
from cc3k.shell.terminal.view import View
from tests.scenarios import scenario

WHOLE, TIGHT, LARGE = (79, 30), (80, 24), (120, 40)
"""Sizes of a screen: the document's picture just fits, a common terminal, more than is needed."""


def console_at_menu(size: tuple[int, int] = WHOLE, seed: int = 42) -> Console:
    """Return a console that asks for a race."""
    return Console(Session(BASE, seed), *size)


def console(
    drawing: str,
    size: tuple[int, int] = WHOLE,
    race: str = "Shade",
    luck: Sequence[int] = (),
) -> Console:
    """Return a console in the middle of a game whose enemies stand still."""
    session = Session(BASE, 42)
    session.game = scenario(drawing, race, luck)
    return Console(session, *size)


def pressed(console: Console, keys: Iterable[str]) -> str:
    """Press keys, a letter each or by name, and return what the Action row has to say then."""
    for key in keys:
        console.press(key)
    return action(console)


def action(console: Console) -> str:
    """Return the page of the Action row that is shown, without its title."""
    pages = console.pages()
    page = pages[min(console.page, len(pages) - 1)]
    return " ".join(page).removeprefix("Action:").lstrip()


def lines(console: Console) -> list[str]:
    """Return the lines of the screen, without blanks at their ends."""
    canvas = View(console.session.rules).draw(console)
    return [line.text.rstrip() for line in canvas.lines]
