"""Options of `cc3k replay`."""

import os
from argparse import BooleanOptionalAction, Namespace
from collections.abc import Iterable

from cc3k.cli.command import CommandParser, parse_whole_number, require_parsed, try_write
from cc3k.cli.streams import print_error
from cc3k.exit_codes import EXIT_DAMAGED, EXIT_DIVERGED, EXIT_OTHER_RULES, EXIT_USAGE
from cc3k.export.animation import (
    AnimationTooLong,
    render_animated_svg,
    render_current_frame,
    replay_title,
)
from cc3k.export.asciicast import asciicast_lines
from cc3k.export.colours import cell_styles
from cc3k.export.svg import render_svg
from cc3k.play.quoting import printable_name
from cc3k.saves.disk import atomic_write_text
from cc3k.saves.lookup import LAST_GAME, STANDARD_INPUT, journal_source
from cc3k.saves.paths import home_folder
from cc3k.saves.playback import DEFAULT_SPEED, Playback
from cc3k.ui.settings import GLYPH_SET_NAMES, PALETTE_NAMES, ScreenSettings

LAST_TURN = 1_000_000_000
"""Stands for the last turn: a number that no game reaches."""


class ReplayOptions(Namespace):
    file: str
    verify: bool
    script: bool
    plain: bool | None
    cast: str | None
    svg: str | None
    turn: int | None
    palette: str | None
    glyphs: str | None
    effects: bool | None = None


def build_parser() -> CommandParser:
    asked = CommandParser(
        prog="cc3k replay",
        description="Watch a game that is kept. In a terminal, ? shows the keys; through a pipe, "
        "its pages are told again.",
        epilog=f"Exit codes: {EXIT_DIVERGED} for a game that goes another way than its journal "
        "says, "
        f"{EXIT_OTHER_RULES} for one of another ruleset, {EXIT_DAMAGED} for a damaged journal.",
    )
    asked.add_argument(
        "file",
        metavar="FILE",
        help=f"a journal, the name of one that is kept, '{LAST_GAME}' for the newest game that has "
        f"ended, or '{STANDARD_INPUT}' for standard input",
    )
    mode = asked.add_mutually_exclusive_group()
    mode.add_argument("--verify", action="store_true", help="only see whether it is the same game")
    mode.add_argument("--script", action="store_true", help="plain frames, even in a terminal")
    mode.add_argument(
        "--plain", action=BooleanOptionalAction, help="sentences, for ears and slow lines"
    )
    mode.add_argument("--cast", metavar="FILE.cast", help="write a film for terminal players")
    mode.add_argument("--svg", metavar="FILE.svg", help="draw a moving picture")
    asked.add_argument(
        "--turn",
        type=_parse_turn,
        metavar="N",
        help=f"with --svg: draw only this turn, or '{LAST_GAME}'",
    )
    asked.add_argument("--palette", choices=PALETTE_NAMES, help="the colours")
    asked.add_argument("--glyphs", choices=GLYPH_SET_NAMES, help="how walls and floors are drawn")
    return asked


def _parse_turn(text: str) -> int:
    if text == LAST_GAME:
        return LAST_TURN
    return require_parsed(
        parse_whole_number(text, 0, LAST_TURN - 1), text, f"a number, or '{LAST_GAME}'"
    )


def export_replay(playback: Playback, options: ReplayOptions, settings: ScreenSettings) -> int:
    path = (options.svg if options.cast is None else options.cast) or ""
    try:
        return try_write(
            path,
            lambda: atomic_write_text(path, _file_contents(playback, options, settings)),
            [journal_source(options.file, home_folder(os.environ))],
        )
    except AnimationTooLong as error:
        name = printable_name(options.file)
        print_error(f"{name}: found {error}; expected fewer, or --turn N for one of them")
        return EXIT_USAGE


def _file_contents(
    playback: Playback, options: ReplayOptions, settings: ScreenSettings
) -> Iterable[str]:
    if options.cast is not None:
        return asciicast_lines(playback, settings, DEFAULT_SPEED)
    if options.turn is None:
        return [render_animated_svg(playback, settings, DEFAULT_SPEED)]
    playback.seek_turn(options.turn)
    return [
        render_svg(
            render_current_frame(playback, settings),
            cell_styles(settings.palette),
            replay_title(playback),
        )
    ]
