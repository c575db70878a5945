"""Arena progress: how many games are done and how long the rest takes, on a terminal or in a log.

On a terminal it is one line that is written over and erased in the end. Elsewhere, where standard
error is a file or a pipe, it is a line of its own now and then.
"""

import sys
from time import monotonic

from attrs import define, field

from cc3k.cli.streams import print_error
from cc3k.play.quoting import escape_text

REDRAW_SECONDS = 0.1
"""Seconds between two writings of the line on a terminal."""

LOG_SECONDS, LATER_LOG_SECONDS = 10.0, 60.0
"""Seconds between two lines in a log, in its first minute and after that."""

ESTIMATE_SECONDS = 1.0
"""Seconds of games from which an estimate can be made."""

BURST_SECONDS = 0.1
"""Seconds at the start in which results are only collected: speed cannot be estimated yet."""

_MINUTE, _HOUR, _FEW = 60, 3600, 3


@define(eq=False)
class ProgressLine:
    """The progress of a run of `total` games.

    The time that is left is estimated by the games after the first ones: those before this run took
    none, and the first have waited for workers, imports and the compiler.
    """

    total: int
    _is_watched: bool = field(init=False)
    _began: float = field(init=False)
    _shown: float = field(init=False)
    _first: float | None = field(default=None, init=False)
    _counted: float = field(default=0.0, init=False)
    _done_before: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self._began = monotonic()
        self._is_watched = sys.stderr is not None and sys.stderr.isatty()
        self._shown = 0.0 if self._is_watched else self._began

    def show(self, done: int) -> None:
        """Show how many games are done, unless that was shown a moment ago."""
        now = monotonic()
        self._first = now if self._first is None else self._first
        if now - self._first < BURST_SECONDS:
            self._counted, self._done_before = now, done
        if now - self._shown < self._seconds_between(now) and not self._is_last(done):
            return
        self._shown = now
        text = self._text(done, now - self._counted)
        if self._is_watched:
            sys.stderr.write(f"\r{escape_text(text)} \x1b[K")
            sys.stderr.flush()
        else:
            print_error(text)

    def close(self) -> None:
        if self._is_watched:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _seconds_between(self, now: float) -> float:
        if self._is_watched:
            return REDRAW_SECONDS
        return LOG_SECONDS if now - self._began < _MINUTE else LATER_LOG_SECONDS

    def _is_last(self, done: int) -> bool:
        return self._is_watched and done == self.total

    def _text(self, done: int, seconds: float) -> str:
        text = f"{done} of {self.total} games ({done / self.total:.0%})"
        played = done - self._done_before
        if seconds < ESTIMATE_SECONDS or not played or done == self.total:
            return text
        return f"{text}, about {format_seconds(seconds / played * (self.total - done))} left"


def format_seconds(seconds: float) -> str:
    """Return a time in its largest fitting unit: `40 s`, `12 min`, `5 h`."""
    for unit, name in ((_HOUR, "h"), (_MINUTE, "min")):
        if seconds >= _FEW * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{max(1, seconds):.0f} s"
