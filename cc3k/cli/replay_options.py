"""What `cc3k replay` can be asked for."""

from argparse import BooleanOptionalAction, Namespace

from cc3k.record.playback import FASTEST, SLOWEST, USUAL
from cc3k.shell.parser import Parser
from cc3k.shell.shelf import LAST, STANDARD_INPUT
from cc3k.tools.arguments import fit, number_of
from cc3k.tty.streams import DAMAGED, DIVERGED, OTHER_RULES
from cc3k.ui.settings import GLYPHS, PALETTES

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
