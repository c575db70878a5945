"""Where layout files are, and how one is opened: warily (R32)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

import cc3k.saves
from cc3k.cli.main import main
from cc3k.content.layout.diagnostics import LayoutError
from cc3k.content.layout.reader import MAX_LAYOUT_BYTES, Layout
from cc3k.content.roster import BASE_RULES
from cc3k.saves import open_files, paths
from cc3k.saves.layout_files import load_layout
from cc3k.saves.open_files import open_without_waiting, read_regular
from cc3k.saves.paths import home_folder, shipped_layouts, user_cache_folder
from tests.support import tour
from tests.support.fixtures import Patch, Said
from tests.support.scenarios import room
from tests.support.tables import for_each

DRAWN = b"|----|\n|@.7\\|\n|----|\n"
IMPATIENT = 0.02
NOBODY = 65534
A_LAYOUT = f"a layout file or one of: {', '.join(tour.NAMES)}"


def load(path: Path | str, patience: float = 60) -> Layout:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_files, "PIPE_TIMEOUT", patience)
        return load_layout(str(path), BASE_RULES)


def refusal(path: Path | str, patience: float = IMPATIENT) -> str:
    with pytest.raises(LayoutError) as refused:
        load(path, patience)
    return str(refused.value)


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    path = tmp_path / "drawn.txt"
    path.write_bytes(DRAWN)
    return path


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


@contextmanager
def nobody() -> Iterator[None]:
    user = os.geteuid()
    os.seteuid(user or NOBODY)
    yield
    os.seteuid(user)


class Writer(Thread):
    def __init__(self, pipe: Path, *pieces: bytes) -> None:
        super().__init__(daemon=True)
        self.pipe = pipe
        self.pieces = pieces

    def run(self) -> None:
        with suppress(BrokenPipeError), self.pipe.open("wb", buffering=0) as file:
            for piece in self.pieces:
                sleep(IMPATIENT)
                file.write(piece)


def test_file_is_read_by_its_path(drawn: Path, monkeypatch: Patch) -> None:
    """§6: the name of a file that specifies the layout."""
    monkeypatch.chdir(drawn.parent)
    assert load(drawn) == load("drawn.txt") == load("./drawn.txt")
    assert [mark for _, mark in load(drawn).floor_layouts[0].marks] == ["@", "7", "\\"]


def test_every_shipped_layout_is_found_by_its_bare_name(tmp_path: Path, monkeypatch: Patch) -> None:
    """§6: a tour of layouts comes with the game, wherever it is started."""
    monkeypatch.chdir(tmp_path)
    assert tuple(shipped_layouts()) == tour.NAMES
    for name, path in shipped_layouts().items():
        assert (
            load(name).floor_layouts == load(path).floor_layouts == tour.layout(name).floor_layouts
        )


def test_bare_name_means_ones_own_file_before_a_shipped_one(
    drawn: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    """§6: even a broken link of that name is meant; but a directory can be no layout."""
    monkeypatch.chdir(tmp_path)
    Path("dragon").mkdir()
    assert load("dragon").floor_layouts == tour.layout("dragon").floor_layouts
    Path("dragon").rmdir()
    Path("dragon").symlink_to("nowhere")
    assert refusal("dragon") == f"dragon: no such file; give {A_LAYOUT}"
    drawn.replace("dragon")
    assert load("dragon").floor_layouts == load(tmp_path / "dragon").floor_layouts
    assert load("dragon").floor_layouts != tour.layout("dragon").floor_layouts


@for_each(
    ("missing.txt", "missing.txt: no such file"),
    ("", "'': no such file"),
    ("drawn.txt/dragon", "drawn.txt/dragon: found not a directory"),
    ("missing/../dragon", "missing/../dragon: no such file"),
    ("x" * 300, f"{'x' * 300}: found file name too long"),
    ("a\0b", r"'a\x00b': found no such file name"),
    ("\ud800", r"'\ud800': found no such file name"),
    ("\x1b[2Jx", r"'\x1b[2Jx': no such file"),
    ("a\nb", r"'a\nb': no such file"),
    ("\u202e", r"'\u202e': no such file"),
    ("\udcff", r"'\udcff': no such file"),
    ("\u00e9tage", "\u00e9tage: no such file"),
    (".", ".: found neither a regular file nor a pipe"),
    ("/dev/zero", "/dev/zero: found neither a regular file nor a pipe"),
    ("/dev/null", "/dev/null: found neither a regular file nor a pipe"),
)
def test_what_is_no_file_is_refused_with_its_name_shown_safely(
    name: str, found: str, drawn: Path, monkeypatch: Patch
) -> None:
    """R32: no such file; regular files and pipes only; a name cannot reach the terminal raw."""
    monkeypatch.chdir(drawn.parent)
    said = refusal(name)
    assert said.startswith(found)
    assert said.endswith((f"; expected {A_LAYOUT}", f"; give {A_LAYOUT}"))


def test_file_that_may_not_be_read_is_refused(drawn: Path) -> None:
    """R32: whatever the system says is told."""
    drawn.chmod(0)
    with nobody():
        said = refusal(drawn)
    assert said.startswith(f"{drawn}: found permission denied; expected a layout file")


def test_nothing_endless_is_read_further_than_the_most_bytes(tmp_path: Path, pipe: Path) -> None:
    """R32: files are bounded, and so are pipes."""
    path, writer = tmp_path / "huge", Writer(pipe, b" " * (MAX_LAYOUT_BYTES + 100_000))
    with path.open("wb") as file:
        file.truncate(1 << 40)
    writer.start()
    for endless in (path, pipe):
        told = f"{endless}:1:1: found more than {MAX_LAYOUT_BYTES} bytes; "
        assert refusal(endless, patience=60).startswith(told)
    writer.join()


@pytest.mark.parametrize("pieces", [(DRAWN,), (DRAWN[:9], DRAWN[9:]), (b"", DRAWN)])
def test_pipe_is_waited_for(pipe: Path, drawn: Path, pieces: tuple[bytes, ...]) -> None:
    """R32: a pipe may be written to late, and piece by piece."""
    writer = Writer(pipe, *pieces)
    writer.start()
    assert load(pipe).floor_layouts == load(drawn).floor_layouts
    writer.join()


def test_pipe_whose_writer_is_missing_or_falls_silent_is_given_up(pipe: Path) -> None:
    """R32: nothing that is named can hang the game, not even half a layout."""
    found = "a pipe that nothing was written to for 0.02 seconds"
    assert refusal(pipe) == f"{pipe}: found {found}; expected {A_LAYOUT}"
    writer = os.open(pipe, os.O_RDWR)
    os.write(writer, DRAWN[:9])
    assert found in refusal(pipe)
    os.close(writer)


def test_nothing_is_left_open(drawn: Path) -> None:
    """R32: neither a layout nor a refusal keeps its file."""
    before = set(os.listdir("/proc/self/fd"))
    load(drawn)
    refusal(drawn.parent)
    assert set(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize(
    ("rows", "others"),
    [
        ("@;", ""),
        ("@;;", " (`cc3k check` lists 1 more error)"),
        ("@;;;", " (`cc3k check` lists 2 more errors)"),
    ],
)
def test_first_error_tells_what_lists_the_others(tmp_path: Path, rows: str, others: str) -> None:
    """R32: the first by its place, and nobody has to mend a file one by one."""
    path = tmp_path / "demo.txt"
    path.write_text(f"{room(rows + '.')}\n", encoding="ascii")
    with pytest.raises(LayoutError) as refused:
        load_layout(str(path), BASE_RULES)
    assert str(refused.value).startswith(f"{path}:2:3: found unknown mark ';'; expected one of ")
    assert str(refused.value).endswith(f" or a blank{others}")


@pytest.mark.parametrize("command", ["play", "arena", "catalog"])
def test_every_command_tells_what_lists_the_other_errors(
    tmp_path: Path, command: str, capsys: Said
) -> None:
    path = tmp_path / "demo.txt"
    path.write_text(f"{room('@;?')}\n", encoding="ascii")
    asked = {"play": ["--script"], "arena": ["arena"], "catalog": ["catalog", "--seeds", "1"]}
    assert main([*asked[command], "--floor", str(path)]) == 2
    assert capsys.readouterr().err.endswith("or a blank (`cc3k check` lists 1 more error)\n")


def test_files_are_opened_in_two_places_only() -> None:
    """To read in `open_files`, without waiting; to write in `disk`, without following links."""
    folder = Path(cc3k.saves.__file__).parent
    calls = {path.stem for path in folder.glob("*.py") if "os.open(" in path.read_text("utf-8")}
    assert calls == {"open_files", "disk"}
    assert (folder / "open_files.py").read_text("utf-8").count("os.open(") == 1


@pytest.mark.parametrize("follow_links", [True, False])
def test_pipe_without_a_writer_is_opened_at_once(pipe: Path, *, follow_links: bool) -> None:
    """It is closed in programs that this one starts, and never its terminal."""
    descriptor = open_without_waiting(str(pipe), follow_links=follow_links)
    try:
        assert not os.get_inheritable(descriptor)
        assert os.read(descriptor, 1) == b""
    finally:
        os.close(descriptor)


def test_symbolic_link_is_not_opened_without_links(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(DRAWN)
    (tmp_path / "link").symlink_to(tmp_path / "there")
    assert read_regular(str(tmp_path / "link"), 99, follow_links=True) == DRAWN
    with pytest.raises(OSError, match="a symbolic link, which is not followed"):
        read_regular(str(tmp_path / "link"), 99)


@for_each(
    ({}, None),
    ({"HOME": ""}, None),
    ({"HOME": "relative"}, None),
    ({"HOME": "/home/me"}, "/home/me/.local/state/cc3k"),
    ({"HOME": "/home/me", "XDG_STATE_HOME": ""}, "/home/me/.local/state/cc3k"),
    ({"HOME": "/home/me", "XDG_STATE_HOME": "state"}, "/home/me/.local/state/cc3k"),
    ({"HOME": "/home/me", "XDG_STATE_HOME": "/state"}, "/state/cc3k"),
    ({"XDG_STATE_HOME": "/state"}, "/state/cc3k"),
    ({"HOME": "/home/me", "XDG_STATE_HOME": "/state", "CC3K_HOME": ""}, "/state/cc3k"),
    ({"HOME": "/home/me", "XDG_STATE_HOME": "/state", "CC3K_HOME": "/mine"}, "/mine"),
    ({"CC3K_HOME": "mine"}, os.path.join(os.getcwd(), "mine")),
)
def test_home_and_cache_are_what_the_environment_names(
    environ: dict[str, str], folder: str | None
) -> None:
    """`CC3K_HOME`, or `$XDG_STATE_HOME/cc3k`, or `~/.local/state/cc3k`, or nothing."""
    assert home_folder(environ) == folder
    cache = {name.replace("STATE", "CACHE"): place for name, place in environ.items()}
    expected = folder and folder.replace(".local/state", ".cache")
    assert "CC3K_HOME" in environ or user_cache_folder(cache) == expected


def test_without_the_folder_of_layouts_none_is_shipped(monkeypatch: Patch) -> None:
    monkeypatch.setattr(paths, "_LAYOUT_FOLDERS", ("/proc/none",))
    assert shipped_layouts() == {}
