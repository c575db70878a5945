"""The number of tests: fewer, skipped ones and a lower floor are told, and nothing else."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support import ratchet
from tests.support.ratchet import FLOOR, SLACK, Tally, faults, highest_ever, tally

GIT = ("git", "-c", "user.name=x", "-c", "user.email=x@localhost")


def report(**outcomes: str) -> str:
    """Return a report of tests by outcome: `passed`, `failed`, or why one was skipped."""
    known = {"passed": "", "failure": "<failure/>", "error": "<error/>"}
    cases = [
        f'<testcase classname="a" name="{name}">'
        + known.get(outcome, f'<skipped message="{outcome}"/>')
        + "</testcase>"
        for name, outcome in outcomes.items()
    ]
    return f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>"


def test_each_test_counts_once_and_passes_if_it_does_anywhere() -> None:
    """What one run lacks the other may have."""
    found = tally([report(a="passed", b="no gym", c="failure"), report(a="passed", b="passed")])
    assert found.collected == {"a::a", "a::b", "a::c"}
    assert found.passed == {"a::a", "a::b"}
    assert faults(found, 2, 2) == []


@pytest.mark.parametrize("outcome", ["failure", "error"])
def test_test_that_does_not_pass_counts_for_nothing(outcome: str) -> None:
    """It was collected, no more."""
    (told,) = faults(tally([report(a="passed", b=outcome)]), 2, 2)
    assert told == "found 1 tests that passed or were excused; expected 2 or more"


def test_fewer_tests_are_told() -> None:
    """A file of tests that is gone turns it red, though all others pass."""
    told = faults(tally([report(a="passed")]), 2, 2)
    assert told[0] == "found 1 tests; expected 2 or more"


def test_skipped_test_is_told_unless_the_machine_lacks_what_it_needs() -> None:
    """Only what is named is excused."""
    excused = tally([report(a="passed", b="tmux is not installed")])
    assert faults(excused, 2, 2) == []
    skipped = tally([report(a="passed", b="could not import 'gymnasium'")])
    assert faults(skipped, 1, 1) == ["a::b was skipped: could not import 'gymnasium'"]


def test_file_that_was_skipped_as_a_whole_is_no_test() -> None:
    """What is in it counts where it was collected."""
    skipped = report(a="collection skipped").replace('classname="a"', 'classname=""')
    found = tally([skipped, report(a="passed")])
    assert found.collected == {"a::a"}
    assert faults(found, 1, 1) == []


def test_lower_floor_is_told() -> None:
    """It may only rise."""
    found = tally([report(a="passed")])
    assert faults(found, 1, 2) == [f"{FLOOR}: found 1; expected 2 or more: it may only rise"]


def test_floor_that_lags_behind_is_told() -> None:
    """It would let tests vanish again."""
    names = {f"a{number}" for number in range(SLACK + 2)}
    assert faults(Tally(names, names), 2, 2) == []
    assert faults(Tally(names, names), 1, 1) == [f"{FLOOR}: found 1; expected it raised to 52"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_highest_floor_is_that_of_all_commits(tmp_path: Path) -> None:
    """Whatever it is now; without a history there was none."""
    assert highest_ever(tmp_path) == 0
    subprocess.run([*GIT, "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / FLOOR).parent.mkdir()
    for number in (7, 90, 8):
        (tmp_path / FLOOR).write_text(f"{number}\n", "ascii")
        subprocess.run([*GIT, "add", "."], cwd=tmp_path, check=True)
        subprocess.run([*GIT, "commit", "-qm", "x"], cwd=tmp_path, check=True)
    assert highest_ever(tmp_path) == 90


def test_code_is_1_for_any_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was found is told in any case, and so is who was excused."""
    monkeypatch.setattr(ratchet, "ROOT", tmp_path)
    (tmp_path / FLOOR).parent.mkdir()
    path = tmp_path / "report.xml"
    path.write_text(report(a="passed", b="tmux is not installed"), "utf-8")
    for floor, code in ((2, 0), (3, 1)):
        (tmp_path / FLOOR).write_text(f"{floor}\n", "ascii")
        assert ratchet.main([str(path)]) == code
        said = capsys.readouterr().out.splitlines()
        assert said[0] == f"2 tests, 1 passed, 1 excused; at least {floor}"
        assert said[1:] == ["excused: a::b: tmux is not installed"]
