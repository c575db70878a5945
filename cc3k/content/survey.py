"""What an author should be told of a layout file: all of its errors, and all that is odd in it."""

from collections.abc import Iterator, Sequence

from cc3k.content.drawings import LayoutError
from cc3k.content.findings import Finding, Severity
from cc3k.content.layout import Draft, read_drafts
from cc3k.content.oddities import ODDITIES
from cc3k.content.reach import Site
from cc3k.engine.rules import Rules

MOST_FINDINGS = 1000
"""Findings of a file that are listed: as many as anybody may want to read."""


def survey(data: bytes, rules: Rules) -> list[Finding]:
    """Return all that is found in the bytes of a layout file, in the order of its places.

    Floors with errors are not looked at for what is odd in them.
    """
    findings: list[Finding] = []
    drafts: list[Draft] = []

    def heed(finding: Finding) -> None:
        if len(findings) == MOST_FINDINGS:
            found = f"found more than {MOST_FINDINGS} mistakes up to here; expected a layout file"
            findings.append(Finding(finding.line, finding.column, Severity.ERROR, found))
            raise LayoutError(found)
        findings.append(finding)

    try:
        drafts.extend(read_drafts(data, rules, heed))
    except LayoutError:
        return sorted(findings)
    for oddity in _oddities(drafts, rules):
        if len(findings) >= MOST_FINDINGS:
            text = f"more than {MOST_FINDINGS} findings: further warnings are left out"
            findings.append(Finding(oddity.line, oddity.column, Severity.WARNING, text))
            break
        findings.append(oddity)
    return sorted(findings)


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
