"""What many games come to: shares and means, each with how far they can be trusted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from cc3k.bots.contest import GIVEN_UP, Result

Z = 1.959964
"""How many standard deviations to each side hold 95 % of a normal distribution."""

ALL = "all"
"""What the games of all races together are called."""


@frozen
class Estimate:
    """A figure, and the interval from `low` to `high` that holds the true one 95 % of the time."""

    value: float
    low: float
    high: float


@frozen
class Standing:
    """What the games of one race, or of all, came to.

    `won` and `causes` are shares of all games from 0 to 1, by Wilson's interval; `score`, `floors`
    and `turns` are means, by the normal one. The score is of the games that have one (§5).
    """

    race: str
    games: int
    won: Estimate
    score: Estimate
    floors: Estimate
    turns: Estimate
    causes: Mapping[str, Estimate]


def standings(results: Sequence[Result]) -> list[Standing]:
    """Return the standing of each race, in the order of the results, and that of all if several."""
    races = list(dict.fromkeys(result.race for result in results))
    of_each = [_standing(race, [r for r in results if r.race == race]) for race in races]
    return of_each if len(races) == 1 else [*of_each, _standing(ALL, results)]


def share(count: int, games: int) -> Estimate:
    """Return the share of some games, by Wilson's score interval."""
    part, square = count / games, Z * Z / games
    middle = (part + square / 2) / (1 + square)
    reach = (part * (1 - part) * square + square * square / 4) ** 0.5 / (1 + square)
    return Estimate(part, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(figures: Iterable[int]) -> Estimate:
    """Return the mean of some figures, by the normal interval; of none, 0."""
    values = list(figures)
    count = max(1, len(values))
    middle = sum(values) / count
    spread = sum((value - middle) ** 2 for value in values) / max(1, count - 1)
    reach = Z * (spread / count) ** 0.5
    return Estimate(middle, middle - reach, middle + reach)


def _standing(race: str, results: Sequence[Result]) -> Standing:
    games = len(results)
    causes = Counter(result.cause for result in results if not result.won)
    return Standing(
        race=race,
        games=games,
        won=share(sum(result.won for result in results), games),
        score=mean(result.score for result in results if result.cause != GIVEN_UP),
        floors=mean(result.floors for result in results),
        turns=mean(result.turns for result in results),
        causes={
            cause: share(count, games)
            for cause, count in sorted(causes.items(), key=lambda pair: (-pair[1], pair[0]))
        },
    )
