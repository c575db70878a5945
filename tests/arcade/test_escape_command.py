"""`cc3k escape`: arguments, files, exit codes, the pipe, and what it does not import (E1, E20)."""

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cc3k.arcade import escape as game
from cc3k.arcade.escape.opponent import MAX_DEPTH
from cc3k.arcade.escape.terms import ATTRIBUTES, PATTERNS, RULES, TERMS
from cc3k.cli import escape
from cc3k.cli.escape import MAX_CONFIGURATION_BYTES, build_parser
from cc3k.cli.main import main
from tests.support.documents import pages, quoted
from tests.support.fixtures import Patch, Said
from tests.support.processes import COMMAND, Ended, environment, run, start
from tests.support.tables import for_each

GAME = "Coordinate: SQUARE xMax: 5 yMax: 5 Locations: (1,1) player1 dog (5,5) player2 dog "
TYPES = "Piece descriptors: dog omni [distance 2]"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.egc"
    path.write_text(GAME + TYPES)
    return path


def refused(capfd: Said, *arguments: str) -> str:
    assert main(["escape", *arguments]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    return said.err


@for_each(
    "arguments",
    [
        ("convert",),
        ("convert", "-x", "FILE"),
        ("convert", "-d"),
        ("convert", "FILE", "--term", "c25"),
        ("convert", "FILE", "--against", "2"),
        ("FILE", "FILE"),
        ("FILE", "convert"),
        ("FILE", "--term"),
        ("FILE", "--term", "c24"),
        ("FILE", "--ter", "c25"),
        ("FILE", "--against", "0"),
        ("FILE", "--against", str(MAX_DEPTH + 1)),
        ("FILE", "--against", "x"),
        ("--what", "FILE"),
        (),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[str, ...], file: Path, capfd: Said) -> None:
    """E1: exit code 2, nothing on standard output; without a terminal there has to be a file."""
    assert refused(capfd, *[str(file) if word == "FILE" else word for word in arguments])


@pytest.mark.parametrize("words", [[], ["convert"]])
def test_what_cannot_be_read_is_told(words: list[str], tmp_path: Path, capfd: Said) -> None:
    """E1: missing, a folder, no text, too large, no name at all."""
    broken, large = tmp_path / "broken.egc", tmp_path / "large.egc"
    broken.write_bytes(b"Coordinate: /* \xc3\xa9\n  \xc3\xa9 \xff */ HEX")
    large.write_bytes(b" " * (MAX_CONFIGURATION_BYTES + 1))
    for path, error in (
        (tmp_path / "none.egc", ": found no such file or directory; expected a configuration"),
        (tmp_path, ": found neither a regular file nor a pipe; expected a configuration file"),
        (broken, ":2:5: found the byte 0xff; expected text in UTF-8"),
        (large, ": found a larger file; expected at most 4,194,304 bytes"),
        ("a\0b", ": found no such file name; expected a configuration file"),
    ):
        said = refused(capfd, *words, str(path))
        assert error in said
        assert said.startswith("cc3k: ") == (path != broken)
        assert said.count("\n") == 1


@pytest.fixture
def converted(file: Path, monkeypatch: Patch, capfd: Said) -> Callable[..., Ended]:
    monkeypatch.chdir(file.parent)

    def convert(*arguments: str) -> Ended:
        code = main(["escape", "convert", *arguments])
        return Ended(code, *capfd.readouterr())

    return convert


def test_a_configuration_becomes_a_file_of_its_name(
    file: Path, tmp_path: Path, converted: Callable[..., Ended]
) -> None:
    """E22: here or in DIR, an older file is replaced; to a pipe the XML is written as well."""
    xml = converted("-s", "game.egc")
    assert (xml.code, xml.err) == (0, "")
    assert "<pieceName>DOG</pieceName>" in xml.out
    assert not (tmp_path / "game.xml").exists()
    (tmp_path / "game.xml").write_text("older")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "other.egc").write_text(file.read_text())
    assert converted("game.egc", "sub/other.egc").out == xml.out * 2
    for name in ("game.xml", "other.xml"):
        assert (tmp_path / name).read_text() == xml.out
    assert converted("-d", "out/deep", "game.egc").code == 0
    assert (tmp_path / "out" / "deep" / "game.xml").read_text() == xml.out
    assert {path.name for path in tmp_path.iterdir()} == {
        *("game.egc", "game.xml", "other.xml", "sub", "out")
    }
    played = str(tmp_path / "game.xml")
    assert run("escape", played, typed="piece 1 1").out.startswith("piece (1,1) DOG")


def test_a_file_in_error_keeps_no_other_from_being_converted(
    file: Path, tmp_path: Path, converted: Callable[..., Ended]
) -> None:
    """E22: its errors, exit code 2, and nothing written for it."""
    (tmp_path / "bad.egc").write_text("Coordinate: ?")
    ended = converted("bad.egc", "none.egc", file.name)
    assert ended.code == 2
    bad, missing = ended.err.splitlines()
    assert (bad[:14], missing[:16]) == ("bad.egc:1:13: ", "cc3k: none.egc: ")
    assert (tmp_path / "game.xml").read_text() == ended.out
    assert not (tmp_path / "bad.xml").exists()


def test_nothing_is_written_over_or_through(
    file: Path, tmp_path: Path, converted: Callable[..., Ended]
) -> None:
    """E22: whole or not at all: not through a link, over what is read, or twice."""
    text = file.read_text()
    (tmp_path / "read.xml").write_text(text)
    (tmp_path / "target").write_text("mine")
    (tmp_path / "game.xml").symlink_to("target")
    (tmp_path / "sub").mkdir()
    for name in ("a.egc", "sub/a.egc", "sub/folder.egc"):
        (tmp_path / name).write_text(text)
    (tmp_path / "folder.xml").mkdir()
    for words, told in (
        (["read.xml"], "read.xml: found the file that is read; expected another one"),
        (["game.egc"], "game.xml: found a symbolic link; expected a new name or a file"),
        (["sub/folder.egc"], "folder.xml: not a regular file"),
        (
            ["a.egc", "sub/a.egc"],
            "a.xml: found two files that would become it, a.egc and sub/a",
        ),
        (["-d", "target/x", "a.egc"], "target/x/a.xml: not a directory"),
    ):
        ended = converted(*words)
        assert ended.code == 2
        assert ended.err.startswith(f"cc3k: {told}")
        assert ended.err.count("\n") == 1
        assert "<escapeGameInitializer>" in ended.out  # as ever: a pipe asks for no file
    assert (tmp_path / "target").read_text() == "mine"
    assert (tmp_path / "read.xml").read_text() == text


def test_on_a_terminal_the_file_that_was_written_is_named(
    file: Path, monkeypatch: Patch, capsys: Said
) -> None:
    """E22: there the XML itself is for `-s`."""
    monkeypatch.chdir(file.parent)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["escape", "convert", file.name]) == 0
    assert capsys.readouterr().out == "game.xml\n"


