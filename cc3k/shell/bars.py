"""Standings as a picture: how the games of each race ended, as bars, and what they scored."""

from collections.abc import Iterator, Sequence
from html import escape

from cc3k.bots.statistics import Share, Standing, told
from cc3k.export.colours import TEXT
from cc3k.export.svg import BASELINE, CELL_HEIGHT, CELL_WIDTH, MARGIN, document

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
