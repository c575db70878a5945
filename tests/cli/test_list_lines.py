"""Lists of commands on narrow terminals: folded there, and nowhere else."""

import io
import os
import sys

import pytest

from cc3k.cli.replay import build_parser
from cc3k.cli.streams import fold_line, fold_list, terminal_columns, try_write
from tests.support.documents import parser_for
from tests.support.fixtures import Patch, Said
from tests.support.tables import for_each

ROW = "  M merchant         3  7,65 [PH BA BD]  8,27 [WD BD BA]  19,42 [WD WD PH compass]"


class ATerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_are_folded_between_columns_where_they_can_be() -> None:
    assert list(fold_line(ROW, 80, 24)) == [
        "  M merchant         3  7,65 [PH BA BD]  8,27 [WD BD BA]",
        "                        19,42 [WD WD PH compass]",
    ]
    assert list(fold_line(ROW, 90, 24)) == [ROW]


def test_sentences_are_folded_between_words() -> None:
    text = "one two three four five six seven eight nine ten"
    assert list(fold_line(text, 20, 2)) == [
        "one two three four",
        "  five six seven",
        "  eight nine ten",
    ]
    assert list(fold_line(f"  {'x' * 50}", 40, 2)) == [f"  {'x' * 50}"]
    assert list(fold_line(f"  {'x' * 50} y", 40, 2)) == [f"  {'x' * 50}", "  y"]
    for columns in range(20, 90):
        rows = list(fold_line(ROW, columns, 4))
        assert all(len(row) <= columns for row in rows)
        assert " ".join(rows).split() == ROW.split()


@pytest.mark.parametrize(("columns", "rows"), [("80", 2), ("120", 1), ("10", 4)])
def test_a_list_is_folded_on_a_terminal_and_whole_in_a_pipe(
    columns: str, rows: int, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert terminal_columns() is None
    assert fold_list(ROW) == ROW
    monkeypatch.setattr(sys, "stdout", ATerminal())
    assert len(fold_list(ROW, 24).split("\n")) == rows
    monkeypatch.setattr(sys, "stdout", None)
    assert fold_list(ROW) == ROW


@pytest.mark.parametrize("command", ["replay", "play", "arena", "scores", "games", "catalog"])
def test_no_line_of_a_usage_is_wider_than_the_terminal(command: str, monkeypatch: Patch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    parser = build_parser() if command == "replay" else parser_for([command])[0]
    assert max(map(len, parser.format_help().splitlines())) <= int(os.environ["COLUMNS"])


@for_each(
    "name, error, told",
    [
        ("x.svg", FileNotFoundError(2, "No such file or directory"), "x.svg: no such file or "),
        ("", OSError(None, "Not a regular file"), "'': not a regular file"),
        ("\x1b", ValueError("embedded null byte"), r"'\x1b': no such file name"),
    ],
)
def test_what_cannot_be_written_is_told(
    capsys: Said, name: str, error: Exception, told: str
) -> None:
    def write() -> None:
        raise error

    assert try_write(name, write) == 1
    assert capsys.readouterr().err.startswith(f"cc3k: {told}")
