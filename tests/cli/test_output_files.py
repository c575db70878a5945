"""Files that options name: what is read is not written over, and no link is written through."""

import os
from itertools import cycle
from pathlib import Path

import pytest

from cc3k.saves.paths import shipped_layouts
from tests.support.fixtures import Patch
from tests.support.processes import run, start_and_wait
from tests.support.records import journal_of, won

pytestmark = pytest.mark.slow

LINK = "found a symbolic link; expected a new name or a file"
INPUT = "found the file that is read; expected another one"
GAME = "20260101-000000-drow-42"


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    path = tmp_path / "games" / f"{GAME}.cc3k"
    path.parent.mkdir()
    path.write_bytes(journal_of(won()))
    return path


@pytest.mark.parametrize(
    ("option", "name"),
    [*zip(cycle(["--cast", "--svg"]), ["path", GAME, "last", "hard link", "-"], strict=False)],
)
def test_replay_does_not_overwrite_the_journal_that_it_reads(
    journal: Path, option: str, name: str
) -> None:
    before, out, redirected = journal.read_bytes(), str(journal), ""
    if name == "hard link":
        out = str(journal.with_name("second"))
        os.link(journal, out)
    if name == "-":
        redirected = f"<{journal}"
    file = str(journal) if name in {"path", "hard link"} else name
    ended = start_and_wait("replay", option, out, file, redirected=redirected)
    assert (ended.code, ended.out, ended.err) == (2, "", f"cc3k: {out}: {INPUT}\n")
    assert journal.read_bytes() == before
    assert len(os.listdir(journal.parent)) == 1 + (name == "hard link")


def test_picture_does_not_overwrite_the_layout_that_it_shows(tmp_path: Path) -> None:
    layout = tmp_path / "mine.txt"
    layout.write_bytes(Path(shipped_layouts()["tiny"]).read_bytes())
    before = layout.read_bytes()
    for arguments in (
        ("--floor", str(layout), "--svg", str(layout)),
        ("arena", "--games", "1", "--floor", str(layout), "--svg", str(layout)),
    ):
        ended = run(*arguments)
        assert (ended.code, ended.out, ended.err) == (2, "", f"cc3k: {layout}: {INPUT}\n")
    assert layout.read_bytes() == before


@pytest.mark.parametrize("leads_to", ["a file", "nothing", "a folder"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "last", "--cast"),
        ("replay", "last", "--svg"),
        ("replay", "last", "--turn", "last", "--svg"),
        ("--seed", "42", "--svg"),
        ("arena", "--games", "1", "--race", "shade", "--bot", "greedy", "--svg"),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("journal")
def test_no_option_writes_through_a_symbolic_link(
    tmp_path: Path, arguments: tuple[str, ...], leads_to: str
) -> None:
    victim, link = tmp_path / "victim", tmp_path / "link"
    if leads_to == "a file":
        victim.write_text("old")
    elif leads_to == "a folder":
        victim.mkdir()
    link.symlink_to(victim)
    before = sorted(os.listdir(tmp_path))
    ended = run(*arguments, str(link))
    assert (ended.code, ended.out, ended.err) == (2, "", f"cc3k: {link}: {LINK}\n")
    assert link.is_symlink()
    assert sorted(os.listdir(tmp_path)) == before
    if leads_to == "a file":
        assert victim.read_text() == "old"
    if leads_to == "a folder":
        assert os.listdir(victim) == []
        assert run(*arguments, str(link / "new")).code == 0
        assert os.listdir(victim) == ["new"]
