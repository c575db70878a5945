"""`cc3k stats`: what all recorded games add up to, as text with bar charts, or as JSON."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import asdict, frozen

from cc3k.cli.argument_parser import CommandParser, add_option, run_tool
from cc3k.cli.options import ExpansionOptions, add_expansion_options, chosen_names
from cc3k.cli.scores import has_expansions, load_results, without_garbage_collection
from cc3k.cli.streams import print_text
from cc3k.engine.text import count_text
from cc3k.exit_codes import EXIT_OK
from cc3k.play.endings import GIVEN_UP
from cc3k.play.messages import with_article
from cc3k.saves.index import FoundResults, find_results
from cc3k.saves.paths import home_folder
from cc3k.saves.record import PRACTICE
from cc3k.saves.results import GameResult, rank_key

NO_GAMES = "No game is kept yet: the first one that ends on a terminal will be."


class StatsOptions(ExpansionOptions):
    json: bool


@without_garbage_collection()
def run(arguments: Sequence[str]) -> int:
    return run_tool(build_parser(), arguments, StatsOptions(), _run_stats)


def _run_stats(options: StatsOptions) -> int:
    names = chosen_names(options)
    folder = home_folder(os.environ)
    found = FoundResults([]) if folder is None else load_results(folder, find_results)
    wanted = [each for each in found.results if has_expansions(each.result, names)]
    results = [each.result for each in wanted]
    left = [each.race for each in results if each.ending == GIVEN_UP and each.kind != PRACTICE]
    scored = [each.result for each in wanted if each.is_scored]
    history = compute_statistics(scored, Counter(left))
    if options.json:
        print_text(f"{json.dumps(statistics_to_json(history), indent=1)}\n")
    elif history.by_race:
        for line in (*summary_lines(history), *chart_lines(history)):
            print_text(f"{line}\n")
    else:
        print_text(f"{NO_GAMES}\n")
    return EXIT_OK


def build_parser() -> CommandParser:
    parser = CommandParser(
        prog="cc3k stats",
        description="Sum up the games that are kept: how many were won, what the others were lost "
        "to, and how the scores are spread. Practice is left out.",
    )
    add_expansion_options(parser, "only games with just", with_numbers=False)
    add_option(parser, "--json", "one JSON document")
    return parser


MAX_BINS = 12


@frozen
class RaceTotals:
    race: str
    won: int
    slain: int
    left: int

    @property
    def games(self) -> int:
        return self.won + self.slain + self.left

    @property
    def win_percent(self) -> int:
        """Percent of games won, out of those won or lost; 0 for none."""
        return round(100 * self.won / max(1, self.won + self.slain))


@frozen
class HistogramBin:
    """The number of scores from `least` to `most`, both included."""

    least: int
    most: int
    games: int


@frozen
class FreezeTotals:
    """The freeze in scored games (R5): turns played and turns frozen.

    `unfrozen_games` counts the games in which enemies were never frozen, `won_unfrozen` those of
    them that were won, and `untold_games` those of release 1, which do not say.
    """

    turns: int
    frozen_turns: int
    unfrozen_games: int
    won_unfrozen: int
    untold_games: int


@frozen
class GameStatistics:
    """Statistics of games. `causes` counts causes of death, the most frequent first.

    `feats` counts what was achieved, by race.
    """

    by_race: tuple[RaceTotals, ...]
    causes: Mapping[str, int]
    best_score: GameResult | None
    mean_score: float
    histogram: tuple[HistogramBin, ...]
    freeze: FreezeTotals
    feats: Mapping[str, Mapping[str, int]]

    @property
    def total(self) -> RaceTotals:
        every = self.by_race
        return RaceTotals(
            race="",
            won=sum(standing.won for standing in every),
            slain=sum(standing.slain for standing in every),
            left=sum(standing.left for standing in every),
        )


def compute_statistics(results: Sequence[GameResult], left: Mapping[str, int]) -> GameStatistics:
    won = Counter(result.race for result in results if result.won)
    slain = Counter(result.race for result in results if not result.won)
    standings = [
        RaceTotals(race, won[race], slain[race], left.get(race, 0))
        for race in {**won, **slain, **left}
    ]
    causes = Counter(result.cause for result in results if not result.won)
    figures = [result.score for result in results]
    feats = dict[str, dict[str, int]]()
    done = Counter([(result.race, feat) for result in results for feat in result.feats])
    for (race, feat), games in sorted(done.items()):
        feats.setdefault(race, {})[feat] = games
    return GameStatistics(
        by_race=tuple(sorted(standings, key=lambda standing: (-standing.games, standing.race))),
        causes=dict(sorted(causes.items(), key=lambda item: (-item[1], item[0]))),
        best_score=min(results, key=rank_key, default=None),
        mean_score=round(sum(figures) / max(1, len(figures)), 1),
        histogram=tuple(_histogram(figures)),
        freeze=_freeze_totals(results),
        feats=feats,
    )


def statistics_to_json(statistics: GameStatistics) -> dict[str, object]:
    best = statistics.best_score
    return {
        "games": statistics.total.games,
        "standings": [
            {**asdict(standing), "percent_won": standing.win_percent}
            for standing in statistics.by_race
        ],
        "causes": statistics.causes,
        "best": None if best is None else best.facts,
        "mean": statistics.mean_score,
        "steps": [asdict(step) for step in statistics.histogram],
        "freeze": asdict(statistics.freeze),
        "feats": statistics.feats,
    }


def _freeze_totals(results: Sequence[GameResult]) -> FreezeTotals:
    told = [(result, result.frozen_turns) for result in results if result.frozen_turns is not None]
    unfrozen = [result for result, turns in told if not turns]
    return FreezeTotals(
        turns=sum(result.turns for result, _ in told),
        frozen_turns=sum(turns for _, turns in told),
        unfrozen_games=len(unfrozen),
        won_unfrozen=sum(result.won for result in unfrozen),
        untold_games=len(results) - len(told),
    )


def _histogram(figures: Sequence[int]) -> list[HistogramBin]:
    if not figures:
        return []
    best, unit = max(figures), 1
    while best // (10 * unit) >= MAX_BINS:
        unit *= 10
    # The first of 1, 2, 5, 10, 20, 50... that makes no more than the most bins.
    width = next(unit * part for part in (1, 2, 5, 10) if best // (unit * part) < MAX_BINS)
    counts = Counter(figure // width for figure in figures)
    return [
        HistogramBin(number * width, number * width + width - 1, counts[number])
        for number in range(max(counts) + 1)
    ]


MAX_BAR_LENGTH = 30
TEXT_COLUMNS = 79
"""Columns of a chart as text; its bars are shorter where the figures beside them are long."""

MIN_BAR_LENGTH = 10
LABEL_WIDTH = 14


def summary_lines(statistics: GameStatistics) -> list[str]:
    total, best = statistics.total, statistics.best_score
    lines = [f"{count_text(total.games, 'game')}: {_results_text(total)}"]
    if best is not None:
        race = with_article(best.race[:LABEL_WIDTH].lower())
        lines.append(f"Best score {best.score}, as {race}; mean {statistics.mean_score}")
    feats = [
        f"Feats of {with_article(race.lower())}: "
        + ", ".join([f"{feat} ({count_text(games, 'game')})" for feat, games in done.items()])
        for race, done in statistics.feats.items()
    ]
    freeze = statistics.freeze
    if freeze.turns:
        share = round(100 * freeze.frozen_turns / freeze.turns)
        held = f"Enemies were held in {freeze.frozen_turns} of {freeze.turns} turns ({share} %)"
        games = count_text(freeze.unfrozen_games, "game")
        lines += [held, f"Without freeze: {games}, {freeze.won_unfrozen} won"]
    if freeze.untold_games:
        games = count_text(freeze.untold_games, "game")
        lines.append(f"Not known of {games} of an earlier release")
    return lines + feats


def chart_lines(statistics: GameStatistics) -> Iterator[str]:
    """Yield the charts, each after an empty line; one without bars is left out."""
    rates = list[tuple[str, int, str]]()
    for one in statistics.by_race:
        rate, told = one.win_percent, _results_text(one)
        rates.append((one.race, rate * MAX_BAR_LENGTH // 100, f"{rate:>3} %: {told}"))
    spread = [
        (str(step.least) if step.least == step.most else f"{step.least}-{step.most}", step.games)
        for step in statistics.histogram
    ]
    yield from _chart_lines("Won, of all games won or lost", rates)
    yield from _chart_lines("Lost to", _scaled_bars(statistics.causes.items()))
    yield from _chart_lines("Scores", _scaled_bars(spread))


def _scaled_bars(counts: Iterable[tuple[str, int]]) -> Sequence[tuple[str, int, str]]:
    pairs = list(counts)
    most = max([games for _, games in pairs], default=1)
    return [(label, -(-games * MAX_BAR_LENGTH // most), str(games)) for label, games in pairs]


def _chart_lines(title: str, bars: Sequence[tuple[str, int, str]]) -> Iterator[str]:
    if not bars:
        return
    yield from ("", title)
    longest = max([len(figures) for _, _, figures in bars])
    width = max(MIN_BAR_LENGTH, min(MAX_BAR_LENGTH, TEXT_COLUMNS - LABEL_WIDTH - longest - 6))
    for label, length, figures in bars:
        cells = f"{'#' * -(-length * width // MAX_BAR_LENGTH):<{width}}"
        yield f"  {label[:LABEL_WIDTH]:<{LABEL_WIDTH}}  {cells}  {figures}".rstrip()


def _results_text(standing: RaceTotals) -> str:
    return f"{standing.won} won, {standing.slain} lost, {standing.left} given up"
