"""Ratchet: the number of tests, a floor in `.ci/least_tests` that may only rise.

`python -m tests.support.ratchet REPORT.xml ...` compares it with the tests in those reports of
pytest (`--junitxml`), of which each test counts once: those collected, and those passed in any of
them. A skipped test counts as passed only for a reason that is known here. Exit code 1 if there are
fewer, if the floor is lower than it has ever been, or so much lower than the tests that it holds
nothing.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

from attrs import define, field

ROOT = Path(__file__).parent.parents[1]
FLOOR = ".ci/least_tests"
"""The file with the number: this is the only place that it stands in."""

SLACK = 50
"""How many more tests there may be than the floor says, before it has to be raised."""

WITHOUT = (
    r"(tmux|git) is not installed",
    r"none of python.* is found besides the one that runs",
    r"no other Python is found besides the one that runs",
    r"there is no shared/(layouts|arcade) here",
    r"the given data of the arcade is not here",
    r"CC3K_(PYODIDE|BROWSER) names no",
    r"nothing is forbidden to root",  # `.ci/elsewhere` runs these as somebody else
    r"strace cannot be used here",
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


def tally(reports: Iterable[str]) -> Tally:
    """Return the tests of some reports, given as XML."""
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


def faults(found: Tally, floor: int, highest: int) -> list[str]:
    """Return what is wrong with a floor, and with what was found, a sentence each."""
    told = []
    if floor < highest:
        told.append(f"{FLOOR}: found {floor}; expected {highest} or more: it may only rise")
    if len(found.collected) < floor:
        told.append(f"found {len(found.collected)} tests; expected {floor} or more")
    held = len(found.passed) + len(found.excused)
    if held < floor:
        told.append(f"found {held} tests that passed or were excused; expected {floor} or more")
    if len(found.collected) > floor + SLACK:
        told.append(f"{FLOOR}: found {floor}; expected it raised to {len(found.collected)}")
    known = found.passed | found.excused.keys()
    told += [
        f"{name} was skipped: {why}" for name, why in found.skipped.items() if name not in known
    ]
    return told


def highest_ever(folder: Path) -> int:
    """Return the highest floor that was ever committed; 0 where there is no history."""
    history = ["git", "log", "--format=", "--patch", "--", FLOOR]
    try:
        done = subprocess.run(history, cwd=folder, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return max(map(int, re.findall(r"^\+(\d+)$", done.stdout, re.MULTILINE)), default=0)


def main(arguments: list[str]) -> int:
    """Compare reports with the floor; return the exit code."""
    found = tally(Path(name).read_text("utf-8") for name in arguments)
    floor = int((ROOT / FLOOR).read_text("ascii"))
    sys.stdout.write(
        f"{len(found.collected)} tests, {len(found.passed)} passed, "
        f"{len(found.excused)} excused; at least {floor}\n"
    )
    for name, why in sorted(found.excused.items()):
        sys.stdout.write(f"excused: {name}: {why}\n")
    told = faults(found, floor, highest_ever(ROOT))
    for fault in told:
        sys.stderr.write(f"{fault}\n")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
