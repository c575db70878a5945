"""Scores of finished games: the tables of the best (§5), and statistics with their bar charts.

A score is written by the recorder, as the last line of its game's journal; the index finds it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from textwrap import wrap

from attrs import asdict, frozen

from cc3k.content.roster import RULESET
from cc3k.engine.text import count_text
from cc3k.play.messages import article, seed_line
from cc3k.saves.record import DAILY, GameResult, ScoreCategory, rank_key, split_tag, with_expansions

LAST_GAME_MARK = "*"
"""The mark of the player's last game."""

_COLUMNS, _NAME_WIDTH, _RESULT_WIDTH = 79, 40, 20
"""Width of a column of text, in letters."""

_HEADING_WIDTH, _COLUMN_HEADINGS = 36, "   turns  frozen"
"""Columns of a table's heading, before those of its figures."""


@frozen
class RankedResult:
    """A score and its rank, from 1; `is_last` for the player's last game."""

    rank: int
    result: GameResult
    is_last: bool


@frozen
class ScoreTable:
    """The best scores of a race in a category, and the last one, out of `games`.

    `layout_name` is what the board's layout was called last.
    """

    category: ScoreCategory
    layout_name: str
    race: str
    games: int
    ranked: tuple[RankedResult, ...]

    @property
    def title(self) -> str:
        board = self.category
        layout = f"{self.layout_name[:_NAME_WIDTH] or 'unnamed'} ({board.layout})"
        parts = (
            "Daily games" if board.kind == DAILY else "Ordinary games",
            f" on the layout {layout}" if board.layout else "",
            with_expansions(board.expansions),
            f" by ruleset {board.ruleset}" if board.ruleset != RULESET else "",
        )
        return "".join(parts)


def filter_results(
    results: Iterable[GameResult],
    expansions: Iterable[str] | None,
    *,
    race: str | None = None,
    layout: str | None = None,
    is_unfrozen: bool = False,
) -> list[GameResult]:
    """Return the results of games with just these expansions, in any version; None means any.

    A layout is given by its name or its digits. With `is_unfrozen` no turn was frozen (R5), as far
    as that is known.
    """
    chosen = None if expansions is None else {*expansions}
    return [
        result
        for result in results
        if race in (None, result.race)
        and (layout is None or (result.layout and layout in (result.called, result.layout)))
        and (chosen is None or chosen == {split_tag(tag)[0] for tag in result.expansions})
        and not (is_unfrozen and result.frozen_turns != 0)
    ]


def build_score_tables(
    results: Sequence[GameResult], top: int, last_scored: GameResult | None
) -> list[ScoreTable]:
    """Return a table per race and category: the best `top` scores, and the `last` one.

    Floors furnished at random come first, and the race with the best score.
    """
    groups = dict[tuple[object, ...], list[GameResult]]()
    for result, group in zip(results, map(_GROUP, results), strict=True):
        groups.setdefault(group, []).append(result)
    return in_order([_build_table(group, top, last_scored) for group in groups.values()])


_GROUP = attrgetter("race", *ScoreCategory._fields)


def score_table_lines(tables: Iterable[ScoreTable]) -> Iterator[str]:
    title = ""
    for table in tables:
        if table.title != title:
            yield from ["", *wrap(table.title, _COLUMNS, break_on_hyphens=False)][not title :]
        title = table.title
        games = "game" if table.games == 1 else "games"
        heading = f"  {table.race[:_NAME_WIDTH]}, {table.games} {games}"
        yield f"{heading:<{_HEADING_WIDTH}}{_COLUMN_HEADINGS}"
        yield from map(_format_ranked_score, table.ranked)


def score_table_to_json(table: ScoreTable) -> dict[str, object]:
    places = [
        {"rank": place.rank, "last": place.is_last, **place.result.facts} for place in table.ranked
    ]
    return {
        **table.category._asdict(),
        "called": table.layout_name,
        "race": table.race,
        "games": table.games,
        "places": places,
    }


def _build_table(
    results: Sequence[GameResult], top: int, last_scored: GameResult | None
) -> ScoreTable:
    """Return the table of results that are in the order of their dates."""
    shown = [
        RankedResult(rank, result, result is last_scored)
        for rank, result in enumerate(sorted(results, key=rank_key), start=1)
        if rank <= top or result is last_scored
    ]
    latest = results[-1]
    return ScoreTable(latest.category, latest.called, latest.race, len(results), tuple(shown))


