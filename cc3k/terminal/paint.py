"""Paint: the shortest output that turns one canvas into another.

Each cell costs a move of the cursor and, mostly, a change of style. Small changes are painted from
one run of cells to the next one that is cheapest to reach; large ones style by style.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import ne
from typing import TypeAlias

from cc3k.terminal.app import PLAIN_ROLE, Canvas, Line
from cc3k.terminal.codes import PAST_LAST_COLUMN, TerminalCodes

ScreenPosition: TypeAlias = tuple[int, int]
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

ORIGIN: ScreenPosition = (0, 0)


class Painter:
    """Paints canvases on one terminal, each over the one before; `painted` is what it shows.

    It knows where it left the cursor, and in which role: nobody else writes, and what changes next
    is often near. `painted` is None where the terminal may show anything.
    """

    def __init__(self, codes: TerminalCodes, painted: Canvas | None = None) -> None:
        self.codes, self.painted = codes, painted
        self._cursor: ScreenPosition | None = None
        self._role = PLAIN_ROLE
        self._old: Sequence[Line] = ()
        self._new: Sequence[Line] = ()
        self._remaining = set[ScreenPosition]()

    def forget(self) -> None:
        """Paint everything next time, as the terminal may show anything."""
        self.painted = None

    def paint(self, new: Canvas) -> str:
        """Return the output that turns what is shown into a canvas."""
        old, self.painted, cleared = self.painted, new, ""
        if old is None or (old.width, len(old.lines)) != (new.width, len(new.lines)):
            old = Canvas.from_lines(new.width, len(new.lines), [])
            cleared = self.codes.reset + self.codes.clear_screen
            self._cursor, self._role = ORIGIN, PLAIN_ROLE
        cells, styles = _changed_cells(old, new), self.codes.styles
        start, style = self._cursor or ORIGIN, styles.get(self._role, "")
        order = order_cells(cells, [line.roles for line in new.lines], styles, start, style)
        self._old, self._new = old.lines, new.lines
        return cleared + self._paint_cells(order, new.width)

    def end(self) -> str:
        """Return the output that ends in the plain style, for whoever paints but once."""
        return self.codes.change_style(self._role, PLAIN_ROLE)

    def _paint_cells(self, cells: list[ScreenPosition], edge: int) -> str:
        # This is done for every key, so it is one loop.
        codes, lines = self.codes, self._new
        painted, erased = list[str](), dict[int, int]()
        cursor, current = self._cursor, self._role
        self._remaining = set(cells)
        for cell in cells:
            self._remaining.discard(cell)
            row, column = cell
            end = erased.get(row, edge)
            if column >= end:
                continue
            text, roles = lines[row]
            character, role = text[column], roles[column]
            if cursor != cell:
                painted.append(self._cursor_move(cursor, cell, current))
            if role != current and not (
                character == " " and codes.looks_same_in(character, role, current)
            ):
                painted.append(codes.change_style(current, role))
                current = role
            if character == " " and role == PLAIN_ROLE and self._should_erase(row, column, end):
                painted.append(codes.erase_to_line_end)
                erased[row] = column
                cursor = cell
            else:
                painted.append(character)
                cursor = (row, column + 1 if column + 1 < edge else PAST_LAST_COLUMN)
        self._cursor, self._role = cursor, current
        return "".join(painted)

    def _should_erase(self, row: int, column: int, end: int) -> bool:
        """Return True if erasing the row is shorter than painting blanks up to `end`."""
        cells = min(self._old[row].trimmed_width, end) - column
        is_blank = self._new[row].trimmed_width <= column
        return is_blank and 0 < len(self.codes.erase_to_line_end) < cells

    def _cursor_move(self, cursor: ScreenPosition | None, cell: ScreenPosition, role: str) -> str:
        """Return the cursor move to a cell, or the cells in between if they are shorter.

        A cell in between that is still to be painted may look wrong until then.
        """
        row, column = cell
        if cursor is None:
            return self.codes.move_to(row, column)
        move = self.codes.move_cursor(cursor, cell)
        at_row, at_column = cursor
        if at_row == row and 0 < column - at_column <= len(move) and at_column != PAST_LAST_COLUMN:
            text, roles = self._new[row]
            if all(
                (row, at) in self._remaining or self.codes.looks_same_in(text[at], roles[at], role)
                for at in range(at_column, column)
            ):
                return text[at_column:column]
        return move


def render_changes(old: Canvas | None, new: Canvas, codes: TerminalCodes) -> str:
    """Return the output that turns the old screen into the new; without an old one, all of it.

    It begins anywhere, and ends in the plain style.
    """
    painter = Painter(codes, old)
    return painter.paint(new) + painter.end()


def _changed_cells(old: Canvas, new: Canvas) -> list[ScreenPosition]:
    cells = list[ScreenPosition]()
    for row, (before, after) in enumerate(zip(old.lines, new.lines, strict=True)):
        if before != after:
            cells += [(row, column) for column in _changed_columns(before, after, new.width)]
    return cells


def _changed_columns(before: Line, after: Line, width: int) -> Iterable[int]:
    """Return the columns in which two lines of that width differ.

    This is done for most rows of every key. Of ASCII text all cells are compared at once, as one
    large number: the byte of a cell that is as before is zero then.
    """
    columns = range(width)
    if not (before.text.isascii() and after.text.isascii()):
        cells_before = zip(before.text, before.roles, strict=True)
        return compress(columns, map(ne, cells_before, zip(after.text, after.roles, strict=True)))
    rewritten = _as_number(before.text) ^ _as_number(after.text)
    recoloured = _as_number(before.roles) ^ _as_number(after.roles)
    return compress(columns, (rewritten | recoloured).to_bytes(width))


def _as_number(text: str) -> int:
    return int.from_bytes(text.encode("ascii"))


def order_cells(
    cells: Iterable[ScreenPosition],
    roles: Sequence[str],
    styles: Mapping[str, str],
    start: ScreenPosition = ORIGIN,
    style: str = "",
) -> list[ScreenPosition]:
    """Return cells, given in reading order, in the order in which to paint them.

    `roles` are the role letters of each row of the screen, and `styles` their styles. The cursor
    is at the `start`, in a style.
    """
    runs = list(_runs(cells, roles, styles))
    ordered = _by_cost(runs, start, style) if len(runs) <= MAX_RUNS else list(_by_style(runs))
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


def _by_cost(runs: list[Run], start: ScreenPosition, style: str) -> list[Run]:
    """Return runs, each time the one that is the cheapest to paint next.

    Of those that are far away, where all moves cost the same, it is the next one of the style.
    """
    by_row, by_style = dict[int, list[Run]](), dict[str, list[Run]]()
    for run in runs:
        by_row.setdefault(run[0], []).append(run)
        by_style.setdefault(run[3], []).append(run)
    ordered = list[Run]()
    row, column = start
    for _ in runs:
        best = _cheapest(by_row, row, column, style)
        if best is None:
            if alike := by_style.get(style):
                best = alike[bisect_left(alike, (row,)) % len(alike)]
            else:
                best = next(filter(None, by_row.values()))[0]
        row, _, column, style = best
        by_row[row].remove(best)
        by_style[style].remove(best)
        ordered.append(best)
    return ordered


def _cheapest(by_row: Mapping[int, list[Run]], row: int, column: int, style: str) -> Run | None:
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
    best = None
    for run in runs:
        cost = column - run[1]
        if 0 <= cost < JUMP_COST:
            if run[3] != style:
                cost += STYLE_COST if run[3] else RESET_COST
            if cost < limit:
                best, limit = run, cost
    return None if best is None else (best, limit)


def _by_style(runs: list[Run]) -> Iterator[Run]:
    """Yield runs style by style; a style begins in the row where the one before it ended.

    The plain style comes first, together with those that cover areas.
    """
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run[3], []).append(run)
    sizes = {style: sum([end - at for _, at, end, _ in group]) for style, group in groups.items()}
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
