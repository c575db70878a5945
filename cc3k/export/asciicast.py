"""Asciicasts: a replay as the output of a terminal, with the codes of xterm."""

import json
from collections.abc import Iterator

from cc3k.export.animation import render_frames, replay_title, screen_size
from cc3k.export.colours import RGB_COLOURS, parse_style
from cc3k.saves.playback import Playback
from cc3k.terminal.codes import TerminalCodes
from cc3k.terminal.paint import render_changes
from cc3k.ui.palette import PALETTES, ROLE_LETTERS
from cc3k.ui.settings import ScreenSettings

ASCIICAST_VERSION = 2
_TIME_DIGITS = 3
"""Digits of a second: a thousandth is less than a screen can show."""


def asciicast_lines(playback: Playback, settings: ScreenSettings, speed: int) -> Iterator[str]:
    """Yield the lines of an asciicast file, at `speed` frames a second.

    Without date or host name in it: the same game makes the same file.
    """
    columns, rows = screen_size(playback)
    header = {
        "version": ASCIICAST_VERSION,
        "width": columns,
        "height": rows,
        "title": replay_title(playback),
    }
    yield f"{json.dumps(header)}\n"
    codes, number = xterm_codes(settings.palette), 0
    shown = None
    for number, canvas in enumerate(render_frames(playback, settings)):
        painting = render_changes(shown, canvas, codes)
        if painting:
            yield _event_line(number / speed, painting if number else HIDE_CURSOR + painting)
        shown = canvas
    yield _event_line((number + 1) / speed, SHOW_CURSOR)


def _event_line(seconds: float, output: str) -> str:
    return f"{json.dumps([round(seconds, _TIME_DIGITS), 'o', output])}\n"


HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"

_COLOUR_NUMBERS = {name: number for number, name in enumerate(RGB_COLOURS)}
_ATTRIBUTE_CODES = {"bold": 1, "underline": 4, "reverse": 7}
_FIRST_FOREGROUND, _FIRST_BRIGHT_FOREGROUND, _BACKGROUND_OFFSET = 30, 90, 10
"""Codes of the first dark and the first bright colour, and the offset of a background."""

_DARK_COLOURS = 8


def xterm_codes(palette: str) -> TerminalCodes:
    roles = PALETTES[palette].items()
    styles = {ROLE_LETTERS[role]: _style_sequence(style) for role, style in roles}
    return TerminalCodes(
        styles,
        reset="\x1b[m",
        clear_screen="\x1b[H\x1b[2J",
        erase_to_line_end="\x1b[K",
        move_to=lambda row, column: f"\x1b[{row + 1};{column + 1}H",
        move_to_column=lambda column: f"\x1b[{column + 1}G",
        move_right=lambda columns: f"\x1b[{columns}C",
        move_left=lambda columns: f"\x1b[{columns}D",
        move_down=lambda rows: f"\x1b[{rows}B",
    )


def _style_sequence(style: str) -> str:
    front, back, attributes = parse_style(style)
    codes = [_ATTRIBUTE_CODES[name] for name in attributes if name in _ATTRIBUTE_CODES]
    codes += [_foreground_code(front)] if front else []
    codes += [_foreground_code(back) + _BACKGROUND_OFFSET] if back else []
    return f"\x1b[{';'.join(map(str, codes))}m" if codes else ""


def _foreground_code(name: str) -> int:
    number = _COLOUR_NUMBERS[name]
    if number < _DARK_COLOURS:
        return _FIRST_FOREGROUND + number
    return _FIRST_BRIGHT_FOREGROUND + number - _DARK_COLOURS
