"""`cc3k arena`: let a bot play many games, and report its results with confidence intervals."""

import json
import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, redirect_stdout, suppress
from itertools import islice
from time import monotonic
from typing import TypeAlias

from attrs import asdict

from cc3k.bots import arena
from cc3k.bots.bot import MAX_COMMANDS, is_omniscient
from cc3k.bots.plugins import bot_error_message, bot_names, load_bot
from cc3k.bots.results_file import ResultsFile, ResultsFileError, run_settings
from cc3k.bots.statistics import (
    BotResult,
    RaceStatistics,
    format_estimate,
    statistics_by_race,
)
from cc3k.cli.argument_parser import (
    TRACEBACK_VARIABLE,
    CommandParser,
    add_option,
    count_argument,
    escape_help_text,
    report_bot_error,
    run_tool,
)
from cc3k.cli.main import print_interrupt_message
from cc3k.cli.options import (
    ExpansionOptions,
    add_expansion_options,
    choose_rules,
    parse_seed_argument,
)
from cc3k.cli.streams import print_error, print_text, try_write
from cc3k.content.roster import BASE_RULES
from cc3k.engine.rules import Rules
from cc3k.engine.text import printable_name
from cc3k.exit_codes import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, EXIT_SIGNAL_BASE, BotError
from cc3k.export.pictures import render_arena_svg
from cc3k.play.choices import EXPECTED_RACE, parse_race, race_names
from cc3k.saves.disk import atomic_write_text
from cc3k.saves.layout_files import find_layout, parse_layout_file, read_named_layout
from cc3k.terminal.interrupts import INTERRUPT_HANDLER

ALL_RACES = "all"
MAX_GAMES, MAX_WORKERS = 10_000_000, 1_000

FEWEST_COMPILED_GAMES = 10_000
"""Games from which the compiled core saves more time than it takes to compile it once."""

COMPILED_CHUNK_SIZE = 50
"""Compiled games that a worker gets at once: a moment's work. Others come one by one."""

Workers: TypeAlias = arena.LocalWorkers | arena.ClusterWorkers

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that end the games; those that are done are reported."""


class ArenaOptions(ExpansionOptions):
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
    parser = CommandParser(
        prog="cc3k arena",
        description="Let a bot play many games, and tell how it fared: the share of games won, "
        "the mean score, the floors come to, and what slew the PC. Behind each figure stands the "
        "interval that holds the true one 95 % of the time: Wilson's for shares and floors, the "
        "normal one for other means. The mean of a single game has none. The same games have the "
        f"same results on any number of workers. With {TRACEBACK_VARIABLE}=1 in the environment an "
        "error of a bot is told in full.",
    )
    bots, games = escape_help_text(", ".join(bot_names())), count_argument(MAX_GAMES)
    add_option(parser, "--bot NAME", bots, default="careful")
    add_option(parser, "--games N", "games of each race", type=games, default=100)
    add_option(parser, "--race NAME", f"{EXPECTED_RACE}, or {ALL_RACES}", default=ALL_RACES)
    told = "play the first games of this seed"
    add_option(parser, "--seed N", told, type=parse_seed_argument, default=1)
    add_option(parser, "--floor FLOORS", "on the floors of this layout")
    count, cores = count_argument(MAX_WORKERS), os.cpu_count() or 1
    told = "processes to play in, by default one for each core"
    add_option(parser, "--workers N", told, type=count, default=cores)
    told = "keep a line of JSON for each game in a file, and go on from those that are there"
    add_option(parser, "--results FILE.jsonl", told)
    told = "play on the Dask cluster of this scheduler, such as tcp://host:8786"
    add_option(parser, "--scheduler ADDRESS", told)
    told = "play in the compiled core, which by default plays where that pays"
    add_option(parser, "--fast", told)
    add_expansion_options(parser)
    add_option(parser, "--json", "one JSON document")
    add_option(parser, "--svg FILE.svg", "draw the standings into a file, too")
    return parser


def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, ArenaOptions(), _run_arena)


def _run_arena(options: ArenaOptions) -> int:
    options.rules = choose_rules(options, for_layout=options.floor is not None)
    options.races = chosen_races(options.parser, str(options.race), options.rules)
    svg, results = options.svg, options.results
    if svg and results and os.path.realpath(svg) == os.path.realpath(results):
        options.parser.error("argument --svg: expected another file than that of --results")
    try:
        with redirect_stdout(sys.stderr):  # a package may greet whoever imports it
            options.omniscient = is_omniscient(load_bot(options.bot))
        layout = read_layout(options.floor, options.rules)
        return _check_target(options) or _play_and_report(options, layout)
    except KeyboardInterrupt as error:
        print_interrupt_message(error)
        return EXIT_INTERRUPTED


def chosen_races(parser: ArgumentParser, name: str, rules: Rules) -> tuple[str, ...]:
    """Return the names of one race or of all; an unknown one is an error of the parser's."""
    if name.lower() == ALL_RACES:
        return tuple([row.name for row in rules.races])
    race = parse_race(name, rules)
    if race is None:
        expected = f"one of {race_names(rules)}, or {ALL_RACES}"
        parser.error(f"argument --race: {name!a}: expected {expected}")
    return (race.name,)


