"""What many games come to: shares and means, each with how far they can be trusted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from cc3k.bots.contest import GIVEN_UP, Result

Z = 1.959964
"""How many standard deviations to each side hold 95 % of a normal distribution."""

ALL = "all"
"""What the games of all races together are called."""

NO_INTERVAL = "no interval"
"""What is told in its place."""

FEWEST = 2
"""How many figures it takes to say how they spread."""


@frozen
class Share:
    """A part of all, and the interval that holds the true one 95 % of the time: from 0 to 1."""

    value: float
    low: float
    high: float


@frozen
class Mean:
    """A mean, and its interval; of fewer than two figures it has none."""

    value: float
    low: float | None
    high: float | None


@frozen
class Standing:
    """What the games of one race, or of all, came to.

    `won` and `causes` are shares of all games. The score is of the games that have one (§5).
    """

    race: str
    games: int
    won: Share
    score: Mean
    floors: Mean
    turns: Mean
    causes: Mapping[str, Share]


def standings(results: Sequence[Result], floors: int) -> list[Standing]:
    """Return the standing of each race, in the order of the results, and that of all if several.

    `floors` is how many there are to come to.
    """
    races = list(dict.fromkeys(result.race for result in results))
    of_each = [_standing(race, [r for r in results if r.race == race], floors) for race in races]
    return of_each if len(races) == 1 else [*of_each, _standing(ALL, results, floors)]


def share(count: int, games: int) -> Share:
    """Return the share of some games, by Wilson's score interval."""
    part = count / games
    return Share(part, *_wilson(part, games))


def mean(figures: Iterable[int]) -> Mean:
    """Return the mean of figures of which none is negative, by the normal interval; of none, 0."""
    values = list(figures)
    if len(values) < FEWEST:
        return Mean(float(sum(values)), None, None)
    middle = sum(values) / len(values)
    reach = Z * (_variance(values) / len(values)) ** 0.5
    return Mean(middle, max(0.0, middle - reach), middle + reach)


def mean_between(figures: Iterable[int], least: int, most: int) -> Mean:
    """Return the mean of figures from `least` to `most`, by an interval that goes no further.

    It is Wilson's, for the share of the way from `least` to `most` that was gone. Games that go
    all of the way or none of it would vary most; those that vary less count for more of them, as
    many as would make up for it. Where all are alike nothing is known of that, and they do not.
    """
    values, way = list(figures), most - least
    if len(values) < FEWEST:
        return mean(values)
    middle, variance = sum(values) / len(values), _variance(values)
    worth = (middle - least) * (most - middle) / variance if variance else 1
    low, high = _wilson((middle - least) / way, len(values) * worth)
    return Mean(middle, least + low * way, least + high * way)


def told(figure: Share | Mean, form: str) -> str:
    """Return a figure and its interval, each in a form such as `.1%`."""
    if figure.low is None or figure.high is None:
        return f"{figure.value:{form}} ({NO_INTERVAL})"
    return f"{figure.value:{form}} ({figure.low:{form}} - {figure.high:{form}})"


def _variance(values: Sequence[int]) -> float:
    """Return the variance of at least two figures, as a sample tells it."""
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def _wilson(part: float, games: float) -> tuple[float, float]:
    """Return the ends of Wilson's score interval for a share of some games."""
    square = Z * Z / games
    middle = (part + square / 2) / (1 + square)
    reach = (part * (1 - part) * square + square * square / 4) ** 0.5 / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _standing(race: str, results: Sequence[Result], floors: int) -> Standing:
    games = len(results)
    causes = Counter(result.cause for result in results if not result.won)
    return Standing(
        race=race,
        games=games,
        won=share(sum(result.won for result in results), games),
        score=mean(result.score for result in results if result.cause != GIVEN_UP),
        floors=mean_between((result.floors for result in results), 1, floors),
        turns=mean(result.turns for result in results),
        causes={
            cause: share(count, games)
            for cause, count in sorted(causes.items(), key=lambda pair: (-pair[1], pair[0]))
        },
    )
