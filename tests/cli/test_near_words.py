"""A first word that is nothing: the command that was meant is named, and a file stays a file."""

from collections.abc import Callable
from pathlib import Path

from cc3k.cli.argument_parser import COMMANDS, is_unknown_command, nearest_word
from cc3k.saves.paths import shipped_layouts
from tests.support import processes, tour
from tests.support.tables import for_each


def refused(*arguments: str) -> str:
    ended = processes.run(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    return ended.err.removeprefix("cc3k: ").rstrip("\n")


@for_each(
    "word, meant",
    [
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
    ],
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
