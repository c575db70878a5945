"""Scores of finished games: the tables of the best (§5).

A score is written by the recorder, as the last line of its game's journal; the index finds it.
"""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from attrs import frozen

from cc3k.content.roster import RULESET
from cc3k.engine.text import count_text
from cc3k.play.messages import seed_line
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
    groups = dict[tuple[str, ScoreCategory], list[GameResult]]()
    for result in results:
        groups.setdefault((result.race, result.category), []).append(result)
    tables = [_build_table(group, top, last_scored) for group in groups.values()]
    return sorted(tables, key=table_order)


def score_table_lines(tables: Iterable[ScoreTable]) -> Iterator[str]:
    title = ""
    for table in tables:
        if table.title != title:
            yield from ["", *wrap(table.title, _COLUMNS, break_on_hyphens=False)][not title :]
        title = table.title
        heading = f"  {table.race[:_NAME_WIDTH]}, {count_text(table.games, 'game')}"
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


def table_order(table: ScoreTable) -> tuple[bool, bool, str, int, tuple[str, ...], int, str]:
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
        f"  {result.short_fate[:_RESULT_WIDTH]:<{_RESULT_WIDTH}}"
        f" {result.turns:>6} {held:>7}  {result.date[:10]:<10}  {game}"
    )
