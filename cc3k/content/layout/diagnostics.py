"""Diagnostics: the errors and warnings of a layout file, each at its line and column (R29, R32).

After an error the reader goes on as if the line had been right, so that `cc3k check` can show all
errors of a file at once. What only wants to play it gets the first one, as a `LayoutError`.
"""

from collections.abc import Container
from enum import StrEnum

from attrs import field

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


class TooManyErrors(Exception):
    """Raised when a file has too many errors to read on."""


MAX_DIAGNOSTICS = 1000
"""The most errors that are listed for one file, and the most warnings."""


@define(eq=False)
class Diagnostics:
    """The errors and warnings that readers of a file report, up to a limit of each.

    There is one error for each place, as further ones usually follow from the first. Reading stops
    at the limit of errors. Further warnings are left out, and the last one says so.
    """

    limit: int = MAX_DIAGNOSTICS
    found: list[Diagnostic] = field(factory=list, init=False)
    _warnings: int = field(default=0, init=False)
    _error_places: set[tuple[int, int]] = field(factory=set, init=False)

    def error(self, line: int, column: int, found: str, expected: str) -> None:
        """Report an error at a place, unless there is one; raise `TooManyErrors` past the limit."""
        if (line, column) in self._error_places:
            return
        self._error_places.add((line, column))
        is_last = len(self._error_places) > self.limit
        if is_last:
            found, expected = f"more than {self.limit} mistakes up to here", "a layout file"
        text = f"found {found}; expected {expected}"
        self.found.append(Diagnostic(line, column, Severity.ERROR, text))
        if is_last:
            raise TooManyErrors

    def warn(self, line: int, column: int, text: str) -> None:
        self._warnings += 1
        if self._warnings > self.limit:
            text = f"more than {self.limit} findings: further warnings are left out"
        if self._warnings <= self.limit + 1:
            self.found.append(Diagnostic(line, column, Severity.WARNING, text))

    @property
    def is_error_free(self) -> bool:
        return not self._error_places

    def has_no_errors(self, lines: Container[int]) -> bool:
        return not any(line in lines for line, _ in self._error_places)
