"""Arena results: collect results and errors, keep them in a file, stop on a signal."""

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing, suppress

from attrs import define, field

from cc3k.bots.bot import BotError
from cc3k.bots.statistics import GameResult
from cc3k.cli.arena_games import GameSpec, ResultOrError
from cc3k.cli.arena_progress import ProgressLine
from cc3k.cli.bot_plugins import report_bot_error
from cc3k.cli.main import print_interrupt_message
from cc3k.cli.results_file import ResultsFile, ResultsFileError
from cc3k.cli.streams import print_error
from cc3k.cli.worker_processes import ExecutorLost
from cc3k.cli.workers import ArenaRun, kill_or_release_workers
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_SIGNAL_BASE, EXIT_USAGE
from cc3k.saves.replay import UnknownBot

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that stop the arena."""


@define(eq=False)
class ArenaResults:
    """Results and errors so far, each by the place of its game among all that were asked for.

    `places` are those of the games that are played in this run, and not those that a results file
    held before, in the order in which they are dealt to workers.
    """

    total: int
    results: dict[int, GameResult] = field(factory=dict)
    errors: dict[int, BotError] = field(factory=dict)
    places: list[int] = field(factory=list, init=False)
    file: ResultsFile | None = None

    @property
    def done(self) -> int:
        return len(self.results) + len(self.errors)

    def remaining(self, specs: Iterable[GameSpec]) -> Iterator[GameSpec]:
        for place, spec in enumerate(specs):
            if place not in self.results:
                self.places.append(place)
                yield spec

    @property
    def ordered_results(self) -> list[GameResult]:
        return [self.results[place] for place in sorted(self.results)]

    def add(self, outcomes: Iterable[tuple[int, ResultOrError]]) -> None:
        """Add results and errors, each with the number of its game in this run, from 0.

        Raises `ResultsFileError` if the file cannot be written.
        """
        for number, outcome in outcomes:
            place = self.places[number]
            if isinstance(outcome, BotError):
                self.errors[place] = outcome
            elif place not in self.results:
                self.results[place] = outcome
                if self.file is not None:
                    self.file.append(outcome)


def collect_results(
    arena_run: ArenaRun,
    executor: Executor,
    arena_results: ArenaResults,
    bot_name: str,
    *,
    keep_going: bool,
) -> int:
    """Add the result of each game, print errors as they come, and return the exit code.

    The first error ends the run, unless it is to keep going; so does a results file that cannot be
    written. However the run ends, all finished games are in the tally and the file, and no worker
    is left.
    """
    code = EXIT_OK
    try:
        code = _collect_until_error(arena_run, arena_results, bot_name, keep_going=keep_going)
        if arena_results.done == arena_results.total:
            executor.shutdown()
    except BotError as error:
        code = report_bot_error(bot_name, error)
    except (UnknownBot, LayoutError) as error:  # as this process was told otherwise
        print_error(str(error))
        code = EXIT_USAGE
    except ExecutorLost as error:
        print_error(str(error))
        code = EXIT_FAILED
    except ResultsFileError as error:
        code = _leave_file(arena_results, error)
    finally:
        kill_or_release_workers(executor)
        code = _add_late_results(arena_run, arena_results) or code
    return exit_code_of(arena_run, code)


def _add_late_results(arena_run: ArenaRun, arena_results: ArenaResults) -> int:
    file = arena_results.file
    try:
        arena_results.add(arena_run.late_results())
        if file is not None:
            file.close()
    except ResultsFileError as error:
        return _leave_file(arena_results, error)
    return EXIT_OK


def _leave_file(arena_results: ArenaResults, error: ResultsFileError) -> int:
    """Print why the results file cannot be written; from now on it is left alone."""
    print_error(str(error))
    file, arena_results.file = arena_results.file, None
    if file is not None:
        with suppress(ResultsFileError):
            file.close()
    return EXIT_FAILED


def exit_code_of(arena_run: ArenaRun, exit_code: int) -> int:
    if arena_run.stop_signal is None:
        return exit_code
    if arena_run.stop_signal == signal.SIGINT:
        print_interrupt_message()
    return EXIT_SIGNAL_BASE + arena_run.stop_signal


def _collect_until_error(
    arena_run: ArenaRun, arena_results: ArenaResults, bot_name: str, *, keep_going: bool
) -> int:
    code, progress = EXIT_OK, ProgressLine(arena_results.total)
    with closing(arena_run.play_as_completed()) as outcomes, closing(progress):
        for place, outcome in outcomes:
            arena_results.add([(place, outcome)])
            if isinstance(outcome, BotError):
                progress.close()
                code = report_bot_error(bot_name, outcome)
                if not keep_going:
                    return EXIT_FAILED
            progress.show(arena_results.done)
    return code
