"""`cc3k gems` as a process: bytes in, bytes out, files of the working directory, exit statuses."""

import io
import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc3k.arcade.gems.program import FAREWELL, MENU, GemsProgram
from cc3k.cli import gems
from cc3k.cli.gems import FolderFiles, run_dialogue
from cc3k.engine.text import escape_text
from tests.support.fixtures import Patch, Said
from tests.support.gems_files import MemoryFiles, Played
from tests.support.processes import COMMAND, PATIENCE, environment
from tests.support.tables import for_each

START = b"new tiny AdjacentRemovalPolicy InteractivePlayer "


def run(typed: bytes, folder: Path, *more: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [*COMMAND, "gems", *more],
        input=typed,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        cwd=folder,
        env=environment(),
    )


class InFolder:
    def __init__(self, typed: bytes) -> None:
        out, pieces = io.BytesIO(), [typed]
        self.program = GemsProgram(FolderFiles())
        self.status = run_dialogue(self.program, lambda _: pieces.pop() if pieces else b"", out)
        self.out = out.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_game_is_played_saved_and_loaded_by_two_processes(tmp_path: Path) -> None:
    """G1, G5, G9, G13: in the working directory; nothing on standard error."""
    first = run(START + b"move 1 1 save \xc3\xa9\xff.mg quit quit", tmp_path)
    assert (first.returncode, first.stderr) == (0, b"")
    name = os.fsencode(tmp_path) + b"/\xc3\xa9\xff.mg"
    with open(name, "rb") as file:
        assert (
            file.read() == b"9 1 InteractivePlayer AdjacentRemovalPolicy\n. . . \n1 3 2 \n1 2 2 \n"
        )
    second = run(b"load\n\xc3\xa9\xff.mg\n", tmp_path)
    assert b"directory:\n \xc3\xa9\\udcff.mg \nName" in second.stdout
    assert b"from file '\xc3\xa9\\udcff.mg'. Let's play!\n" in second.stdout
    assert second.stdout.endswith(FAREWELL.encode())
    assert len(os.listdir(tmp_path)) == 1


@pytest.mark.slow_from(1)
@pytest.mark.parametrize(
    ("typed", "error"),
    [
        (b"new X\x1b[31m", b"No board named X\\x1b[31m exists\n"),
        (b"new tiny Y Z", b"No removal policy named Y exists\n"),
        (b"new tiny SingleRemovalPolicy Z", b"No player named Z exists\n"),
        (b"load .", b"Could not load from file . : neither a regular file nor a pipe\n"),
    ],
)
def test_what_is_wrong_is_one_line_on_standard_error(
    typed: bytes, error: bytes, tmp_path: Path
) -> None:
    """G7: exit status 1; what a terminal would take for orders is escaped."""
    ended = run(typed, tmp_path)
    if not typed.startswith(b"load"):
        assert ended.stdout == Played(typed).out.encode()
    assert (ended.returncode, ended.stderr) == (1, error)


