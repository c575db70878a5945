"""Marks: the rows of one floor in a layout file, read as a floor layout (R30, R32)."""

import re
from collections.abc import Iterable

from attrs import field

from cc3k.content.layout.diagnostics import DiagnosticReporter
from cc3k.content.layout.rows import LayoutRow
from cc3k.content.spawn import ANY_POTION, PC_MARK, STAIRS_MARK
from cc3k.engine.board import (
    GOLD_GLYPH,
    TILE,
    WALKABLE,
    WALL_GLYPHS,
    Board,
    Cell,
    FloorLayout,
    board_from_rows,
)
from cc3k.engine.rules import Rules
from cc3k.engine.values import define

ANY_GOLD_MARK = chr(GOLD_GLYPH)
NORMAL_PILE_MARK = "6"
"""The mark that `G` is read as (R30)."""

OTHER_EDITIONS = "NTVXBCS"
"""Letters of enemies in other editions of the project (R32)."""

SLASH = "/"
"""What some draw where stairs must be."""

_WALL_CHARACTERS = WALL_GLYPHS.decode("ascii")
_TERRAIN_CHARACTERS = f"{_WALL_CHARACTERS}{WALKABLE.decode('ascii')}"
_MARK = re.compile(rf"[^\n{re.escape(_TERRAIN_CHARACTERS)}]")


