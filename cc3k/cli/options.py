"""Options of a game, and the rules and settings of the screen that they ask for (§6, X1).

The registry of expansions is imported only to choose or list them, for a fast start.
"""

import argparse
import os
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve, fields

from cc3k import __version__
from cc3k.cli.argument_parser import (
    COMMANDS,
    HELP_OPTIONS,
    CommandParser,
    LineHelpFormatter,
    add_option,
    count_argument,
    escape_help_text,
    require_parsed,
)
from cc3k.cli.streams import can_show_unicode
from cc3k.content.roster import BASE_RULES
from cc3k.engine.hero import Race
from cc3k.engine.rules import Rules
from cc3k.engine.text import escape_text, escape_to_ascii
from cc3k.play.choices import EXPECTED_SEED, RACE_NAMES, parse_race, parse_seed, race_names

if TYPE_CHECKING:
    from cc3k.engine.expansion import Expansion, NumberSetting
    from cc3k.play.choices import HpLimit
    from cc3k.ui.keymap import Keymap
    from cc3k.ui.settings import ScreenSettings

EXPANSIONS_OPTION = "--dlc"

NO_UNICODE_NOTICE = "Your locale has no line-drawing characters: the board is drawn in ASCII."


class ScreenOptions(argparse.Namespace):
    """Options of what a screen shows, by the names of its settings; None if not given."""

    def apply_config(self) -> None:
        """Fill options that are not given from the configuration file; raise `ConfigError`."""
        from cc3k.saves.paths import config_path

        if config_path(os.environ) is not None:
            from cc3k.cli.config import read_config

            for name, value in read_config(os.environ).items():
                if getattr(self, name, value) is None:
                    setattr(self, name, value)

    def screen_settings(self) -> "ScreenSettings":
        from cc3k.ui.settings import ScreenSettings

        asked = {each.name: getattr(self, each.name, None) for each in fields(ScreenSettings)}
        return ScreenSettings(**{name: each for name, each in asked.items() if each is not None})

    def settings_for_terminal(self, environ: Mapping[str, str]) -> tuple["ScreenSettings", str]:
        """Return the settings that its locale can show, and a notice if others were asked for."""
        from cc3k.ui.settings import GLYPH_SET_NAMES

        settings = self.screen_settings()
        if settings.glyphs == GLYPH_SET_NAMES[0] or can_show_unicode(environ):
            return settings, ""
        return evolve(settings, glyphs=GLYPH_SET_NAMES[0]), NO_UNICODE_NOTICE


class ExpansionOptions(argparse.Namespace):
    """The expansions on a command line; None for options that are not given.

    `dlc` are the names of expansions, `numbers` their settings by option, and `default_numbers`
    those of the configuration, which count only if their expansion is on. `race` is a race, or a
    name that an expansion may know. `parser` reports errors.
    """

    parser: CommandParser
    dlc: list[str] | None = None
    numbers: list[tuple[str, int]] | None = None
    default_numbers: list[tuple[str, int]] | None = None
    race: Race | str | None


def add_expansion_options(
    parser: CommandParser, meaning: str = "play with", *, with_numbers: bool = True
) -> None:
    group = parser.add_argument_group("expansions")
    told = f"{meaning} these, such as pack,fog; or all, or none"
    add_option(group, f"{EXPANSIONS_OPTION} NAMES", told, type=_parse_names, action="extend")

    def add_late_options(arguments: Sequence[str]) -> None:
        expansions = installed_expansions()
        lines = [f"{each.name}: {each.sentence}" for each in expansions]
        group.description = escape_text("\n".join(lines), "\n").replace("%", "%%")
        for each in [*expansions, *_plugins_asked_for(arguments)] if with_numbers else []:
            if each.setting is not None:
                _add_number_option(group, each.name, each.setting)

    parser.add_late_options(add_late_options)


def _add_number_option(
    group: argparse._ArgumentGroup, expansion: str, setting: "NumberSetting"
) -> None:
    option, span = f"--{setting.option}", f"{setting.lowest} to {setting.highest}"
    meaning = f"with {expansion}: {setting.meaning}, {span}; {setting.default} by default"
    told, read = escape_help_text(meaning), partial(_parse_number, setting)
    try:
        add_option(group, f"{option} N", told, dest="numbers", action="append", type=read)
    except argparse.ArgumentError as error:
        from cc3k.engine.expansion import BrokenExpansion

        found = f"its number {option}, which is another option"
        message = f"expansion {expansion!a}: found {found}; expected a new one"
        raise BrokenExpansion(message) from error


def installed_expansions() -> "tuple[Expansion, ...]":
    # Imported only for lists, as it looks through the packages that are installed.
    from cc3k.saves.expansion_plugins import list_expansions

    return list_expansions()


