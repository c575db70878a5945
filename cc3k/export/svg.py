"""A game's first frame as a picture: one SVG file that needs no font or style from elsewhere."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from cc3k.bots.statistics import Share, Standing, told
from cc3k.engine.game import Game
from cc3k.export.colours import COLOURS, PAPER, TEXT, Ink, inks
from cc3k.play.messages import greeting
from cc3k.play.session import Session
from cc3k.record.statistics import LABEL, LONGEST, Bar, Chart
from cc3k.storage.disk import write_whole
from cc3k.tty.canvas import Line
from cc3k.tty.terminal_codes import PLAIN
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


NAMES, BAR, FIGURES = 9, 50, 44
"""Columns for the names of races, for the bars, and for the figures behind them."""

ROWS_ABOVE, ROWS_EACH = 2, 2

WON = "#3fb950"
CAUSES = ("#f85149", "#db6d28", "#d29922", "#a371f7", "#388bfd", "#39c5cf", "#8b949e")
"""Colours of what slew the PC, the commonest cause first; further ones share the last."""


def bars(found: Sequence[Standing], title: str) -> str:
    """Return the picture of some standings; it needs no font or style from elsewhere."""
    causes = list(dict.fromkeys(cause for standing in reversed(found) for cause in standing.causes))
    colours = {cause: CAUSES[min(n, len(CAUSES) - 1)] for n, cause in enumerate(causes)}
    rows = ROWS_ABOVE + ROWS_EACH * len(found)
    marks = [_text(0, 0, title)]
    for number, standing in enumerate(found):
        marks += _bar(ROWS_ABOVE + ROWS_EACH * number, standing, colours)
    for number, (cause, colour) in enumerate({"won": WON, **colours}.items()):
        marks += [_box(rows + number, NAMES, 1, colour), _text(rows + number, NAMES + 2, cause)]
    columns = max(NAMES + BAR + FIGURES, len(title))
    return document(columns, rows + 1 + len(colours), title, marks)


def _bar(row: int, standing: Standing, colours: dict[str, str]) -> Iterator[str]:
    """Yield the marks of a race: its name, a part for each ending, the interval, the figures."""
    yield _text(row, 0, standing.race)
    at = float(NAMES)
    parts = [(standing.won, WON), *[(of, colours[cause]) for cause, of in standing.causes.items()]]
    for part, colour in parts:
        yield _box(row, at, part.value * BAR, colour)
        at += part.value * BAR
    yield _whisker(row, standing.won)
    score = told(standing.score, ".1f")
    yield _text(row, NAMES + BAR + 1, f"{standing.won.value:.1%} won, score {score}")


def _whisker(row: int, won: Share) -> str:
    """Return the line from one end of an interval to the other."""
    left, right = [MARGIN + (NAMES + end * BAR) * CELL_WIDTH for end in (won.low, won.high)]
    middle = MARGIN + row * CELL_HEIGHT + CELL_HEIGHT / 2
    return f'<path d="M{left:.1f} {middle:.1f}H{right:.1f}" stroke="{TEXT}" stroke-width="2"/>'


def _box(row: int, column: float, columns: float, colour: str) -> str:
    left, top = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT + 2
    width, height = columns * CELL_WIDTH, CELL_HEIGHT - 4
    return f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{height}" fill="{colour}"/>'


def _text(row: int, column: int, text: str) -> str:
    left, foot = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT + BASELINE
    return (
        f'<text x="{left}" y="{foot}" textLength="{len(text) * CELL_WIDTH}">{escape(text)}</text>'
    )


TITLE = "ChamberCrawler3000"
WIDTH = 88
"""Columns: what a label, the longest bar and the longest figures take."""

_HEADING, _BAR = "h", "b"
_INKS = {
    PLAIN: Ink(),
    _HEADING: Ink(COLOURS["bright_white"], bold=True),
    _BAR: Ink(paper=COLOURS["blue"]),
}


def diagram(summary: Iterable[str], charts: Iterable[Chart]) -> str:
    """Return the picture of lines and charts, one below the other."""
    lines = [_line(TITLE, _HEADING), *map(_line, summary)]
    for chart in charts:
        lines += [_line(""), _line(chart.title, _HEADING), *map(_diagram_bar, chart.bars)]
    return svg(tuple(lines), _INKS, TITLE)


def _line(text: str, role: str = PLAIN) -> Line:
    return Line(text, role * len(text)).padded(WIDTH)


def _diagram_bar(bar: Bar) -> Line:
    label = f"  {bar.label:<{LABEL}}  "
    roles = PLAIN * len(label) + _BAR * bar.cells
    return Line(f"{label}{'':<{LONGEST}}  {bar.told}", roles).padded(WIDTH)
