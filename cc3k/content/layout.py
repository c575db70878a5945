"""Layout files: the drawings of floors that people write, read strictly and written back (§6).

A file is hostile until it is read: it is bounded in bytes, rows and columns, and only marks of the
allow-list get past this module. Every error names the line and the column, what was found there
and what was expected (R29-R32).
"""

from collections.abc import Iterator

from attrs import frozen

from cc3k.content.drawings import LayoutError
from cc3k.content.findings import Finding, Heed, Notes, Severity
from cc3k.content.marks import MarkReader
from cc3k.content.rows import RowReader
from cc3k.content.spawn import PC_MARK
from cc3k.engine.floor import NOWHERE, Floor
from cc3k.engine.gold import Pile
from cc3k.engine.plan import Drawing
from cc3k.engine.rules import Rules

MOST_BYTES = 1024 * 1024
"""Twice what five floors of the greatest size take."""


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
    warnings: list[str] = []

    def heed(finding: Finding) -> None:
        if finding.severity is Severity.ERROR:
            message = f"{name}:{finding.line}:{finding.column}: {finding.text}"
            raise LayoutError(message)
        warnings.append(f"{name}:{finding.line}: {finding.text}")

    drafts = list(read_drafts(data, rules, heed))
    drawings = tuple([draft.drawing for draft in drafts if draft.drawing is not None])
    return Layout(drawings, tuple(warnings))


def read_drafts(data: bytes, rules: Rules, heed: Heed) -> Iterator[Draft]:
    """Yield the floors of a layout file; each error and warning goes to `heed` at once.

    Reading goes on after an error, as far as that makes sense, unless `heed` raises one.
    """
    notes, found = Notes(heed), False
    if len(data) > MOST_BYTES:
        notes.refuse(1, 1, f"more than {MOST_BYTES} bytes", "a layout of five floors")
        return
    text, reader = data.decode("utf-8-sig", errors="surrogateescape"), MarkReader(rules, notes)
    for rows in RowReader(rules.floors, notes).floors(text):
        found = True
        yield Draft(rows[0].line, reader.drawing(rows))
    if not found:
        notes.refuse(1, 1, "no floor", "a row of '|' and '-' alone, the first of a floor")


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