@define(eq=False)
class FloorReader:
    """Reads the rows of one floor after another as floor layouts."""

    rules: Rules
    reporter: DiagnosticReporter
    _warned_of_copy: bool = field(default=False, init=False)
    _other_editions: dict[str, list[tuple[int, int]]] = field(factory=dict, init=False)

    def read_floor(self, rows: list[LayoutRow]) -> FloorLayout | None:
        lines, strangers = [row.line for row in rows], self._count_strangers()
        marks = self._read_marks(rows)
        if not self.reporter.has_no_errors(lines) or self._count_strangers() > strangers:
            return None
        board = self._find_board(rows, marks)
        self._check_room(rows[0].line, board.terrain, dict(marks))
        return FloorLayout(board, marks) if self.reporter.has_no_errors(lines) else None

    def report_other_editions(self) -> None:
        """Report each letter of another edition once, with its count and first place (R32)."""
        for mark, places in self._other_editions.items():
            times = f" ({len(places)} times)" if len(places) > 1 else ""
            found = f"unknown mark {mark!a}{times}, an enemy of another edition"
            self.reporter.error(*places[0], found, self._expected_mark(mark))

    def _count_strangers(self) -> int:
        return sum(map(len, self._other_editions.values()))

    def _read_marks(self, rows: list[LayoutRow]) -> tuple[tuple[Cell, str], ...]:
        """Return the marks drawn on the floor, by cell, checked against the known ones (R30)."""
        stride = len(rows[0].text) + 1
        marks: list[tuple[Cell, str]] = []
        ends: dict[str, int] = {}
        for number, row in enumerate(rows):
            for found in _MARK.finditer(row.text):
                mark, column = found.group(), found.start() + 1
                if mark in ends:
                    self._report_duplicate(mark, row.line, column, ends[mark])
                    continue
                if mark in (PC_MARK, STAIRS_MARK):
                    ends[mark] = row.line
                if mark in OTHER_EDITIONS and mark not in self.rules.kinds_by_mark:
                    if 1 < column < stride - 1:  # else it is a hole in the border
                        self._other_editions.setdefault(mark, []).append((row.line, column))
                    continue
                meant = self._resolve_mark(mark, row.line, column)
                marks.append((number * stride + column - 1, meant))
            self._check_edges(row)
        return tuple(marks)

    def _report_duplicate(self, mark: str, line: int, column: int, first_line: int) -> None:
        """Report a second PC on a floor as an error, and second stairs as a warning (R32)."""
        if mark == PC_MARK:
            self.reporter.error(
                line, column, f"a second {mark!a}", f"one, that of line {first_line}"
            )
        else:
            text = f"a second {mark} in column {column} is read as a floor tile"
            self.reporter.warn(line, column, f"{text}: the stairs are those of line {first_line}")

    def _check_edges(self, row: LayoutRow) -> None:
        """Report a row without a border at its left or right end (R32)."""
        for column in (1, len(row.text)):
            edge = row.text[column - 1]
            if edge not in _WALL_CHARACTERS:
                self.reporter.error(row.line, column, f"an open border, {edge!a}", "a wall")

    def _resolve_mark(self, mark: str, line: int, column: int) -> str:
        """Return the mark that is meant; `P` and `G` come from a board copied off the screen."""
        if mark in (ANY_GOLD_MARK, ANY_POTION):
            self._warn_of_a_copy(line, column)
            return NORMAL_PILE_MARK if mark == ANY_GOLD_MARK else mark
        if mark not in (PC_MARK, STAIRS_MARK) and mark not in self.rules.kinds_by_mark:
            self.reporter.error(line, column, f"unknown mark {mark!a}", self._expected_mark(mark))
        return mark

    def _expected_mark(self, mark: str) -> str:
        known = "".join(sorted({*self.rules.kinds_by_mark, ANY_GOLD_MARK, ANY_POTION}))
        expected = f"one of {known}{PC_MARK}{STAIRS_MARK}{_TERRAIN_CHARACTERS.strip()} or a blank"
        expansion = dict(self.rules.foreign_marks).get(mark)
        if expansion is not None:
            return f"{expected}, or the expansion {expansion}, which knows it"
        return f"{expected}: stairs are `{STAIRS_MARK}`" if mark == SLASH else expected

    def _warn_of_a_copy(self, line: int, column: int) -> None:
        if not self._warned_of_copy:
            self._warned_of_copy = True
            text = "P is read as a potion of any kind and G as a normal pile"
            self.reporter.warn(line, column, text)

    def _find_board(self, rows: list[LayoutRow], marks: Iterable[tuple[Cell, str]]) -> Board:
        """Return the board under the marks: the standard one if it agrees, or tiles (R32)."""
        text = "".join([f"{row.text}\n" for row in rows])
        drawn, cells = bytearray(text, "ascii"), [mark.start() for mark in _MARK.finditer(text)]
        standard = self.rules.standard_board
        if len(drawn) == len(standard.terrain):
            for cell in cells:
                drawn[cell] = standard.terrain[cell]
            if drawn == standard.terrain:
                self._warn_of_marks_in_walls(rows[0].line, marks)
                return standard
        for cell in cells:
            drawn[cell] = TILE
        return board_from_rows(tuple(drawn.decode("ascii").splitlines()))

    def _warn_of_marks_in_walls(self, first_line: int, marks: Iterable[tuple[Cell, str]]) -> None:
        """Warn of things in walls or rock, except enemies, which can fight from there (R32)."""
        standard = self.rules.standard_board
        fighters = {kind.glyph for kind in self.rules.enemy_kinds}
        for cell, mark in marks:
            if standard.terrain[cell] in WALL_GLYPHS and mark not in fighters:
                row, column = standard.row_and_column(cell)
                text = f"{mark} in column {column + 1} stands in a wall or in rock"
                self.reporter.warn(first_line + row, column + 1, text)

    def _check_room(self, line: int, terrain: bytes, marks: dict[Cell, str]) -> None:
        """Report a floor that cannot be walked on, or has no room for the PC and the stairs."""
        if not any(kind in terrain for kind in WALKABLE):
            self.reporter.error(line, 1, "a floor with nothing walkable", "floor tiles")
        missing = [mark for mark in (PC_MARK, STAIRS_MARK) if mark not in marks.values()]
        free = terrain.count(TILE) - sum(terrain[cell] == TILE for cell in marks)
        if missing and free < len(missing):
            found = f"no free floor tile for the missing {' and '.join(missing)}"
            self.reporter.error(line, 1, found, "a tile for each")
