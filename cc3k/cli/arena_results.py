"""How the games of the arena are played, and what is told of it meanwhile."""

import signal
import sys
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import closing

from attrs import define, field

from cc3k.bots.bot import Mishap
from cc3k.bots.match import Result
from cc3k.cli.bot_plugins import tell_mishap
from cc3k.cli.workers import Contest, Outcome, dismiss
from cc3k.content.layout.writer import LayoutError
from cc3k.record.replay import NoSuchBot
from cc3k.tty.early_interrupts import SIGNALLED
from cc3k.tty.interrupts import tell_interrupt
from cc3k.tty.streams import FAILED, OK, USAGE, complain

ENDING = (signal.SIGINT, signal.SIGTERM)
"""The signals that end the games."""


@define(eq=False)
class Tally:
    """What came of the games so far: results and mishaps, each by the place of its match."""

    asked: int
    results: dict[int, Result] = field(factory=dict)
    mishaps: dict[int, Mishap] = field(factory=dict)

    @property
    def games(self) -> list[Result]:
        """The results in the order of their matches."""
        return [self.results[place] for place in sorted(self.results)]

    def add(self, outcomes: Iterable[tuple[int, Outcome]]) -> None:
        """Add what came of some matches."""
        for place, outcome in outcomes:
            if isinstance(outcome, Mishap):
                self.mishaps[place] = outcome
            else:
                self.results[place] = outcome


def collect(
    contest: Contest, executor: Executor, tally: Tally, bot: str, *, keep_going: bool
) -> int:
    """Add what comes of each match to the tally, and tell what goes wrong; return the exit code.

    The first mishap ends the games, unless they are to be kept going. However they end, all that
    is finished by then is in the tally, and nobody works any more.
    """
    code = OK
    try:
        code = _collect(contest, tally, bot, keep_going=keep_going)
        if len(tally.results) + len(tally.mishaps) == tally.asked:
            executor.shutdown()
    except Mishap as mishap:
        code = tell_mishap(bot, mishap)
    except (NoSuchBot, LayoutError) as error:  # as this process was told otherwise
        complain(str(error))
        code = USAGE
    finally:
        dismiss(executor)
        tally.add(contest.late())
    return code_of(contest, code)


def code_of(contest: Contest, code: int) -> int:
    """Return the exit code of a contest that has that one if no signal has stopped it.

    One that did is told of.
    """
    if contest.stopped_by is None:
        return code
    if contest.stopped_by == signal.SIGINT:
        tell_interrupt()
    return SIGNALLED + contest.stopped_by


def _collect(contest: Contest, tally: Tally, bot: str, *, keep_going: bool) -> int:
    code, progress = OK, _Progress(tally)
    with closing(contest.outcomes()) as outcomes, closing(progress):
        for place, outcome in outcomes:
            tally.add([(place, outcome)])
            if isinstance(outcome, Mishap):
                progress.close()
                code = tell_mishap(bot, outcome)
                if not keep_going:
                    return FAILED
            progress.tell()
    return code


class _Progress:
    """How many games there are already, for whoever looks on at a terminal."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._is_watched = sys.stderr is not None and sys.stderr.isatty()

    def tell(self) -> None:
        """Show it."""
        if self._is_watched:
            done, asked = len(self._tally.results) + len(self._tally.mishaps), self._tally.asked
            sys.stderr.write(f"\r{done} of {asked} games ({done / asked:.0%}) ")
            sys.stderr.flush()

    def close(self) -> None:
        """Wipe it away."""
        if self._is_watched:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
