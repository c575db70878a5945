"""Progress: one line that is overwritten on a terminal, or a line now and then elsewhere."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Self

from attrs import define, field

from cc3k.bots.statistics import GameResult

SECONDS_BETWEEN_LINES = 15.0
"""Seconds between two lines where nobody watches."""

SECONDS_BETWEEN_UPDATES = 0.2
"""Seconds between two updates on a terminal."""


@define(eq=False)
class TimedLine:
    """A line on standard error that says how far something is, with the time that is left."""

    _is_watched: bool = field(init=False)
    _width: int = field(default=0, init=False)
    _shown_at: float = field(default=0.0, init=False)
    _began: float = field(factory=monotonic, init=False)

    @_is_watched.default
    def _find_watcher(self) -> bool:
        return sys.stderr is not None and sys.stderr.isatty()

    @property
    def seconds(self) -> float:
        """The seconds since it began."""
        return monotonic() - self._began

    @contextmanager
    def shown(self) -> Iterator[Self]:
        self._began = self._shown_at = monotonic()
        try:
            yield self
        finally:
            if self._width:
                self._write("\n")
                self._width = 0

    def show_text(self, part: float, text: str) -> None:
        now = monotonic()
        pause = SECONDS_BETWEEN_UPDATES if self._is_watched else SECONDS_BETWEEN_LINES
        if now - self._shown_at < pause and part < 1:
            return
        self._shown_at = now
        line = f"{part:4.0%}  {text}  {format_time(self.seconds * (1 - part) / part)} left"
        if self._is_watched:
            self._write(f"\r{line:{self._width}}")
            self._width = len(line)
        else:
            self._write(f"{line}\n")

    def _write(self, text: str) -> None:
        if sys.stderr is not None:
            sys.stderr.write(text)
            sys.stderr.flush()


def format_time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@define(eq=False)
class TrainingProgress(TimedLine):
    """The progress of a training: steps, steps a second, and the games that ended last."""

    def show(self, part: float, steps: int, games: Sequence[GameResult]) -> None:
        each = f"{steps:,} steps  {steps / max(self.seconds, 1e-9):,.0f}/s"
        if games:
            score = sum(game.score for game in games) / len(games)
            won = sum(game.won for game in games) / len(games)
            each += f"  last {len(games)} games: score {score:.1f}, won {won:.0%}"
        self.show_text(part, each)


@define(eq=False)
class GamesProgress(TimedLine):
    """The progress of an evaluation: games of each player."""

    _player: str = field(default="", init=False)

    def show(self, player: str, done: int, total: int) -> None:
        if player != self._player:
            self._player, self._began = player, monotonic()
        self.show_text(done / total, f"{player}: {done:,} of {total:,} games")
