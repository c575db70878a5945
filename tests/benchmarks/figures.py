"""A figure: what was measured, in which unit, and what is promised of it."""

import json
from collections.abc import Iterable

from attrs import asdict, frozen

TIMES = "times"
"""The unit of a ratio: of two things measured in turn in one run, so fit for any machine."""


@frozen
class Figure:
    """A median. `at_least` and `at_most` are promises, None where there is none."""

    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def bar(self) -> str:
        """What is promised, and whether it is kept here; empty for a figure without a promise."""
        if self.at_least is not None:
            kept = self.value >= self.at_least
            return f"{'at least' if kept else 'MISSED: at least'} {_shown(self.at_least)}"
        if self.at_most is not None:
            kept = self.value <= self.at_most
            return f"{'at most' if kept else 'MISSED: at most'} {_shown(self.at_most)}"
        return ""


def ratios_first(figures: Iterable[Figure]) -> list[Figure]:
    """Return the figures in their order, but ratios before all that depend on the machine."""
    return sorted(figures, key=lambda figure: figure.unit != TIMES)


def as_table(figures: Iterable[Figure]) -> str:
    return "".join(
        f"{figure.name:48} {_shown(figure.value):>9} {figure.unit:13} {figure.bar}".rstrip() + "\n"
        for figure in figures
    )


def as_json(figures: Iterable[Figure]) -> str:
    return json.dumps([asdict(figure) for figure in figures], indent=2) + "\n"


def _shown(value: float) -> str:
    digits = next((digits for digits, least in enumerate((100, 10, 1)) if value >= least), 3)
    return f"{value:,.{digits}f}"
