"""How a file is written that somebody asks for on the command line, and what if it cannot be."""

from pathlib import Path

from cc3k.cli.output import try_write
from tests.support.fixtures import Said
from tests.support.processes import run
from tests.support.tables import for_each


def test_what_is_written_is_well() -> None:
    """The writing is done once, and nothing is said."""
    done: list[str] = []
    assert try_write("x.svg", lambda: done.append("x")) == 0
    assert done == ["x"]


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
    """The name as it can be shown, and the reason; the code is 1."""

    def write() -> None:
        raise error

    assert try_write(name, write) == 1
    assert capsys.readouterr().err.startswith(f"cc3k: {told}")


def test_every_command_tells_it_in_the_same_words(tmp_path: Path) -> None:
    """A picture of a game, and the films of one."""
    journal, path = str(tmp_path / "it"), str(tmp_path / "none" / "x.svg")
    assert run("--seed", "1", "--journal", journal, typed="s no q").code == 0
    for arguments in (
        ["--svg", path],
        ["replay", "--svg", path, journal],
        ["replay", "--cast", path, journal],
    ):
        ended = run(*arguments)
        assert (ended.code, ended.out) == (1, ""), arguments
        assert ended.err == f"cc3k: {path}: no such file or directory\n", arguments