def read_layout(name: str | None, rules: Rules) -> bytes:
    """Return the bytes of a layout file after printing its warnings; raise `LayoutError`."""
    if name is None:
        return b""
    data = read_named_layout(name)
    for warning in parse_layout_file(data, name, rules).warnings:
        print_error(f"warning: {warning}")
    return data


class _DryRun(Exception):
    """Raised to keep a file from being put in place."""


def _check_target(options: ArenaOptions) -> int:
    path = options.svg
    if path is None:
        return EXIT_OK
    inputs = [] if options.floor is None else [find_layout(options.floor)]
    if options.results is not None:
        inputs.append(options.results)

    def dry_run() -> Iterator[str]:
        yield ""
        raise _DryRun

    try:
        return try_write(path, lambda: atomic_write_text(path, dry_run()), inputs)
    except _DryRun:
        return EXIT_OK


def _play_and_report(options: ArenaOptions, layout: bytes) -> int:
    with ExitStack() as leaving:
        run = ArenaRun(options, layout)
        leaving.callback(run.close_file)
        compiled = _may_be_compiled(options, run)
        workers: Workers
        if options.scheduler is None:
            workers = arena.LocalWorkers(options.workers)
        else:
            workers = leaving.enter_context(closing(arena.ClusterWorkers(options.scheduler)))
            if not workers.worker_count:
                print_error(f"{workers.place}: no worker yet; waiting for one")
        stop_signals = list[int]()

        def stop(number: int) -> None:
            stop_signals.append(number)
            workers.stop()

        leaving.enter_context(INTERRUPT_HANDLER.handle_first_signal(stop, STOP_SIGNALS))
        games = run.remaining(compiled=compiled)
        size = COMPILED_CHUNK_SIZE if compiled else 1
        code = run.collect(workers, iter(lambda: [*islice(games, size)], []))
        if signal.SIGINT in stop_signals:
            print_interrupt_message()
        code = _print_results(run, code)
        return EXIT_SIGNAL_BASE + stop_signals[0] if stop_signals else code


def _may_be_compiled(options: ArenaOptions, run: "ArenaRun") -> bool:
    """Tell whether the bot's compiled twin plays; raise `ArenaError` where it has to and cannot."""
    if not options.fast and run.total - len(run.results) < FEWEST_COMPILED_GAMES:
        return False
    if options.scheduler is not None:
        return True  # each worker of a cluster knows whether it can
    reason = arena.why_not_compiled(options.bot, options.rules)
    if reason is not None and options.fast:
        message = f"--fast: {reason}"
        raise arena.ArenaError(message)
    if reason is None:  # here, or each of the workers would compile it
        arena.compiled_player(options.bot, run.layout, options.rules.expansion_tags)
    return reason is None


