"""Statistics of many games of a bot: shares and means, with confidence intervals.

The games of all races together are a stratified sample: the number of games of each race is chosen,
not left to chance. So differences between races do not widen the intervals of the totals; only
differences between games of one race do. The totals are those of this mix of races.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from attrs import frozen

from cc3k.bots.bot import MAX_COMMANDS, BotFactory, bad_choice_error, create_bot
from cc3k.bots.game import PlayableGame
from cc3k.engine.board import FloorLayout
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.hero import Race
from cc3k.engine.refusals import Impossible
from cc3k.engine.rules import Rules
from cc3k.play.commands import command_table
from cc3k.play.endings import cause_of_death

CUT_SHORT = "given up"
"""The cause of a game that ended because it took too long."""


@frozen
class BotResult:
    """The result of one game of a match.

    `game_number` is its number in the seed's run (R34), `cause_of_death` what the PC was slain by,
    empty for a victory; `floors` is how many it came to. A game given up has no score, and is no
    victory.
    """

    race: str
    game_number: int
    cause_of_death: str
    score: int
    gold: int
    floors: int
    turns: int

    @property
    def won(self) -> bool:
        return not self.cause_of_death


def play_to_end(
    game: GameState,
    factory: BotFactory,
    game_number: int,
    max_commands: int = MAX_COMMANDS,
    game_class: type[PlayableGame] = PlayableGame,
) -> BotResult:
    """Let a bot play a game to its end: what it chooses is played here, in the true game.

    Raises `BadChoice` for what is not legal (R4), `GameChanged` if it changed the game that it was
    shown, a `game_class`, and `BotFailed` for an error of its own.
    """
    bot = create_bot(game, factory, game_class)
    for _ in range(max_commands):
        action = bot.choose(game)
        try:
            game.play(action)
        except Impossible as refusal:
            raise bad_choice_error(
                game, command_table(game.rules).words_by_action[action], str(refusal)
            ) from refusal
        if game.is_over:
            break
    return BotResult(
        race=game.race.name,
        game_number=game_number,
        cause_of_death=cause_of_death(game.outcome) if game.is_over else CUT_SHORT,
        score=game.score if game.is_over else 0,
        gold=game.hero.gold,
        floors=game.depth,
        turns=game.turns,
    )


def new_game(
    rules: Rules, race: Race, seed: int, game_number: int, floor_layouts: Sequence[FloorLayout] = ()
) -> GameState:
    """Return the game of that number of a seed (R34)."""
    return GameState(rules, race, Dice(f"{seed}/game {game_number}"), floor_layouts)


Z_95 = 1.959964
"""Standard deviations to each side that hold 95 % of a normal distribution."""

ALL_RACES = "all"
"""The name of the games of all races together."""

EPSILON = 1e-9
"""Largest rounding error of a difference that should be zero."""

NO_INTERVAL = "no interval"
"""The text for an estimate that has no interval."""

MIN_SAMPLE = 2
"""Values needed to estimate a spread."""


@frozen
class ShareEstimate:
    """A share, and its 95 % confidence interval: from 0 to 1."""

    value: float
    low: float
    high: float


@frozen
class MeanEstimate:
    """A mean and its confidence interval; fewer than two values have no interval."""

    value: float
    low: float | None
    high: float | None


SamplesByRace: TypeAlias = Sequence[Sequence[int]]
"""The samples of each race, the strata of the estimates."""


class SampleMoments(NamedTuple):
    sample_size: int
    total: float
    total_of_squares: float


@frozen
class RaceStatistics:
    """The statistics of a bot's games with one race, or with all.

    `won` and `causes` are shares of all games. The score is of the games that have one (§5).
    """

    race: str
    games: int
    won: ShareEstimate
    score: MeanEstimate
    floors: MeanEstimate
    turns: MeanEstimate
    causes: Mapping[str, ShareEstimate]


def statistics_by_race(results: Sequence[BotResult], floor_count: int) -> list[RaceStatistics]:
    """Return the statistics of each race, in the order of the results, and of all together.

    `floor_count` is how many there are to come to.
    """
    races = list(dict.fromkeys(result.race for result in results))
    hands = [[result for result in results if result.race == race] for race in races]
    strata = [(race, [hand]) for race, hand in zip(races, hands, strict=True)]
    strata += [(ALL_RACES, hands)] if len(races) > 1 else []
    return [_race_statistics(race, each, floor_count) for race, each in strata]


def estimate_share(strata: Sequence[tuple[int, int]]) -> ShareEstimate:
    """Return a share of the games of all races, with Wilson's score interval."""
    moments = [SampleMoments(games, count, count) for count, games in strata]
    return ShareEstimate(*_wilson_interval(moments))


