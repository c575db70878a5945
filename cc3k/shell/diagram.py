"""A history as a picture: one SVG file whose bars are cells of a paper of their own."""

from collections.abc import Iterable

from cc3k.export.colours import COLOURS, Ink
from cc3k.export.svg import svg
from cc3k.play.chart import LABEL, LONGEST, Bar, Chart
from cc3k.tty.canvas import Line
from cc3k.tty.terminal_codes import PLAIN

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
        lines += [_line(""), _line(chart.title, _HEADING), *map(_bar, chart.bars)]
    return svg(tuple(lines), _INKS, TITLE)


def _line(text: str, role: str = PLAIN) -> Line:
    return Line(text, role * len(text)).padded(WIDTH)


def _bar(bar: Bar) -> Line:
    label = f"  {bar.label:<{LABEL}}  "
    roles = PLAIN * len(label) + _BAR * bar.cells
    return Line(f"{label}{'':<{LONGEST}}  {bar.told}", roles).padded(WIDTH)
