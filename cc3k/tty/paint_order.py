"""Paint order: the order in which changed cells are painted, for the shortest output.

Each cell costs a move of the cursor and, mostly, a change of style. Small changes are painted from
one run of cells to the next one that is cheapest to reach; large ones style by style.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

ScreenPosition: TypeAlias = tuple[int, int]
"""The row and the column of a cell."""

Run: TypeAlias = tuple[int, int, int, str]
"""Cells of one row and one style: the row, the first column, the one after the last, the style."""

MAX_RUNS = 80
"""Runs of a small change; the time that it takes grows with their square."""

MIN_AREA_CELLS = 100
"""Cells; styles that have more of them, such as walls, are painted together, row by row."""

STYLE_COST, RESET_COST = 4, 3
"""Bytes that a change of style takes, to another one or to none, roughly."""

NEXT_ROWS = ((1, 1), (-1, 2), (2, 2))
"""Rows down from the cursor where a run may be near, and the bytes of line feeds, or a reverse
one, that goes there. To look through more rows takes longer and spares no bytes."""

JUMP_COST = 5
"""Bytes of a move to any column of a row, roughly."""

FAR_COST, CLOSE_COST = 8, 2
"""Bytes of a move to any cell, and of one that is not worth looking for a shorter one."""


def order_cells(
    cells: Iterable[ScreenPosition],
    roles: Sequence[str],
    styles: Mapping[str, str],
) -> list[ScreenPosition]:
    """Return cells, given in reading order, in the order in which to paint them.

    `roles` are the role letters of each row of the screen, and `styles` their styles.
    """
    runs = list(_runs(cells, roles, styles))
    ordered = _by_cost(runs) if len(runs) <= MAX_RUNS else list(_by_style(runs))
    return [(row, column) for row, start, end, _ in ordered for column in range(start, end)]


def _runs(
    cells: Iterable[ScreenPosition], roles: Sequence[str], styles: Mapping[str, str]
) -> Iterator[Run]:
    at, start, end, style = -1, 0, 0, ""
    for row, column in cells:
        own = styles.get(roles[row][column], "")
        if row == at and column == end and own == style:
            end += 1
            continue
        if at >= 0:
            yield at, start, end, style
        at, start, end, style = row, column, column + 1, own
    if at >= 0:
        yield at, start, end, style


def _by_cost(runs: list[Run]) -> list[Run]:
    """Return runs, each time the one that is the cheapest to paint next.

    Of those that are far away, where all moves cost the same, it is the next one of the style.
    """
    by_row, by_style = dict[int, list[Run]](), dict[str, list[Run]]()
    for run in runs:
        by_row.setdefault(run[0], []).append(run)
        by_style.setdefault(run[3], []).append(run)
    ordered = list[Run]()
    row, column, style = 0, 0, ""
    for _ in runs:
        best = _cheapest_near(by_row, row, column, style)
        if best is None:
            alike = by_style.get(style)
            best = _next_from(alike, row) if alike else next(filter(None, by_row.values()))[0]
        row, _, column, style = best
        by_row[row].remove(best)
        by_style[style].remove(best)
        ordered.append(best)
    return ordered


def _cheapest_near(
    by_row: Mapping[int, list[Run]], row: int, column: int, style: str
) -> Run | None:
    """Return the run that is the cheapest to paint next; None if a move to anywhere costs less.

    This is done for every run of every key, so it is plain loops.
    """
    best, least = None, FAR_COST
    for run in by_row.get(row, ()):
        right = run[1] - column
        cost = abs(right) if -JUMP_COST < right < JUMP_COST else JUMP_COST
        if run[3] != style:
            cost += STYLE_COST if run[3] else RESET_COST
        if cost < least:
            best, least = run, cost
    if least > CLOSE_COST:
        for step, down in NEXT_ROWS:
            if row + step in by_row:
                near = _cheapest_to_left(by_row[row + step], column, style, least - down)
                if near is not None:
                    best, least = near[0], near[1] + down
    return best


def _cheapest_to_left(
    runs: Iterable[Run], column: int, style: str, limit: int
) -> tuple[Run, int] | None:
    """Return the cheapest run that a few steps to the left lead to, and its cost below a limit."""
    best = None
    for run in runs:
        cost = column - run[1]
        if 0 <= cost < JUMP_COST:
            if run[3] != style:
                cost += STYLE_COST if run[3] else RESET_COST
            if cost < limit:
                best, limit = run, cost
    return None if best is None else (best, limit)


def _next_from(runs: list[Run], row: int) -> Run:
    at = bisect_left(runs, (row,))
    return runs[at if at < len(runs) else 0]


def _by_style(runs: list[Run]) -> Iterator[Run]:
    """Yield runs style by style; a style begins in the row where the one before it ended.

    The plain style comes first, together with those that cover areas.
    """
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run[3], []).append(run)
    sizes = {
        style: sum([end - start for _, start, end, _ in group]) for style, group in groups.items()
    }
    areas = [style for style, size in sizes.items() if style and size > MIN_AREA_CELLS]
    if areas:
        plain = [*groups.get("", []), *[run for style in areas for run in groups.pop(style)]]
        groups[""] = sorted(plain)
    last: Run = (-1, 0, 0, "")
    for _, group in sorted(groups.items()):
        first = bisect_left(group, (last[0], last[2] - 1))
        if first == len(group) or group[first][0] > last[0]:
            first = 0
        ordered = group[first:] + group[:first]
        yield from ordered
        last = ordered[-1]
