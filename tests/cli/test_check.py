"""`cc3k check`: which files it reads, how it lists what it finds, and how it ends."""

import json
import re
import sys
from pathlib import Path

import pytest

from cc3k.cli.check import run
from cc3k.cli.main import main
from cc3k.content.roster import STANDARD_BOARD_TEXT
from tests.layout.test_lint import FEW
from tests.support.document import KNOWN_MARKS as MARKS
from tests.support.fixtures import Patch, Said
from tests.support.scenarios import room
from tests.support.tables import for_each

pytestmark = pytest.mark.usefixtures("folder")

WRONG = "|---|\n|@^\\|\n|-.-|\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)


def draw(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8", newline="")
    return name


def test_all_that_is_found_is_listed_by_file_and_place(capsys: Said) -> None:
    """R32: a line each, and how many there were."""
    assert run([draw("b.txt", WRONG), draw("a.txt", STANDARD_BOARD_TEXT)]) == 2
    assert capsys.readouterr().out.splitlines() == [
        f"b.txt:1:1: warning: {FEW}",
        f"b.txt:2:3: error: found unknown mark '^'; expected {MARKS}",
        "b.txt:3:3: error: found an open border, '.'; expected a row of '|' and '-' alone",
        f"a.txt:1:1: warning: {FEW}",
        "2 errors, 2 warnings in 2 files",
    ]


@for_each((STANDARD_BOARD_TEXT * 5, 0, 0), (STANDARD_BOARD_TEXT, 0, 2), (WRONG, 2, 2))
def test_errors_are_refused_and_warnings_only_when_strict(
    text: str, code: int, strict: int
) -> None:
    name = draw("a.txt", text)
    assert run([name]) == code
    assert run(["--strict", name]) == strict


def test_file_that_cannot_be_read_does_not_keep_others_from_being_checked(capsys: Said) -> None:
    assert run(["missing.txt", ".", draw("a.txt", STANDARD_BOARD_TEXT * 5), "\0"]) == 2
    lines = capsys.readouterr().out.splitlines()
    found = [
        re.split("; (?:give|expected) a layout file or one of: combat, dragon, ", line)[0]
        for line in lines
    ]
    assert found == [
        "missing.txt: error: no such file",
        ".: error: found neither a regular file nor a pipe",
        r"'\x00': error: found no such file name",
        "3 errors, 0 warnings in 4 files",
    ]


def test_layouts_of_the_game_are_checked_by_name(capsys: Said) -> None:
    assert run(["standard"]) == 0
    assert (
        capsys.readouterr().out == f"standard:1:1: warning: {FEW}\n0 errors, 1 warning in 1 file\n"
    )


@for_each("name", ["tiny", "walking", "merchants", "races", "potions", "drops"])
def test_layouts_of_the_game_have_no_errors(name: str) -> None:
    assert run([name]) == 0


def test_json_is_one_document(capsys: Said) -> None:
    assert run(["--json", draw("a.txt", f"{room('@^')}\n"), "missing.txt"]) == 2
    document = json.loads(capsys.readouterr().out)
    few, mark, missing = document["findings"]
    place = {"file": "a.txt", "line": 2, "column": 3, "severity": "error"}
    assert mark == {**place, "message": f"found unknown mark '^'; expected {MARKS}"}
    assert few == {**place, "line": 1, "column": 1, "severity": "warning", "message": FEW}
    assert {**missing, "message": ""} == {
        "file": "missing.txt", "line": None, "column": None, "severity": "error", "message": "",
    }  # fmt: skip
    assert document["summary"] == {"errors": 2, "warnings": 1, "files": 2}


def test_json_of_nothing_found_is_an_empty_list(capsys: Said) -> None:
    assert run(["--json", draw("a.txt", STANDARD_BOARD_TEXT * 5)]) == 0
    none = {"errors": 0, "warnings": 0, "files": 1}
    assert json.loads(capsys.readouterr().out) == {"findings": [], "summary": none}


def test_closed_standard_output_is_told(monkeypatch: Patch, capsys: Said) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["check", "standard"]) == 1
    assert capsys.readouterr().err == "cc3k: standard output is closed\n"
