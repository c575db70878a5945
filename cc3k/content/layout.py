"""Layout files: the drawings of floors that people write, read strictly and written back (§6).

A file is hostile until it is read: it is bounded in bytes, rows and columns, and only marks of the
allow-list get past this module. Every error names the file, the line and the column, what was
found there and what was expected (R29-R32).
"""

import re
from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from cc3k.content.spawn import ANY_POTION, PC_MARK, STAIRS_MARK
from cc3k.engine.floor import GOLD, NOWHERE, WALLS, Floor
from cc3k.engine.gold import Pile
from cc3k.engine.grid import Cell
from cc3k.engine.plan import TILE, WALKABLE, Drawing, Plan, plan_of
from cc3k.engine.rules import Rules

MOST_ROWS, MOST_COLUMNS = 200, 500
MOST_BYTES = 1024 * 1024
"""Twice what five floors of the greatest size take."""

ANY_GOLD = chr(GOLD)
NORMAL_GOLD = "6"
"""The mark of what `G` is read as (R30)."""

_SHOWN = 40
_BORDER = re.compile(r"[|-]+")
_HOLE = re.compile(r"[^|\- ]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_UNBUILT = re.compile(rf"[^{re.escape((WALLS + WALKABLE).decode('ascii'))}]")


class LayoutError(Exception):
    """A file that is no layout: `file:line:column: what was found; what was expected`."""


@frozen
class Layout:
    """The drawings of a file, one a floor, and what its reader should be told, a line each."""

    drawings: tuple[Drawing, ...] = ()
    warnings: tuple[str, ...] = ()


def read_layout(data: bytes, name: str, rules: Rules) -> Layout:
    """Read the bytes of a layout file called `name`; raise `LayoutError` if it is none."""
    reader = _Reader(name, rules)
    drawings = tuple([reader.drawing(rows) for rows in reader.floors(data)])
    if not drawings:
        raise reader.error(1, 1, "no floor", "a row of '|' and '-' alone, the first of a floor")
    return Layout(drawings, tuple(reader.warnings))


def drawing(floor: Floor, rules: Rules) -> str:
    """Return the picture of a floor with the marks that a layout file has for it (§6)."""
    by_value = {pile.value: pile.mark for pile in rules.piles}
    picture = bytearray(floor.ground)
    for cell, item in floor.items.items():
        mark = by_value.get(item.value, item.mark) if isinstance(item, Pile) else item.mark
        picture[cell] = ord(mark)
    for cell, enemy in floor.enemies.items():
        picture[cell] = ord(enemy.kind.glyph)
    if floor.hero != NOWHERE:
        picture[floor.hero] = ord(PC_MARK)
    return picture.decode("ascii")


@frozen
class _Row:
    """A row of a drawing, and its line in the file, from 1."""

    line: int
    text: str


@define(eq=False)
class _Reader:
    name: str
    rules: Rules
    warnings: list[str] = field(factory=list)
    _width: int = 0

    def error(self, line: int, column: int, found: str, expected: str) -> LayoutError:
        """Return the error of that place; line and column count from 1."""
        where = f"{self.name}:{line}:{column}"
        return LayoutError(f"{where}: found {found}; expected {expected}")

    def floors(self, data: bytes) -> Iterator[list[_Row]]:
        """Yield the rows of one floor after another, the first `rules.floors` of them (R29)."""
        floors, rows, stray = 0, list[_Row](), None
        for row in self._rows(data):
            if rows:
                rows.append(self._fitting(row, len(rows)))
                if _BORDER.fullmatch(rows[-1].text):
                    yield rows
                    floors, rows = floors + 1, []
            elif self._opens(row):
                self._warn_of(stray)
                stray = None
                if floors == self.rules.floors:
                    self._warn(row.line, f"floors after floor {floors} are left out")
                    break
                self._check_width(row)
                rows = [row]
            elif row.text:
                self._check_closed(row)
                stray = stray or row
        self._warn_of(stray)
        if len(rows) > 1 and _BORDER.fullmatch(rows[-1].text.rstrip()):
            yield rows  # the file ends in a row cut short (R32)
        elif rows:
            self._check_closed(rows[-1])
            expected = f"a last row of '|' and '-' alone, {self._width} columns wide"
            raise self.error(rows[0].line, 1, "a floor without an end", expected)

    def drawing(self, rows: list[_Row]) -> Drawing:
        """Return the drawing of a floor's rows, checked."""
        marks = self._marks(rows)
        plan = self._plan(rows, marks)
        self._check_room(rows[0].line, plan.ground, dict(marks))
        return Drawing(plan, marks)

    def _rows(self, data: bytes) -> Iterator[_Row]:
        """Yield the lines of the file, without their ends and trailing blanks."""
        if len(data) > MOST_BYTES:
            raise self.error(1, 1, f"more than {MOST_BYTES} bytes", "a layout of five floors")
        text = data.decode("utf-8-sig", errors="surrogateescape")
        for line, raw in enumerate(text.rstrip("\r\n\t ").split("\n"), start=1):
            row = raw.rstrip("\r\t ")
            control = _CONTROL.search(row)
            if control:
                found = f"control character {control.group()!a}"
                raise self.error(line, control.start() + 1, found, "printable text")
            yield _Row(line, row)

    def _opens(self, row: _Row) -> bool:
        """Tell whether a row between floors is the first of one; a mere ruled line is not."""
        if not _BORDER.fullmatch(row.text):
            return False
        return "|" in row.text or not self._width or len(row.text) == self._width

    def _check_closed(self, row: _Row) -> None:
        """Refuse what would be a first or a last row, were there no hole in it (R32)."""
        hole = _HOLE.search(row.text)
        if row.text.startswith("|-") and hole:
            found = f"an open border, {hole.group()!a}"
            raise self.error(row.line, hole.start() + 1, found, "a row of '|' and '-' alone")

    def _check_width(self, row: _Row) -> None:
        """Refuse the first row of a floor that is too wide, or not as wide as the others (R32)."""
        width = len(row.text)
        if width > MOST_COLUMNS:
            found = f"a row of {width} columns"
            raise self.error(row.line, MOST_COLUMNS + 1, found, f"{MOST_COLUMNS} at the most")
        self._width = self._width or width
        if width != self._width:
            found = f"a floor {width} columns wide"
            expected = f"{self._width}, the width of the first floor"
            raise self.error(row.line, min(width, self._width) + 1, found, expected)

    def _fitting(self, row: _Row, above: int) -> _Row:
        """Return the row padded to the floor's width (R32)."""
        if len(row.text) > self._width:
            found = f"a row of {len(row.text)} columns"
            expected = f"{self._width}, the length of the first row"
            raise self.error(row.line, self._width + 1, found, expected)
        if above >= MOST_ROWS:
            raise self.error(
                row.line, 1, f"row {above + 1} of a floor", f"{MOST_ROWS} rows at the most"
            )
        return _Row(row.line, row.text.ljust(self._width))

    def _marks(self, rows: list[_Row]) -> tuple[tuple[Cell, str], ...]:
        """Return what is drawn on the floor, by cell, checked against the marks there are (R30)."""
        stride = self._width + 1
        marks: list[tuple[Cell, str]] = []
        ends: dict[str, int] = {}
        for number, row in enumerate(rows):
            for found in _UNBUILT.finditer(row.text):
                mark, column = found.group(), found.start() + 1
                if mark in ends:
                    expected = f"one, that of line {ends[mark]}"
                    raise self.error(row.line, column, f"a second {mark!r}", expected)
                if mark in (PC_MARK, STAIRS_MARK):
                    ends[mark] = row.line
                marks.append((number * stride + column - 1, self._read(mark, row.line, column)))
            for column in (1, self._width):
                edge = row.text[column - 1]
                if ord(edge) not in WALLS:
                    raise self.error(row.line, column, f"an open border, {edge!r}", "a wall")
        return tuple(marks)

    def _read(self, mark: str, line: int, column: int) -> str:
        """Return the mark that is meant; `P` and `G` are of a board copied off the screen."""
        if mark in (ANY_GOLD, ANY_POTION):
            self._warn(line, "P is read as a potion of any kind and G as a normal pile", once=True)
            return NORMAL_GOLD if mark == ANY_GOLD else mark
        if mark in (PC_MARK, STAIRS_MARK) or mark in self.rules.marks:
            return mark
        known = "".join([*sorted(self.rules.marks), PC_MARK, STAIRS_MARK])
        raise self.error(line, column, f"unknown mark {mark!a}", f"one of {known}")

    def _plan(self, rows: list[_Row], marks: Iterable[tuple[Cell, str]]) -> Plan:
        """Return the plan under the marks: the standard one where that agrees, or tiles (R32)."""
        drawn = bytearray("".join([f"{row.text}\n" for row in rows]), "ascii")
        cells = [cell for cell, _ in marks]
        standard = self.rules.plan
        if len(drawn) == len(standard.ground):
            for cell in cells:
                drawn[cell] = standard.ground[cell]
            if drawn == standard.ground:
                self._warn_of_walled_in(rows[0].line, marks)
                return standard
        for cell in cells:
            drawn[cell] = TILE
        return plan_of(tuple(drawn.decode("ascii").splitlines()))

    def _warn_of_walled_in(self, first: int, marks: Iterable[tuple[Cell, str]]) -> None:
        """Warn of what nobody can walk to or from; an enemy fights wherever it stands (R32)."""
        standard = self.rules.plan
        for cell, mark in marks:
            if standard.ground[cell] in WALLS and mark not in self._enemies:
                row, column = standard.where(cell)
                self._warn(
                    first + row, f"{mark} in column {column + 1} stands in a wall or in rock"
                )

    def _check_room(self, line: int, ground: bytes, marks: dict[Cell, str]) -> None:
        """Refuse a floor that cannot be walked on, or has no room for the PC and the stairs."""
        if not any(kind in ground for kind in WALKABLE):
            raise self.error(line, 1, "a floor with nothing walkable", "floor tiles")
        missing = [mark for mark in (PC_MARK, STAIRS_MARK) if mark not in marks.values()]
        free = ground.count(TILE) - sum(ground[cell] == TILE for cell in marks)
        if missing and free < len(missing):
            found = f"no free floor tile for the missing {' and '.join(missing)}"
            raise self.error(line, 1, found, "a tile for each")

    @property
    def _enemies(self) -> set[str]:
        return {kind.glyph for kind in self.rules.enemies}

    def _warn(self, line: int, text: str, *, once: bool = False) -> None:
        if not (once and any(warning.endswith(text) for warning in self.warnings)):
            self.warnings.append(f"{self.name}:{line}: {text}")

    def _warn_of(self, stray: _Row | None) -> None:
        if stray is not None:
            shown = ascii(stray.text[:_SHOWN])
            self._warn(stray.line, f"left out what stands outside any floor, from {shown}")
