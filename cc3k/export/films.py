"""Films of a replay: an asciicast with the codes of xterm, or an SVG that moves by itself."""

import json
import os
from collections.abc import Iterator, Mapping
from itertools import pairwise

from attrs import evolve

from cc3k.engine.text import printable_name, wrap_text
from cc3k.engine.view import GameView
from cc3k.export import pictures
from cc3k.play.frame import ACTION_LABEL
from cc3k.saves.disk import PRIVATE_FOLDER, atomic_write_text
from cc3k.saves.journal_format import JournalError
from cc3k.saves.journal_reader import read_stored_journal, rules_of_header
from cc3k.saves.open_files import reason_of
from cc3k.terminal.app import Canvas, Line
from cc3k.terminal.paint import TerminalCodes, render_changes
from cc3k.ui.console import Console
from cc3k.ui.palette import PALETTES, ROLE_LETTERS
from cc3k.ui.renderer import ConsoleRenderer
from cc3k.ui.replay_screen import Playback
from cc3k.ui.screen_layout import STANDARD_COLUMNS, STANDARD_ROWS, STATUS_ROWS
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

_COLOUR_NUMBERS = {name: number for number, name in enumerate(pictures.RGB_COLOURS)}
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
    front, back, attributes = pictures.parse_style(style)
    codes = [_ATTRIBUTE_CODES[name] for name in attributes if name in _ATTRIBUTE_CODES]
    codes += [_foreground_code(front)] if front else []
    codes += [_foreground_code(back) + _BACKGROUND_OFFSET] if back else []
    return f"\x1b[{';'.join(map(str, codes))}m" if codes else ""


def _foreground_code(name: str) -> int:
    number = _COLOUR_NUMBERS[name]
    if number < _DARK_COLOURS:
        return _FIRST_FOREGROUND + number
    return _FIRST_BRIGHT_FOREGROUND + number - _DARK_COLOURS


def screen_size(playback: Playback) -> tuple[int, int]:
    """Return the columns and rows that are just enough for every floor of the game."""
    rules, drawings = playback.session.rules, playback.session.floor_layouts
    plans = [drawing.board for drawing in drawings]
    plans += [rules.standard_board] * (len(plans) < rules.floor_count)
    columns, rows = max(plan.width for plan in plans), max(plan.height for plan in plans)
    return max(STANDARD_COLUMNS, columns), max(STANDARD_ROWS, rows + pictures.ROWS_BELOW_BOARD)


def replay_title(playback: Playback) -> str:
    game = playback.session.game
    return playback.session.greeting + (f" {game.race.name}." if game is not None else "")


def render_frames(playback: Playback, settings: ScreenSettings) -> Iterator[Canvas]:
    """Yield a screen for every page of every position, from start to end."""
    picture = evolve(settings, document=True)
    console = Console(playback.session, *screen_size(playback), picture)
    view = ConsoleRenderer()
    for position in range(playback.last_position + 1):
        playback.seek(position)
        console.show(*playback.messages)
        yield view.draw(console)
        while console.has_next_page:
            console.turn_to(console.note.page + 1)
            yield view.draw(console)


def draw_last_board(journal: str, path: str, settings: ScreenSettings) -> str:
    """Draw the last board of a game into a file; return a sentence that says so, or why not."""
    try:
        record = read_stored_journal(journal).record
        playback = Playback.from_record(record, rules_of_header(record.header))
        playback.seek(playback.last_position)
        os.makedirs(os.path.dirname(path), PRIVATE_FOLDER, exist_ok=True)
        atomic_write_text(path, [render_current_frame(playback, settings)])
    except (OSError, JournalError) as error:
        return f"{printable_name(path)}: {reason_of(error)}."
    return f"The last board is drawn: {printable_name(path)}"


def render_current_frame(playback: Playback, settings: ScreenSettings) -> str:
    """Return an SVG of the frame at the position of a playback."""
    game = playback.session.game
    plan = playback.session.rules.standard_board if game is None else GameView(game).board
    columns = max(STANDARD_COLUMNS, plan.width)
    action_rows = wrap_text(f"{ACTION_LABEL}{playback.message_text}", columns)
    rows = plan.height + STATUS_ROWS + len(action_rows)
    picture = evolve(settings, document=True)
    console = Console(playback.session, columns, max(STANDARD_ROWS, rows), picture)
    console.show(*playback.messages)
    canvas = ConsoleRenderer().draw(console)
    styles, title = pictures.cell_styles(settings.palette), replay_title(playback)
    return pictures.render_svg(canvas.lines[:rows], styles, title)


MAX_FRAMES = 4_000
"""Frames of one animation at most: two or three megabytes."""

LAST_FRAME_SECONDS = 2.0
"""Seconds that the last frame stays before the animation starts over."""


class AnimationTooLong(Exception):
    """Raised for a replay with more frames than an animation may have."""


def render_animated_svg(
    playback: Playback, settings: ScreenSettings, frames_per_second: int
) -> str:
    """Return the frames of a replay as a looping SVG; raise `AnimationTooLong`."""
    frames = render_frames(playback, settings)
    canvases = [canvas for canvas, _ in zip(frames, range(MAX_FRAMES + 1), strict=False)]
    if len(canvases) > MAX_FRAMES:
        message = f"more than {MAX_FRAMES} pictures"
        raise AnimationTooLong(message)
    seconds = (len(canvases) - 1) / frames_per_second + LAST_FRAME_SECONDS
    styles, first = pictures.cell_styles(settings.palette), canvases[0]
    elements: list[str] = []
    for row, line in enumerate(first.lines):
        lines = [canvas.lines[row] for canvas in canvases]
        changed = [number for number, (one, other) in enumerate(pairwise(lines), 1) if one != other]
        if not changed:
            elements += pictures.line_elements(row, line, styles)
            continue
        changes = {  # the first line, and those that differ, by their shares of the time
            frame / frames_per_second / seconds: lines[frame] for frame in (0, *changed)
        }
        elements += _animated_row(row, changes, seconds, styles)
    return pictures.svg_document(first.width, len(first.lines), replay_title(playback), elements)


def _animated_row(
    row: int,
    changes: Mapping[float, Line],
    seconds: float,
    styles: Mapping[str, pictures.CellStyle],
) -> Iterator[str]:
    lines = list(changes.values())
    places = {line: number for number, line in enumerate(dict.fromkeys(lines))}
    width = len(lines[0].text) * pictures.CELL_WIDTH + 2 * pictures.MARGIN
    height, margin = pictures.CELL_HEIGHT, pictures.MARGIN
    values = ";".join([f"0 {-places[line] * height}" for line in lines])
    times = ";".join([f"{time:.7g}" for time in changes])
    yield (
        f'<svg y="{margin + row * height}" width="{width}" height="{height}" '
        f'viewBox="0 {margin} {width} {height}"><g><animateTransform '
        f'attributeName="transform" type="translate" calcMode="discrete" '
        f'dur="{seconds:g}s" repeatCount="indefinite" values="{values}" '
        f'keyTimes="{times}"/>'
    )
    for line, place in places.items():
        yield from pictures.line_elements(place, line, styles)
    yield "</g></svg>"
