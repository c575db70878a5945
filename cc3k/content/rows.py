"""Which lines of a layout file are the rows of which floor (R29, R32).

What is wrong with a line is noted, and the reading goes on as if it had been right: so a file
shows all of its errors at once to whoever collects them.
"""

import re
from collections.abc import Iterator

from attrs import define, frozen

from cc3k.content.findings import Notes

MOST_ROWS, MOST_COLUMNS = 200, 500

_SHOWN = 40
_BORDER = re.compile(r"[|-]+")
_HOLE = re.compile(r"[^|\- ]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@frozen
class Row:
    """A row of a drawing, and its line in the file, from 1."""

    line: int
    text: str


@define(eq=False)
class RowReader:
    """Finds the floors in the text of a file, `most` of them; the first sets the width of all."""

    most: int
    notes: Notes
    _width: int = 0

    def floors(self, text: str) -> Iterator[list[Row]]:
        """Yield the rows of one floor after another; one without an end comes last (R29)."""
        floors, rows, stray = 0, list[Row](), None
        for line in self._lines(text):
            if rows:
                rows.append(self._fitting(line, rows))
                if _BORDER.fullmatch(rows[-1].text):
                    yield rows
                    floors, rows = floors + 1, []
                continue
            row = self._mended(line)
            if self._opens(row):
                self._warn_of(stray)
                stray = None
                if floors == self.most:
                    self.notes.warn(row.line, 1, f"floors after floor {floors} are left out")
                    break
                self._check_width(row)
                rows = [row]
            elif row.text:
                stray = stray or row
        self._warn_of(stray)
        if rows:
            self._check_end(rows)
            yield rows

    def _lines(self, text: str) -> Iterator[Row]:
        """Yield the lines of the file, without their ends and trailing blanks."""
        for line, raw in enumerate(text.rstrip("\r\n\t ").split("\n"), start=1):
            row = raw.rstrip("\r\t ")
            for control in _CONTROL.finditer(row):
                found = f"control character {control.group()!a}"
                self.notes.refuse(line, control.start() + 1, found, "printable text")
            # Something has to stand there: what lets a border be one, and anything else be void.
            yield Row(line, _CONTROL.sub("-" if row.startswith("|-") else " ", row).rstrip())

    def _opens(self, row: Row) -> bool:
        """Tell whether a row between floors is the first of one; a mere ruled line is not."""
        if not _BORDER.fullmatch(row.text):
            return False
        return "|" in row.text or not self._width or len(row.text) == self._width

    def _mended(self, row: Row) -> Row:
        """Return a row between floors; its holes are closed where it is as wide as a floor."""
        if self._is_open(row) and len(row.text) == (self._width or len(row.text)):
            return Row(row.line, _HOLE.sub("-", row.text))
        return row

    def _is_open(self, row: Row) -> bool:
        """Refuse what would be a first or a last row, were there no hole in it (R32)."""
        if not row.text.startswith("|-") or not _HOLE.search(row.text):
            return False
        for hole in _HOLE.finditer(row.text):
            found = f"an open border, {hole.group()!a}"
            self.notes.refuse(row.line, hole.start() + 1, found, "a row of '|' and '-' alone")
        return True

    def _check_width(self, row: Row) -> None:
        """Refuse the first row of a floor that is too wide, or not as wide as the others (R32)."""
        width = len(row.text)
        if width > MOST_COLUMNS:
            found = f"a row of {width} columns"
            expected = f"{MOST_COLUMNS} at the most"
            self.notes.refuse(row.line, MOST_COLUMNS + 1, found, expected)
        elif self._width and width != self._width:
            found = f"a floor {width} columns wide"
            expected = f"{self._width}, the width of the first floor"
            self.notes.refuse(row.line, min(width, self._width) + 1, found, expected)
        else:
            self._width = width

    def _fitting(self, row: Row, above: list[Row]) -> Row:
        """Return the row padded to the floor's width (R32)."""
        width = len(above[0].text)
        if len(row.text) > width:
            found = f"a row of {len(row.text)} columns"
            expected = f"{width}, the length of the first row"
            self.notes.refuse(row.line, width + 1, found, expected)
        if len(above) == MOST_ROWS:
            found = f"row {MOST_ROWS + 1} of a floor"
            self.notes.refuse(row.line, 1, found, f"{MOST_ROWS} rows at the most")
        return Row(row.line, row.text.ljust(width))

    def _check_end(self, rows: list[Row]) -> None:
        """Refuse a floor that the file ends in; but its last row can be cut short (R32)."""
        if len(rows) > 1 and _BORDER.fullmatch(rows[-1].text.rstrip()):
            return
        if not self._is_open(rows[-1]):
            expected = f"a last row of '|' and '-' alone, {len(rows[0].text)} columns wide"
            self.notes.refuse(rows[0].line, 1, "a floor without an end", expected)

    def _warn_of(self, stray: Row | None) -> None:
        if stray is not None:
            shown = ascii(stray.text[:_SHOWN])
            self.notes.warn(stray.line, 1, f"left out what stands outside any floor, from {shown}")
