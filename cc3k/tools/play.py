"""To play: what is asked for on the command line, and where the game goes on (§6)."""

import argparse
import os
import select
import shlex
import sys
from collections.abc import Sequence

from cc3k import __version__
from cc3k.content.layout import Layout, LayoutError
from cc3k.content.roster import BASE
from cc3k.engine.characters import Race
from cc3k.play.session import Session
from cc3k.shell.choices import A_RACE, A_SEED, RACES, race_of, seed_of
from cc3k.shell.files import load_layout, shipped_layouts
from cc3k.shell.script import run_script
from cc3k.shell.settings import GLYPHS, KEYMAPS, PALETTES, ConfigError, Settings
from cc3k.shell.streams import FAILED, OK, USAGE, complain

SEED_BYTES = 4
"""Size of a seed drawn from the system: short enough to be typed again."""

CHOICES = ("palette", "glyphs", "keys", "bind", "more", "effects", "mouse")
"""What of the settings is chosen by an option or the configuration file."""


class Wanted(argparse.Namespace):
    """What the command line asks for, and the player's file where it is read; None if nothing."""

    floors: str | None
    second: int | None
    floor: str | None
    seed: int | None
    race: Race | None
    script: bool
    plain: bool | None
    picture: str | None
    palette: str | None
    glyphs: str | None
    keys: str | None
    bind: dict[str, str] | None = None
    more: bool | None
    effects: bool | None
    mouse: bool | None


def run(arguments: Sequence[str]) -> int:
    """Play as the arguments say; return the exit code."""
    try:
        wanted = _parse(arguments)
        if not wanted.script and wanted.picture is None and _is_terminal():
            _configure(wanted)
        session = _session(wanted)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    except (ConfigError, LayoutError) as error:
        complain(str(error))
        return USAGE
    if wanted.picture is not None:
        return _draw(wanted.picture, session, _settings(wanted))
    if sys.stdout is None:
        complain("standard output is closed")
        return FAILED
    plain = bool(wanted.plain) or (not wanted.script and _is_terminal())
    if plain and not wanted.plain:
        # Imported only when a screen may be opened: a pipe need not wait for it.
        from cc3k.shell.terminal.loop import run_terminal  # noqa: PLC0415
        from cc3k.shell.terminal.screen import open_screen  # noqa: PLC0415

        settings = _settings(wanted)
        screen = open_screen(os.environ, settings.palette, mouse=settings.mouse)
        if screen is not None:
            return run_terminal(session, screen, settings)
    if plain:
        # Imported only when it is to speak: other games need not wait for it.
        from cc3k.shell.plain import run_plain  # noqa: PLC0415

        run_plain(session, _read_input, sys.stdout)
    else:
        run_script(session, _read_input, sys.stdout)
    return OK


def _draw(path: str, session: Session, settings: Settings) -> int:
    """Write a picture of the session's first frame."""
    # Imported only when one is wanted: a game need not wait for it.
    from cc3k.shell.picture import write_picture  # noqa: PLC0415

    try:
        write_picture(path, session, settings)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        reason = error.strerror if isinstance(error, OSError) else None
        complain(f"{path if path and path.isprintable() else ascii(path)}: {reason or error}")
        return FAILED
    return OK


def _read_input(size: int) -> bytes:
    if sys.stdin is None:
        return b""
    select.select([sys.stdin], [], [])  # the other side may have made it non-blocking
    return os.read(sys.stdin.fileno(), size)


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _configure(wanted: Wanted) -> None:
    """Let the player's file choose what no option has chosen."""
    # Imported only here: what plays through a pipe need not wait for it.
    from cc3k.shell.config import read_config  # noqa: PLC0415

    for name, value in read_config(os.environ).items():
        if getattr(wanted, name) is None:
            setattr(wanted, name, value)


def _session(wanted: Wanted) -> Session:
    layout = Layout() if wanted.floor is None else load_layout(wanted.floor, BASE)
    for warning in layout.warnings:
        complain(f"warning: {warning}")
    seed = wanted.seed
    if seed is None:
        seed = int.from_bytes(os.urandom(SEED_BYTES), "little")
    session = Session(BASE, seed, layout.drawings)
    if wanted.race is not None:
        session.begin(wanted.race)
    return session


def _settings(wanted: Wanted) -> Settings:
    name = wanted.floor
    command = "cc3k" if name is None else f"cc3k --floor {shlex.quote(name)}"
    values = {choice: getattr(wanted, choice) for choice in CHOICES}
    chosen = {choice: value for choice, value in values.items() if value is not None}
    return Settings(**chosen, command=command)


def _parse(arguments: Sequence[str]) -> Wanted:
    parser = argparse.ArgumentParser(
        prog="cc3k",
        allow_abbrev=False,  # an option added later must not change what a script means
        description="ChamberCrawler3000: five floors, twenty enemies on each, one way down.",
        epilog=f"Layouts that come with the game: {', '.join(shipped_layouts())}. "
        "What is to hold for all games on a terminal: ~/.config/cc3k/config.toml.",
    )
    parser.add_argument("floors", nargs="?", metavar="FLOORS", help="the same as --floor")
    parser.add_argument("second", nargs="?", metavar="SEED", type=_seed, help="the same as --seed")
    parser.add_argument(
        "--floor", metavar="FLOORS", help="play this layout file, or a layout of the game's own"
    )
    parser.add_argument("--seed", metavar="N", type=_seed, help="play the games of this seed")
    parser.add_argument("--race", metavar="NAME", type=_race, help=f"begin as one of: {RACES}")
    switch = argparse.BooleanOptionalAction
    lines = parser.add_mutually_exclusive_group()
    lines.add_argument(
        "--script", action="store_true", help="words in, plain frames out, even in a terminal"
    )
    lines.add_argument(
        "--plain", action=switch, help="words in, sentences out, for ears and slow lines"
    )
    parser.add_argument(
        "--picture",
        metavar="FILE.svg",
        help="draw the first frame into a file, and do not play; no configuration is read",
    )
    screen = parser.add_argument_group("on a screen")
    for name, choices, meaning in (
        ("palette", PALETTES, "the colours; deuteran is safe for the colour-blind"),
        ("glyphs", GLYPHS, "how walls and floors are drawn"),
        ("keys", KEYMAPS, "which keys move; ? shows all of them"),
    ):
        screen.add_argument(f"--{name}", choices=choices, help=meaning)
    for name, meaning in (
        ("more", "stop where a message does not fit"),
        ("effects", "let damage flash"),
        ("mouse", "travel to where it clicks, look with its right button"),
    ):
        screen.add_argument(f"--{name}", action=switch, help=meaning)
    version = f"cc3k {__version__} (ruleset {BASE.version})"
    parser.add_argument("--version", action="version", version=version)
    wanted = parser.parse_args(arguments, Wanted())
    if wanted.floor is not None and wanted.floors is not None:
        parser.error(f"two layouts, {wanted.floor!a} and {wanted.floors!a}: expected one")
    if wanted.seed is not None and wanted.second is not None:
        parser.error(f"two seeds, {wanted.seed} and {wanted.second}: expected one")
    wanted.floor = wanted.floors if wanted.floor is None else wanted.floor
    wanted.seed = wanted.second if wanted.seed is None else wanted.seed
    return wanted


def _seed(text: str) -> int:
    seed = seed_of(text)
    if seed is None:
        raise _unfit(text, A_SEED)
    return seed


def _race(text: str) -> Race:
    race = race_of(text)
    if race is None:
        raise _unfit(text, A_RACE)
    return race


def _unfit(text: str, expected: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"{text!a}: expected {expected}")
