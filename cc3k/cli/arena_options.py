"""Arena options: the command line of `cc3k arena`, and its checks."""

import os
from collections.abc import Callable

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


class ArenaOptions(ExpansionOptions):
    """Parsed command line of `cc3k arena`."""

    bot: str
    games: int
    races: tuple[str, ...] = ()
    rules: Rules = BASE_RULES
    seed: int
    floor: str | None
    workers: int
    json: bool
    svg: str | None
    results: str | None
    scheduler: str | None
    fast: bool
    omniscient: bool = False


def build_parser() -> CommandParser:
    """Return the argument parser of `cc3k arena`."""
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
    parser.add_argument("--floor", metavar="FLOORS", help="on the floors of this layout")
    parser.add_argument(
        "--workers", type=_count_argument(MAX_WORKERS), default=os.cpu_count() or 1, metavar="N",
        help="processes to play in, by default one for each core",
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
        "--fast", action="store_true",
        help="play in the compiled core, which by default plays where that pays",
    )  # fmt: skip
    add_expansion_options(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--svg", metavar="FILE.svg", help="draw the standings into a file, too")
    return parser


def _count_argument(maximum: int) -> Callable[[str], int]:
    """Return an argument parser for whole numbers from 1 to `maximum`."""
    return lambda text: require_parsed(
        parse_whole_number(text, 1, maximum), text, f"a whole number from 1 to {maximum}"
    )


def check_combinations(options: ArenaOptions) -> None:
    """Raise a usage error for options that do not go together."""
    svg, results = options.svg, options.results
    if svg and results and os.path.realpath(svg) == os.path.realpath(results):
        options.parser.error("argument --svg: expected another file than that of --results")


def chosen_races(options: ArenaOptions) -> tuple[str, ...]:
    """Return the names of the races to play; an unknown one is a usage error."""
    rules, name = options.rules, str(options.race)
    if name.lower() == ALL_RACES:
        return tuple([row.name for row in rules.races])
    race = parse_race(name, rules)
    if race is None:
        expected = f"one of {race_names(rules)}, or {ALL_RACES}"
        options.parser.error(f"argument --race: {name!a}: expected {expected}")
    return (race.name,)
