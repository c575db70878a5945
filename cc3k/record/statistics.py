"""What all kept games add up to: how many were won, what lost the others, and what they brought."""

from collections import Counter
from collections.abc import Mapping, Sequence

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
