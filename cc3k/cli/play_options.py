"""Options of playing a game: the command line of `cc3k` without a tool name (§6)."""

import argparse
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cc3k import __version__
from cc3k.cli.argument_parser import LineHelpFormatter
from cc3k.cli.command import CommandParser, parse_hp_limit_argument, parse_seed_argument
from cc3k.cli.command_names import COMMANDS
from cc3k.cli.expansion_options import ExpansionOptions, add_expansion_options, parse_race_or_name
from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.play.commands import RACE_NAMES, parse_race, parse_seed
from cc3k.play.quoting import escape_to_ascii

if TYPE_CHECKING:
    from cc3k.play.interruptions import HpLimit

ON_OFF_OPTION = argparse.BooleanOptionalAction
"""Action of an option that `--no-` before its name turns off."""

SEED_BYTES = 4
"""Size of a random seed."""

HUMAN_ONLY_OPTIONS = (
    *("plain", "journal", "resume", "new", "fsync", "practice", "svg"),
    "tutorial",
)
"""Options that cannot be combined with a bot, whose games are only watched."""


class PlayOptions(ExpansionOptions):
    """Parsed command line for playing, completed from the configuration file; None if not given.

    `rules` are those that its expansions make.
    """

    positional_floor: str | None
    positional_seed: int | None
    floor: str | None = None
    seed: int | None = None
    rules: Rules = BASE_RULES
    script: bool = False
    bot: str | None = None
    plain: bool | None = None
    svg: str | None = None
    journal: str | None = None
    resume: bool = False
    new: bool = False
    fsync: bool = False
    practice: bool = False
    tutorial: bool = False
    palette: str | None = None
    glyphs: str | None = None
    keys: str | None = None
    bind: dict[str, str] | None = None
    more: bool | None = None
    effects: bool | None = None
    bell: bool | None = None
    mouse: bool | None = None
    fight_until: "HpLimit | None" = None


def random_seed() -> int:
    """Return a seed drawn from the system, short enough to be typed again (R34)."""
    return int.from_bytes(os.urandom(SEED_BYTES), "little")


def parse_play_options(arguments: Sequence[str], prog: str = "cc3k") -> PlayOptions:
    """Return the parsed arguments of that command; raises `SystemExit` after printing an error."""
    parser = build_parser(prog)
    options = parser.parse_args(arguments, PlayOptions())
    options.parser = parser
    _read_number_as_seed(options)
    _check_conflicts(options, parser)
    _choose_tutorial(options)
    options.floor = options.positional_floor if options.floor is None else options.floor
    options.seed = options.positional_seed if options.seed is None else options.seed
    return options


def _choose_tutorial(options: PlayOptions) -> None:
    """Set the layout of the tutorial, and its race unless one is given."""
    if options.tutorial:
        # Imported here for a fast start: needed only by who learns to play.
        from cc3k.play.tutorial import TUTORIAL_LAYOUT, TUTORIAL_RACE
        from cc3k.saves.paths import shipped_layouts

        options.floor = shipped_layouts().get(TUTORIAL_LAYOUT, TUTORIAL_LAYOUT)
        options.race = parse_race(TUTORIAL_RACE) if options.race is None else options.race


def _read_number_as_seed(options: PlayOptions) -> None:
    """Read a number as the seed, not as a layout, if `--floor` already names one."""
    number = (
        None
        if options.floor is None or options.positional_seed is not None
        else options.positional_floor
    )
    if number is not None and parse_seed(number) is not None:
        options.positional_seed, options.positional_floor = parse_seed(number), None


def build_parser(prog: str = "cc3k") -> CommandParser:
    parser = CommandParser(
        prog=prog,
        # argparse makes a formatter for each option, which would look up the width each time.
        formatter_class=partial(LineHelpFormatter, width=80),
        description="ChamberCrawler3000: five floors, twenty enemies on each, one way down.",
    )
    _add_game_options(parser)
    lines = parser.add_mutually_exclusive_group()
    lines.add_argument(
        "--script", action="store_true", help="words in, plain frames out, even in a terminal"
    )
    add_plain_option(lines.add_argument)
    add_expansion_options(parser)
    parser.add_late_options(lambda _: _add_rarer_options(parser))
    parser.formatter_class = LineHelpFormatter
    return parser


def _add_game_options(parser: CommandParser) -> None:
    parser.add_argument("positional_floor", nargs="?", metavar="FLOORS", help="the same as --floor")
    parser.add_argument(
        "positional_seed",
        nargs="?",
        metavar="SEED",
        type=parse_seed_argument,
        help="the same as --seed",
    )
    parser.add_argument(
        "--floor",
        "--layout",
        metavar="FLOORS",
        help="play this layout file, or a layout of the game's own",
    )
    parser.add_argument(
        "--seed", metavar="N", type=parse_seed_argument, help="play the games of this seed"
    )
    parser.add_argument(
        "--race", metavar="NAME", type=parse_race_or_name, help=f"begin as one of: {RACE_NAMES}"
    )


