"""The number of tests: fewer and skipped ones are told, and nothing else."""

from pathlib import Path

import pytest

from tests.support import ratchet
from tests.support.ratchet import RATCHETS, SLACK, Tally, faults, tally
from tests.support.tables import for_each


def report(**outcomes: str) -> str:
    known = {"passed": "", "failure": "<failure/>", "error": "<error/>"}
    cases = [
        f'<testcase classname="a" name="{name}">'
        + known.get(outcome, f'<skipped message="{outcome}"/>')
        + "</testcase>"
        for name, outcome in outcomes.items()
    ]
    return f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>"


FEW = "found 1 tests that passed or were excused; expected 2"
SKIPPED = report(a="collection skipped").replace('classname="a"', 'classname=""')


@for_each(
    "claim, reports, least, told",
    [
        (
            "what one run lacks the other has",
            [report(a="passed", b="no gym"), report(b="passed")],
            2,
            [],
        ),
        ("a table is a test that passes", [report(**{"t[1]": "passed", "t[2]": "passed"})], 1, []),
        (
            "if each row does",
            [report(**{"t[1]": "passed", "t[2]": "failure", "u": "passed"})],
            2,
            [FEW],
        ),
        ("a failure is none", [report(a="passed", b="failure")], 2, [FEW]),
        ("an error is none", [report(a="passed", b="error")], 2, [FEW]),
        ("what a machine lacks is excused", [report(a="passed", b="tmux is not installed")], 2, []),
        ("nothing else is", [report(a="passed", b="no gym")], 1, ["a::b was skipped: no gym"]),
        ("a file skipped as a whole is no test", [SKIPPED, report(a="passed")], 1, []),
    ],
)
def test_fewer_and_skipped_tests_are_told(
    claim: str, reports: list[str], least: int, told: list[str]
) -> None:
    assert faults(tally(reports), least) == told, claim


def test_number_that_lags_behind_is_told() -> None:
    names = {f"a{number}" for number in range(SLACK + 2)}
    assert faults(Tally(names, names), 2) == []
    assert faults(Tally(names, names), 1) == ["ratchets.toml: found 1; expected it raised to 52"]


def test_code_is_1_for_any_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.xml"
    path.write_text(report(a="passed", b="tmux is not installed"), "utf-8")
    monkeypatch.setattr(ratchet, "RATCHETS", tmp_path / RATCHETS.name)
    for least, code in ((2, 0), (3, 1)):
        ratchet.RATCHETS.write_text(f"[least]\ntests = {least}\n", "ascii")
        assert ratchet.main([str(path)]) == code
        said = capsys.readouterr().out.splitlines()
        assert said[0] == f"2 tests in 2 cases, 1 passed, 1 excused; at least {least} tests"
        assert said[1:] == ["excused: a::b: tmux is not installed"]
