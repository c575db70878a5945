"""A playback as a picture that moves: one SVG file that needs no script, font or style.

Each row that changes is a strip of all that it ever shows, behind a window of one row; what moves
is the strip, in jumps.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from cc3k.export.colours import Ink, inks
from cc3k.export.svg import CELL_HEIGHT, CELL_WIDTH, MARGIN, document, row_marks
from cc3k.record.playback import Playback
from cc3k.shell.film import frames, title_of
from cc3k.tty.canvas import Line
from cc3k.ui.settings import Settings

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
