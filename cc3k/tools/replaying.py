"""What `cc3k replay` can be asked for."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from cc3k.play.playback import FASTEST, SLOWEST, USUAL
from cc3k.shell.settings import GLYPHS, PALETTES
from cc3k.shell.shelf import LAST, STANDARD_INPUT

DIVERGED, OTHER_RULES, DAMAGED = 3, 4, 5
"""Exit codes: the game goes another way, is of another ruleset, or its journal is damaged."""

LONGEST_NUMBER = 9
"""Digits of a turn or a speed."""

END = 1_000_000_000
"""A turn that no game reaches, which stands for the last one."""


class Wanted(Namespace):
    """What the command line asks for."""

    file: str
    verify: bool
    script: bool
    plain: bool
    cast: str | None
    svg: str | None
    turn: int | None
    speed: int
    palette: str | None
    glyphs: str | None
    effects: bool | None = None


def parser() -> ArgumentParser:
    """Return what reads the arguments."""
    asked = ArgumentParser(
        prog="cc3k replay",
        allow_abbrev=False,
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
    mode.add_argument("--plain", action="store_true", help="sentences, for ears and slow lines")
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
    turn = _number(text)
    if turn is None:
        raise _unfit(text, f"a number, or '{LAST}'")
    return turn


def _speed(text: str) -> int:
    speed = _number(text)
    if speed is None or not SLOWEST <= speed <= FASTEST:
        raise _unfit(text, f"a number from {SLOWEST} to {FASTEST}")
    return speed


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(rf"[0-9]{{1,{LONGEST_NUMBER}}}", text) else None


def _unfit(text: str, expected: str) -> ArgumentTypeError:
    return ArgumentTypeError(f"{text!a}: expected {expected}")
