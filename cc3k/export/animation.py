"""A playback as a picture that moves: one SVG file that needs no script, font or style.

Each row that changes is a strip of all that it ever shows, behind a window of one row; what moves
is the strip, in jumps.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from cc3k.export.colours import HIDE_CURSOR, SHOW_CURSOR, Ink, inks, xterm_brush
from cc3k.export.svg import CELL_HEIGHT, CELL_WIDTH, MARGIN, STATUS_ROWS, document, row_marks
from cc3k.play.messages import greeting
from cc3k.record.playback import Playback
from cc3k.tty.canvas import Canvas, Line, paint
from cc3k.ui.console import Console
from cc3k.ui.screen_layout import FEWEST_COLUMNS, FEWEST_ROWS, FIGURE_ROWS, fold
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


MOST_FRAMES = 4_000
"""Pictures of one animation: two or three megabytes."""

HOLD = 2.0
"""Seconds for which the last picture stays before it all begins again."""


class TooLong(Exception):
    """A game with more pictures than an animation has room for."""


def moving_picture(playback: Playback, settings: Settings, speed: int) -> str:
    """Return the pictures of a playback one after another, so many a second, again and again.

    Raises `TooLong`.
    """
    found = frames(playback, settings)
    canvases = [canvas for canvas, _ in zip(found, range(MOST_FRAMES + 1), strict=False)]
    if len(canvases) > MOST_FRAMES:
        message = f"more than {MOST_FRAMES} pictures"
        raise TooLong(message)
    seconds = (len(canvases) - 1) / speed + HOLD
    with_inks, first = inks(settings.palette), canvases[0]
    marks: list[str] = []
    for row, line in enumerate(first.lines):
        changes = _changes([canvas.lines[row] for canvas in canvases])
        moving = _Strip(row, changes, [frame / speed / seconds for frame in changes], seconds)
        marks += moving.marks(with_inks) if len(changes) > 1 else row_marks(row, line, with_inks)
    return document(first.width, len(first.lines), title_of(playback), marks)


def _changes(lines: Sequence[Line]) -> dict[int, Line]:
    """Return each line that is not as the one before it, by its number; the first one is."""
    changed = [number for number, (one, other) in enumerate(pairwise(lines), 1) if one != other]
    return {number: lines[number] for number in (0, *changed)}


@frozen
class _Strip:
    """A row that changes at some times, parts of all the seconds from 0 to 1."""

    row: int
    lines: Mapping[int, Line]
    times: Sequence[float]
    seconds: float

    def marks(self, with_inks: Mapping[str, Ink]) -> Iterator[str]:
        """Yield the window and the strip, each different line of it once."""
        lines = list(self.lines.values())
        places = {line: number for number, line in enumerate(dict.fromkeys(lines))}
        width = len(lines[0].text) * CELL_WIDTH + 2 * MARGIN
        values = ";".join([f"0 {-places[line] * CELL_HEIGHT}" for line in lines])
        times = ";".join([f"{time:.7g}" for time in self.times])
        yield (
            f'<svg y="{MARGIN + self.row * CELL_HEIGHT}" width="{width}" height="{CELL_HEIGHT}" '
            f'viewBox="0 {MARGIN} {width} {CELL_HEIGHT}"><g><animateTransform '
            f'attributeName="transform" type="translate" calcMode="discrete" '
            f'dur="{self.seconds:g}s" repeatCount="indefinite" values="{values}" '
            f'keyTimes="{times}"/>'
        )
        for line, place in places.items():
            yield from row_marks(place, line, with_inks)
        yield "</g></svg>"


VERSION = 2
_DIGITS = 3
"""Of a second: a thousandth is less than a screen can show."""


def cast(playback: Playback, settings: Settings, speed: int) -> Iterator[str]:
    """Yield the lines of the file, for so many pictures a second.

    It says nothing of when or where it was made: the same game makes the same file.
    """
    columns, rows = size_of(playback)
    header = {"version": VERSION, "width": columns, "height": rows, "title": title_of(playback)}
    yield f"{json.dumps(header)}\n"
    brush, number = xterm_brush(settings.palette), 0
    shown: Canvas | None = None
    for number, canvas in enumerate(frames(playback, settings)):
        painting = paint(shown, canvas, brush)
        if painting:
            yield _event(number / speed, painting if number else HIDE_CURSOR + painting)
        shown = canvas
    yield _event((number + 1) / speed, SHOW_CURSOR)


def _event(seconds: float, written: str) -> str:
    return f"{json.dumps([round(seconds, _DIGITS), 'o', written])}\n"
