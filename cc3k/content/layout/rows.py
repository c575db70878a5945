"""Rows: the lines of a layout file, split into floors (R29, R32).

After an error it goes on as if the line had been right.
"""

import re
from collections.abc import Iterator, Sequence

from cc3k.content.layout.diagnostics import Diagnostics
from cc3k.engine.board import WALKABLE
from cc3k.engine.values import define, frozen

MAX_ROWS, MAX_COLUMNS = 200, 500

END_OF_FILE_PADDING = "\x1a\0\f"
"""Characters that old systems and printers put at the end of a file; ignored there (R32)."""

_MAX_SHOWN = 40
_TAB_COLUMNS = 8
BLANK_CHARACTERS = "\r\n\t "
_BORDER = re.compile(r"[|-]+")
_HOLE = re.compile(r"[^|\- ]")
_INNER_ROW_PATTERN = re.compile(r"\|(?![|-]+\Z)[^-].*\|")
_WALKABLE_PATTERN = re.compile(rf"[{re.escape(WALKABLE.decode('ascii'))}]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_LINE_END_PATTERN = re.compile(r"\r*\n|\r")
_STATUS_LINE_PATTERN = re.compile(r"(?:Race|HP|Atk|Def|Action):|Floor\b")
"""Start of status lines copied from a screen along with a floor; no wall looks like it."""


@frozen
class LayoutRow:
    """One row of a drawn floor, and its line in the file, from 1."""

    line: int
    text: str


@define(eq=False)
class FloorSplitter:
    """Splits the text of a file into floors, `max_floors` at most, of equal width."""

    max_floors: int
    reporter: Diagnostics
    _width: int = 0

    def split_floors(self, text: str) -> Iterator[list[LayoutRow]]:
        """Yield the rows of one floor after another; an unfinished one is an error (R29)."""
        floors, rows, stray = 0, list[LayoutRow](), None
        is_torn = has_lone_border = False  # inner rows, or a border alone, outside any floor
        lines = self._fill_tabs(_split_lines(text))
        for number, raw in enumerate(lines, start=1):
            line = self._replace_control_characters(raw)
            if rows:
                closed = self._add_line(rows, line, lines, number)
                if closed is not None:
                    yield closed
                    floors, rows = floors + 1, []
                if closed is None or closed[-1] is line:
                    continue
            row = self._close_holes(line)
            is_torn = is_torn or bool(_INNER_ROW_PATTERN.fullmatch(row.text))
            if not self._starts_floor(row):
                stray = stray or (row if row.text else None)
            elif floors and not is_torn and _is_border_alone(row, lines, number):
                if not has_lone_border:
                    self.reporter.warn(row.line, 1, "a border row without a floor is left out")
                has_lone_border = True
            else:
                self._warn_of_stray_row(stray)
                stray, is_torn, has_lone_border = None, False, False
                if floors == self.max_floors:
                    self.reporter.warn(row.line, 1, f"floors after floor {floors} are left out")
                    return
                self._check_width(row)
                rows = [row]
        self._warn_of_stray_row(stray)
        if rows:
            yield self._end_floor_early(rows, "the end of the file")
        self._report_padding(text, has_floors=bool(floors or rows))

    def _add_line(
        self, rows: list[LayoutRow], line: LayoutRow, lines: Sequence[LayoutRow], below: int
    ) -> list[LayoutRow] | None:
        if _STATUS_LINE_PATTERN.match(line.text):
            return self._end_floor_early(rows, ascii(line.text[:_MAX_SHOWN]))
        rows.append(self._pad_row(line, rows))
        if not _BORDER.fullmatch(rows[-1].text):
            return None
        if _begins_with_inner_rows(lines, below, len(line.text)):
            return self._end_floor_early(rows[:-1], "the first row of the next floor")
        return [*rows[:-1], line]

    def _fill_tabs(self, lines: list[LayoutRow]) -> list[LayoutRow]:
        """Return the lines with each tab filled to the next multiple of 8 columns (R32)."""
        tabbed = [line for line in lines if "\t" in line.text]
        if not tabbed:
            return lines
        first, count = tabbed[0], sum([line.text.count("\t") for line in tabbed])
        what = "a tab is" if count == 1 else f"{count} tabs are"
        text = f"{what} read as blanks up to the next multiple of {_TAB_COLUMNS} columns"
        self.reporter.warn(first.line, first.text.index("\t") + 1, text)
        return [LayoutRow(line.line, line.text.expandtabs(_TAB_COLUMNS)) for line in lines]

    def _replace_control_characters(self, row: LayoutRow) -> LayoutRow:
        """Return a row without its control characters, each reported as an error."""
        for control in _CONTROL.finditer(row.text):
            self._report_control_character(row.line, control.start() + 1, control.group())
        # The replacement keeps a border row a border row, and any other cell empty.
        filler = "-" if row.text.startswith("|-") else " "
        return LayoutRow(row.line, _CONTROL.sub(filler, row.text).rstrip())

    def _report_control_character(self, line: int, column: int, character: str) -> None:
        self.reporter.error(line, column, f"control character {character!a}", "printable text")

    def _report_padding(self, text: str, *, has_floors: bool) -> None:
        """Warn of padding after the last floor; behind another text it is an error.

        A file of nothing else is an empty one.
        """
        end = len(text.rstrip(BLANK_CHARACTERS + END_OF_FILE_PADDING))
        first = next((at for at in range(end, len(text)) if text[at] in END_OF_FILE_PADDING), None)
        if first is None:
            return
        *above, before = _LINE_END_PATTERN.split(text[:first])
        line, column = len(above) + 1, len(before) + 1
        if has_floors:
            what = f"left out what is no text at the end of the file, from {text[first]!a}"
            self.reporter.warn(line, column, what)
        elif end:
            self._report_control_character(line, column, text[first])

    def _starts_floor(self, row: LayoutRow) -> bool:
        if not _BORDER.fullmatch(row.text):
            return False
        return "|" in row.text or not self._width or len(row.text) == self._width

    def _close_holes(self, row: LayoutRow) -> LayoutRow:
        if self._report_holes(row) and len(row.text) == (self._width or len(row.text)):
            return LayoutRow(row.line, _HOLE.sub("-", row.text))
        return row

    def _report_holes(self, row: LayoutRow) -> bool:
        """Report the holes in a border row, and tell whether there are any (R32)."""
        if not row.text.startswith("|-") or not _HOLE.search(row.text):
            return False
        for hole in _HOLE.finditer(row.text):
            found = f"an open border, {hole.group()!a}"
            self.reporter.error(row.line, hole.start() + 1, found, "a row of '|' and '-' alone")
        return True

    def _check_width(self, row: LayoutRow) -> None:
        """Report the first row of a floor if it is too wide, or as wide as no other (R32)."""
        width = len(row.text)
        if width > MAX_COLUMNS:
            found = f"a row of {width} columns"
            expected = f"{MAX_COLUMNS} at the most"
            self.reporter.error(row.line, MAX_COLUMNS + 1, found, expected)
        elif self._width and width != self._width:
            found = f"a floor {width} columns wide"
            expected = f"{self._width}, the width of the first floor"
            self.reporter.error(row.line, min(width, self._width) + 1, found, expected)
        else:
            self._width = width

    def _pad_row(self, row: LayoutRow, rows_above: list[LayoutRow]) -> LayoutRow:
        """Return the row padded to the floor's width (R32)."""
        width = len(rows_above[0].text)
        if len(row.text) > width:
            found = f"a row of {len(row.text)} columns"
            expected = f"{width}, the length of the first row"
            self.reporter.error(row.line, width + 1, found, expected)
        if len(rows_above) == MAX_ROWS:
            found = f"row {MAX_ROWS + 1} of a floor"
            self.reporter.error(row.line, 1, found, f"{MAX_ROWS} rows at the most")
        return LayoutRow(row.line, row.text.ljust(width))

    def _end_floor_early(self, rows: list[LayoutRow], found: str) -> list[LayoutRow]:
        """Return the rows of a floor that ends without a last row, and report that (R32).

        A missing last row is an error, but it may be cut short (R32).
        """
        while len(rows) > 1 and not rows[-1].text.strip():
            rows = rows[:-1]
        last, width = rows[-1], len(rows[0].text)
        is_short = len(rows) > 1 and _BORDER.fullmatch(last.text.rstrip())
        if is_short or self._report_holes(last):
            return rows
        expected = f"a last row of '|' and '-' alone, {width} columns wide"
        self.reporter.error(last.line + 1, 1, found, expected)
        return [*rows, LayoutRow(last.line + 1, " " * width)]

    def _warn_of_stray_row(self, stray: LayoutRow | None) -> None:
        if stray is not None:
            shown = ascii(stray.text[:_MAX_SHOWN])
            self.reporter.warn(
                stray.line, 1, f"left out what stands outside any floor, from {shown}"
            )


def _is_border_alone(row: LayoutRow, lines: Sequence[LayoutRow], below: int) -> bool:
    """Return True for a border row that no row of a floor follows: the end, a text, or a border."""
    places = range(below, len(lines))
    text = next((lines[at].text for at in places if lines[at].text), "")
    is_border = len(text) == len(row.text) and bool(_BORDER.fullmatch(text))
    return not text or is_border or bool(_STATUS_LINE_PATTERN.match(text))


def _begins_with_inner_rows(lines: Sequence[LayoutRow], below: int, width: int) -> bool:
    """Return True if the rows from number `below` on are the inner rows of a floor.

    Then it is the first row of the next floor, and the floor above has no last row.
    """
    for row in [lines[at] for at in range(below, min(below + MAX_ROWS, len(lines)))]:
        if len(row.text) != width or not _INNER_ROW_PATTERN.fullmatch(row.text):
            return False
        if _WALKABLE_PATTERN.search(row.text):
            return True
    return False


def _split_lines(text: str) -> list[LayoutRow]:
    """Return the lines of a file, without line ends, trailing blanks and padding."""
    kept = text.rstrip(BLANK_CHARACTERS + END_OF_FILE_PADDING)
    lines = enumerate(_LINE_END_PATTERN.split(kept), start=1)
    return [LayoutRow(number, line.rstrip("\t ")) for number, line in lines]
