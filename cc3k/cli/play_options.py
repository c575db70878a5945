"""What is asked for on the command line when a game is to be played (§6)."""

import argparse
from collections.abc import Sequence
from functools import partial

from cc3k import __version__
from cc3k.cli.command import Parser, race, seed
from cc3k.content.roster import BASE
from cc3k.engine.actors import Race
from cc3k.storage.config import RACES, seed_of
from cc3k.storage.paths import shipped_layouts
from cc3k.ui.settings import GLYPHS, KEYMAPS, PALETTES

SWITCH = argparse.BooleanOptionalAction
"""What an option is that `--no-` before its name turns off."""

BY_HAND = ("plain", "journal", "goes_on", "new", "durable", "practice", "picture")
"""What is only for games that somebody plays: a bot's are watched, and nothing else."""


class Wanted(argparse.Namespace):
    """What the command line asks for, and the player's file where it is read; None if nothing."""

    floors: str | None
    second: int | None
    floor: str | None
    seed: int | None
    race: Race | None
    script: bool
    bot: str | None
    plain: bool | None
    picture: str | None
    journal: str | None
    goes_on: bool
    new: bool
    durable: bool
    practice: bool
    palette: str | None
    glyphs: str | None
    keys: str | None
    bind: dict[str, str] | None = None
    more: bool | None
    effects: bool | None
    mouse: bool | None


def parse(arguments: Sequence[str]) -> Wanted:
    """Return what the arguments ask for; raises `SystemExit` after telling what is wrong."""
    parser = _parser()
    wanted = parser.parse_args(arguments, Wanted())
    _take_number_for_seed(wanted)
    _check(wanted, parser)
    wanted.floor = wanted.floors if wanted.floor is None else wanted.floor
    wanted.seed = wanted.second if wanted.seed is None else wanted.seed
    return wanted


def _take_number_for_seed(wanted: Wanted) -> None:
    """Read what is no layout, as `--floor` has named one, as the seed that it is."""
    number = None if wanted.floor is None or wanted.second is not None else wanted.floors
    if number is not None and seed_of(number) is not None:
        wanted.second, wanted.floors = seed_of(number), None


def _parser() -> Parser:
    parser = Parser(
        prog="cc3k",
        # One is made for each option, and a width of its own would be looked up, at some cost.
        formatter_class=partial(argparse.HelpFormatter, width=80),
        description="ChamberCrawler3000: five floors, twenty enemies on each, one way down.",
        epilog=f"Layouts that come with the game: {', '.join(shipped_layouts())}. "
        "Commands: arena, check, catalog, daily, games, replay, scores, stats; each has a --help. "
        "What is to hold for all games on a terminal: ~/.config/cc3k/config.toml.",
    )
    _add_game(parser)
    _add_manner(parser)
    _add_keeping(parser)
    _add_screen(parser)
    version = f"cc3k {__version__} (ruleset {BASE.version})"
    parser.add_argument("--version", action="version", version=version)
    parser.formatter_class = argparse.HelpFormatter
    return parser


def _add_game(parser: Parser) -> None:
    """Ask which game is to be played, and by whom."""
    parser.add_argument("floors", nargs="?", metavar="FLOORS", help="the same as --floor")
    parser.add_argument("second", nargs="?", metavar="SEED", type=seed, help="the same as --seed")
    parser.add_argument(
        "--floor", metavar="FLOORS", help="play this layout file, or a layout of the game's own"
    )
    parser.add_argument("--seed", metavar="N", type=seed, help="play the games of this seed")
    parser.add_argument("--race", metavar="NAME", type=race, help=f"begin as one of: {RACES}")
    parser.add_argument(
        "--bot", metavar="NAME", help="watch a bot: random, greedy, careful, or another package's"
    )


def _add_manner(parser: Parser) -> None:
    """Ask whether it is told in frames, in sentences, or drawn once."""
    lines = parser.add_mutually_exclusive_group()
    lines.add_argument(
        "--script", action="store_true", help="words in, plain frames out, even in a terminal"
    )
    lines.add_argument(
        "--plain", action=SWITCH, help="words in, sentences out, for ears and slow lines"
    )
    parser.add_argument(
        "--picture",
        metavar="FILE.svg",
        help="draw the first frame into a file, and do not play; no configuration is read",
    )


def _add_keeping(parser: Parser) -> None:
    """Ask where the game is kept, and whether it is one that was left."""
    kept = parser.add_argument_group("what is kept: every game on a terminal, turn by turn")
    which = kept.add_mutually_exclusive_group()
    which.add_argument(
        "--continue", action="store_true", dest="goes_on", help="go on with the game played last"
    )
    which.add_argument("--new", action="store_true", help="begin another game without a question")
    kept.add_argument(
        "--journal", metavar="FILE", help="keep the game in this file; with --continue, go on there"
    )
    kept.add_argument(
        "--durable", action="store_true", help="keep it safe from a loss of power too"
    )
    kept.add_argument(
        "--practice", action="store_true", help="z takes turns back; nothing is scored"
    )


def _add_screen(parser: Parser) -> None:
    """Ask how a screen looks, and what it heeds."""
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
        screen.add_argument(f"--{name}", action=SWITCH, help=meaning)


def _check(wanted: Wanted, parser: Parser) -> None:
    """Refuse, by way of the parser, what cannot go together."""
    if wanted.floor is not None and wanted.floors is not None:
        parser.error(f"two layouts, {wanted.floor!a} and {wanted.floors!a}: expected one")
    if wanted.seed is not None and wanted.second is not None:
        parser.error(f"two seeds, {wanted.seed} and {wanted.second}: expected one")
    for name in BY_HAND if wanted.bot is not None else ():
        if getattr(wanted, name):
            option = "continue" if name == "goes_on" else name
            parser.error(f"argument --bot: not allowed with argument --{option}")