def test_errors_are_told_before_anything_is_played(tmp_path: Path, capfd: Said) -> None:
    """E1, E6, E7, E8: of form, of meaning, and of what cannot be played, as it is called."""
    path = tmp_path / "game.egc"
    for text, error in (
        ("Coordinate: ?", f"{path}:1:13: found '?'; expected "),
        (GAME + "(1,1) block", "Errors dected on input\n  Line 1: this location has been defined"),
        (GAME, f"{path}:1:47: found a DOG without a descriptor; expected one among"),
    ):
        path.write_text(text)
        assert refused(capfd, str(path)).startswith(error)


def test_a_file_name_is_told_safely(tmp_path: Path, capfd: Said) -> None:
    path = tmp_path / "a\x1b[2J.egc"
    path.write_text("?")
    assert "\\x1b[2J.egc':1:1: found '?'" in refused(capfd, str(path))


@pytest.mark.parametrize("term", [None, *TERMS])
@pytest.mark.parametrize("order", [1, -1])
def test_a_file_is_played_by_the_rules_of_a_term(term: str | None, order: int, file: Path) -> None:
    """E1: options stand before or after the file; without `--term` it is c25."""
    option = [] if term is None else ["--term", term]
    words = [word for part in (option, [str(file)])[::order] for word in part]
    ended = run("escape", *words, typed="move 9 9 1 1\nstatus\nquit\nstatus\n")
    result = "LOSE" if term == "c23" else "NONE"
    assert ended.out.splitlines()[0].startswith(f"move valid=no result={result} final=(9,9)")
    assert (ended.code, ended.err, ended.out.count("\n")) == (0, "", 2)


