"""Paint: the codes of a terminal, and the shortest output that turns one canvas into another.

Each cell costs a move of the cursor and, mostly, a change of style. Small changes are painted from
one run of cells to the next one that is cheapest to reach; large ones style by style.
"""

import curses
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress
from operator import ne
from typing import TypeAlias

from cc3k.engine.values import frozen
from cc3k.terminal.app import PLAIN_ROLE, Canvas, Line

FAR_COLUMNS, FAR_UP, FAR_DOWN = 9, -2, 4
"""Columns beyond which, and rows from which on, no two moves are shorter than one to any cell."""

PAST_LAST_COLUMN = -1
"""Column of a cursor that has just written the last cell of its row."""

Palette: TypeAlias = Callable[[int], Mapping[str, str]]
"""The styles of a program by role letter, such as `bold_red`, given how many colours there are.

Without any, a style is `bold`, `reverse` or `underline`.
"""

_SGR_SEQUENCE = re.compile(r"\x1b\[([\d;]+)m")
_SGR_CODE = re.compile(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+")


def _only_reset_ends(code: str) -> bool:
    """Tell of an SGR code whether only a reset ends it; a new colour replaces the old one."""
    return code in {"1", "2", "3", "5", "7"} or code.startswith(("4", "10"))


@frozen
class TerminalCodes:
    """Escape sequences of a terminal. `styles` are by role letter; `PLAIN_ROLE` has none.

    `clear_screen` clears the screen, `erase_to_line_end` the rest of a row. `move_to` moves the
    cursor to a row and a column, `move_to_column` to a column of the same row, both from 0;
    `move_right`, `move_left` and `move_down` move it by that many cells, `move_up_one` by one, not
    from the first row. A code that the terminal
    does not have is empty.
    """

    styles: Mapping[str, str]
    reset: str
    clear_screen: str
    erase_to_line_end: str
    move_to: Callable[[int, int], str]
    move_to_column: Callable[[int], str]
    move_right: Callable[[int], str]
    move_left: Callable[[int], str]
    move_down: Callable[[int], str]
    move_up_one: str = ""

    def change_style(self, old_role: str, new_role: str) -> str:
        styles = self.styles
        return _style_change(styles.get(old_role, ""), styles.get(new_role, ""), self.reset)

    def looks_same_in(self, character: str, role: str, current_role: str) -> bool:
        """Return True if a cell looks the same in the current role as in its own."""
        return role == current_role or (
            character == " "
            and role == PLAIN_ROLE
            and not _shows_on_blank(self.styles.get(current_role, ""))
        )

    def move_cursor(self, start: tuple[int, int], target: tuple[int, int]) -> str:
        """Return the shortest cursor move from one position to another.

        Terminals differ in what a relative move does from `PAST_LAST_COLUMN`; a carriage return
        goes to the first column on all of them.
        """
        (row, column), (to_row, to_column) = start, target
        straight = self.move_to(to_row, to_column)
        is_aside = abs(to_column - column) > FAR_COLUMNS < to_column
        if is_aside and not FAR_UP < to_row - row < FAR_DOWN:
            return straight  # as most often
        if to_row > row:
            stepped = _shortest_down(self.move_down, to_row - row)
        else:
            stepped = self.move_up_one * (row - to_row)
            if to_row < row and (not stepped or len(stepped) >= len(straight)):
                return straight
        across = _across(self.move_right, self.move_left, self.move_to_column, column, to_column)
        if across is None:
            return straight
        stepped = across + stepped
        return stepped if len(stepped) < len(straight) else straight


@frozen
class ScreenCodes:
    """Codes that enter and leave the full screen, with the cursor hidden, and those to paint it."""

    enter: str
    leave: str
    painting: TerminalCodes


@lru_cache(maxsize=1024)
def _shortest_down(down: Callable[[int], str], rows: int) -> str:
    """Return the shortest way down; every terminal has line feeds."""
    feeds = "\n" * rows
    return min(feeds, down(rows) or feeds, key=len) if rows else ""


@lru_cache(maxsize=1 << 13)
def _across(
    right: Callable[[int], str],
    left: Callable[[int], str],
    move_to_column: Callable[[int], str],
    column: int,
    target: int,
) -> str | None:
    if target == column:
        return ""
    if target == 0:
        return "\r"
    if column == PAST_LAST_COLUMN:
        ways = [f"\r{right(target)}" if right(target) else ""]
    elif target > column:
        ways = [right(target - column), move_to_column(target)]
    else:
        ways = ["\b" * (column - target), left(column - target), move_to_column(target)]
    return min(filter(None, ways), key=len, default=None)


@lru_cache(maxsize=256)
def _style_change(old_style: str, new_style: str, reset: str) -> str:
    """Return the shortest change of style; one that is not plain SGR is written in full."""
    before, after = _sgr_codes(old_style), _sgr_codes(new_style)
    if before is None or after is None:
        return reset + new_style
    removed = [code for code in before if code not in after]
    is_uncoloured = all(map(_only_reset_ends, after))
    if any(map(_only_reset_ends, removed)) or (removed and is_uncoloured):
        return f"\x1b[{';'.join(['', *after])}m" if after else "\x1b[m"
    added = [code for code in after if code not in before]
    return f"\x1b[{';'.join(added)}m" if added else ""


@lru_cache(maxsize=256)
def _sgr_codes(style: str) -> list[str] | None:
    if _SGR_SEQUENCE.sub("", style):
        return None
    return [code for codes in _SGR_SEQUENCE.findall(style) for code in _SGR_CODE.findall(codes)]


@lru_cache(maxsize=256)
def _shows_on_blank(style: str) -> bool:
    codes = _sgr_codes(style)
    return codes is None or any(map(_only_reset_ends, codes))


_PADDING = rb"\$<[\d.]+[*/]*>"
"""Padding that only hardware terminals needed."""

_ATTRIBUTES = {"bold": "bold", "reverse": "rev", "underline": "smul"}
"""Capabilities of the words of a style that are no colours."""

_COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
NAMED_COLOURS = 16
"""Those eight and the bright ones, which terminals number alike."""

ANSI_HOME = "\x1b[1;1H"
"""The move to the first cell, on all terminals but a few of the seventies and eighties."""


def read_screen_codes(
    kind: str, descriptor: int, palette: Palette, *, with_colours: bool = True
) -> ScreenCodes | None:
    """Return the codes of that kind of terminal behind a file, in at most sixteen colours.

    None if the kind is not known, or is not one of the ANSI terminals (ECMA-48): such a terminal
    would print the codes for pastes and the mouse, and blessed would take it for an xterm.
    """
    try:
        curses.setupterm(kind, descriptor)
    except curses.error:
        return None
    if _capability("cup", 0, 0) != ANSI_HOME:
        return None
    normal, clear = _capability("sgr0"), _capability("clear")
    colours = min(curses.tigetnum("colors"), NAMED_COLOURS) if with_colours else 0
    styles = palette(colours)
    codes = {style: _style_code(style) for style in set(styles.values())}
    # A terminal without an alternate screen is left empty: it cannot show the old one again.
    leave = _capability("rmcup") or clear
    return ScreenCodes(
        enter=f"{_capability('smcup')}{_capability('civis')}",
        leave=f"{normal}{_capability('cnorm')}{leave}",
        painting=TerminalCodes(
            styles={letter: codes[style] for letter, style in styles.items()},
            reset=normal,
            clear_screen=clear,
            erase_to_line_end=_capability("el"),
            move_to=cache(lambda row, column: _capability("cup", row, column)),
            move_to_column=cache(lambda column: _capability("hpa", column)),
            move_right=cache(lambda columns: _capability("cuf", columns)),
            move_left=cache(lambda columns: _capability("cub", columns)),
            move_down=cache(lambda rows: _capability("cud", rows)),
            move_up_one=_capability("ri"),
        ),
    )


def _style_code(style: str) -> str:
    codes, capability, brightness = "", "setaf", 0
    for word in style.split("_"):
        if word in _ATTRIBUTES:
            codes += _capability(_ATTRIBUTES[word])
        elif word in _COLOURS:
            codes += _capability(capability, _COLOURS.index(word) + brightness)
            brightness = 0
        elif word == "bright":
            brightness = len(_COLOURS)
        elif word == "on":
            capability = "setab"
    return codes


def _capability(name: str, *parameters: int) -> str:
    code = curses.tigetstr(name)
    if not code:
        return ""
    if parameters:
        code = curses.tparm(code, *parameters)
    if b"$<" in code:
        code = re.sub(_PADDING, b"", code)
    return code.decode("latin-1")


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
        cells = [
            (row, column)
            for row, (before, after) in enumerate(zip(old.lines, new.lines, strict=True))
            if before != after
            for column in _changed_columns(before, after, new.width)
        ]
        styles = self.codes.styles
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
