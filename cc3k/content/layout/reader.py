"""Reader of layout files: floors drawn by people, read strictly (§6).

Files are untrusted: their bytes, rows and columns are bounded, and only known marks get past this
module. Every error names the line and the column, what was found and what was expected (R29-R32).
"""

import re
from collections.abc import Iterable, Iterator

from attrs import field

from cc3k.content.layout.diagnostics import (
    Diagnostic,
    Diagnostics,
    LayoutError,
    Severity,
    TooManyErrors,
)
from cc3k.content.layout.rows import BLANK_CHARACTERS, END_OF_FILE_PADDING, FloorSplitter, LayoutRow
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
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.items import GoldPile
from cc3k.engine.rules import Rules
from cc3k.engine.values import define, frozen

MAX_LAYOUT_BYTES = 1024 * 1024
"""Twice the size of five floors of the greatest size."""

BYTE_ORDER_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""Encodings by their byte order mark."""

ENCODING_BY_ZERO_BYTES = {
    (1, 3): "UTF-16",
    (0, 2): "UTF-16",
    (1, 2, 3): "UTF-32",
    (0, 1, 2): "UTF-32",
}
"""Encodings without a byte order mark, by the positions of zeros in the first four bytes."""

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


@frozen
class Layout:
    """The floors of a layout file, and the warnings about it, a line each."""

    floor_layouts: tuple[FloorLayout, ...] = ()
    warnings: tuple[str, ...] = ()


@frozen
class ParsedFloor:
    """A floor in a file: the line of its first row, and its layout, None if it has errors."""

    line: int
    floor_layout: FloorLayout | None


def read_layout(data: bytes, name: str, rules: Rules) -> Layout:
    """Read the bytes of a layout file called `name`; raise `LayoutError` for an error in it."""
    drafts, findings = read_floors(data, rules, Diagnostics())
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        first = min(errors)
        message = f"{name}:{first.line}:{first.column}: {first.text}"
        raise LayoutError(message, len(errors) - 1)
    drawings = tuple([draft.floor_layout for draft in drafts if draft.floor_layout is not None])
    return Layout(drawings, tuple([f"{name}:{found.line}: {found.text}" for found in findings]))


def read_floors(
    data: bytes, rules: Rules, reporter: Diagnostics
) -> tuple[list[ParsedFloor], list[Diagnostic]]:
    """Return the floors of a layout file, and its errors and warnings sorted by position.

    After an error it reads on, as far as that makes sense.
    """
    drafts: list[ParsedFloor] = []
    try:
        drafts.extend(_parse_floors(data, rules, reporter))
    except TooManyErrors:
        drafts.clear()
    return drafts, sorted(reporter.found)


def _parse_floors(data: bytes, rules: Rules, reporter: Diagnostics) -> Iterator[ParsedFloor]:
    encoding = _detect_unsupported_encoding(data)
    if encoding is not None:
        reporter.error(1, 1, f"text in {encoding}", "text in UTF-8, or plain ASCII")
        return
    found = False
    if len(data) > MAX_LAYOUT_BYTES:
        reporter.error(1, 1, f"more than {MAX_LAYOUT_BYTES} bytes", "a layout, at most as large")
        return
    text, reader = data.decode("utf-8-sig", errors="surrogateescape"), FloorReader(rules, reporter)
    for rows in FloorSplitter(rules.floor_count, reporter).split_floors(text):
        found = True
        yield ParsedFloor(rows[0].line, reader.read_floor(rows))
    reader.report_other_editions()
    if not found and reporter.is_error_free:
        is_empty = not text.strip(BLANK_CHARACTERS + END_OF_FILE_PADDING)
        what = "an empty file" if is_empty else "no floor"
        reporter.error(1, 1, what, "a row of '|' and '-' alone, the first of a floor")


def _detect_unsupported_encoding(data: bytes) -> str | None:
    """Return the name of the encoding if a character takes more than one byte (UTF-16, UTF-32)."""
    for mark, name in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return name
    return ENCODING_BY_ZERO_BYTES.get(
        tuple([place for place, byte in enumerate(data[:4]) if byte == 0])
    )


@define(eq=False)
class FloorReader:
    """Reads the rows of one floor after another as floor layouts."""

    rules: Rules
    reporter: Diagnostics
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
            if not self._warned_of_copy:
                self._warned_of_copy = True
                text = "P is read as a potion of any kind and G as a normal pile"
                self.reporter.warn(line, column, text)
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


def format_floor_as_layout(floor: Floor, rules: Rules) -> str:
    """Return the text of a floor with the marks of layout files (§6)."""
    by_value = {pile.value: pile.mark for pile in rules.piles}
    glyphs = bytearray(floor.terrain)
    for cell, item in floor.items.items():
        mark = by_value.get(item.value, item.mark) if isinstance(item, GoldPile) else item.mark
        glyphs[cell] = ord(mark)
    for cell, enemy in floor.enemies.items():
        glyphs[cell] = ord(enemy.kind.glyph)
    if floor.hero_cell != NO_CELL:
        glyphs[floor.hero_cell] = ord(PC_MARK)
    return glyphs.decode("ascii")
