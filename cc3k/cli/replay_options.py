"""What `cc3k replay` can be asked for."""

from argparse import BooleanOptionalAction, Namespace
from collections.abc import Iterable

from cc3k.cli.command import Parser, fit, number_of, written
from cc3k.export.animation import TooLong, cast, moving_picture, still, title_of
from cc3k.export.colours import inks
from cc3k.export.svg import svg
from cc3k.play.quoting import shown
from cc3k.record.playback import FASTEST, SLOWEST, USUAL, Playback
from cc3k.storage.disk import write_whole
from cc3k.storage.lookup import LAST, STANDARD_INPUT
from cc3k.tty.streams import DAMAGED, DIVERGED, OTHER_RULES, USAGE, complain
from cc3k.ui.settings import GLYPHS, PALETTES, Settings

END = 1_000_000_000
"""A turn that no game reaches, which stands for the last one."""


class Wanted(Namespace):
    """What the command line asks for."""

    file: str
    verify: bool
    script: bool
    plain: bool | None
    cast: str | None
    svg: str | None
    turn: int | None
    speed: int
    palette: str | None
    glyphs: str | None
    effects: bool | None = None


def parser() -> Parser:
    """Return what reads the arguments."""
    asked = Parser(
        prog="cc3k replay",
        description="Watch a game that is kept. In a terminal, ? shows the keys; through a pipe, "
        "its pages are told again.",
        epilog=f"Exit codes: {DIVERGED} for a game that goes another way than its journal says, "
        f"{OTHER_RULES} for one of another ruleset, {DAMAGED} for a damaged journal.",
    )
    asked.add_argument(
        "file",
        metavar="FILE",
        help=f"a journal, the name of one that is kept, '{LAST}' for the newest game that has "
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
        "--turn", type=_turn, metavar="N", help=f"with --svg: draw only this turn, or '{LAST}'"
    )
    asked.add_argument(
        "--speed", type=_speed, default=USUAL, metavar="N", help="so many commands a second"
    )
    asked.add_argument("--palette", choices=PALETTES, help="the colours")
    asked.add_argument("--glyphs", choices=GLYPHS, help="how walls and floors are drawn")
    return asked


def _turn(text: str) -> int:
    if text == LAST:
        return END
    return fit(number_of(text, 0, END - 1), text, f"a number, or '{LAST}'")


def _speed(text: str) -> int:
    expected = f"a number from {SLOWEST} to {FASTEST}"
    return fit(number_of(text, SLOWEST, FASTEST), text, expected)


def film(playback: Playback, wanted: Wanted, settings: Settings) -> int:
    """Write the file that is asked for, whole or not at all; return the exit code."""
    path = (wanted.svg if wanted.cast is None else wanted.cast) or ""
    try:
        return written(path, lambda: write_whole(path, _pieces(playback, wanted, settings)))
    except TooLong as error:
        name = shown(wanted.file)
        complain(f"{name}: found {error}; expected fewer, or --turn N for one of them")
        return USAGE


def _pieces(playback: Playback, wanted: Wanted, settings: Settings) -> Iterable[str]:
    """Return what is to be in the file."""
    if wanted.cast is not None:
        return cast(playback, settings, wanted.speed)
    if wanted.turn is None:
        return [moving_picture(playback, settings, wanted.speed)]
    playback.to_turn(wanted.turn)
    return [svg(still(playback, settings), inks(settings.palette), title_of(playback))]