def _plugins_asked_for(arguments: Sequence[str]) -> "list[Expansion]":
    """Return the expansions of other packages that `--dlc` names, unless help is asked for."""
    from cc3k.saves.expansion_plugins import load_plugins

    names = list[str]()
    for before, text in pairwise([*arguments, ""]):
        option, _, value = before.partition("=")
        if option in HELP_OPTIONS:
            return []
        names += (value or text).lower().split(",") if option == EXPANSIONS_OPTION else []
    return load_plugins([name.strip() for name in names])


def choose_rules(options: ExpansionOptions, *, for_layout: bool = False) -> Rules:
    """Return the rules that the options ask for; raise `BrokenExpansion`.

    A choice that cannot be played is a usage error, which raises `SystemExit`. With `for_layout`
    they know of marks that only expansions know which are off (X6).
    """
    if not (options.dlc or options.numbers or for_layout):
        return BASE_RULES
    from cc3k.saves.expansion_plugins import select_rules

    try:
        return select_rules(
            options.dlc or (), dict(options.numbers or ()), dict(options.default_numbers or ())
        )
    except ValueError as error:
        options.parser.error(str(error))


def chosen_names(options: ExpansionOptions) -> list[str] | None:
    if options.dlc is None:
        return None
    return [each.name for each in choose_rules(options).expansions]


def choose_race(
    options: ExpansionOptions, rules: Rules, *, is_asked_for: bool = True
) -> Race | None:
    """Return the race that the options name; None if none, or an unknown one not asked for.

    An unknown one that `is_asked_for` is a usage error. It is the race of the rules, whose
    expansions may change a race of the base game.
    """
    if options.race is None:
        return None
    name = options.race if isinstance(options.race, str) else options.race.name
    race = parse_race(name, rules)
    if race is None and is_asked_for:
        options.parser.error(f"argument --race: {name!a}: expected one of {race_names(rules)}")
    return race


def parse_seed_argument(text: str) -> int:
    """Parse a seed (R34); raise ArgumentTypeError for anything else."""
    return require_parsed(parse_seed(text), text, EXPECTED_SEED)


def parse_hp_limit_argument(text: str) -> "HpLimit":
    from cc3k.play.choices import EXPECTED_HP_LIMIT, parse_hp_limit

    return require_parsed(parse_hp_limit(text), text, EXPECTED_HP_LIMIT)


def parse_race_or_name(text: str) -> Race | str:
    return parse_race(text) or text


def _parse_names(text: str) -> list[str]:
    from cc3k.saves.expansion_plugins import parse_selection

    try:
        return parse_selection(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _parse_number(setting: "NumberSetting", text: str) -> tuple[str, int]:
    return setting.option, count_argument(setting.highest, setting.lowest)(text)


ON_OFF_OPTION = argparse.BooleanOptionalAction
"""Action of an option that `--no-` before its name turns off."""

PLAIN_MEANING = "words in, sentences out, for screen readers and slow lines"

SEED_BYTES = 4
HUMAN_ONLY_OPTIONS = ("plain", "journal", "resume", "new", "fsync", "practice", "svg", "tutorial")
"""Options that cannot be combined with a bot, whose games are only watched."""


class PlayOptions(ExpansionOptions, ScreenOptions):
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
    bind: "Keymap | None" = None
    more: bool | None = None
    effects: bool | None = None
    bell: bool | None = None
    mouse: bool | None = None
    fight_until: "HpLimit | None" = None


def settle_rules(options: PlayOptions, *, is_daily: bool, is_race_asked_for: bool) -> None:
    """Set the rules that the options ask for, and by them their race and the seed of the day.

    A race that is not asked for is the configuration's, and may be of an expansion that is off.
    Raises `BrokenExpansion`, and `SystemExit` for what cannot be played.
    """
    options.rules = choose_rules(options, for_layout=options.floor is not None)
    options.race = choose_race(options, options.rules, is_asked_for=is_race_asked_for)
    if is_daily and options.seed is not None and options.rules.expansions:
        from cc3k.saves.record import daily_seed

        options.seed = int(daily_seed(f"{options.seed}", options.rules.expansion_tags))


def random_seed() -> int:
    """Return a seed drawn from the system, short enough to be typed again (R34)."""
    return int.from_bytes(os.urandom(SEED_BYTES), "little")


def parse_play_options(arguments: Sequence[str], options: PlayOptions | None = None) -> PlayOptions:
    """Return the parsed arguments of that command; raises `SystemExit` after printing an error."""
    parser = build_parser()
    options = parser.parse_args(arguments, PlayOptions() if options is None else options)
    options.parser = parser
    if options.floor is not None and options.positional_seed is None:
        seed = parse_seed(options.positional_floor or "")
        if seed is not None:  # a number beside `--floor` is no layout
            options.positional_seed, options.positional_floor = seed, None
    _check_conflicts(options, parser)
    if options.tutorial:
        from cc3k.play.tutorial import TUTORIAL_LAYOUT, TUTORIAL_RACE
        from cc3k.saves.paths import shipped_layouts

        options.floor = shipped_layouts().get(TUTORIAL_LAYOUT, TUTORIAL_LAYOUT)
        options.race = parse_race(TUTORIAL_RACE) if options.race is None else options.race
    options.floor = options.positional_floor if options.floor is None else options.floor
    options.seed = options.positional_seed if options.seed is None else options.seed
    return options


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k",
        # argparse makes a formatter for each option, which would look up the width each time.
        formatter_class=partial(LineHelpFormatter, width=80),
        description="ChamberCrawler3000: five floors, twenty enemies on each, one way down.",
    )
    seed, told = parse_seed_argument, "play this layout file, or a layout of the game's own"
    add_option(parser, "positional_floor FLOORS", "the same as --floor", nargs="?")
    add_option(parser, "positional_seed SEED", "the same as --seed", nargs="?", type=seed)
    add_option(parser, "--floor,--layout FLOORS", told)
    add_option(parser, "--seed N", "play the games of this seed", type=seed)
    told = f"begin as one of: {RACE_NAMES}"
    add_option(parser, "--race NAME", told, type=parse_race_or_name)
    lines = parser.add_mutually_exclusive_group()
    add_option(lines, "--script", "words in, plain frames out, even in a terminal")
    add_option(lines, "--plain", PLAIN_MEANING, action=ON_OFF_OPTION)
    add_expansion_options(parser)
    parser.add_late_options(lambda _: _add_rarer_options(parser))
    parser.formatter_class = LineHelpFormatter
    return parser