def test_warnings_go_to_standard_error(file: Path) -> None:
    """E8: a location off the board is left out, and the game goes on."""
    file.write_text(GAME + "(6,1) block " + TYPES)
    ended = run("escape", str(file), typed="piece 6 1")
    assert (ended.code, ended.out) == (0, "piece (6,1) off\n")
    assert ended.err.endswith(
        ": found (6,1), which is left out; expected a location on the board\n"
    )


def test_every_line_is_answered_at_once(file: Path) -> None:
    """E20: whoever waits for an answer before the next line gets it."""
    program = start("escape", str(file))
    assert program.stdin
    assert program.stdout
    for line, answer in (
        ("move 1 1 3 3", "move valid=yes result=NONE final=(3,3) combat=NONE more=no\n"),
        ("piece 3 3", "piece (3,3) DOG player1 value=1\n"),
    ):
        program.stdin.write(f"{line}\n")
        program.stdin.flush()
        assert program.stdout.readline() == answer
    program.communicate("quit\n", timeout=60)
    assert program.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (b"", b""),
        (b"\n \n\t\n", b""),
        (b"piece 1 3", b"piece (1,3) none\n"),
        (b"\xef\xbb\xbfpiece 1 3", b"piece (1,3) none\n"),
        (b"\xef\xbb\xbfpiece 1 3\r\npiece 1 2\r\n", b"piece (1,3) none\npiece (1,2) none\n"),
        (b"\xc3\xa4\xff 1\n", b"error: unknown command '\xc3\xa4\\udcff'\n"),
        (b"\x1b[31m\n", b"error: unknown command '\\x1b[31m'\n"),
        (b"status\nquit\nstatus", b"status turn=player1 moves=0 score=0,0 over=no\n"),
    ],
)
def test_the_pipe_takes_any_bytes(typed: bytes, answer: bytes, file: Path) -> None:
    """E20: what is typed is told legibly; the last line needs no end."""
    done = subprocess.run(
        [*COMMAND, "escape", str(file)],
        input=typed,
        capture_output=True,
        check=True,
        timeout=60,
        env=environment(),
    )
    assert done.stdout == answer


def test_the_opponent_answers_through_a_pipe(file: Path) -> None:
    ended = run("escape", "--against", "1", str(file), typed="move 1 1 1 2\nstatus\n")
    first, second, third, last = ended.out.splitlines()
    assert first.startswith("move valid=yes")
    assert re.fullmatch("reply move 5 5 [1-5] [1-5]", second)
    assert third.startswith("move valid=yes")
    assert last == "status turn=player1 moves=2 score=0,0 over=no"


def test_examples_in_docstrings_are_true() -> None:
    for module in (game, escape):
        result = doctest.testmod(module)
        assert result.attempted
        assert not result.failed


def test_the_help_page_names_everything() -> None:
    page = pages()["escape"]
    assert all(word in page for word in (*TERMS, *PATTERNS, *ATTRIBUTES, *RULES))
    said = set(re.findall(r"\w+", " ".join([*quoted(page), page.partition("## Python")[2]])))
    assert {*game.__all__} <= said
    assert {*game.GameStatus._fields, *game.EscapePiece._fields} <= said
    options = {option for action in build_parser()._actions for option in action.option_strings}  # noqa: SLF001
    assert all(option in page for option in options if option not in {"-h", "--help"})
