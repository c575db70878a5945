"""`cc3k arena`: let a bot play many games, and report its results with confidence intervals."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout

from attrs import asdict

from cc3k.bots.bot import BotError, is_omniscient
from cc3k.bots.statistics import MAX_COMMANDS, RaceStatistics, format_estimate, statistics_by_race
from cc3k.cli.arena_results import STOP_SIGNALS, ArenaResults, collect_results, exit_code_of
from cc3k.cli.bot_plugins import (
    TRACEBACK_VARIABLE,
    bot_error_message,
    bot_names,
    load_bot,
    report_bot_error,
)
from cc3k.cli.command import (
    CommandParser,
    escape_help_text,
    parse_seed_argument,
    parse_whole_number,
    print_text,
    require_parsed,
    run_tool,
    try_write,
)
from cc3k.cli.expansion_options import (
    ExpansionOptions,
    add_expansion_options,
    choose_rules,
)
from cc3k.cli.main import print_interrupt_message
from cc3k.cli.streams import print_error
from cc3k.cli.workers import ArenaRun, GameSpec, start_local_workers
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.exit_codes import EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE
from cc3k.export.svg import render_arena_svg
from cc3k.play.commands import EXPECTED_RACE, parse_race, race_names
from cc3k.play.quoting import printable_name
from cc3k.record.replay import UnknownBot
from cc3k.storage.disk import atomic_write_text
from cc3k.storage.files import find_layout, parse_layout_file, read_layout_bytes
from cc3k.storage.open_files import UnreadableError
from cc3k.tty.early_interrupts import IMMEDIATE_EXIT, INTERRUPT_MESSAGE
from cc3k.tty.interrupts import INTERRUPT_HANDLER

ALL_RACES = "all"
MAX_GAMES = 10_000_000
MAX_WORKERS = 1_000

MAX_GAME_SECONDS = 86_400
"""Longest time limit of a game in seconds: a day."""


class ArenaOptions(ExpansionOptions):
    """Parsed command line of `cc3k arena`."""

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
    omniscient: bool = False


def run(arguments: Sequence[str]) -> int:
    """Play the games that the arguments ask for; return the exit code."""
    options = ArenaOptions()
    options.parser = build_parser()
    return run_tool(options.parser, arguments, options, _run_arena)


def _run_arena(options: ArenaOptions) -> int:
    IMMEDIATE_EXIT.message = INTERRUPT_MESSAGE
    try:
        options.rules = choose_rules(options, for_layout=options.floor is not None)
        options.races = _chosen_races(options)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    try:
        with redirect_stdout(sys.stderr):  # a package may greet whoever imports it
            options.omniscient = is_omniscient(load_bot(options.bot))
        layout = _read_layout(options.floor, options.rules)
    except (UnknownBot, LayoutError) as error:
        print_error(str(error))
        return EXIT_USAGE
    except BotError as mishap:
        return report_bot_error(options.bot, mishap)
    code = _check_target(options)
    if code != EXIT_OK:
        return code
    try:
        executor = start_local_workers(options.workers)
    except KeyboardInterrupt:
        print_interrupt_message()
        return EXIT_INTERRUPTED
    contest = ArenaRun(_game_specs(options, layout), executor)
    with INTERRUPT_HANDLER.handle_first_signal(contest.stop, STOP_SIGNALS):
        tally = ArenaResults(len(options.races) * options.games)
        code = collect_results(contest, executor, tally, options.bot, keep_going=options.keep_going)
        return exit_code_of(contest, _print_results(options, tally, code))


def _game_specs(options: ArenaOptions, layout: bytes) -> Iterator[GameSpec]:
    tags = options.rules.expansion_tags
    for race in options.races:
        for number in range(1, options.games + 1):
            yield GameSpec(
                options.bot, race, options.seed, number, layout, options.most, options.limit, tags
            )


def _print_results(options: ArenaOptions, arena_results: ArenaResults, exit_code: int) -> int:
    """Print the results of the finished games; return the exit code."""
    all_played = len(arena_results.results) + len(arena_results.errors) == arena_results.total
    if not arena_results.results and not (arena_results.errors and all_played):
        return exit_code
    found = (
        statistics_by_race(arena_results.ordered_results, options.rules.floor_count)
        if arena_results.results
        else []
    )
    print_text(
        _format_json(options, found, arena_results)
        if options.json
        else _format_tables(options, found, arena_results)
    )
    if options.svg is None or not all_played or not found:
        return exit_code
    return _write_svg(options.svg, render_arena_svg(found, _arena_title(options))) or exit_code


def _read_layout(name: str | None, rules: Rules) -> bytes:
    """Return the bytes of a layout file after printing its warnings; raise `LayoutError`."""
    if name is None:
        return b""
    try:
        data = read_layout_bytes(name)
    except UnreadableError as error:
        message = f"{printable_name(name)}: {error}"
        raise LayoutError(message) from error
    for warning in parse_layout_file(data, name, rules).warnings:
        print_error(f"warning: {warning}")
    return data


def _arena_title(options: ArenaOptions) -> str:
    layout = "" if options.floor is None else f" on {printable_name(options.floor)}"
    tags = options.rules.expansion_tags
    expansions = f" with {' '.join(tags)}" if tags else ""
    games = f"games 1-{options.games} of seed {options.seed}"
    omniscient = " (omniscient)" if options.omniscient else ""
    return f"{printable_name(options.bot)}{omniscient}: {games}{layout}{expansions}, each race"


def _format_tables(
    options: ArenaOptions, statistics: Sequence[RaceStatistics], arena_results: ArenaResults
) -> str:
    """Return the standings as two tables: the results, and the causes of death."""
    heads = f"{'race':9}{'games':>7}  {'won':26}{'score':24}{'floors':20}{'turns':>7}"
    games = len(arena_results.results)
    cut = "" if games == arena_results.total else f"; {games} of {arena_results.total} games"
    if arena_results.errors:
        cut += f"; {len(arena_results.errors)} failed"
    lines = [f"{_arena_title(options)}{cut}; 95 % intervals", "", heads]
    if not statistics:
        return f"{lines[0]}\n"
    for of in statistics:
        won, score = format_estimate(of.won, ".1%"), format_estimate(of.score, ".1f")
        figures = f"{won:26}{score:24}{format_estimate(of.floors, '.2f'):20}"
        lines.append(f"{of.race:9}{of.games:7}  {figures}{of.turns.value:7.0f}")
    lines += ["", f"{'race':9}{'slain by':14}share of all games"]
    for of in statistics:
        lines += [
            f"{of.race:9}{cause:14}{format_estimate(part, '.1%')}"
            for cause, part in of.causes.items()
        ]
    return "\n".join([*lines, ""])


def _format_json(
    options: ArenaOptions, statistics: Sequence[RaceStatistics], arena_results: ArenaResults
) -> str:
    """Return the same as one line of JSON."""
    facts = {
        "bot": options.bot,
        "omniscient": options.omniscient,
        "seed": options.seed,
        "games": options.games,
        "finished": len(arena_results.results),
        "asked": arena_results.total,
        "failed": len(arena_results.errors),
        "floor": options.floor,
        "most_commands": options.most,
        "ruleset": options.rules.ruleset,
        "expansions": options.rules.expansion_tags,
        "mishaps": [
            bot_error_message(options.bot, arena_results.errors[place])
            for place in sorted(arena_results.errors)
        ],
        "standings": [_standing_to_json(standing) for standing in statistics],
    }
    return f"{json.dumps(facts)}\n"


def _standing_to_json(standing: RaceStatistics) -> dict[str, object]:
    """Return a standing for JSON; a potion as cause of death has its bare name, such as `PH`."""
    causes = {cause.removesuffix(" potion"): asdict(of) for cause, of in standing.causes.items()}
    return {**asdict(standing), "causes": causes}


class _DryRun(Exception):
    """Raised to keep a file from being put in place."""


def _check_target(options: ArenaOptions) -> int:
    """Print why the picture could not be written, if so; return the exit code."""
    path = options.svg
    if path is None:
        return EXIT_OK
    floors = [] if options.floor is None else [find_layout(options.floor)]
    try:
        return try_write(path, lambda: atomic_write_text(path, _dry_run()), floors)
    except _DryRun:
        return EXIT_OK


def _dry_run() -> Iterator[str]:
    yield ""
    raise _DryRun


def _write_svg(path: str, text: str) -> int:
    return try_write(path, lambda: atomic_write_text(path, [text]))


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
    """Return an argument parser for whole numbers from 1 to `maximum`."""
    return lambda text: require_parsed(
        parse_whole_number(text, 1, maximum), text, f"a whole number from 1 to {maximum}"
    )


def _parse_seconds(text: str) -> float:
    """Parse a time in seconds, with or without a fraction; raise ArgumentTypeError."""
    written = re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII)
    seconds = float(text) if written and 0 < float(text) <= MAX_GAME_SECONDS else None
    return require_parsed(seconds, text, f"seconds, more than 0 and up to {MAX_GAME_SECONDS}")


def _chosen_races(options: ArenaOptions) -> tuple[str, ...]:
    """Return the names of the races to play; an unknown one is a usage error."""
    rules, name = options.rules, str(options.race)
    if name.lower() == ALL_RACES:
        return tuple([row.name for row in rules.races])
    race = parse_race(name, rules)
    if race is None:
        expected = f"one of {race_names(rules)}, or {ALL_RACES}"
        options.parser.error(f"argument --race: {name!a}: expected {expected}")
    return (race.name,)
