"""Replay animations: an SVG that needs no script, font or style.

Each row that changes is a strip of all its lines, behind a window of one row; the strip moves line
by line.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from attrs import evolve

from cc3k.engine.view import GameView
from cc3k.export.colours import CellStyle, cell_styles
from cc3k.export.svg import (
    CELL_HEIGHT,
    CELL_WIDTH,
    MARGIN,
    ROWS_BELOW_BOARD,
    line_elements,
    svg_document,
)
from cc3k.saves.playback import Playback
from cc3k.terminal.canvas import Canvas, Line
from cc3k.ui.console import Console
from cc3k.ui.screen_layout import STANDARD_COLUMNS, STANDARD_ROWS, STATUS_ROWS, wrap_text
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.view import ConsoleRenderer


def screen_size(playback: Playback) -> tuple[int, int]:
    """Return the columns and rows that are just enough for every floor of the game."""
    rules, drawings = playback.session.rules, playback.session.floor_layouts
    plans = [drawing.board for drawing in drawings]
    plans += [rules.standard_board] * (len(plans) < rules.floor_count)
    columns, rows = max(plan.width for plan in plans), max(plan.height for plan in plans)
    return max(STANDARD_COLUMNS, columns), max(STANDARD_ROWS, rows + ROWS_BELOW_BOARD)


def replay_title(playback: Playback) -> str:
    game = playback.session.game
    return playback.session.greeting + (f" {game.race.name}." if game is not None else "")


def render_frames(playback: Playback, settings: ScreenSettings) -> Iterator[Canvas]:
    """Yield a screen for every page of every position, from start to end."""
    picture = evolve(settings, document=True)
    console = Console(playback.session, *screen_size(playback), picture)
    view = ConsoleRenderer(playback.session.rules, settings.glyphs)
    for position in range(playback.last_position + 1):
        playback.seek(position)
        console.notices = playback.messages
        for page, _ in enumerate(console.message_pages()):
            console.page_index = page
            yield view.draw(console)


def render_current_frame(playback: Playback, settings: ScreenSettings) -> tuple[Line, ...]:
    game = playback.session.game
    plan = playback.session.rules.standard_board if game is None else GameView(game).board
    columns = max(STANDARD_COLUMNS, plan.width)
    rows = plan.height + STATUS_ROWS + len(wrap_text(f"Action: {playback.message_text}", columns))
    picture = evolve(settings, document=True)
    console = Console(playback.session, columns, max(STANDARD_ROWS, rows), picture)
    console.notices = playback.messages
    return ConsoleRenderer(playback.session.rules, settings.glyphs).draw(console).lines[:rows]


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
    styles, first = cell_styles(settings.palette), canvases[0]
    elements: list[str] = []
    for row, line in enumerate(first.lines):
        lines = [canvas.lines[row] for canvas in canvases]
        changed = [number for number, (one, other) in enumerate(pairwise(lines), 1) if one != other]
        if not changed:
            elements += line_elements(row, line, styles)
            continue
        changes = {  # the first line, and those that differ, by their shares of the time
            frame / frames_per_second / seconds: lines[frame] for frame in (0, *changed)
        }
        elements += _animated_row(row, changes, seconds, styles)
    return svg_document(first.width, len(first.lines), replay_title(playback), elements)


def _animated_row(
    row: int, changes: Mapping[float, Line], seconds: float, styles: Mapping[str, CellStyle]
) -> Iterator[str]:
    lines = list(changes.values())
    places = {line: number for number, line in enumerate(dict.fromkeys(lines))}
    width = len(lines[0].text) * CELL_WIDTH + 2 * MARGIN
    values = ";".join([f"0 {-places[line] * CELL_HEIGHT}" for line in lines])
    times = ";".join([f"{time:.7g}" for time in changes])
    yield (
        f'<svg y="{MARGIN + row * CELL_HEIGHT}" width="{width}" height="{CELL_HEIGHT}" '
        f'viewBox="0 {MARGIN} {width} {CELL_HEIGHT}"><g><animateTransform '
        f'attributeName="transform" type="translate" calcMode="discrete" '
        f'dur="{seconds:g}s" repeatCount="indefinite" values="{values}" '
        f'keyTimes="{times}"/>'
    )
    for line, place in places.items():
        yield from line_elements(place, line, styles)
    yield "</g></svg>"
