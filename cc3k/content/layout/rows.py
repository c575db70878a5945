"""Which lines of a layout file are the rows of which floor (R29, R32).

What is wrong with a line is noted, and the reading goes on as if it had been right: so a file
shows all of its errors at once to whoever collects them.
"""

import re
from collections.abc import Iterator, Sequence

from attrs import define, frozen

from cc3k.content.layout.diagnostics import Notes
from cc3k.engine.board import WALKABLE

MOST_ROWS, MOST_COLUMNS = 200, 500

PADDING = "\x1a\0\f"
"""What old systems and printers put at the end of a file: it is left out there (R32)."""

_SHOWN = 40
_BLANK = "\r\n\t "
_BORDER = re.compile(r"[|-]+")
_HOLE = re.compile(r"[^|\- ]")
_INSIDE = re.compile(r"\|(?![|-]+\Z)[^-].*\|")
_GROUND = re.compile(rf"[{re.escape(WALKABLE.decode('ascii'))}]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_LINE_END = re.compile(r"\r*\n|\r")
_STATUS = re.compile(r"(?:Race|HP|Atk|Def|Action):|Floor\b")
"""How lines begin that are copied off the screen, or written, below a floor: no wall does."""


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
        """Yield the rows of one floor after another; one without an end is refused (R29)."""
        floors, rows, stray = 0, list[Row](), None
        lines = _lines(text)
        for number, raw in enumerate(lines, start=1):
            line = self._printable(raw)
            if rows:
                closed = self._closed(rows, line, lines[number:])
                if closed is not None:
                    yield closed
                    floors, rows = floors + 1, []
                if closed is None or closed[-1] is line:
                    continue
            row = self._mended(line)
            if self._opens(row):
                self._warn_of(stray)
                stray = None
                if floors == self.most:
                    self.notes.warn(row.line, 1, f"floors after floor {floors} are left out")
                    return
                self._check_width(row)
                rows = [row]
            elif row.text:
                stray = stray or row
        self._warn_of(stray)
        if rows:
            yield self._ended(rows, "the end of the file")
        self._note_padding(text, seen=bool(floors or rows))

    def _closed(self, rows: list[Row], line: Row, below: Sequence[Row]) -> list[Row] | None:
        """Take a further line of a floor; return all of its rows if it ends there, or above it."""
        if _STATUS.match(line.text):
            return self._ended(rows, ascii(line.text[:_SHOWN]))
        rows.append(self._fitting(line, rows))
        if not _BORDER.fullmatch(rows[-1].text):
            return None
        if _is_inside(below, len(line.text)):
            return self._ended(rows[:-1], "the first row of the next floor")
        return [*rows[:-1], line]

    def _printable(self, row: Row) -> Row:
        """Return a row without its control characters, each refused."""
        for control in _CONTROL.finditer(row.text):
            self._refuse_control(row.line, control.start() + 1, control.group())
        # Something has to stand there: what lets a border be one, and anything else be void.
        filler = "-" if row.text.startswith("|-") else " "
        return Row(row.line, _CONTROL.sub(filler, row.text).rstrip())

    def _refuse_control(self, line: int, column: int, control: str) -> None:
        self.notes.refuse(line, column, f"control character {control!a}", "printable text")

    def _note_padding(self, text: str, *, seen: bool) -> None:
        """Warn of what follows on the last floor and is no text; without a floor it is refused."""
        end = len(text.rstrip(_BLANK + PADDING))
        first = next((at for at in range(end, len(text)) if text[at] in PADDING), None)
        if first is None:
            return
        *above, before = _LINE_END.split(text[:first])
        line, column = len(above) + 1, len(before) + 1
        if seen:
            what = f"left out what is no text at the end of the file, from {text[first]!a}"
            self.notes.warn(line, column, what)
        else:
            self._refuse_control(line, column, text[first])

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

    def _ended(self, rows: list[Row], found: str) -> list[Row]:
        """Return the rows of a floor that something else follows on before its last row.

        That is refused where it is missing; but a last row can be cut short (R32).
        """
        while len(rows) > 1 and not rows[-1].text.strip():
            rows = rows[:-1]
        last, width = rows[-1], len(rows[0].text)
        is_short = len(rows) > 1 and _BORDER.fullmatch(last.text.rstrip())
        if is_short or self._is_open(last):
            return rows
        expected = f"a last row of '|' and '-' alone, {width} columns wide"
        self.notes.refuse(last.line + 1, 1, found, expected)
        return [*rows, Row(last.line + 1, " " * width)]

    def _warn_of(self, stray: Row | None) -> None:
        if stray is not None:
            shown = ascii(stray.text[:_SHOWN])
            self.notes.warn(stray.line, 1, f"left out what stands outside any floor, from {shown}")


def _is_inside(below: Sequence[Row], width: int) -> bool:
    """Tell whether the rows right below what looks like a last row are the inside of a floor.

    Then it is the first row of that floor, and the one above has no last row.
    """
    for row in below:
        if len(row.text) != width or not _INSIDE.fullmatch(row.text):
            return False
        if _GROUND.search(row.text):
            return True
    return False


def _lines(text: str) -> list[Row]:
    """Return the lines of a file, without their ends, trailing blanks and what pads the file."""
    kept = text.rstrip(_BLANK + PADDING)
    lines = enumerate(_LINE_END.split(kept), start=1)
    return [Row(number, line.rstrip("\t ")) for number, line in lines]
