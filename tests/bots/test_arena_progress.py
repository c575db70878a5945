"""The progress of an arena: one line on a terminal, and a line now and then in a log."""

import io
import sys
from collections.abc import Iterable

import pytest

from cc3k.cli import arena
from cc3k.cli.arena import ProgressLine, format_seconds
from tests.support.tables import for_each

LOG_SECONDS = arena.LOG_SECONDS
"""As it is where no test has changed it."""


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def told(
    monkeypatch: pytest.MonkeyPatch,
    stream: io.StringIO,
    moments: Iterable[tuple[float, int]],
) -> list[str]:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(arena, "LOG_SECONDS", LOG_SECONDS)
    clock = [100.0]
    monkeypatch.setattr(arena, "monotonic", lambda: clock[0])
    progress = ProgressLine(1_000)
    for seconds, done in moments:
        clock[0] = 100.0 + seconds
        progress.show(done)
    progress.close()
    return [line for line in stream.getvalue().replace("\r", "\n").split("\n") if line]


def test_a_log_has_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten seconds, every ten of the first minute and once a minute after that."""
    lines = told(monkeypatch, io.StringIO(), [(number / 2, number) for number in range(1, 500)])
    assert lines[:3] == [
        "cc3k: 20 of 1000 games (2%), about 8 min left",
        "cc3k: 40 of 1000 games (4%), about 8 min left",
        "cc3k: 60 of 1000 games (6%), about 8 min left",
    ]
    counts = [int(line.split()[1]) for line in lines]
    assert counts == [20, 40, 60, 80, 100, 220, 340, 460]


def test_a_short_run_leaves_a_log_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waited; not even the end is told, as the results tell it."""
    assert told(monkeypatch, io.StringIO(), [(1, 10), (9.9, 1_000)]) == []


@pytest.mark.slow
def test_a_terminal_has_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written over ten times a second at most, and erased in the end."""
    moments = [(0.01, 1), (0.05, 2), (0.2, 4), (60.0, 250), (100.0, 1_000)]
    assert told(monkeypatch, Terminal(), moments) == [
        "1 of 1000 games (0%) \x1b[K",
        "4 of 1000 games (0%) \x1b[K",
        "250 of 1000 games (25%), about 3 min left \x1b[K",
        "1000 of 1000 games (100%) \x1b[K",
        "\x1b[K",
    ]


def test_the_rest_is_estimated_by_this_run_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file held before took no time: 100 games in 20 s leave 60 s for 300."""
    lines = told(monkeypatch, io.StringIO(), [(0.2, 601), (20.0, 700)])
    assert lines == ["cc3k: 700 of 1000 games (70%), about 60 s left"]


def test_what_was_waited_for_the_first_game_is_not_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Compiling takes a while, and is done once: 20 games in 10 s leave 490 s for 980."""
    moments = [(45.0, 1), (45.5, 2), (55.0, 21), (65.0, 41)]
    assert told(monkeypatch, io.StringIO(), moments) == [
        "cc3k: 1 of 1000 games (0%)",
        "cc3k: 21 of 1000 games (2%), about 8 min left",
    ]


def test_games_that_are_told_together_were_not_played_in_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker brings 100 games every 10 s: 800 take 80 s."""
    moments = [(5.0, 1), (5.01, 60), (5.02, 100), (15.02, 200)]
    assert told(monkeypatch, io.StringIO(), moments) == [
        "cc3k: 200 of 1000 games (20%), about 80 s left"
    ]


@for_each(
    "seconds, text",
    [
        (0.1, "1 s"),
        (42.4, "42 s"),
        (179, "179 s"),
        (180, "3 min"),
        (7_200, "120 min"),
        (10_800, "3 h"),
        (360_000, "100 h"),
    ],
)
def test_a_time_has_its_largest_fitting_unit(seconds: float, text: str) -> None:
    """Rounded, and never nothing."""
    assert format_seconds(seconds) == text
