"""`cc3k arena`: let a bot play many games, and report its results with confidence intervals."""

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, redirect_stdout
from itertools import islice

from cc3k.bots.bot import BotError, is_omniscient
from cc3k.bots.statistics import statistics_by_race
from cc3k.cli.arena_games import GameSpec, TwinError, prepare_compiled, why_not_compiled
from cc3k.cli.arena_options import ArenaOptions, build_parser, check_combinations, chosen_races
from cc3k.cli.arena_results import ArenaResults, arena_title, format_json, format_tables
from cc3k.cli.bot_plugins import load_bot, report_bot_error
from cc3k.cli.command import print_text, run_tool, try_write
from cc3k.cli.dask_cluster import ClusterError, ClusterWorkers
from cc3k.cli.expansion_options import choose_rules
from cc3k.cli.main import print_interrupt_message
from cc3k.cli.results_file import ResultsFile, ResultsFileError, RunSettings
from cc3k.cli.streams import print_error
from cc3k.cli.workers import LocalWorkers
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.engine.rules import Rules
from cc3k.exit_codes import EXIT_INTERRUPTED, EXIT_OK, EXIT_SIGNAL_BASE, EXIT_USAGE
from cc3k.export.svg import render_arena_svg
from cc3k.play.quoting import printable_name
from cc3k.record.replay import UnknownBot
from cc3k.storage.disk import atomic_write_text
from cc3k.storage.files import find_layout, parse_layout_file, read_layout_bytes
from cc3k.storage.open_files import UnreadableError
from cc3k.tty.early_interrupts import IMMEDIATE_EXIT, INTERRUPT_MESSAGE
from cc3k.tty.interrupts import INTERRUPT_HANDLER

__all__ = ["build_parser", "run"]
"""The parser is that of another module, and is asked for here as that of each command."""

FEWEST_COMPILED_GAMES = 10_000
"""Games from which the compiled core saves more time than it takes to compile it once."""

COMPILED_CHUNK_SIZE = 50
"""Compiled games that a worker gets at once: a moment's work. Others come one by one."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that end the games; those that are done are reported."""


def run(arguments: Sequence[str]) -> int:
    """Play the games that the arguments ask for; return the exit code."""
    options = ArenaOptions()
    options.parser = build_parser()
    return run_tool(options.parser, arguments, options, _run_arena)


def _run_arena(options: ArenaOptions) -> int:
    IMMEDIATE_EXIT.message = INTERRUPT_MESSAGE
    try:
        options.rules = choose_rules(options, for_layout=options.floor is not None)
        options.races = chosen_races(options)
        check_combinations(options)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    try:
        with redirect_stdout(sys.stderr):  # a package may greet whoever imports it
            options.omniscient = is_omniscient(load_bot(options.bot))
        layout = _read_layout(options.floor, options.rules)
        return _check_target(options) or _play_and_report(options, layout)
    except (UnknownBot, LayoutError, ClusterError, ResultsFileError, TwinError) as error:
        print_error(str(error))
        return EXIT_USAGE
    except BotError as error:
        return report_bot_error(options.bot, error)
    except KeyboardInterrupt as error:
        print_interrupt_message(error)
        return EXIT_INTERRUPTED


def _play_and_report(options: ArenaOptions, layout: bytes) -> int:
    """Play the games that are left and print the results; return the exit code.

    Raises `ClusterError`, `ResultsFileError` and `TwinError` before the first game.
    """
    with ExitStack() as leaving:
        found = _find_results(options, layout)
        if found.file is not None:
            leaving.callback(found.file.close)
        compiled = _may_be_compiled(options, layout, found.total - len(found.results))
        workers: LocalWorkers | ClusterWorkers
        if options.scheduler is None:
            workers = LocalWorkers(options.workers)
        else:
            workers = leaving.enter_context(closing(ClusterWorkers(options.scheduler)))
        stop_signals = list[int]()

        def stop(number: int) -> None:
            stop_signals.append(number)
            workers.stop()

        leaving.enter_context(INTERRUPT_HANDLER.handle_first_signal(stop, STOP_SIGNALS))
        games = found.remaining(_game_specs(options, layout, compiled=compiled))
        size = COMPILED_CHUNK_SIZE if compiled else 1
        code = found.collect(workers, iter(lambda: [*islice(games, size)], []), options.bot)
        if signal.SIGINT in stop_signals:
            print_interrupt_message()
        code = _print_results(options, found, code)
        return EXIT_SIGNAL_BASE + stop_signals[0] if stop_signals else code