def in_order(tables: Iterable[ScoreTable]) -> list[ScoreTable]:
    return sorted(tables, key=_sort_key)


def _sort_key(table: ScoreTable) -> tuple[bool, bool, str, int, tuple[str, ...], int, str]:
    board = table.category
    return (
        bool(board.layout),
        board.kind == DAILY,
        board.layout,
        -board.ruleset,
        board.expansions,
        -table.ranked[0].result.score,
        table.race,
    )


def _format_ranked_score(ranked: RankedResult) -> str:
    result = ranked.result
    held = "?" if result.frozen_turns is None else result.frozen_turns  # an older line does not say
    game, day = seed_line(result.seed, result.game), f"{result.seed:08d}"
    if result.kind == DAILY:
        game = f"of {day[:4]}-{day[4:6]}-{day[6:8]}"
    return (
        f"  {LAST_GAME_MARK if ranked.is_last else ' '} {ranked.rank:>4} {result.score:>7}"
        f"  {result.fate[:_RESULT_WIDTH]:<{_RESULT_WIDTH}}"
        f" {result.turns:>6} {held:>7}  {result.date[:10]:<10}  {game}"
    )


MAX_BINS = 12
"""Bins of the histogram of scores at most."""


@frozen
class RaceTotals:
    """The number of a race's games that were won, lost, and given up."""

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


def compute_statistics(
    results: Sequence[GameResult], given_up: Mapping[str, int]
) -> GameStatistics:
    won = Counter(result.race for result in results if result.won)
    slain = Counter(result.race for result in results if not result.won)
    standings = [
        RaceTotals(race, won[race], slain[race], given_up.get(race, 0))
        for race in {**won, **slain, **given_up}
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
"""The length of the longest bar, in cells."""

TEXT_COLUMNS = 79
"""Columns of a chart as text; its bars are shorter where the figures beside them are long."""

MIN_BAR_LENGTH = 10
"""Cells of the longest bar at least."""

LABEL_WIDTH = 14
"""Columns for the label beside a bar."""


def summary_lines(statistics: GameStatistics) -> list[str]:
    total, best = statistics.total, statistics.best_score
    lines = [f"{count_text(total.games, 'game')}: {_results_text(total)}"]
    if best is not None:
        race = best.race[:LABEL_WIDTH].lower()
        lines.append(
            f"Best score {best.score}, as {article(race)} {race}; mean {statistics.mean_score}"
        )
    feats = [
        f"Feats of {article(race.lower())} {race.lower()}: "
        + ", ".join([f"{feat} ({count_text(games, 'game')})" for feat, games in done.items()])
        for race, done in statistics.feats.items()
    ]
    return [*lines, *_freeze_lines(statistics.freeze), *feats]


def _freeze_lines(freeze: FreezeTotals) -> Iterator[str]:
    if freeze.turns:
        share = round(100 * freeze.frozen_turns / freeze.turns)
        yield f"Enemies were held in {freeze.frozen_turns} of {freeze.turns} turns ({share} %)"
        games = count_text(freeze.unfrozen_games, "game")
        yield f"Without freeze: {games}, {freeze.won_unfrozen} won"
    if freeze.untold_games:
        yield f"Not known of {count_text(freeze.untold_games, 'game')} of an earlier release"


def chart_lines(statistics: GameStatistics) -> Iterator[str]:
    """Yield the charts, each after an empty line; one without bars is left out."""
    rates = [
        (
            one.race,
            one.win_percent * MAX_BAR_LENGTH // 100,
            f"{one.win_percent:>3} %: {_results_text(one)}",
        )
        for one in statistics.by_race
    ]
    spread = [
        (str(step.least) if step.least == step.most else f"{step.least}-{step.most}", step.games)
        for step in statistics.histogram
    ]
    yield from _chart_lines("Won, of all games won or lost", rates)
    yield from _chart_lines("Lost to", _scaled_bars(statistics.causes.items()))
    yield from _chart_lines("Scores", _scaled_bars(spread))


def _scaled_bars(counts: Iterable[tuple[str, int]]) -> Sequence[tuple[str, int, str]]:
    """Return a bar per count, scaled to the greatest; none but 0 is empty."""
    pairs = list(counts)
    most = max([games for _, games in pairs], default=1)
    return [(label, -(-games * MAX_BAR_LENGTH // most), str(games)) for label, games in pairs]


def _chart_lines(title: str, bars: Sequence[tuple[str, int, str]]) -> Iterator[str]:
    """Yield a title and a line per bar: its label, the bar of a length, and the figures."""
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
