"""SVG of a game screen: one file that needs no font or style from elsewhere."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from cc3k.bots.statistics import RaceStatistics, ShareEstimate, format_estimate
from cc3k.engine.game import GameState
from cc3k.engine.view import GameView
from cc3k.export.colours import BACKGROUND, FOREGROUND, RGB_COLOURS, CellStyle, cell_styles
from cc3k.play.messages import greeting_line
from cc3k.play.session import Session
from cc3k.record.statistics import LABEL_WIDTH, MAX_BAR_LENGTH, Bar, Chart
from cc3k.storage.disk import atomic_write_text
from cc3k.tty.canvas import Line
from cc3k.tty.terminal_codes import PLAIN_ROLE
from cc3k.ui.console import Console
from cc3k.ui.screen_layout import MIN_COLUMNS, MIN_ROWS
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.view import View

CELL_WIDTH, CELL_HEIGHT, BASELINE, FONT_SIZE = 9, 18, 14, 15
"""Size of a character cell, its baseline, and the font size, in SVG units."""

MARGIN = 12
ROWS_BELOW_BOARD = 5

_ROLE_RUN = re.compile(r"(.)\1*")
_TEXT_PIECE = re.compile(r"\S+(?: \S+)*")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def write_game_svg(path: str, session: Session, settings: ScreenSettings) -> None:
    """Write the SVG of a session's game to a file, atomically.

    A game not begun yet is begun with the first race. Raises `OSError`, also for what is there
    and is no regular file.
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
    marks = [mark for row, line in enumerate(lines) for mark in line_elements(row, line, styles)]
    return svg_document(len(lines[0].text), len(lines), title, marks)


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

    Blanks on bare paper need none. There are never two in a text: browsers show them as one.
    """
    top = MARGIN + row * CELL_HEIGHT
    for run in _ROLE_RUN.finditer(line.roles):
        ink = styles.get(run[1], styles[" "])
        if ink.background != BACKGROUND:
            yield (
                f'<rect x="{_column_x(run.start())}" y="{top}" width="{len(run[0]) * CELL_WIDTH}" '
                f'height="{CELL_HEIGHT}" fill="{ink.background}"/>'
            )
        for piece in _TEXT_PIECE.finditer(line.text, run.start(), run.end()):
            yield (
                f'<text x="{_column_x(piece.start())}" y="{top + BASELINE}" '
                f'textLength="{len(piece[0]) * CELL_WIDTH}"{_text_attributes(ink)}>'
                f"{piece[0].translate(_ESCAPES)}</text>"
            )


def _column_x(column: int) -> int:
    """Return the x coordinate of a column."""
    return MARGIN + column * CELL_WIDTH


def _text_attributes(style: CellStyle) -> str:
    """Return the attributes in which a text differs from the document's default."""
    return "".join(
        [
            f' fill="{style.foreground}"' * (style.foreground != FOREGROUND),
            ' font-weight="bold"' * style.is_bold,
            ' text-decoration="underline"' * style.is_underlined,
        ]
    )


LABEL_COLUMNS, BAR_COLUMNS, FIGURE_COLUMNS = 9, 50, 44
"""Columns for the race names, for the bars, and for the figures behind them."""

ROWS_ABOVE, ROWS_PER_RACE = 2, 2

WON_COLOUR = "#3fb950"
CAUSE_COLOURS = ("#f85149", "#db6d28", "#d29922", "#a371f7", "#388bfd", "#39c5cf", "#8b949e")
"""Colours for the causes of death, the most common first; further ones share the last."""


