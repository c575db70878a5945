"""`cc3k arena`: let a bot play many games, and report its results with confidence intervals."""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, redirect_stdout

from cc3k.bots.bot import BotError, is_omniscient
from cc3k.bots.statistics import statistics_by_race
from cc3k.cli.arena_games import GameSpec, TwinError, prepare_compiled, why_not_compiled
from cc3k.cli.arena_options import ArenaOptions, build_parser, check_combinations, chosen_races
from cc3k.cli.arena_report import arena_title, format_json, format_tables
from cc3k.cli.arena_results import STOP_SIGNALS, ArenaResults, collect_results, exit_code_of
from cc3k.cli.bot_plugins import load_bot, report_bot_error
from cc3k.cli.command import print_text, run_tool, try_write
from cc3k.cli.dask_cluster import CONNECT_SECONDS, ClusterError, connect_to_cluster
from cc3k.cli.expansion_options import choose_rules
from cc3k.cli.main import print_interrupt_message
from cc3k.cli.results_file import ResultsFile, ResultsFileError, RunSettings
from cc3k.cli.streams import print_error
from cc3k.cli.workers import CHUNK_SECONDS, ArenaRun, start_local_workers
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.engine.rules import Rules
from cc3k.exit_codes import EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE
from cc3k.export.svg import render_arena_svg
from cc3k.play.quoting import printable_name
from cc3k.saves.disk import atomic_write_text
from cc3k.saves.files import find_layout, parse_layout_file, read_layout_bytes
from cc3k.saves.open_files import UnreadableError
from cc3k.saves.replay import UnknownBot
from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT, INTERRUPT_MESSAGE
from cc3k.terminal.interrupts import INTERRUPT_HANDLER

__all__ = ["build_parser", "run"]
"""The parser is that of another module, and is asked for here as that of each command."""

FEWEST_COMPILED_GAMES = 10_000
"""Games from which the compiled core saves more time than it takes to compile it once."""


def run(arguments: Sequence[str]) -> int:
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
        tally = _find_results(options, layout, leaving)
        compiled = _may_be_compiled(options, layout, tally.total - tally.done)
        executor = _start_workers(options, leaving)
        specs = tally.remaining(_game_specs(options, layout, compiled=compiled))
        contest = ArenaRun(specs, executor, chunk_seconds=CHUNK_SECONDS)
        handled = INTERRUPT_HANDLER.handle_first_signal(contest.stop, STOP_SIGNALS)
        leaving.enter_context(handled)
        code = collect_results(contest, executor, tally, options.bot, keep_going=options.keep_going)
        return exit_code_of(contest, _print_results(options, tally, code))


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
            yield GameSpec(
                *(options.bot, race, options.seed, number, layout, options.most, options.limit),
                *(tags, compiled),
            )


def _find_results(options: ArenaOptions, layout: bytes, leaving: ExitStack) -> ArenaResults:
    """Return the known results of the requested games.

    Raises `ResultsFileError` for a file that cannot be continued.
    """
    total = len(options.races) * options.games
    if options.results is None:
        return ArenaResults(total)
    settings = RunSettings.of(next(_game_specs(options, layout)), options.rules.ruleset)
    file, found = ResultsFile.open(options.results, settings)
    leaving.callback(file.close)
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
    if options.fast is False or (options.fast is None and games < FEWEST_COMPILED_GAMES):
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


def _start_workers(options: ArenaOptions, leaving: ExitStack) -> Executor:
    """Return the executor: processes of this machine, or a cluster; raise `ClusterError`."""
    if options.scheduler is None:
        return start_local_workers(options.workers)
    client, executor = connect_to_cluster(options.scheduler)
    leaving.callback(client.close, CONNECT_SECONDS)
    return executor


def _print_results(options: ArenaOptions, arena_results: ArenaResults, exit_code: int) -> int:
    all_played = arena_results.done == arena_results.total
    if not arena_results.results and not (arena_results.errors and all_played):
        return exit_code
    found = (
        statistics_by_race(arena_results.ordered_results, options.rules.floor_count)
        if arena_results.results
        else []
    )
    print_text(
        format_json(options, found, arena_results)
        if options.json
        else format_tables(options, found, arena_results)
    )
    if options.svg is None or not all_played or not found:
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