@pytest.mark.slow
def test_output_is_flushed_at_each_prompt(tmp_path: Path) -> None:
    """G1: two programs can play turn by turn, with words of any length in any pieces."""
    with subprocess.Popen(
        [*COMMAND, "gems"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    ) as process:
        assert process.stdin
        assert process.stdout
        assert os.read(process.stdout.fileno(), len(MENU)) == MENU.encode()
        for piece in (b"ne", b"w", b"\n"):
            process.stdin.write(piece)
            process.stdin.flush()
        begun = b""
        while not begun.endswith(b">>> "):
            begun += os.read(process.stdout.fileno(), 1 << 12)
        assert begun.endswith(b"Board choice:\n>>> ")
        process.stdin.close()
        assert process.stdout.read() == FAREWELL.encode()
        assert process.wait(PATIENCE) == 0


@given(st.lists(st.binary(max_size=4)), st.binary(max_size=12))
def test_words_are_the_same_however_the_input_is_cut(pieces: list[bytes], more: bytes) -> None:
    """G2: a word may come in any number of pieces."""
    pieces = [piece for piece in [*pieces, *([more] if more else []), b"new t", b"iny"] if piece]
    out, left = io.BytesIO(), list(pieces)
    program = GemsProgram(MemoryFiles())
    run_dialogue(program, lambda _: left.pop(0) if left else b"", out)
    assert out.getvalue() == escape_text(Played(b"".join(pieces)).out, "\n\t").encode()


def test_names_are_listed_byte_by_byte(folder: Path) -> None:
    """G5: hidden ones too, folders too, and nothing that only looks alike."""
    for name in ("b.mg", "B.mg", ".mg", ".a.mg", "a.MG", "a.mg.bak", "z", "\u00e9.mg", "a b.mg"):
        (folder / name).touch()
    (folder / "c.mg").mkdir()
    assert FolderFiles().names() == [".a.mg", ".mg", "B.mg", "a b.mg", "b.mg", "c.mg", "\u00e9.mg"]


def test_a_folder_that_is_gone_lists_nothing(folder: Path, monkeypatch: Patch) -> None:
    (folder / "gone").mkdir()
    monkeypatch.chdir(folder / "gone")
    (folder / "gone").rmdir()
    assert FolderFiles().names() == []
    assert b"directory:\n \nName" in InFolder(b"load").out


@for_each("name", [b"none/x.mg", b"x" * 300, b"a\0b", b".", b"folder/", b"/dev/full", b"file/x"])
def test_names_that_cannot_be_written_lose_no_game(name: bytes, folder: Path, capsys: Said) -> None:
    """G9: standard error says so, and the same board is shown again."""
    (folder / "file").write_bytes(b"kept")
    played = InFolder(START + b"save " + name + b" move 1 1")
    assert capsys.readouterr().err.startswith("Could not save to file ")
    assert played.out.count(b"-- Move   0 --") == 2
    assert b"-- Move   1 --" in played.out
    assert played.status == 0
    assert [path.name for path in folder.iterdir()] == ["file"]
    assert (folder / "file").read_bytes() == b"kept"


@for_each("name", [b"none", b"x" * 300, b"a\0b", b".", b"/dev/zero", b"file/x"])
def test_names_that_cannot_be_read_end_with_status_1(
    name: bytes, folder: Path, capsys: Said
) -> None:
    """G7: at once; a device that never ends is none of a game's files."""
    (folder / "file").touch()
    assert InFolder(b"load " + name).status == 1
    assert capsys.readouterr().err.startswith("Could not load from file ")


@pytest.mark.parametrize("name", [b"empty", b"/dev/null", b"link"])
def test_an_empty_file_ends_the_program_as_its_input_does(name: bytes, folder: Path) -> None:
    """G13: fewer than four words; the null device is such a file, under any name."""
    (folder / "empty").touch()
    (folder / "link").symlink_to("/dev/null")
    played = InFolder(b"load " + name)
    assert played.out.endswith(b">>> Thanks for playing!\n")
    assert played.status == 0


def test_a_file_too_large_is_not_read(folder: Path, monkeypatch: Patch, capsys: Said) -> None:
    monkeypatch.setattr(gems, "MAX_FILE_BYTES", 10)
    (folder / "a").write_bytes(b" " * 11)
    assert InFolder(b"load a").status == 1
    assert "more than 10 bytes" in capsys.readouterr().err


def test_a_save_goes_through_links_and_to_devices(folder: Path) -> None:
    """G9: whoever types the name may write there; a link stays a link."""
    (folder / "link.mg").symlink_to("target.mg")
    played = InFolder(START + b"save link.mg save /dev/null save target.mg")
    assert played.out.count(b"-- Move   0 --") == 4
    assert (folder / "link.mg").is_symlink()
    assert (folder / "target.mg").read_bytes().startswith(b"0 0 InteractivePlayer ")
    assert len([*folder.iterdir()]) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_is_written_in_a_folder_that_takes_no_new_name(folder: Path) -> None:
    (folder / "a.mg").touch()
    folder.chmod(0o500)
    try:
        InFolder(START + b"save a.mg")
    finally:
        folder.chmod(0o700)
    assert (folder / "a.mg").read_bytes().startswith(b"0 0 ")


def test_a_save_that_breaks_off_leaves_the_old_file(folder: Path, monkeypatch: Patch) -> None:
    (folder / "a.mg").write_bytes(b"old")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cc3k.saves.disk.Disk.write", full)
    InFolder(START + b"save a.mg")
    assert (folder / "a.mg").read_bytes() == b"old"
    assert len([*folder.iterdir()]) == 1
