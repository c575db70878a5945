"""What is said of a place in a layout file: that it is wrong, or that it is odd."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TypeAlias

from attrs import define, evolve, field, frozen


class Severity(StrEnum):
    """Whether a file can be played in spite of what was found."""

    ERROR = "error"
    WARNING = "warning"


@frozen(order=True)
class Finding:
    """What was found at a line and a column, both from 1. Findings sort by place."""

    line: int
    column: int
    severity: Severity
    text: str


Heed: TypeAlias = Callable[[Finding], None]
"""What is done with a finding; it may raise an error, which ends the reading."""


@define(eq=False)
class Collection:
    """Findings in the order in which they come, so many of each severity at the most.

    Warnings beyond that are left out, and the last place of one says so. A file with as many
    errors is not read any further.
    """

    most: int
    findings: list[Finding] = field(factory=list, init=False)
    _counts: Counter[Severity] = field(factory=Counter, init=False)

    def take(self, finding: Finding) -> None:
        """Take a finding; raise `TooManyErrors` with one error too many."""
        self._counts[finding.severity] += 1
        beyond = self._counts[finding.severity] - self.most
        if beyond <= 0:
            self.findings.append(finding)
        elif finding.severity is Severity.ERROR:
            text = f"found more than {self.most} mistakes up to here; expected a layout file"
            self.findings.append(evolve(finding, text=text))
            raise TooManyErrors
        elif beyond == 1:
            text = f"more than {self.most} findings: further warnings are left out"
            self.findings.append(evolve(finding, text=text))


class TooManyErrors(Exception):
    """A file in which nobody wants to read of further errors."""


@define(eq=False)
class Notes:
    """Where readers of a file put their findings, each handed to `heed` at once.

    A place is refused once: what else is wrong there mostly follows from the first error.
    """

    heed: Heed
    _refused: dict[int, set[int]] = field(factory=lambda: defaultdict(set))

    def refuse(self, line: int, column: int, found: str, expected: str) -> None:
        """Note an error at a place, unless there is one already."""
        if column not in self._refused[line]:
            self._refused[line].add(column)
            text = f"found {found}; expected {expected}"
            self.heed(Finding(line, column, Severity.ERROR, text))

    def warn(self, line: int, column: int, text: str) -> None:
        """Note what is odd at a place, but can be played."""
        self.heed(Finding(line, column, Severity.WARNING, text))

    @property
    def all_is_sound(self) -> bool:
        """Whether there has been no error at all."""
        return not self._refused

    def all_sound(self, lines: Iterable[int]) -> bool:
        """Tell whether there is no error on any of those lines."""
        return not any(line in self._refused for line in lines)
