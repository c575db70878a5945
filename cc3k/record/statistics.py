"""What all kept games add up to: how many were won, what lost the others, and what they brought."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import asdict, frozen

from cc3k.record.morgue import Fact
from cc3k.record.scores import Score

MOST_STEPS = 12
"""Steps of the distribution at the most."""


@frozen
class Standing:
    """How the games of a race ended: so many won, slain, and given up."""

    race: str
    won: int
    slain: int
    left: int

    @property
    def games(self) -> int:
        """How many there were."""
        return self.won + self.slain + self.left

    @property
    def rate(self) -> int:
        """Percent of the games that were won, out of those won or lost; 0 for none."""
        return round(100 * self.won / max(1, self.won + self.slain))


@frozen
class Step:
    """How many scores there are from the least to the most, both included."""

    least: int
    most: int
    games: int


@frozen
class History:
    """The sums. `causes` counts what slew the PC, the most frequent first; `mean` is a score."""

    standings: tuple[Standing, ...]
    causes: Mapping[str, int]
    best: Score | None
    mean: float
    steps: tuple[Step, ...]

    @property
    def total(self) -> Standing:
        """How the games of all races ended."""
        every = self.standings
        return Standing(
            race="",
            won=sum(standing.won for standing in every),
            slain=sum(standing.slain for standing in every),
            left=sum(standing.left for standing in every),
        )


def history_of(scores: Sequence[Score], left: Mapping[str, int]) -> History:
    """Return what scores add up to, and how many games of each race were given up."""
    won = Counter(score.race for score in scores if score.won)
    slain = Counter(score.race for score in scores if not score.won)
    standings = [
        Standing(race, won[race], slain[race], left.get(race, 0))
        for race in {**won, **slain, **left}
    ]
    causes = Counter(score.cause for score in scores if not score.won)
    figures = [score.score for score in scores]
    return History(
        standings=tuple(sorted(standings, key=lambda standing: (-standing.games, standing.race))),
        causes=dict(sorted(causes.items(), key=lambda item: (-item[1], item[0]))),
        best=max(scores, key=lambda score: score.score, default=None),
        mean=round(sum(figures) / max(1, len(figures)), 1),
        steps=tuple(_steps(figures)),
    )


def history_facts(history: History) -> dict[str, Fact]:
    """Return the sums for programs."""
    best = history.best
    return {
        "games": history.total.games,
        "standings": [
            {**asdict(standing), "percent_won": standing.rate} for standing in history.standings
        ],
        "causes": history.causes,
        "best": None if best is None else asdict(best),
        "mean": history.mean,
        "steps": [asdict(step) for step in history.steps],
    }


def _steps(figures: Sequence[int]) -> list[Step]:
    """Return how scores are spread, from 0 to the best, in steps of a round width."""
    if not figures:
        return []
    width = _width(max(figures))
    counts = Counter(figure // width for figure in figures)
    return [
        Step(number * width, number * width + width - 1, counts[number])
        for number in range(max(counts) + 1)
    ]


def _width(best: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50... by which there are not too many steps."""
    unit = 1
    while best // (10 * unit) >= MOST_STEPS:
        unit *= 10
    return next(unit * factor for factor in (1, 2, 5, 10) if best // (unit * factor) < MOST_STEPS)


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
