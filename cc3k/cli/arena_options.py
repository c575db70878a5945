"""Arena options: the command line of `cc3k arena`, and its checks."""

import os
import re
from argparse import BooleanOptionalAction
from collections.abc import Callable

from cc3k.bots.statistics import MAX_COMMANDS
from cc3k.cli.bot_plugins import TRACEBACK_VARIABLE, bot_names
from cc3k.cli.command import (
    CommandParser,
    escape_help_text,
    parse_seed_argument,
    parse_whole_number,
    require_parsed,
)
from cc3k.cli.expansion_options import ExpansionOptions, add_expansion_options
from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.play.commands import EXPECTED_RACE, parse_race, race_names

ALL_RACES = "all"
MAX_GAMES = 10_000_000
MAX_WORKERS = 1_000

MAX_GAME_SECONDS = 86_400
"""Longest time limit of a game in seconds: a day."""


class ArenaOptions(ExpansionOptions):
    bot: str
    games: int
    races: tuple[str, ...] = ()
    rules: Rules = BASE_RULES
    seed: int
    floor: str | None
    workers: int
    most: int
    limit: float | None
    keep_going: bool
    json: bool
    svg: str | None
    results: str | None
    scheduler: str | None
    fast: bool | None
    omniscient: bool = False


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k arena",
        description="Let a bot play many games, and tell how it fared: the share of games won, "
        "the mean score, the floors come to, and what slew the PC. Behind each figure stands the "
        "interval that holds the true one 95 % of the time: Wilson's for shares and floors, the "
        "normal one for other means. The mean of a single game has none. The same games have the "
        f"same results on any number of workers. With {TRACEBACK_VARIABLE}=1 in the environment an "
        "error of a bot is told in full.",
    )
    parser.add_argument(
        "--bot", default="careful", metavar="NAME", help=escape_help_text(", ".join(bot_names()))
    )
    parser.add_argument(
        "--games",
        type=_count_argument(MAX_GAMES),
        default=100,
        metavar="N",
        help="games of each race",
    )
    parser.add_argument(
        "--race",
        default=ALL_RACES,
        metavar="NAME",
        help=f"{EXPECTED_RACE}, or {ALL_RACES}",
    )
    parser.add_argument(
        "--seed",
        type=parse_seed_argument,
        default=1,
        metavar="N",
        help="play the first games of this seed",
    )
    parser.add_argument(
        "--floor", "--layout", metavar="FLOORS", help="on the floors of this layout"
    )
    parser.add_argument(
        "--workers", type=_count_argument(MAX_WORKERS), default=os.cpu_count() or 1, metavar="N",
        help="processes to play in, by default one for each core",
    )  # fmt: skip
    parser.add_argument(
        "--most", type=_count_argument(MAX_GAMES), default=MAX_COMMANDS, metavar="N",
        help="commands after which a game is given up",
    )  # fmt: skip
    parser.add_argument(
        "--limit", type=_parse_seconds, metavar="SECONDS",
        help="end a worker that takes longer for a game; so a bot that hangs is found",
    )  # fmt: skip
    parser.add_argument(
        "--results", metavar="FILE.jsonl",
        help="keep a line of JSON for each game in a file, and go on from those that are there",
    )  # fmt: skip
    parser.add_argument(
        "--scheduler", metavar="ADDRESS",
        help="play on the Dask cluster of this scheduler, such as tcp://host:8786",
    )  # fmt: skip
    parser.add_argument(
        "--fast", action=BooleanOptionalAction,
        help="play in the compiled core, or never; by default where that pays",
    )  # fmt: skip
    parser.add_argument(
        "--keep-going", action="store_true",
        help="count a game that goes wrong, and play the others all the same",
    )  # fmt: skip
    add_expansion_options(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument(
        "--svg", "--picture", metavar="FILE.svg", help="draw the standings into a file, too"
    )
    return parser


def _count_argument(maximum: int) -> Callable[[str], int]:
    return lambda text: require_parsed(
        parse_whole_number(text, 1, maximum), text, f"a whole number from 1 to {maximum}"
    )


def _parse_seconds(text: str) -> float:
    """Parse a time in seconds, with or without a fraction; raise ArgumentTypeError."""
    written = re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII)
    seconds = float(text) if written and 0 < float(text) <= MAX_GAME_SECONDS else None
    return require_parsed(seconds, text, f"seconds, more than 0 and up to {MAX_GAME_SECONDS}")


def check_combinations(options: ArenaOptions) -> None:
    """Raise a usage error for options that do not go together."""
    svg, results = options.svg, options.results
    if svg and results and os.path.realpath(svg) == os.path.realpath(results):
        options.parser.error("argument --svg: expected another file than that of --results")
    if options.scheduler is not None and options.limit is not None:
        options.parser.error("argument --limit: expected none with --scheduler, which cannot do so")


def chosen_races(options: ArenaOptions) -> tuple[str, ...]:
    rules, name = options.rules, str(options.race)
    if name.lower() == ALL_RACES:
        return tuple([row.name for row in rules.races])
    race = parse_race(name, rules)
    if race is None:
        expected = f"one of {race_names(rules)}, or {ALL_RACES}"
        options.parser.error(f"argument --race: {name!a}: expected {expected}")
    return (race.name,)
