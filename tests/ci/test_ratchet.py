"""The number of tests: fewer and skipped ones are told, and nothing else."""

from pathlib import Path

import pytest

from tests.support import ratchet
from tests.support.ratchet import RATCHETS, SLACK, Tally, faults, tally


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
    assert faults(found, 2) == []


def test_a_table_is_one_test_which_passes_if_each_row_does() -> None:
    """As a loop over its rows would."""
    rows = {"a::t[1]", "a::t[2]"}
    assert faults(Tally({*rows, "a::u"}, {*rows, "a::u"}), 2) == []
    (told,) = faults(Tally({*rows, "a::u"}, {"a::t[1]", "a::u"}), 2)
    assert told == "found 1 tests that passed or were excused; expected 2"


def test_test_that_does_not_pass_counts_for_nothing() -> None:
    """It was collected, no more."""
    for outcome in ("failure", "error"):
        (told,) = faults(tally([report(a="passed", b=outcome)]), 2)
        assert told == "found 1 tests that passed or were excused; expected 2"


def test_skipped_test_is_told_unless_the_machine_lacks_what_it_needs() -> None:
    """Only what is named is excused."""
    excused = tally([report(a="passed", b="tmux is not installed")])
    assert faults(excused, 2) == []
    skipped = tally([report(a="passed", b="could not import 'gymnasium'")])
    assert faults(skipped, 1) == ["a::b was skipped: could not import 'gymnasium'"]


def test_file_that_was_skipped_as_a_whole_is_no_test() -> None:
    """What is in it counts where it was collected."""
    skipped = report(a="collection skipped").replace('classname="a"', 'classname=""')
    found = tally([skipped, report(a="passed")])
    assert found.collected == {"a::a"}
    assert faults(found, 1) == []


def test_number_that_lags_behind_is_told() -> None:
    """It would let tests vanish."""
    names = {f"a{number}" for number in range(SLACK + 2)}
    assert faults(Tally(names, names), 2) == []
    assert faults(Tally(names, names), 1) == ["ratchets.toml: found 1; expected it raised to 52"]


def test_code_is_1_for_any_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was found is told in any case, and so is who was excused."""
    path = tmp_path / "report.xml"
    path.write_text(report(a="passed", b="tmux is not installed"), "utf-8")
    monkeypatch.setattr(ratchet, "RATCHETS", tmp_path / RATCHETS.name)
    for least, code in ((2, 0), (3, 1)):
        ratchet.RATCHETS.write_text(f"[least]\ntests = {least}\n", "ascii")
        assert ratchet.main([str(path)]) == code
        said = capsys.readouterr().out.splitlines()
        assert said[0] == f"2 tests in 2 cases, 1 passed, 1 excused; at least {least} tests"
        assert said[1:] == ["excused: a::b: tmux is not installed"]
