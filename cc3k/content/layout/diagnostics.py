"""Diagnostics: the errors and warnings of a layout file, each at its line and column (R29, R32).

After an error the reader goes on as if the line had been right, so that `cc3k check` can show all
errors of a file at once. What only wants to play it gets the first one, as a `LayoutError`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TypeAlias

from attrs import evolve, field

from cc3k.engine.values import define, frozen
from cc3k.exit_codes import UserError


class LayoutError(UserError):
    """An error in a layout file: `file:line:column: what was found; what was expected`.

    `others` are the further errors in the file.
    """

    def __init__(self, message: str, others: int = 0) -> None:
        super().__init__(message)
        self.others = others


class Severity(StrEnum):
    """The severity of a diagnostic: a file with an error cannot be played."""

    ERROR = "error"
    WARNING = "warning"


@frozen(order=True)
class Diagnostic:
    """An error or warning at a line and a column, both from 1; sorts by place."""

    line: int
    column: int
    severity: Severity
    text: str


DiagnosticHandler: TypeAlias = Callable[[Diagnostic], None]
"""Handle a diagnostic; raise an error to stop reading."""


@define(eq=False)
class DiagnosticList:
    """Diagnostics in order, up to a limit for each severity.

    Further warnings are left out, and the last one says so. Reading stops at the limit of errors.
    """

    max_per_severity: int
    diagnostics: list[Diagnostic] = field(factory=list, init=False)
    _counts: Counter[Severity] = field(factory=Counter, init=False)

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic; raise `TooManyErrors` after one error too many."""
        self._counts[diagnostic.severity] += 1
        beyond = self._counts[diagnostic.severity] - self.max_per_severity
        if beyond <= 0:
            self.diagnostics.append(diagnostic)
        elif diagnostic.severity is Severity.ERROR:
            found = f"found more than {self.max_per_severity} mistakes up to here"
            text = f"{found}; expected a layout file"
            self.diagnostics.append(evolve(diagnostic, text=text))
            raise TooManyErrors
        elif beyond == 1:
            text = f"more than {self.max_per_severity} findings: further warnings are left out"
            self.diagnostics.append(evolve(diagnostic, text=text))


class TooManyErrors(Exception):
    """Raised when a file has too many errors to read on."""


@define(eq=False)
class DiagnosticReporter:
    """Collects errors and warnings of readers, and hands each to `handler` at once.

    It reports one error for each place, as further ones usually follow from the first.
    """

    handler: DiagnosticHandler
    _error_columns: dict[int, set[int]] = field(factory=lambda: defaultdict(set))

    def error(self, line: int, column: int, found: str, expected: str) -> None:
        """Report an error at a place, unless there is one already."""
        if column not in self._error_columns[line]:
            self._error_columns[line].add(column)
            text = f"found {found}; expected {expected}"
            self.handler(Diagnostic(line, column, Severity.ERROR, text))

    def warn(self, line: int, column: int, text: str) -> None:
        self.handler(Diagnostic(line, column, Severity.WARNING, text))

    @property
    def is_error_free(self) -> bool:
        return not self._error_columns

    def has_no_errors(self, lines: Iterable[int]) -> bool:
        return not any(line in self._error_columns for line in lines)