def _game_specs(
    options: ArenaOptions, layout: bytes, *, compiled: bool = False
) -> Iterator[GameSpec]:
    """Yield all games, those of one number as every race together.

    So each race has its share of what was played when the games are stopped, and the time that is
    left can be estimated.
    """
    tags = options.rules.expansion_tags
    for number in range(1, options.games + 1):
        for race in options.races:
            place = (options.bot, race, options.seed, number, layout)
            yield GameSpec(*place, expansions=tags, compiled=compiled)


def _find_results(options: ArenaOptions, layout: bytes) -> ArenaResults:
    """Return the known results of the requested games.

    Raises `ResultsFileError` for a file that cannot be continued.
    """
    total = len(options.races) * options.games
    if options.results is None:
        return ArenaResults(total)
    settings = RunSettings.of(next(_game_specs(options, layout)), options.rules.ruleset)
    file, found = ResultsFile.open(options.results, settings)
    races = {race: number for number, race in enumerate(options.races)}
    known = {
        (result.game_number - 1) * len(races) + races[result.race]: result
        for result in found
        if result.race in races and 1 <= result.game_number <= options.games
    }
    if known:
        print_error(f"{printable_name(file.path)}: {len(known)} of {total} games are there already")
    return ArenaResults(total, known, file=file)


def _may_be_compiled(options: ArenaOptions, layout: bytes, games: int) -> bool:
    """Tell whether the bot's compiled twin plays; raise `TwinError` where it has to and cannot.

    On a cluster each worker knows whether it can.
    """
    if not options.fast and games < FEWEST_COMPILED_GAMES:
        return False
    if options.scheduler is not None:
        return True
    reason = why_not_compiled(options.bot, options.rules)
    if reason is not None and options.fast:
        message = f"--fast: {reason}"
        raise TwinError(message)
    if reason is None:  # here, or each of the workers would compile it
        prepare_compiled(next(_game_specs(options, layout)))
    return reason is None


def _print_results(options: ArenaOptions, arena_results: ArenaResults, exit_code: int) -> int:
    """Print the results of the finished games; return the exit code."""
    if not arena_results.results:
        return exit_code
    found = statistics_by_race(arena_results.ordered_results, options.rules.floor_count)
    print_text(
        format_json(options, found, arena_results)
        if options.json
        else format_tables(options, found, arena_results)
    )
    if options.svg is None or len(arena_results.results) < arena_results.total:
        return exit_code
    return _write_svg(options.svg, render_arena_svg(found, arena_title(options))) or exit_code


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


class _DryRun(Exception):
    """Raised to keep a file from being put in place."""


def _check_target(options: ArenaOptions) -> int:
    """Print why the picture could not be written, if so; return the exit code."""
    path = options.svg
    if path is None:
        return EXIT_OK
    inputs = [] if options.floor is None else [find_layout(options.floor)]
    if options.results is not None:
        inputs.append(options.results)
    try:
        return try_write(path, lambda: atomic_write_text(path, _dry_run()), inputs)
    except _DryRun:
        return EXIT_OK


def _dry_run() -> Iterator[str]:
    yield ""
    raise _DryRun


def _write_svg(path: str, text: str) -> int:
    return try_write(path, lambda: atomic_write_text(path, [text]))
