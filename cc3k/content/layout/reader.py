"""Reader of layout files: floors drawn by people, read strictly (§6).

Files are untrusted: their bytes, rows and columns are bounded, and only known marks get past this
module. Every error names the line and the column, what was found and what was expected (R29-R32).
"""

from collections.abc import Iterator

from cc3k.content.layout.diagnostics import (
    Diagnostic,
    DiagnosticList,
    DiagnosticReporter,
    Severity,
    TooManyErrors,
)
from cc3k.content.layout.marks import FloorReader
from cc3k.content.layout.rows import BLANK_CHARACTERS, END_OF_FILE_PADDING, FloorSplitter
from cc3k.content.layout.text import LayoutError
from cc3k.content.spawn import PC_MARK
from cc3k.engine.board import FloorLayout
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.items import GoldPile
from cc3k.engine.rules import Rules
from cc3k.engine.values import frozen

MAX_LAYOUT_BYTES = 1024 * 1024
"""Twice the size of five floors of the greatest size."""

MAX_DIAGNOSTICS = 1000
"""The most errors that are listed for one file, and the most warnings."""

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
    drafts, findings = read_floors(data, rules, DiagnosticList(MAX_DIAGNOSTICS))
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        first = min(errors)
        message = f"{name}:{first.line}:{first.column}: {first.text}"
        raise LayoutError(message, len(errors) - 1)
    drawings = tuple([draft.floor_layout for draft in drafts if draft.floor_layout is not None])
    return Layout(drawings, tuple([f"{name}:{found.line}: {found.text}" for found in findings]))


def read_floors(
    data: bytes, rules: Rules, diagnostics: DiagnosticList
) -> tuple[list[ParsedFloor], list[Diagnostic]]:
    """Return the floors of a layout file, and its errors and warnings sorted by position.

    After an error it reads on, as far as that makes sense.
    """
    drafts: list[ParsedFloor] = []
    try:
        drafts.extend(_parse_floors(data, rules, DiagnosticReporter(diagnostics.add)))
    except TooManyErrors:
        drafts.clear()
    return drafts, sorted(diagnostics.diagnostics)


def _parse_floors(data: bytes, rules: Rules, reporter: DiagnosticReporter) -> Iterator[ParsedFloor]:
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