def render_arena_svg(statistics: Sequence[RaceStatistics], title: str) -> str:
    """Return an SVG bar chart of arena results; it needs no font or style from elsewhere."""
    causes = list(
        dict.fromkeys(cause for standing in reversed(statistics) for cause in standing.causes)
    )
    colours = {
        cause: CAUSE_COLOURS[min(n, len(CAUSE_COLOURS) - 1)] for n, cause in enumerate(causes)
    }
    rows = ROWS_ABOVE + ROWS_PER_RACE * len(statistics)
    marks = [_text_element(0, 0, title)]
    for number, standing in enumerate(statistics):
        marks += _race_elements(ROWS_ABOVE + ROWS_PER_RACE * number, standing, colours)
    for number, (cause, colour) in enumerate({"won": WON_COLOUR, **colours}.items()):
        marks += [
            _box_element(rows + number, LABEL_COLUMNS, 1, colour),
            _text_element(rows + number, LABEL_COLUMNS + 2, cause),
        ]
    columns = max(LABEL_COLUMNS + BAR_COLUMNS + FIGURE_COLUMNS, len(title))
    return svg_document(columns, rows + 1 + len(colours), title, marks)


def _race_elements(row: int, standing: RaceStatistics, colours: dict[str, str]) -> Iterator[str]:
    """Yield the SVG elements of a race: its name, the bar, the interval, the figures."""
    yield _text_element(row, 0, standing.race)
    at = float(LABEL_COLUMNS)
    parts = [
        (standing.won, WON_COLOUR),
        *[(of, colours[cause]) for cause, of in standing.causes.items()],
    ]
    for part, colour in parts:
        yield _box_element(row, at, part.value * BAR_COLUMNS, colour)
        at += part.value * BAR_COLUMNS
    yield _interval_element(row, standing.won)
    score = format_estimate(standing.score, ".1f")
    yield _text_element(
        row, LABEL_COLUMNS + BAR_COLUMNS + 1, f"{standing.won.value:.1%} won, score {score}"
    )


def _interval_element(row: int, won: ShareEstimate) -> str:
    """Return the line from one end of a confidence interval to the other."""
    left, right = [
        MARGIN + (LABEL_COLUMNS + end * BAR_COLUMNS) * CELL_WIDTH for end in (won.low, won.high)
    ]
    middle = MARGIN + row * CELL_HEIGHT + CELL_HEIGHT / 2
    return (
        f'<path d="M{left:.1f} {middle:.1f}H{right:.1f}" stroke="{FOREGROUND}" stroke-width="2"/>'
    )


def _box_element(row: int, column: float, columns: float, colour: str) -> str:
    left, top = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT + 2
    width, height = columns * CELL_WIDTH, CELL_HEIGHT - 4
    return f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{height}" fill="{colour}"/>'


def _text_element(row: int, column: int, text: str) -> str:
    left, foot = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT + BASELINE
    return (
        f'<text x="{left}" y="{foot}" textLength="{len(text) * CELL_WIDTH}">{escape(text)}</text>'
    )


CHART_TITLE = "ChamberCrawler3000"
CHART_COLUMNS = 88
"""Columns: a label, the longest bar and the longest figures."""

_HEADING_ROLE, _BAR_ROLE = "h", "b"
_STYLES = {
    PLAIN_ROLE: CellStyle(),
    _HEADING_ROLE: CellStyle(RGB_COLOURS["bright_white"], is_bold=True),
    _BAR_ROLE: CellStyle(background=RGB_COLOURS["blue"]),
}


def render_statistics_svg(summary: Iterable[str], charts: Iterable[Chart]) -> str:
    """Return an SVG of the summary lines and the charts, one below the other."""
    lines = [_text_line(CHART_TITLE, _HEADING_ROLE), *map(_text_line, summary)]
    for chart in charts:
        lines += [
            _text_line(""),
            _text_line(chart.title, _HEADING_ROLE),
            *map(_diagram_bar, chart.bars),
        ]
    return render_svg(tuple(lines), _STYLES, CHART_TITLE)


def _text_line(text: str, role: str = PLAIN_ROLE) -> Line:
    return Line(text, role * len(text)).padded(CHART_COLUMNS)


def _diagram_bar(bar: Bar) -> Line:
    label = f"  {bar.label:<{LABEL_WIDTH}}  "
    roles = PLAIN_ROLE * len(label) + _BAR_ROLE * bar.length
    return Line(f"{label}{'':<{MAX_BAR_LENGTH}}  {bar.figures_text}", roles).padded(CHART_COLUMNS)
