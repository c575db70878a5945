"""Scores of games that were won or lost, and high-score tables (§5)."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from attrs import frozen

from cc3k.content.roster import RULESET
from cc3k.play.messages import seed_line
from cc3k.saves.expansion_tags import split_tag, with_expansions
from cc3k.saves.record import DAILY, Score, ScoreCategory
from cc3k.saves.summary import JsonValue

LAST_GAME_MARK = "*"
"""The mark of the player's last game."""

_COLUMNS, _NAME_WIDTH, _RESULT_WIDTH = 79, 40, 20
"""Width of a column of text, in letters."""

_HEADING_WIDTH, _COLUMN_HEADINGS = 36, "   turns  frozen"
"""Columns of a table's heading, before those of its figures."""


@frozen
class RankedScore:
    """A score and its rank, from 1; `is_last` for the player's last game."""

    rank: int
    score: Score
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
    ranked_scores: tuple[RankedScore, ...]

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


def filter_scores(
    scores: Iterable[Score],
    expansions: Iterable[str] | None,
    *,
    race: str | None = None,
    layout: str | None = None,
    most_frozen: int | None = None,
) -> list[Score]:
    """Return the scores of games with just these expansions, in any version; None means any.

    A layout is given by its name or its digits. `most_frozen` are the frozen turns at most (R5); a
    score of which they are unknown is then left out.
    """
    chosen = None if expansions is None else {*expansions}
    return [
        score
        for score in scores
        if race in (None, score.race)
        and (layout is None or (score.layout and layout in (score.called, score.layout)))
        and chosen in (None, {split_tag(tag)[0] for tag in score.expansions})
        and (
            most_frozen is None
            or (score.frozen_turns is not None and score.frozen_turns <= most_frozen)
        )
    ]


def build_score_tables(
    scores: Sequence[Score], top: int, last_score: Score | None
) -> list[ScoreTable]:
    """Return a table per race and category: the best `top` scores, and the `last` one.

    Floors furnished at random come first, and the race with the best score.
    """
    groups: dict[tuple[object, ...], list[Score]] = {}
    for score in scores:
        groups.setdefault((score.race, *score[9:13]), []).append(score)
    found = [
        _build_table(group[0].category, group[0].race, group, top, last_score)
        for group in groups.values()
    ]
    return sorted(found, key=_sort_key)


def score_table_lines(tables: Iterable[ScoreTable]) -> Iterator[str]:
    title = ""
    for table in tables:
        if table.title != title:
            yield from ["", *wrap(table.title, _COLUMNS, break_on_hyphens=False)][not title :]
        title = table.title
        games = "game" if table.games == 1 else "games"
        heading = f"  {table.race[:_NAME_WIDTH]}, {table.games} {games}"
        yield f"{heading:<{_HEADING_WIDTH}}{_COLUMN_HEADINGS}"
        yield from map(_format_ranked_score, table.ranked_scores)


def score_table_to_json(table: ScoreTable) -> dict[str, JsonValue]:
    places = [
        {"rank": place.rank, "last": place.is_last, **place.score.facts}
        for place in table.ranked_scores
    ]
    return {
        **table.category._asdict(),
        "called": table.layout_name,
        "race": table.race,
        "games": table.games,
        "places": places,
    }


def _build_table(
    category: ScoreCategory, race: str, scores: Sequence[Score], top: int, last_score: Score | None
) -> ScoreTable:
    """Return a table: by score, then fewer turns, then the earlier game."""
    best = sorted(scores, key=lambda score: (-score.score, score.turns))
    shown = [
        RankedScore(rank, score, score is last_score)
        for rank, score in enumerate(best, start=1)
        if rank <= top or score is last_score
    ]
    return ScoreTable(category, scores[-1].called, race, len(scores), tuple(shown))


def _sort_key(table: ScoreTable) -> tuple[bool, bool, str, int, tuple[str, ...], int, str]:
    board = table.category
    return (
        bool(board.layout),
        board.kind == DAILY,
        board.layout,
        -board.ruleset,
        board.expansions,
        -table.ranked_scores[0].score.score,
        table.race,
    )


def _format_ranked_score(ranked: RankedScore) -> str:
    score = ranked.score
    fate = "won" if score.won else f"floor {score.floors}, {score.cause}"
    held = "?" if score.frozen_turns is None else score.frozen_turns  # an older line does not say
    game, day = seed_line(score.seed, score.game), f"{score.seed:08d}"
    if score.kind == DAILY:
        game = f"of {day[:4]}-{day[4:6]}-{day[6:8]}"
    return (
        f"  {LAST_GAME_MARK if ranked.is_last else ' '} {ranked.rank:>4} {score.score:>7}"
        f"  {fate[:_RESULT_WIDTH]:<{_RESULT_WIDTH}}"
        f" {score.turns:>6} {held:>7}  {score.date[:10]:<10}  {game}"
    )
