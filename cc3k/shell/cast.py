"""A playback as an asciicast, version 2: a file that terminal players show, an event a picture."""

import json
from collections.abc import Iterator

from cc3k.record.playback import Playback
from cc3k.shell.film import frames, size_of, title_of
from cc3k.shell.terminal.xterm import HIDE_CURSOR, SHOW_CURSOR, xterm_brush
from cc3k.tty.canvas import Canvas, paint
from cc3k.ui.settings import Settings

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
