"""Layout files: the drawings of floors that people write, read strictly and written back (§6).

A file is hostile until it is read: it is bounded in bytes, rows and columns, and only marks of the
allow-list get past this module. Every error names the line and the column, what was found there
and what was expected (R29-R32).
"""

from collections.abc import Iterator

from attrs import frozen

from cc3k.content.layout.diagnostics import Collection, Finding, Notes, Severity, TooManyErrors
from cc3k.content.layout.marks import MarkReader
from cc3k.content.layout.rows import RowReader
from cc3k.content.layout.writer import LayoutError
from cc3k.content.spawn import PC_MARK
from cc3k.engine.board import Drawing
from cc3k.engine.floor import NOWHERE, Floor
from cc3k.engine.gold import Pile
from cc3k.engine.rules import Rules

MOST_BYTES = 1024 * 1024
"""Twice what five floors of the greatest size take."""

MOST_FINDINGS = 1000
"""Errors of a file that are listed, and warnings: as many as anybody may want to read."""

BYTE_ORDER_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""How a text in another encoding begins."""

ZEROS = {(1, 3): "UTF-16", (0, 2): "UTF-16", (1, 2, 3): "UTF-32", (0, 1, 2): "UTF-32"}
"""Which of its first four bytes are 0 in a text in another encoding that has no such mark."""


@frozen
class Layout:
    """The drawings of a file, one a floor, and what its reader should be told, a line each."""

    drawings: tuple[Drawing, ...] = ()
    warnings: tuple[str, ...] = ()


@frozen
class Draft:
    """A floor in a file: the line of its first row, and its drawing, None if it has errors."""

    line: int
    drawing: Drawing | None


def read_layout(data: bytes, name: str, rules: Rules) -> Layout:
    """Read the bytes of a layout file called `name`; raise `LayoutError` if it is none."""
    drafts, findings = read_drafts(data, rules, Collection(MOST_FINDINGS))
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        first = min(errors)
        message = f"{name}:{first.line}:{first.column}: {first.text}"
        raise LayoutError(message, len(errors) - 1)
    drawings = tuple([draft.drawing for draft in drafts if draft.drawing is not None])
    return Layout(drawings, tuple([f"{name}:{found.line}: {found.text}" for found in findings]))


def read_drafts(
    data: bytes, rules: Rules, collection: Collection
) -> tuple[list[Draft], list[Finding]]:
    """Return the floors of a layout file, and its errors and warnings in the order of their places.

    Reading goes on after an error, as far as that makes sense.
    """
    drafts: list[Draft] = []
    try:
        drafts.extend(_drafts(data, rules, Notes(collection.take)))
    except TooManyErrors:
        drafts.clear()
    return drafts, sorted(collection.findings)


def _drafts(data: bytes, rules: Rules, notes: Notes) -> Iterator[Draft]:
    """Yield the floors of a layout file; each error and warning is noted at once."""
    encoding = _foreign_encoding(data)
    if encoding is not None:
        notes.refuse(1, 1, f"text in {encoding}", "text in UTF-8, or plain ASCII")
        return
    found = False
    if len(data) > MOST_BYTES:
        notes.refuse(1, 1, f"more than {MOST_BYTES} bytes", "a layout of five floors")
        return
    text, reader = data.decode("utf-8-sig", errors="surrogateescape"), MarkReader(rules, notes)
    for rows in RowReader(rules.floors, notes).floors(text):
        found = True
        yield Draft(rows[0].line, reader.drawing(rows))
    if not found and notes.all_is_sound:
        notes.refuse(1, 1, "no floor", "a row of '|' and '-' alone, the first of a floor")


def _foreign_encoding(data: bytes) -> str | None:
    """Return the name of the encoding of a text whose letters take more than a byte each."""
    for mark, name in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return name
    return ZEROS.get(tuple([place for place, byte in enumerate(data[:4]) if byte == 0]))


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
