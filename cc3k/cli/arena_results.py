"""Arena results: collect results and errors, show the progress, stop on a signal."""

import signal
import sys
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import closing

from attrs import define, field

from cc3k.bots.bot import BotError
from cc3k.bots.statistics import GameResult
from cc3k.cli.bot_plugins import report_bot_error
from cc3k.cli.main import print_interrupt_message
from cc3k.cli.streams import print_error
from cc3k.cli.workers import ArenaRun, ResultOrError, kill_or_release_workers
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.exit_codes import EXIT_FAILED, EXIT_OK, EXIT_SIGNAL_BASE, EXIT_USAGE
from cc3k.record.replay import UnknownBot

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that stop the arena."""


@define(eq=False)
class ArenaResults:
    """Results and errors so far, each by the index of its game."""

    total: int
    results: dict[int, GameResult] = field(factory=dict)
    errors: dict[int, BotError] = field(factory=dict)

    @property
    def ordered_results(self) -> list[GameResult]:
        """The results in the order of their games."""
        return [self.results[place] for place in sorted(self.results)]

    def add(self, outcomes: Iterable[tuple[int, ResultOrError]]) -> None:
        """Add results and errors."""
        for place, outcome in outcomes:
            if isinstance(outcome, BotError):
                self.errors[place] = outcome
            else:
                self.results[place] = outcome


def collect_results(
    arena_run: ArenaRun,
    executor: Executor,
    arena_results: ArenaResults,
    bot_name: str,
    *,
    keep_going: bool,
) -> int:
    """Add the result of each game, print errors as they come, and return the exit code.

    The first mishap ends the games, unless they are to be kept going. However they end, all that
    is finished by then is in the tally, and nobody works any more.
    """
    code = EXIT_OK
    try:
        code = _collect_until_error(arena_run, arena_results, bot_name, keep_going=keep_going)
        if len(arena_results.results) + len(arena_results.errors) == arena_results.total:
            executor.shutdown()
    except BotError as mishap:
        code = report_bot_error(bot_name, mishap)
    except (UnknownBot, LayoutError) as error:  # as this process was told otherwise
        print_error(str(error))
        code = EXIT_USAGE
    finally:
        kill_or_release_workers(executor)
        arena_results.add(arena_run.late_results())
    return exit_code_of(arena_run, code)


def exit_code_of(arena_run: ArenaRun, exit_code: int) -> int:
    """Return the exit code, or that of the signal that stopped the run, which is reported.

    One that did is told of.
    """
    if arena_run.stop_signal is None:
        return exit_code
    if arena_run.stop_signal == signal.SIGINT:
        print_interrupt_message()
    return EXIT_SIGNAL_BASE + arena_run.stop_signal


def _collect_until_error(
    arena_run: ArenaRun, arena_results: ArenaResults, bot_name: str, *, keep_going: bool
) -> int:
    code, progress = EXIT_OK, _ProgressLine(arena_results)
    with closing(arena_run.play_as_completed()) as outcomes, closing(progress):
        for place, outcome in outcomes:
            arena_results.add([(place, outcome)])
            if isinstance(outcome, BotError):
                progress.close()
                code = report_bot_error(bot_name, outcome)
                if not keep_going:
                    return EXIT_FAILED
            progress.show()
    return code


class _ProgressLine:
    """Progress line with the number of finished games, if there is a terminal."""

    def __init__(self, arena_results: ArenaResults) -> None:
        self._arena_results = arena_results
        self._is_watched = sys.stderr is not None and sys.stderr.isatty()

    def show(self) -> None:
        """Print the line."""
        if self._is_watched:
            done, asked = (
                len(self._arena_results.results) + len(self._arena_results.errors),
                self._arena_results.total,
            )
            sys.stderr.write(f"\r{done} of {asked} games ({done / asked:.0%}) ")
            sys.stderr.flush()

    def close(self) -> None:
        """Erase the line."""
        if self._is_watched:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
