"""Ratchet: what `tests/ratchets.toml` holds, and the number of tests among it.

`python -m tests.support.ratchet REPORT.xml ...` compares the least number of tests with those in
reports of pytest (`--junitxml`), of which each test function counts once, whatever its parameters:
those collected, and those all of whose parameters passed in some report. What is skipped counts as
passed only for a reason that is known here. Exit code 1 if there are fewer, or so many more that
the number holds nothing.
"""

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

from attrs import define, field

RATCHETS = Path(__file__).parents[1] / "ratchets.toml"
"""The file with the numbers: this is the only place that they stand in."""

SLACK = 50
"""How many more tests there may be than the number says, before it has to be raised."""

WITHOUT = (
    r"(tmux|git) is not installed",
    r"none of python.* is found besides the one that runs",
    r"no other Python is found besides the one that runs",
    r"there is no shared/(layouts|arcade) here",
    r"the given data of the arcade is not here",
    r"CC3K_(PYODIDE|BROWSER) names no",
    r"nothing is forbidden to root",  # `.ci/elsewhere` runs these as somebody else
    r"could not import 'sb3_contrib'",  # half a gigabyte, for one example
)
"""Reasons to skip a test that lie with the machine: beginnings of what is said."""


@define
class Tally:
    """Tests by their names: those that passed, and why others were skipped or did not pass."""

    collected: set[str] = field(factory=set)
    passed: set[str] = field(factory=set)
    skipped: dict[str, str] = field(factory=dict)

    @property
    def excused(self) -> dict[str, str]:
        """Tests that passed nowhere, for want of something that the machine does not have."""
        return {
            name: why
            for name, why in self.skipped.items()
            if name not in self.passed and any(re.match(known, why) for known in WITHOUT)
        }


def numbers(table: str) -> dict[str, int]:
    found: dict[str, int] = tomllib.loads(RATCHETS.read_text("utf-8"))[table]
    return found


def functions(names: Iterable[str]) -> set[str]:
    return {name.partition("[")[0] for name in names}


def tally(reports: Iterable[str]) -> Tally:
    found = Tally()
    for report in reports:
        for case in ET.fromstring(report).iter("testcase"):  # noqa: S314 - pytest wrote it
            if not case.get("classname"):  # a whole file that was skipped: its tests are missed
                continue
            name = f"{case.get('classname')}::{case.get('name')}"
            found.collected.add(name)
            skip = case.find("skipped")
            if skip is not None:
                found.skipped[name] = str(skip.get("message"))
            elif case.find("failure") is None and case.find("error") is None:
                found.passed.add(name)
    return found


def faults(found: Tally, least: int) -> list[str]:
    """Return what is wrong with what was found, and with the least number, a sentence each."""
    collected, known = functions(found.collected), found.passed | found.excused.keys()
    held = collected - functions(found.collected - known)
    told = []
    if len(held) < least:
        told.append(f"found {len(held)} tests that passed or were excused; expected {least}")
    if len(collected) > least + SLACK:
        told.append(f"{RATCHETS.name}: found {least}; expected it raised to {len(collected)}")
    told += [
        f"{name} was skipped: {why}" for name, why in found.skipped.items() if name not in known
    ]
    return told


def main(arguments: list[str]) -> int:
    """Compare reports with the least number; return the exit code."""
    found = tally(Path(name).read_text("utf-8") for name in arguments)
    least = numbers("least")["tests"]
    sys.stdout.write(
        f"{len(functions(found.collected))} tests in {len(found.collected)} cases, "
        f"{len(found.passed)} passed, {len(found.excused)} excused; at least {least} tests\n"
    )
    for name, why in sorted(found.excused.items()):
        sys.stdout.write(f"excused: {name}: {why}\n")
    told = faults(found, least)
    for fault in told:
        sys.stderr.write(f"{fault}\n")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