class ArenaRun:
    """The games that were asked for: their results and errors so far, each by its game's place.

    Raises `ResultsFileError` for a file that cannot be continued.
    """

    def __init__(self, options: ArenaOptions, layout: bytes) -> None:
        self.options, self.layout, self.races = options, layout, options.races
        self.total = len(self.races) * options.games
        self.results, self.errors = dict[int, BotResult](), dict[int, BotError]()
        self.file: ResultsFile | None = None
        if options.results is None:
            return
        settings = run_settings(next(self._specs()), options.rules.ruleset)
        self.file, found = ResultsFile.open(options.results, settings)
        for result in found:
            if result.race in self.races and 1 <= result.game_number <= options.games:
                place = self.races.index(result.race)
                self.results[(result.game_number - 1) * len(self.races) + place] = result
        if self.results:
            name, count = printable_name(options.results), len(self.results)
            print_error(f"{name}: {count} of {self.total} games are there already")

    def remaining(self, *, compiled: bool) -> Iterator[tuple[int, arena.GameSpec]]:
        specs = self._specs(compiled=compiled)
        return ((place, spec) for place, spec in enumerate(specs) if place not in self.results)

    def _specs(self, *, compiled: bool = False) -> Iterator[arena.GameSpec]:
        """Yield all games, as every race before the next number: a run may be stopped amid them."""
        options, tags = self.options, self.options.rules.expansion_tags
        for number in range(1, options.games + 1):
            for race in self.races:
                yield arena.GameSpec(
                    options.bot, race, options.seed, number, self.layout, tags, compiled
                )

    def collect(self, workers: Workers, chunks: Iterator[arena.Chunk]) -> int:
        """Add the result of each game as it ends, print what goes wrong; return the exit code.

        An error of a bot ends the games, and so does a results file that cannot be written.
        However they end, all finished games are among the results, and in the file.
        """
        code, progress = EXIT_OK, ProgressLine(self.total)
        with closing(progress), closing(workers.play(chunks)) as outcomes:
            try:
                for place, outcome in outcomes:
                    if isinstance(outcome, BotError):
                        self.errors[place] = outcome
                        progress.close()
                        code = report_bot_error(self.options.bot, outcome)
                        workers.stop()
                        continue
                    self.results[place] = outcome
                    if self.file is not None:
                        try:
                            self.file.append(outcome)
                        except ResultsFileError as error:
                            print_error(str(error))
                            with suppress(ResultsFileError):
                                self.file.close()
                            code, self.file = EXIT_FAILED, None
                            workers.stop()
                    progress.show(len(self.results))
            except arena.WorkersLost as error:
                print_error(str(error))
                code = EXIT_FAILED
        return self.close_file() or code

    def close_file(self) -> int:
        try:
            if self.file is not None:
                self.file.close()
        except ResultsFileError as error:
            print_error(str(error))
            return EXIT_FAILED
        return EXIT_OK


def _print_results(run: ArenaRun, exit_code: int) -> int:
    if not run.results:
        return exit_code
    options = run.options
    results = [run.results[place] for place in sorted(run.results)]
    found = statistics_by_race(results, options.rules.floor_count)
    print_text(_format_json(run, found) if options.json else _format_tables(run, found))
    if (path := options.svg) is None or len(run.results) < run.total:
        return exit_code
    picture = render_arena_svg(found, _title(options))
    return try_write(path, lambda: atomic_write_text(path, [picture])) or exit_code


def _title(options: ArenaOptions) -> str:
    layout = "" if options.floor is None else f" on {printable_name(options.floor)}"
    tags = options.rules.expansion_tags
    expansions = f" with {' '.join(tags)}" if tags else ""
    games = f"games 1-{options.games} of seed {options.seed}"
    omniscient = " (omniscient)" if options.omniscient else ""
    return f"{printable_name(options.bot)}{omniscient}: {games}{layout}{expansions}, each race"