def _add_rarer_options(parser: CommandParser) -> None:
    """Add what a script seldom has, so that it need not wait for it."""
    # Imported here for a fast start: needed only for the names of layouts.
    from cc3k.saves.paths import shipped_layouts

    parser.epilog = (
        f"Layouts that come with the game: {', '.join(shipped_layouts())}. "
        f"Commands: {', '.join(COMMANDS)}; each has a --help, and `cc3k help` says what they do. "
        "`cc3k help keys` and other topics explain the rest. "
        "Defaults for all games on a terminal live in ~/.config/cc3k/config.toml."
    )
    parser.add_argument(
        "--tutorial", action="store_true", help="learn to play: a first floor with a dozen hints"
    )
    parser.add_argument(
        "--bot", metavar="NAME", help="watch a bot: random, greedy, careful, or another package's"
    )
    parser.add_argument(
        "--svg",
        metavar="FILE.svg",
        help="draw the first frame into a file, and do not play; no configuration is read",
    )
    version = f"cc3k {__version__} (ruleset {BASE_RULES.ruleset})"
    parser.add_argument("--version", action="version", version=version)
    _add_recording_options(parser)
    screen = add_screen_options(parser)
    for name, meaning in (
        ("more", "page messages that do not fit even when shortened"),
        ("effects", "let damage flash"),
        ("bell", "ring when a turn costs a quarter of your HP"),
        ("mouse", "travel with a click, look with the right button"),
    ):
        screen.add_argument(f"--{name}", action=ON_OFF_OPTION, help=meaning)


def add_plain_option(add_argument: Callable[..., object]) -> None:
    """Add the option for sentences, to a parser or to a group."""
    add_argument(
        "--plain",
        action=ON_OFF_OPTION,
        help="words in, sentences out, for screen readers and slow lines",
    )


def _add_recording_options(parser: CommandParser) -> None:
    kept = parser.add_argument_group("saved games: every game on a terminal, turn by turn")
    which = kept.add_mutually_exclusive_group()
    which.add_argument(
        "--continue", action="store_true", dest="resume", help="resume the game played last"
    )
    which.add_argument("--new", action="store_true", help="start another game without asking")
    kept.add_argument(
        "--journal", metavar="FILE", help="save the game in this file; with --continue, resume it"
    )
    kept.add_argument(
        "--fsync",
        action="store_true",
        help="wait each turn until it is safe from a loss of power too",
    )
    kept.add_argument(
        "--practice", action="store_true", help="take turns back with z; nothing is scored"
    )


def add_screen_options(parser: CommandParser) -> argparse._ArgumentGroup:
    """Add what depends on eyes and hands; return the group of all options for a screen."""
    # Imported here for a fast start: needed only for these options.
    from cc3k.play.interruptions import DEFAULT_HP_LIMIT
    from cc3k.ui.settings import GLYPH_SET_NAMES, KEYMAP_NAMES, PALETTE_NAMES

    screen = parser.add_argument_group("on a screen")
    for name, choices, meaning in (
        ("palette", PALETTE_NAMES, "the colours; deuteran is safe for the colour-blind"),
        ("glyphs", GLYPH_SET_NAMES, "how walls and floors are drawn"),
        ("keys", KEYMAP_NAMES, "which keys move; ? shows all of them"),
    ):
        screen.add_argument(f"--{name}", choices=choices, help=meaning)
    screen.add_argument(
        "--fight-until",
        metavar="HP",
        type=parse_hp_limit_argument,
        help=f"stop fights before HP can fall below this, such as 40%% or 30; "
        f"{str(DEFAULT_HP_LIMIT).replace('%', '%%')} by default",
    )
    return screen


def _check_conflicts(options: PlayOptions, parser: CommandParser) -> None:
    if options.floor is not None and options.positional_floor is not None:
        parser.error(
            f"two layouts, {options.floor!a} and {options.positional_floor!a}: expected one"
        )
    if options.seed is not None and options.positional_seed is not None:
        parser.error(f"two seeds, {options.seed} and {options.positional_seed}: expected one")
    seed = options.positional_seed if options.seed is None else options.seed
    if options.resume and seed is not None:
        parser.error(
            f"argument --continue: not allowed with a seed, here {seed}; the kept game has its own"
        )
    if options.tutorial and (options.floor or options.positional_floor) is not None:
        parser.error("argument --tutorial: not allowed with a layout; it has its own")
    if options.tutorial and options.resume:
        parser.error("argument --tutorial: not allowed with argument --continue")
    for name in HUMAN_ONLY_OPTIONS if options.bot is not None else ():
        if getattr(options, name):
            option = "continue" if name == "resume" else name
            parser.error(f"argument --bot: not allowed with argument --{option}")


MAX_LAYOUT_NAME = 80
"""Letters of a layout's name that are recorded."""

MAX_LAYOUT_PATH = 500
"""Characters of a layout's path at most, so that it fits into a line of a journal."""


def layout_name(path: str) -> str:
    name = os.path.basename(path).removesuffix(".txt")
    return escape_to_ascii(name)[:MAX_LAYOUT_NAME]


def layout_path(path: str) -> str:
    """Return the absolute path of the player's layout, or nothing if a journal cannot hold it."""
    if not path or os.path.isdir(path) or not os.path.lexists(path):
        return ""
    # Imported here for a fast start: needed only for the names of layouts.
    from cc3k.saves.paths import shipped_layouts

    path = os.path.abspath(path)
    if path in shipped_layouts().values():
        return ""
    fits = path.isascii() and path.isprintable() and len(path) <= MAX_LAYOUT_PATH
    return path if fits else ""
