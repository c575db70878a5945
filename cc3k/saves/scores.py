"""Scores of finished games: the tables of the best (§5).

A score is written by the recorder, as the last line of its game's journal; the index finds it.
"""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from cc3k.content.roster import RULESET
from cc3k.engine.text import count_text
from cc3k.play.endings import fate_cell
from cc3k.play.messages import seed_line
from cc3k.saves.record import (
    DAILY,
    BoardResults,
    GameResult,
    split_tag,
    with_expansions,
)

LAST_GAME_MARK = "*"
"""The mark of the player's last game."""

_COLUMNS, _NAME_WIDTH, _RESULT_WIDTH = 79, 40, 20
"""Width of a column of text, in letters."""

_HEADING_WIDTH, _COLUMN_HEADINGS = 36, "   turns  frozen"
"""Columns of a table's heading, before those of its figures."""


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


def in_table_order(boards: Iterable[BoardResults]) -> list[BoardResults]:
    """Put floors furnished at random first, and the race with the best score."""
    return sorted(boards, key=_table_order)


def score_table_lines(
    boards: Iterable[BoardResults], last_scored: GameResult | None
) -> Iterator[str]:
    title = ""
    for board in boards:
        if board_title(board.latest) != title:
            title_lines = wrap(board_title(board.latest), _COLUMNS, break_on_hyphens=False)
            yield from ["", *title_lines][not title :]
        title = board_title(board.latest)
        heading = f"  {board.latest.race[:_NAME_WIDTH]}, {count_text(board.games, 'game')}"
        yield f"{heading:<{_HEADING_WIDTH}}{_COLUMN_HEADINGS}"
        for rank, result in board.ranked:
            yield _format_score(rank, result, is_last=result == last_scored)


def board_title(of: GameResult) -> str:
    """Return the title of the board of a result; its layout is called as in the latest one."""
    layout = f"{of.called[:_NAME_WIDTH] or 'unnamed'} ({of.layout})"
    parts = (
        "Daily games" if of.kind == DAILY else "Ordinary games",
        f" on the layout {layout}" if of.layout else "",
        with_expansions(of.expansions),
        f" by ruleset {of.ruleset}" if of.ruleset != RULESET else "",
    )
    return "".join(parts)


def score_table_to_json(board: BoardResults, last_scored: GameResult | None) -> dict[str, object]:
    places = [
        {"rank": rank, "last": result == last_scored, **result.facts}
        for rank, result in board.ranked
    ]
    latest = board.latest
    return {
        **latest.category._asdict(),
        "called": latest.called,
        "race": latest.race,
        "games": board.games,
        "places": places,
    }


def _table_order(board: BoardResults) -> tuple[bool, bool, str, int, tuple[str, ...], int, str]:
    of = board.latest
    best = board.ranked[0][1].score
    is_daily = of.kind == DAILY
    return bool(of.layout), is_daily, of.layout, -of.ruleset, of.expansions, -best, of.race


def _format_score(rank: int, result: GameResult, *, is_last: bool) -> str:
    held = "?" if result.frozen_turns is None else result.frozen_turns  # an older line does not say
    game, day = seed_line(result.seed, result.game), f"{result.seed:08d}"
    if result.kind == DAILY:
        game = f"of {day[:4]}-{day[4:6]}-{day[6:8]}"
    fate = fate_cell(result.ending, result.cause, result.floors)
    return (
        f"  {LAST_GAME_MARK if is_last else ' '} {rank:>4} {result.score:>7}"
        f"  {fate[:_RESULT_WIDTH]:<{_RESULT_WIDTH}}"
        f" {result.turns:>6} {held:>7}  {result.date[:10]:<10}  {game}"
    )