def _format_tables(run: ArenaRun, statistics: Sequence[RaceStatistics]) -> str:
    games = len(run.results)
    cut = "" if games == run.total else f"; {games} of {run.total} games"
    if run.errors:
        cut += f"; {len(run.errors)} failed"
    lines = [f"{_title(run.options)}{cut}; 95 % intervals", ""]
    lines.append(f"{'race':9}{'games':>7}  {'won':26}{'score':24}{'floors':20}{'turns':>7}")
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


def _format_json(run: ArenaRun, statistics: Sequence[RaceStatistics]) -> str:
    """Return the same as one line of JSON; potions as causes have bare names, such as `PH`."""
    options = run.options
    standings = [
        {
            **asdict(of),
            "causes": {cause.removesuffix(" potion"): asdict(x) for cause, x in of.causes.items()},
        }
        for of in statistics
    ]
    facts = {
        "bot": options.bot,
        "omniscient": options.omniscient,
        "seed": options.seed,
        "games": options.games,
        "finished": len(run.results),
        "asked": run.total,
        "failed": len(run.errors),
        "floor": options.floor,
        "most_commands": MAX_COMMANDS,
        "ruleset": options.rules.ruleset,
        "expansions": options.rules.expansion_tags,
        "mishaps": [bot_error_message(options.bot, run.errors[at]) for at in sorted(run.errors)],
        "standings": standings,
    }
    return f"{json.dumps(facts)}\n"


REDRAW_SECONDS = 0.1
"""Seconds between two writings of the line on a terminal."""

LOG_SECONDS, LATER_LOG_SECONDS = 10.0, 60.0
"""Seconds between two lines in a log, in its first minute and after that."""

ESTIMATE_SECONDS = 1.0
"""Seconds of games from which an estimate can be made."""

BURST_SECONDS = 0.1
"""Seconds at the start in which results are only collected: speed cannot be estimated yet."""

_MINUTE, _HOUR, _FEW = 60, 3600, 3


class ProgressLine:
    """The progress of a run of `total` games: a line on a terminal, or now and then one in a log.

    The time that is left is estimated by the games after the first ones: those before this run took
    none, and the first have waited for workers, imports and the compiler.
    """

    def __init__(self, total: int) -> None:
        self._total, self._began = total, monotonic()
        self._is_watched = sys.stderr is not None and sys.stderr.isatty()
        self._shown = 0.0 if self._is_watched else self._began
        self._first: float | None = None
        self._counted, self._done_before = 0.0, 0

    def show(self, done: int) -> None:
        """Show how many games are done, unless that was shown a moment ago."""
        now = monotonic()
        self._first = now if self._first is None else self._first
        if now - self._first < BURST_SECONDS:
            self._counted, self._done_before = now, done
        pause = LOG_SECONDS if now - self._began < _MINUTE else LATER_LOG_SECONDS
        is_last = self._is_watched and done == self._total  # shown before the line is erased
        if now - self._shown < (REDRAW_SECONDS if self._is_watched else pause) and not is_last:
            return
        self._shown = now
        text = f"{done} of {self._total} games ({done / self._total:.0%})"
        seconds, played = now - self._counted, done - self._done_before
        if seconds >= ESTIMATE_SECONDS and played and done != self._total:
            left = format_seconds(seconds / played * (self._total - done))
            text = f"{text}, about {left} left"
        if self._is_watched:
            sys.stderr.write(f"\r{text} \x1b[K")
            sys.stderr.flush()
        else:
            print_error(text)

    def close(self) -> None:
        if self._is_watched:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def format_seconds(seconds: float) -> str:
    """Return a time in its largest fitting unit: `40 s`, `12 min`, `5 h`."""
    for unit, name in ((_HOUR, "h"), (_MINUTE, "min")):
        if seconds >= _FEW * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{max(1, seconds):.0f} s"
