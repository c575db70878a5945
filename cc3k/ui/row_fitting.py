"""Row fitting: the status rows of expansions, in as many columns and rows as a screen has for them.

Each expansion says its rows in a long and in a short wording. Those that come first keep the long
one the longest; nothing is cut as long as all short ones fit.
"""

from collections.abc import Sequence
from typing import TypeAlias

ELLIPSIS = "..."
WIDE_GAP, NARROW_GAP = "  ", " "
"""What stands between two texts of one row: the narrow one only where the wide one is too much."""

Wordings: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""The rows of one expansion: in the long wording, and in the short one."""


def fit_rows(expansions: Sequence[Wordings], most: int, width: int) -> list[str]:
    """Return at most that many rows, in the longest wordings that fit.

    The rows are below one another if that many are allowed, else beside one another. If even the
    short wordings are too long, the end of the last row is cut.
    """
    for shortened in range(len(expansions) + 1):
        rows = join_rows(_worded(expansions, shortened), most, width)
        if _is_fitting(rows, width):
            return rows
    shortest = _worded(expansions, len(expansions))
    return [shorten_text(row, width) for row in join_rows(shortest, most, width, NARROW_GAP)]


def fit_each_row(expansions: Sequence[Wordings], width: int) -> list[str]:
    """Return a row for each long one: short where the long one is too long, and else as it is."""
    rows = list[str]()
    for long, short in expansions:
        keeps_long = _is_fitting(long, width) or len(short) != len(long)
        rows += [shorten_text(row, width) for row in (long if keeps_long else short)]
    return rows


def join_rows(rows: Sequence[str], most: int, width: int, gap: str = WIDE_GAP) -> list[str]:
    """Return the rows unchanged if that many are allowed, else packed beside one another.

    The last row gets all that is left, however long.
    """
    joined = list[str]()
    for row in rows:
        beside = f"{joined[-1]}{gap}{row}" if joined else row
        if joined and len(rows) > most and (len(beside) <= width or len(joined) == most):
            joined[-1] = beside
        else:
            joined.append(row)
    return joined


def first_that_fits(wordings: Sequence[str], width: int) -> str:
    """Return the first wording that fits, the best first; the last one cut if none does."""
    fitting = [text for text in wordings if len(text) <= width]
    return fitting[0] if fitting else shorten_text(wordings[-1], width)


def shorten_text(text: str, width: int) -> str:
    """Return a text, or as much of it as fits in that many columns, and three dots."""
    return text if len(text) <= width else text[: width - len(ELLIPSIS)] + ELLIPSIS


def _worded(expansions: Sequence[Wordings], shortened: int) -> list[str]:
    first_short = len(expansions) - shortened
    return [
        row
        for at, (long, short) in enumerate(expansions)
        for row in (long if at < first_short else short)
    ]


def _is_fitting(rows: Sequence[str], width: int) -> bool:
    return all(len(row) <= width for row in rows)
