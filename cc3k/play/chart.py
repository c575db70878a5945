"""A history to be looked at: bars, and what they stand for."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from cc3k.record.statistics import History, Standing

LONGEST = 30
"""Cells of the longest bar."""

LABEL = 14
"""Letters that there is room for beside a bar."""


@frozen
class Bar:
    """What it stands for, its length in cells, and the figures behind it."""

    label: str
    cells: int
    told: str


@frozen
class Chart:
    """Bars under a title."""

    title: str
    bars: tuple[Bar, ...]


def summary(history: History) -> list[str]:
    """Return the sums of all games, a line each."""
    total, best = history.total, history.best
    games = "1 game" if total.games == 1 else f"{total.games} games"
    lines = [f"{games}: {_ends(total)}"]
    if best is not None:
        lines.append(f"Best score {best.score}, as a {best.race[:LABEL]}; mean {history.mean}")
    return lines


def charts(history: History) -> list[Chart]:
    """Return how the games ended, what slew the PC, and how the scores are spread."""
    ends = [
        Bar(one.race[:LABEL], one.rate * LONGEST // 100, f"{one.rate:>3} %: {_ends(one)}")
        for one in history.standings
    ]
    spread = [
        (str(step.least) if step.least == step.most else f"{step.least}-{step.most}", step.games)
        for step in history.steps
    ]
    found = (
        Chart("Won, of all games won or lost", tuple(ends)),
        Chart("Lost to", tuple(_bars(history.causes.items()))),
        Chart("Scores", tuple(_bars(spread))),
    )
    return [chart for chart in found if chart.bars]


def chart_lines(chart: Chart) -> Iterator[str]:
    """Yield a chart as text."""
    yield chart.title
    for bar in chart.bars:
        yield f"  {bar.label:<{LABEL}}  {'#' * bar.cells:<{LONGEST}}  {bar.told}".rstrip()


def _bars(counts: Iterable[tuple[str, int]]) -> Iterator[Bar]:
    """Yield a bar a count; the greatest is the longest, and what there is can be seen."""
    pairs = list(counts)
    most = max([games for _, games in pairs], default=1)
    for label, games in pairs:
        yield Bar(label[:LABEL], -(-games * LONGEST // most), str(games))


def _ends(standing: Standing) -> str:
    return f"{standing.won} won, {standing.slain} lost, {standing.left} given up"
