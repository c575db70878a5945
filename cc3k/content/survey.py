"""What an author should be told of a layout file: all of its errors, and all that is odd in it."""

from collections.abc import Iterator, Sequence

from cc3k.content.layout.diagnostics import Collection, Finding, Severity
from cc3k.content.layout.lint import ODDITIES
from cc3k.content.layout.reader import MOST_FINDINGS, Draft, read_drafts
from cc3k.content.reach import Site
from cc3k.engine.rules import Rules


def survey(data: bytes, rules: Rules) -> list[Finding]:
    """Return all that is found in the bytes of a layout file, in the order of its places.

    Floors with errors are not looked at for what is odd in them.
    """
    collection = Collection(MOST_FINDINGS)
    drafts, _ = read_drafts(data, rules, collection)
    for oddity in _oddities(drafts, rules):
        collection.take(oddity)
    return sorted(collection.findings)


def _oddities(drafts: Sequence[Draft], rules: Rules) -> Iterator[Finding]:
    """Yield what is odd on each floor, and that there are too few of them (R29)."""
    for draft in drafts:
        if draft.drawing is None:
            continue
        site = Site(draft.drawing, rules)
        for oddity in ODDITIES:
            for cell, text in oddity(site):
                row, column = site.plan.where(cell)
                yield Finding(draft.line + row, column + 1, Severity.WARNING, text)
    if 0 < len(drafts) < rules.floors:
        yield Finding(
            drafts[-1].line,
            1,
            Severity.WARNING,
            f"floor {len(drafts)} is the last one drawn: those after it, up to floor "
            f"{rules.floors}, are furnished at random on the standard plan",
        )