def _add_rarer_options(parser: CommandParser) -> None:
    """Add what a script seldom has, so that it need not wait for it."""
    from cc3k.saves.paths import shipped_layouts

    parser.epilog = (
        f"Layouts that come with the game: {', '.join(shipped_layouts())}. "
        f"Commands: {', '.join(COMMANDS)}; each has a --help, and `cc3k help` says what they do. "
        "`cc3k help keys` and other topics explain the rest. "
        "Defaults for all games on a terminal live in ~/.config/cc3k/config.toml."
    )
    add_option(parser, "--tutorial", "learn to play: a first floor with a dozen hints")
    add_option(parser, "--bot NAME", "watch a bot: random, greedy, careful, or another package's")
    told = "draw the first frame into a file, and do not play; no configuration is read"
    add_option(parser, "--svg FILE.svg", told)
    version = f"cc3k {__version__} (ruleset {BASE_RULES.ruleset})"
    parser.add_argument("--version", action="version", version=version)
    kept = parser.add_argument_group("saved games: every game on a terminal, turn by turn")
    which = kept.add_mutually_exclusive_group()
    add_option(which, "--continue", "resume the game played last", dest="resume")
    add_option(which, "--new", "start another game without asking")
    add_option(kept, "--journal FILE", "save the game in this file; with --continue, resume it")
    add_option(kept, "--fsync", "wait each turn until it is safe from a loss of power too")
    add_option(kept, "--practice", "take turns back with z; nothing is scored")
    _add_screen_options(parser)


def _add_screen_options(parser: CommandParser) -> None:
    from cc3k.play.choices import DEFAULT_HP_LIMIT
    from cc3k.ui.settings import GLYPH_SET_NAMES, KEYMAP_NAMES, PALETTE_NAMES

    screen = parser.add_argument_group("on a screen")
    for name, choices, meaning in (
        ("palette", PALETTE_NAMES, "the colours; deuteran is safe for the colour-blind"),
        ("glyphs", GLYPH_SET_NAMES, "how walls and floors are drawn"),
        ("keys", KEYMAP_NAMES, "which keys move; ? shows all of them"),
    ):
        add_option(screen, f"--{name}", meaning, action="store", choices=choices)
    stop = "stop fights before HP can fall below this, such as 40% or 30"
    told = escape_help_text(f"{stop}; {DEFAULT_HP_LIMIT} by default")
    add_option(screen, "--fight-until HP", told, type=parse_hp_limit_argument)
    for name, meaning in (
        ("more", "page messages that do not fit even when shortened"),
        ("effects", "let damage flash"),
        ("bell", "ring when a turn costs a quarter of your HP"),
        ("mouse", "travel with a click, look with the right button"),
    ):
        add_option(screen, f"--{name}", meaning, action=ON_OFF_OPTION)


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
MAX_LAYOUT_PATH = 500
"""Characters of a layout's path at most, so that it fits into a line of a journal."""


def layout_name(path: str) -> str:
    name = os.path.basename(path).removesuffix(".txt")
    return escape_to_ascii(name)[:MAX_LAYOUT_NAME]


def layout_path(path: str) -> str:
    if not path or os.path.isdir(path) or not os.path.lexists(path):
        return ""
    from cc3k.saves.paths import shipped_layouts

    path = os.path.abspath(path)
    if path in shipped_layouts().values():
        return ""
    fits = path.isascii() and path.isprintable() and len(path) <= MAX_LAYOUT_PATH
    return path if fits else ""
