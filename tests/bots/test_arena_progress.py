"""The progress of an arena: one line on a terminal, and a line now and then in a log."""

import io
import sys
from collections.abc import Iterable

from cc3k.cli import arena
from cc3k.cli.arena import ProgressLine, format_seconds
from tests.support.fixtures import Patch
from tests.support.tables import for_each

LOG_SECONDS = arena.LOG_SECONDS
"""As it is where no test has changed it."""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def told(
    monkeypatch: Patch, stream: io.StringIO, moments: Iterable[tuple[float, int]]
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


def test_a_log_has_a_line_now_and_then(monkeypatch: Patch) -> None:
    """After ten seconds, every ten of the first minute and once a minute after that."""
    lines = told(monkeypatch, io.StringIO(), [(number / 2, number) for number in range(1, 500)])
    assert lines[:2] == [
        "cc3k: 20 of 1000 games (2%), about 8 min left",
        "cc3k: 40 of 1000 games (4%), about 8 min left",
    ]
    counts = [int(line.split()[1]) for line in lines]
    assert counts == [20, 40, 60, 80, 100, 220, 340, 460]


@for_each(
    ("a short run leaves a log alone", [(1, 10), (9.9, 1_000)], []),
    (
        "what a file held before took no time",
        [(0.2, 601), (20.0, 700)],
        ["700 of 1000 games (70%), about 60 s left"],
    ),
    (
        "what was waited for the first game is not counted",
        [(45.0, 1), (45.5, 2), (55.0, 21), (65.0, 41)],
        ["1 of 1000 games (0%)", "21 of 1000 games (2%), about 8 min left"],
    ),
    (
        "games that are told together were not played in no time",
        [(5.0, 1), (5.01, 60), (5.02, 100), (15.02, 200)],
        ["200 of 1000 games (20%), about 80 s left"],
    ),
)
def test_the_rest_is_estimated(
    claim: str, moments: list[tuple[float, int]], lines: list[str], monkeypatch: Patch
) -> None:
    found = told(monkeypatch, io.StringIO(), moments)
    assert found == [f"cc3k: {line}" for line in lines], claim


def test_a_terminal_has_one_line(monkeypatch: Patch) -> None:
    moments = [(0.01, 1), (0.05, 2), (0.2, 4), (60.0, 250), (100.0, 1_000)]
    assert told(monkeypatch, Terminal(), moments) == [
        "1 of 1000 games (0%) \x1b[K",
        "4 of 1000 games (0%) \x1b[K",
        "250 of 1000 games (25%), about 3 min left \x1b[K",
        "1000 of 1000 games (100%) \x1b[K",
        "\x1b[K",
    ]


def test_a_time_has_its_largest_fitting_unit() -> None:
    seconds = (0.1, 42.4, 179, 180, 7_200, 10_800, 360_000)
    texts = ["1 s", "42 s", "179 s", "3 min", "120 min", "3 h", "100 h"]
    assert [format_seconds(each) for each in seconds] == texts
