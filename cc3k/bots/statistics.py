"""Standings: what many games come to, in shares and means, with how far each can be trusted.

The games of all races together are a stratified sample: how many there are of each race is chosen,
and not left to chance. So that one race scores more than another makes no figure of all uncertain;
only how the games of one and the same race differ does. What is told of all is told of that mix.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from attrs import frozen

from cc3k.bots.match import GIVEN_UP, Result

Z = 1.959964
"""How many standard deviations to each side hold 95 % of a normal distribution."""

ALL = "all"
"""What the games of all races together are called."""

NOTHING = 1e-9
"""What is left of a difference of sums where nothing should be."""

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


Strata: TypeAlias = Sequence[Sequence[int]]
"""The figures of each race."""


class Moments(NamedTuple):
    """How many figures there are of a race, their sum, and the sum of their squares."""

    games: int
    total: float
    squares: float


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
    hands = [[result for result in results if result.race == race] for race in races]
    of_each = [_standing(race, [hand], floors) for race, hand in zip(races, hands, strict=True)]
    return of_each if len(races) == 1 else [*of_each, _standing(ALL, hands, floors)]


def share(count: int, games: int) -> Share:
    """Return the share of some games, by Wilson's score interval."""
    return share_of_all([(count, games)])


def share_of_all(strata: Sequence[tuple[int, int]]) -> Share:
    """Return the share of the games of all races; `strata` are the count and the games of each."""
    return Share(*_wilson([Moments(games, count, count) for count, games in strata]))


def mean(figures: Iterable[int]) -> Mean:
    """Return the mean of figures of which none is negative, by the normal interval; of none, 0."""
    return mean_of_all([list(figures)])


def mean_of_all(strata: Strata) -> Mean:
    """Return the mean of the figures of all races, by the stratified normal interval.

    A race of a single figure is taken to spread as all figures do, which is rather too much.
    """
    values = [value for stratum in strata for value in stratum]
    if len(values) < FEWEST:
        return Mean(float(sum(values)), None, None)
    spread = sum(
        len(stratum) * _variance(stratum if len(stratum) >= FEWEST else values)
        for stratum in strata
    )
    middle, reach = sum(values) / len(values), Z * spread**0.5 / len(values)
    return Mean(middle, max(0.0, middle - reach), middle + reach)


def mean_between(figures: Iterable[int], least: int, most: int) -> Mean:
    """Return the mean of figures from `least` to `most`, by an interval that goes no further."""
    return mean_of_all_between([list(figures)], least, most)


def mean_of_all_between(strata: Strata, least: int, most: int) -> Mean:
    """Return the mean of the figures of all races, by an interval that goes no further.

    It is Wilson's, for the share of the way from `least` to `most` that was gone.
    """
    every, way = sum(map(len, strata)), most - least
    if every < FEWEST:
        return mean_of_all(strata)
    gone = [[(value - least) / way for value in stratum] for stratum in strata]
    moments = [Moments(len(of), sum(of), sum(part * part for part in of)) for of in gone]
    return Mean(*[least + part * way for part in _wilson(moments, (every - 1) / every)])


def told(figure: Share | Mean, form: str) -> str:
    """Return a figure and its interval, each in a form such as `.1%`."""
    if figure.low is None or figure.high is None:
        return f"{figure.value:{form}} ({NO_INTERVAL})"
    return f"{figure.value:{form}} ({figure.low:{form}} - {figure.high:{form}})"


def _variance(values: Sequence[int]) -> float:
    """Return the variance of at least two figures, as a sample tells it."""
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def _wilson(strata: Sequence[Moments], freedom: float = 1.0) -> tuple[float, float, float]:
    """Return a mean of figures from 0 to 1, and the ends of Wilson's score interval for it.

    Figures of 0 and 1 alone, in one stratum, would vary most. Those that vary less count for more
    of them, as many as would make up for it: the effective size of the sample, as is usual for
    shares in stratified ones. Where all are alike nothing is known of that, and they do not.
    `freedom` is the part of the figures that is left to tell how they spread.
    """
    size, total, squares = map(sum, zip(*strata, strict=True))
    part, within = total / size, 0.0
    for games, its_total, its_squares in strata:
        # One figure more, the average one of all: few figures that happen to be alike, as none
        # of five games that are won, are not taken for a race that cannot do otherwise.
        middle = (its_total + part) / (games + 1)
        within += games * ((its_squares + squares / size) / (games + 1) - middle * middle)
    worth = freedom * part * (1 - part) * size / within if within > NOTHING else 1.0
    square = Z * Z / (size * worth)
    middle = (part + square / 2) / (1 + square)
    reach = (part * (1 - part) * square + square * square / 4) ** 0.5 / (1 + square)
    return part, max(0.0, middle - reach), min(1.0, middle + reach)


def _standing(race: str, hands: Sequence[Sequence[Result]], floors: int) -> Standing:
    """Return what the games of some races came to; each hand is of one."""
    results = [result for hand in hands for result in hand]
    causes = Counter(result.cause for result in results if not result.won)
    scored = [[result.score for result in hand if result.cause != GIVEN_UP] for hand in hands]
    return Standing(
        race=race,
        games=len(results),
        won=_share_with(hands, ""),
        score=mean_of_all(scored),
        floors=mean_of_all_between([[r.floors for r in hand] for hand in hands], 1, floors),
        turns=mean_of_all([[result.turns for result in hand] for hand in hands]),
        causes={
            cause: _share_with(hands, cause)
            for cause, _ in sorted(causes.items(), key=lambda pair: (-pair[1], pair[0]))
        },
    )


def _share_with(hands: Sequence[Sequence[Result]], cause: str) -> Share:
    """Return the share of the games that ended by a cause; by none they are won."""
    return share_of_all([(sum(r.cause == cause for r in hand), len(hand)) for hand in hands])
