"""A game's first frame as a picture: one SVG file that needs no font or style from elsewhere."""

import re
from collections.abc import Iterable, Iterator, Mapping

from cc3k.engine.game import Game
from cc3k.export.colours import PAPER, TEXT, Ink, inks
from cc3k.play.messages import greeting
from cc3k.play.session import Session
from cc3k.shell.whole import write_whole
from cc3k.tty.canvas import Line
from cc3k.ui.console import Console
from cc3k.ui.screen_layout import FEWEST_COLUMNS, FEWEST_ROWS
from cc3k.ui.settings import Settings
from cc3k.ui.view import View

CELL_WIDTH, CELL_HEIGHT, BASELINE, SIZE = 9, 18, 14, 15
"""Size of a character's cell, where its foot stands, and its own size, in SVG units."""

MARGIN = 12
STATUS_ROWS = 5

_RUN = re.compile(r"(.)\1*")
_PIECE = re.compile(r"\S+(?: \S+)*")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def write_picture(path: str, session: Session, settings: Settings) -> None:
    """Write the picture of a session's game to a file, whole or not at all.

    A game not begun yet is begun with the first race. Raises `OSError`, also for what is there
    and is no regular file.
    """
    text = picture(session, session.game or session.begin(session.rules.races[0]), settings)
    write_whole(path, [text])


def picture(session: Session, game: Game, settings: Settings) -> str:
    """Return the picture of a game as a screen just large enough would show it."""
    plan = game.floor.plan
    columns, rows = max(FEWEST_COLUMNS, plan.width), plan.height + STATUS_ROWS
    console = Console(session, columns, max(FEWEST_ROWS, rows), settings)
    canvas = View(session.rules, settings.glyphs).draw(console)
    title = f"{greeting(session.seed)} {game.race.name}, floor {game.depth}."
    return svg(canvas.lines[:rows], inks(settings.palette), title)


def svg(lines: tuple[Line, ...], with_inks: Mapping[str, Ink], title: str) -> str:
    """Return the picture of lines of equal width, each cell in the ink of its role."""
    marks = [mark for row, line in enumerate(lines) for mark in row_marks(row, line, with_inks)]
    return document(len(lines[0].text), len(lines), title, marks)


def document(columns: int, rows: int, title: str, marks: Iterable[str]) -> str:
    """Return a picture with room for so many cells, and those marks on it."""
    width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
    inside = "\n".join(marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" '
        f'font-family="monospace" font-size="{SIZE}" fill="{TEXT}">\n'
        f"<title>{title.translate(_ESCAPES)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        f"{inside}\n</svg>\n"
    )


def row_marks(row: int, line: Line, with_inks: Mapping[str, Ink]) -> Iterator[str]:
    """Yield the marks of a line in that row, for each run of cells of one role.

    Blanks on bare paper need none. There are never two in a text: browsers show them as one.
    """
    top = MARGIN + row * CELL_HEIGHT
    for run in _RUN.finditer(line.roles):
        ink = with_inks.get(run[1], with_inks[" "])
        if ink.paper != PAPER:
            yield (
                f'<rect x="{_left(run.start())}" y="{top}" width="{len(run[0]) * CELL_WIDTH}" '
                f'height="{CELL_HEIGHT}" fill="{ink.paper}"/>'
            )
        for piece in _PIECE.finditer(line.text, run.start(), run.end()):
            yield (
                f'<text x="{_left(piece.start())}" y="{top + BASELINE}" '
                f'textLength="{len(piece[0]) * CELL_WIDTH}"{_look(ink)}>'
                f"{piece[0].translate(_ESCAPES)}</text>"
            )


def _left(column: int) -> int:
    """Return where a column begins."""
    return MARGIN + column * CELL_WIDTH


def _look(ink: Ink) -> str:
    """Return the attributes of a text that are not those of all text."""
    return "".join(
        [
            f' fill="{ink.colour}"' * (ink.colour != TEXT),
            ' font-weight="bold"' * ink.bold,
            ' text-decoration="underline"' * ink.underlined,
        ]
    )
