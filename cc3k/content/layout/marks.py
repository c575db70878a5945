"""What the rows of a floor in a layout file draw, and upon which plan (R30, R32)."""

import re
from collections.abc import Iterable

from attrs import define, field

from cc3k.content.layout.diagnostics import Notes
from cc3k.content.layout.rows import Row
from cc3k.content.spawn import ANY_POTION, PC_MARK, STAIRS_MARK
from cc3k.engine.board import TILE, WALKABLE, Drawing, Plan, plan_of
from cc3k.engine.floor import GOLD, WALLS
from cc3k.engine.grid import Cell
from cc3k.engine.rules import Rules

ANY_GOLD = chr(GOLD)
NORMAL_GOLD = "6"
"""The mark of what `G` is read as (R30)."""

_WALLS = WALLS.decode("ascii")
_BUILT = f"{_WALLS}{WALKABLE.decode('ascii')}"
_UNBUILT = re.compile(rf"[^\n{re.escape(_BUILT)}]")


@define(eq=False)
class MarkReader:
    """Reads the rows of one floor after another as drawings."""

    rules: Rules
    notes: Notes
    _copied: bool = field(default=False, init=False)

    def drawing(self, rows: list[Row]) -> Drawing | None:
        """Return the drawing of a floor's rows, checked; None if there is an error in it."""
        lines = [row.line for row in rows]
        marks = self._marks(rows)
        if not self.notes.all_sound(lines):
            return None
        plan = self._plan(rows, marks)
        self._check_room(rows[0].line, plan.ground, dict(marks))
        return Drawing(plan, marks) if self.notes.all_sound(lines) else None

    def _marks(self, rows: list[Row]) -> tuple[tuple[Cell, str], ...]:
        """Return what is drawn on the floor, by cell, checked against the marks there are (R30)."""
        stride = len(rows[0].text) + 1
        marks: list[tuple[Cell, str]] = []
        ends: dict[str, int] = {}
        for number, row in enumerate(rows):
            for found in _UNBUILT.finditer(row.text):
                mark, column = found.group(), found.start() + 1
                if mark in ends:
                    self._note_another(mark, row.line, column, ends[mark])
                    continue
                if mark in (PC_MARK, STAIRS_MARK):
                    ends[mark] = row.line
                meant = self._read(mark, row.line, column)
                marks.append((number * stride + column - 1, meant))
            self._check_edges(row)
        return tuple(marks)

    def _note_another(self, mark: str, line: int, column: int, first: int) -> None:
        """Refuse a second PC on a floor; further stairs are floor tiles, with a warning (R32)."""
        if mark == PC_MARK:
            self.notes.refuse(line, column, f"a second {mark!a}", f"one, that of line {first}")
        else:
            text = f"a second {mark} in column {column} is read as a floor tile"
            self.notes.warn(line, column, f"{text}: the stairs are those of line {first}")

    def _check_edges(self, row: Row) -> None:
        """Refuse a row that is open to the left or to the right (R32)."""
        for column in (1, len(row.text)):
            edge = row.text[column - 1]
            if edge not in _WALLS:
                self.notes.refuse(row.line, column, f"an open border, {edge!a}", "a wall")

    def _read(self, mark: str, line: int, column: int) -> str:
        """Return the mark that is meant; `P` and `G` are of a board copied off the screen."""
        if mark in (ANY_GOLD, ANY_POTION):
            self._warn_of_a_copy(line, column)
            return NORMAL_GOLD if mark == ANY_GOLD else mark
        if mark not in (PC_MARK, STAIRS_MARK) and mark not in self.rules.marks:
            known = "".join(sorted({*self.rules.marks, ANY_GOLD, ANY_POTION}))
            expected = f"one of {known}{PC_MARK}{STAIRS_MARK}{_BUILT.strip()} or a blank"
            self.notes.refuse(line, column, f"unknown mark {mark!a}", expected)
        return mark

    def _warn_of_a_copy(self, line: int, column: int) -> None:
        if not self._copied:
            self._copied = True
            text = "P is read as a potion of any kind and G as a normal pile"
            self.notes.warn(line, column, text)

    def _plan(self, rows: list[Row], marks: Iterable[tuple[Cell, str]]) -> Plan:
        """Return the plan under the marks: the standard one where that agrees, or tiles (R32)."""
        text = "".join([f"{row.text}\n" for row in rows])
        drawn, cells = bytearray(text, "ascii"), [mark.start() for mark in _UNBUILT.finditer(text)]
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
        fighters = {kind.glyph for kind in self.rules.enemies}
        for cell, mark in marks:
            if standard.ground[cell] in WALLS and mark not in fighters:
                row, column = standard.where(cell)
                text = f"{mark} in column {column + 1} stands in a wall or in rock"
                self.notes.warn(first + row, column + 1, text)

    def _check_room(self, line: int, ground: bytes, marks: dict[Cell, str]) -> None:
        """Refuse a floor that cannot be walked on, or has no room for the PC and the stairs."""
        if not any(kind in ground for kind in WALKABLE):
            self.notes.refuse(line, 1, "a floor with nothing walkable", "floor tiles")
        missing = [mark for mark in (PC_MARK, STAIRS_MARK) if mark not in marks.values()]
        free = ground.count(TILE) - sum(ground[cell] == TILE for cell in marks)
        if missing and free < len(missing):
            found = f"no free floor tile for the missing {' and '.join(missing)}"
            self.notes.refuse(line, 1, found, "a tile for each")
