"""What was asked for on the command line, and how it ends (§6)."""

import argparse
import os
import re
import select
import sys
from collections.abc import Sequence
from typing import TextIO

from cc3k import __version__
from cc3k.content.layout import Layout, LayoutError
from cc3k.content.roster import BASE
from cc3k.engine.characters import Race
from cc3k.play.session import Session
from cc3k.shell.files import load_layout, shipped_layouts
from cc3k.shell.script import run_script

OK, FAILED, USAGE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
"""Exit codes; the last two are a shell's for a program ended by SIGINT or SIGPIPE."""

SEED_BYTES = 4
"""Size of a seed drawn from the system: short enough to be typed again."""

LONGEST_SEED = 32
"""Digits of a seed: enough for a clock's nanoseconds, and still a line to be shown."""

_RACES = ", ".join([race.name.lower() for race in BASE.races])


class Wanted(argparse.Namespace):
    """What the command line asks for."""

    floors: str | None
    second: int | None
    floor: str | None
    seed: int | None
    race: Race | None
    script: bool


def main(argv: Sequence[str] | None = None) -> int:
    """Run the game with those arguments, by default the program's own; return its exit code."""
    try:
        code = _run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        _give_up(sys.stdout)
        return INTERRUPTED
    except BrokenPipeError:
        _give_up(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        _give_up(sys.stdout)
        _complain(error.strerror or str(error))
        return FAILED
    return code


def _run(argv: Sequence[str] | None) -> int:
    try:
        wanted = _parse(argv)
        session = _session(wanted)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    except LayoutError as error:
        _complain(str(error))
        return USAGE
    if sys.stdout is None:
        _complain("standard output is closed")
        return FAILED
    if not wanted.script and _is_terminal():
        # Imported only when a screen may be opened: a pipe need not wait for it.
        from cc3k.shell.terminal import open_screen, run_terminal  # noqa: PLC0415

        screen = open_screen(os.environ)
        if screen is not None:
            return run_terminal(session, screen)
    run_script(session, _read_input, sys.stdout)
    return OK


def _read_input(size: int) -> bytes:
    if sys.stdin is None:
        return b""
    select.select([sys.stdin], [], [])  # the other side may have made it non-blocking
    return os.read(sys.stdin.fileno(), size)


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _session(wanted: Wanted) -> Session:
    name = wanted.floors if wanted.floor is None else wanted.floor
    layout = Layout() if name is None else load_layout(name, BASE)
    for warning in layout.warnings:
        _complain(f"warning: {warning}")
    seed = wanted.second if wanted.seed is None else wanted.seed
    if seed is None:
        seed = int.from_bytes(os.urandom(SEED_BYTES), "little")
    session = Session(BASE, seed, layout.drawings)
    if wanted.race is not None:
        session.begin(wanted.race)
    return session


def _parse(argv: Sequence[str] | None) -> Wanted:
    parser = argparse.ArgumentParser(
        prog="cc3k",
        allow_abbrev=False,  # an option added later must not change what a script means
        description="ChamberCrawler3000: five floors, twenty enemies on each, one way down.",
        epilog=f"Layouts that come with the game: {', '.join(shipped_layouts())}.",
    )
    parser.add_argument("floors", nargs="?", metavar="FLOORS", help="the same as --floor")
    parser.add_argument("second", nargs="?", metavar="SEED", type=_seed, help="the same as --seed")
    parser.add_argument(
        "--floor", metavar="FLOORS", help="play this layout file, or a layout of the game's own"
    )
    parser.add_argument("--seed", metavar="N", type=_seed, help="play the games of this seed")
    parser.add_argument("--race", metavar="NAME", type=_race, help=f"begin as one of: {_RACES}")
    parser.add_argument(
        "--script", action="store_true", help="words in, plain frames out, even in a terminal"
    )
    version = f"cc3k {__version__} (ruleset {BASE.version})"
    parser.add_argument("--version", action="version", version=version)
    wanted = parser.parse_args(argv, Wanted())
    if wanted.floor is not None and wanted.floors is not None:
        parser.error(f"two layouts, {wanted.floor!a} and {wanted.floors!a}: expected one")
    if wanted.seed is not None and wanted.second is not None:
        parser.error(f"two seeds, {wanted.seed} and {wanted.second}: expected one")
    return wanted


def _seed(text: str) -> int:
    if not re.fullmatch(rf"[+-]?[0-9]{{1,{LONGEST_SEED}}}", text):
        message = f"{text!a}: expected a whole number of at most {LONGEST_SEED} digits"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _race(text: str) -> Race:
    for race in BASE.races:
        if text.lower() in (race.name.lower(), race.key):
            return race
    message = f"{text!a}: expected one of {_RACES}"
    raise argparse.ArgumentTypeError(message)


def _complain(text: str) -> None:
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"cc3k: {text}\n")
    except OSError:
        _give_up(sys.stderr)


def _give_up(stream: TextIO | None) -> None:
    """Let what is still buffered go nowhere: a broken stream must not be flushed to at exit."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