def estimate_mean(strata: SamplesByRace) -> MeanEstimate:
    """Return the mean of values of 0 or more over all races, with the stratified normal interval.

    It is 0 for no values. A race of a single figure is taken to spread as all figures do, which is
    rather too much.
    """
    values = [value for stratum in strata for value in stratum]
    if len(values) < MIN_SAMPLE:
        return MeanEstimate(float(sum(values)), None, None)
    spread = sum(
        len(stratum) * _variance(stratum if len(stratum) >= MIN_SAMPLE else values)
        for stratum in strata
    )
    middle, reach = sum(values) / len(values), Z_95 * spread**0.5 / len(values)
    return MeanEstimate(middle, max(0.0, middle - reach), middle + reach)


def estimate_bounded_mean(strata: SamplesByRace, minimum: int, maximum: int) -> MeanEstimate:
    """Return the mean over all races, with an interval that stays within the bounds.

    It is Wilson's, for the share of the way from `minimum` to `maximum` that was gone.
    """
    every, way = sum(map(len, strata)), maximum - minimum
    if every < MIN_SAMPLE:
        return estimate_mean(strata)
    gone = [[(value - minimum) / way for value in stratum] for stratum in strata]
    moments = [SampleMoments(len(of), sum(of), sum(part * part for part in of)) for of in gone]
    parts = _wilson_interval(moments, (every - 1) / every)
    return MeanEstimate(*[minimum + part * way for part in parts])


def format_estimate(estimate: ShareEstimate | MeanEstimate, number_format: str) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:{number_format}} ({NO_INTERVAL})"
    low, high = f"{estimate.low:{number_format}}", f"{estimate.high:{number_format}}"
    return f"{estimate.value:{number_format}} ({low} - {high})"


def _variance(values: Sequence[int]) -> float:
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def _wilson_interval(
    strata: Sequence[SampleMoments], freedom: float = 1.0
) -> tuple[float, float, float]:
    """Return a mean of values from 0 to 1, and the ends of Wilson's score interval for it.

    The interval is computed for the effective size of the sample, as is usual for shares in
    stratified samples: values of 0 and 1 in one stratum would vary most, and strata that vary less
    get more weight. A stratum whose values are all alike says nothing about its spread, and gets no
    extra weight. `freedom` is the share of the values that is left to estimate the spread.
    """
    size, total, squares = map(sum, zip(*strata, strict=True))
    part, within = total / size, 0.0
    for games, its_total, its_squares in strata:
        # One figure more, the average one of all: few figures that happen to be alike, as none
        # of five games that are won, are not taken for a race that cannot do otherwise.
        middle = (its_total + part) / (games + 1)
        within += games * ((its_squares + squares / size) / (games + 1) - middle * middle)
    worth = freedom * part * (1 - part) * size / within if within > EPSILON else 1.0
    square = Z_95 * Z_95 / (size * worth)
    middle = (part + square / 2) / (1 + square)
    reach = (part * (1 - part) * square + square * square / 4) ** 0.5 / (1 + square)
    return part, max(0.0, middle - reach), min(1.0, middle + reach)


def _race_statistics(
    race: str, hands: Sequence[Sequence[BotResult]], floor_count: int
) -> RaceStatistics:
    results = [result for hand in hands for result in hand]
    causes = Counter(result.cause_of_death for result in results if not result.won)
    scored = [
        [result.score for result in hand if result.cause_of_death != CUT_SHORT] for hand in hands
    ]
    return RaceStatistics(
        race=race,
        games=len(results),
        won=_estimate_cause_share(hands, ""),
        score=estimate_mean(scored),
        floors=estimate_bounded_mean([[r.floors for r in hand] for hand in hands], 1, floor_count),
        turns=estimate_mean([[result.turns for result in hand] for hand in hands]),
        causes={
            cause: _estimate_cause_share(hands, cause)
            for cause, _ in sorted(causes.items(), key=lambda pair: (-pair[1], pair[0]))
        },
    )


def _estimate_cause_share(
    results_by_race: Sequence[Sequence[BotResult]], cause: str
) -> ShareEstimate:
    """Return the share of games that ended by a cause of death; without one they are won."""
    return estimate_share(
        [(sum(r.cause_of_death == cause for r in hand), len(hand)) for hand in results_by_race]
    )
