"""Lists of commands on narrow terminals, and the command that a first word stands near to."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cc3k.cli.argument_parser import COMMANDS, is_unknown_command, nearest_word
from cc3k.cli.replay import build_parser
from cc3k.cli.streams import fold_line, fold_list, terminal_columns, try_write
from cc3k.saves.paths import shipped_layouts
from tests.support import processes, tour
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
    ("x.svg", FileNotFoundError(2, "No such file or directory"), "x.svg: no such file or "),
    ("", OSError(None, "Not a regular file"), "'': not a regular file"),
    ("\x1b", ValueError("embedded null byte"), r"'\x1b': no such file name"),
)
def test_what_cannot_be_written_is_told(
    name: str, error: Exception, told: str, capsys: Said
) -> None:
    def write() -> None:
        raise error

    assert try_write(name, write) == 1
    assert capsys.readouterr().err.startswith(f"cc3k: {told}")


def refused(*arguments: str) -> str:
    told = processes.refused(*arguments)
    assert told.count("\n") == 1
    return told.removeprefix("cc3k: ").rstrip("\n")


@for_each(
    ("scroes", "cc3k scores"),
    ("score", "cc3k scores"),
    ("Scores", "cc3k scores"),
    ("hepl", "cc3k help"),
    ("areana", "cc3k arena"),
    ("reply", "cc3k replay"),
    ("catalogue", "cc3k catalog"),
    ("chekc", "cc3k check"),
    ("dragn", "cc3k --floor dragon"),
    ("continue", "cc3k --continue"),
    ("resume", "cc3k --continue"),
    ("version", "cc3k --version"),
    ("42", "cc3k --seed 42"),
)
def test_a_near_word_names_what_was_meant(word: str, meant: str) -> None:
    expected = "a command, a layout file or the name of a layout"
    assert refused(word) == f"found {word!r}; expected {expected}. Did you mean `{meant}`?"


def test_what_follows_a_near_word_is_not_judged() -> None:
    assert refused("scroes", "--verify").endswith("Did you mean `cc3k scores`?")


def test_a_word_near_nothing_is_told_all_there_is() -> None:
    said = refused("xyzzy")
    assert said.startswith("found 'xyzzy'; expected a command (")
    assert all(name in said for name in (*COMMANDS, *shipped_layouts()))


def test_a_word_with_odd_characters_is_escaped() -> None:
    assert refused("scor\x1b[31mes").startswith(r"found 'scor\x1b[31mes'; ")


def test_a_file_of_that_name_is_a_layout(tmp_path: Path) -> None:
    (tmp_path / "scroes").write_bytes((tour.FLOORS / "tiny.txt").read_bytes())
    ended = processes.run("scroes", "7", typed="s q", folder=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == processes.run("--floor", "tiny", "--seed", "7", typed="s q").out


@for_each("word", ["floors/nowhere", "mine.txt", "./mine"])
def test_a_path_is_a_layout_that_is_missing(word: str) -> None:
    assert refused(word).startswith(f"{word}: no such file; ")


@for_each("word", [*COMMANDS, *shipped_layouts(), "", "-h", "--seed"])
def test_known_words_are_known(word: str) -> None:
    assert not is_unknown_command(word)


@for_each("change", [lambda w: w[1:], lambda w: w + w[-1], lambda w: w[1] + w[0] + w[2:]])
def test_a_slip_of_the_finger_is_near_its_command(change: Callable[[str], str]) -> None:
    assert {nearest_word(change(name), COMMANDS) for name in COMMANDS} == {*COMMANDS}
