"""SVG of a game screen: one file that needs no font or style from elsewhere."""

import re
from collections.abc import Iterable, Iterator, Mapping

from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.export.colours import BACKGROUND, FOREGROUND, CellStyle, cell_styles
from cc3k.play.messages import greeting_line
from cc3k.play.session import Session
from cc3k.storage.disk import atomic_write_text
from cc3k.tty.canvas import Line
from cc3k.ui.console import Console
from cc3k.ui.screen_layout import MIN_COLUMNS, MIN_ROWS
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.view import View

CELL_WIDTH, CELL_HEIGHT, BASELINE, FONT_SIZE = 9, 18, 14, 15
"""Size of a character cell, its baseline, and the font size, in SVG units."""

MARGIN = 12
ROWS_BELOW_BOARD = 5
PLAIN_STYLE = CellStyle()

_ROLE_RUN = re.compile(r"(.)\1*")
_TEXT_PIECE = re.compile(r"\S+(?: \S+)*")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def write_game_svg(path: str, session: Session, settings: ScreenSettings) -> None:
    """Write the SVG of a session's game to a file, atomically.

    Without a game, one is started with the first race. Raises `OSError`, also if the path is
    something other than a regular file.
    """
    text = render_game_svg(
        session, session.game or session.start_game(session.rules.races[0]), settings
    )
    atomic_write_text(path, [text])


def render_game_svg(session: Session, game: GameState, settings: ScreenSettings) -> str:
    """Return an SVG of a game, on a screen just large enough."""
    plan = GameView(game).board
    columns, rows = max(MIN_COLUMNS, plan.width), plan.height + ROWS_BELOW_BOARD
    console = Console(session, columns, max(MIN_ROWS, rows), settings)
    canvas = View(session.rules, settings.glyphs).draw(console)
    title = f"{greeting_line(session.seed)} {game.race.name}, floor {game.depth}."
    return render_svg(canvas.lines[:rows], cell_styles(settings.palette), title)


def render_svg(lines: tuple[Line, ...], styles: Mapping[str, CellStyle], title: str) -> str:
    """Return an SVG of lines of equal width, each cell in the style of its role."""
    elements = [part for row, line in enumerate(lines) for part in line_elements(row, line, styles)]
    return svg_document(len(lines[0].text), len(lines), title, elements)


def svg_document(columns: int, rows: int, title: str, elements: Iterable[str]) -> str:
    """Return an SVG document with room for this many cells, holding these elements."""
    width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
    inside = "\n".join(elements)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" '
        f'font-family="monospace" font-size="{FONT_SIZE}" fill="{FOREGROUND}">\n'
        f"<title>{title.translate(_ESCAPES)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="{BACKGROUND}"/>\n'
        f"{inside}\n</svg>\n"
    )


def line_elements(row: int, line: Line, styles: Mapping[str, CellStyle]) -> Iterator[str]:
    """Yield the SVG elements of a line in that row, one for each run of cells of one role.

    Blanks on the plain background need none.
    """
    top = MARGIN + row * CELL_HEIGHT
    for run in _ROLE_RUN.finditer(line.roles):
        style = styles.get(run[1], styles[" "])
        if style.background != BACKGROUND:
            left = MARGIN + run.start() * CELL_WIDTH
            yield (
                f'<rect x="{left}" y="{top}" width="{len(run[0]) * CELL_WIDTH}" '
                f'height="{CELL_HEIGHT}" fill="{style.background}"/>'
            )
        yield from text_elements(row, run.start(), line.text[run.start() : run.end()], style)


def text_elements(
    row: int, column: int, text: str, style: CellStyle = PLAIN_STYLE
) -> Iterator[str]:
    """Yield the SVG elements of a text that starts in that cell, without its background.

    None of them has two blanks in a row, as browsers show those as one.
    """
    baseline, attributes = MARGIN + row * CELL_HEIGHT + BASELINE, _text_attributes(style)
    for piece in _TEXT_PIECE.finditer(text):
        yield (
            f'<text x="{MARGIN + (column + piece.start()) * CELL_WIDTH}" y="{baseline}" '
            f'textLength="{len(piece[0]) * CELL_WIDTH}"{attributes}>'
            f"{piece[0].translate(_ESCAPES)}</text>"
        )


def _text_attributes(style: CellStyle) -> str:
    """Return the attributes in which a text differs from the document's default."""
    return "".join(
        [
            f' fill="{style.foreground}"' * (style.foreground != FOREGROUND),
            ' font-weight="bold"' * style.is_bold,
            ' text-decoration="underline"' * style.is_underlined,
        ]
    )
