"""What processes that came to a sudden end have left in a home, and what is left to them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cc3k.play.journal import opening, rewritten, sealed
from cc3k.shell.disk import Disk
from cc3k.shell.found import SUFFIX, read_found
from cc3k.shell.home import GAMES, MORGUE, UNFINISHED
from cc3k.shell.journals import Clerk, open_journal
from cc3k.shell.sweeping import sweep
from tests.disks import FaultyDisk, files
from tests.records import BREWS, header, recorded

RECORD = recorded(header(race="Goblin"), "no", "ea")
ENDED = sealed([*rewritten(RECORD), "end left"])[0].encode("ascii")
OPEN = sealed(rewritten(RECORD))[0].encode("ascii")


def swept(home: Path, disk: Disk | None = None) -> list[str]:
    """Sweep a home, and return the names of the games that were archived."""
    return sweep(str(home), Clerk(disk or Disk(), "sweeper"), lambda path: [os.path.basename(path)])


def put(home: Path, *parts: str, data: bytes = b"") -> Path:
    """Put a file into a home."""
    path = home.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def names(home: Path) -> list[str]:
    """Return the files of a home."""
    return [str(path.relative_to(home)) for path in files(home)]


def dead_process() -> int:
    """Return the number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_game_that_has_ended_is_put_away_and_archived_once(tmp_path: Path) -> None:
    """A crash between writing `end` and the renaming: the next start does the rest."""
    put(tmp_path, UNFINISHED, "ended.cc3k", data=ENDED)
    put(tmp_path, UNFINISHED, "goes-on.cc3k", data=OPEN)
    assert swept(tmp_path) == ["ended.cc3k"]
    assert names(tmp_path) == ["games/ended.cc3k", "unfinished/goes-on.cc3k"]
    assert read_found(str(tmp_path / GAMES / "ended.cc3k")).record.ending == "left"
    assert swept(tmp_path) == []


def test_game_that_has_ended_is_put_away_beside_one_of_its_name(tmp_path: Path) -> None:
    """No journal is ever written over."""
    put(tmp_path, GAMES, "ended.cc3k", data=OPEN)
    put(tmp_path, UNFINISHED, "ended.cc3k", data=ENDED)
    assert swept(tmp_path) == ["ended-2.cc3k"]
    assert (tmp_path / GAMES / "ended.cc3k").read_bytes() == OPEN


@pytest.mark.parametrize("folder", ["", UNFINISHED, GAMES, MORGUE])
def test_parts_of_processes_that_are_no_more_are_removed(tmp_path: Path, folder: str) -> None:
    """What a living process writes is left to it; so is what is no part of anything."""
    dead = dead_process()
    put(tmp_path, folder, f"a.cc3k.{dead}.part")
    put(tmp_path, folder, f"\n.{os.getpid()}.part")
    spared = [
        f"a.cc3k.{os.getppid()}.part",
        f"{dead}.part",
        f"a.{dead}.parts",
        "a.x.part",
        "a.1.part",
    ]
    for name in spared:
        put(tmp_path, folder, name)
    swept(tmp_path)
    assert sorted(path.name for path in files(tmp_path)) == sorted(spared)


def test_every_beginning_of_a_journal_without_a_game_is_removed(tmp_path: Path) -> None:
    """Killed while the header was written; a journal that a game was begun in stays for good."""
    kept = len(sealed(opening(RECORD.header, RECORD.start))[0])
    for cut in range(len(OPEN)):
        path = put(tmp_path, UNFINISHED, f"cut{SUFFIX}", data=OPEN[:cut])
        swept(tmp_path)
        assert path.exists() == (cut >= kept), cut


@pytest.mark.parametrize(
    "data",
    [
        b"my notes\n",
        b"\xff" * 700,
        OPEN.replace(b"seed", b"SEED"),
        ENDED.replace(b"seed", b"SEED"),
        ENDED[:-1],
        sealed([*rewritten(recorded(header(BREWS), "u no")), "opened it is the end "])[0].encode(),
    ],
)
def test_whatever_else_is_there_stays_as_it_is(tmp_path: Path, data: bytes) -> None:
    """Damage is for the player to see; what is no journal is none of our business."""
    path = put(tmp_path, UNFINISHED, f"it{SUFFIX}", data=data)
    other = put(tmp_path, UNFINISHED, "ended.txt", data=ENDED)
    assert swept(tmp_path) == []
    assert (path.read_bytes(), other.read_bytes()) == (data, ENDED)


@pytest.mark.parametrize("data", [ENDED, b""])
def test_journal_that_is_open_is_left_to_whoever_has_it_open(tmp_path: Path, data: bytes) -> None:
    """Its process is about to put it away, or to begin it."""
    path = put(tmp_path, UNFINISHED, f"it{SUFFIX}", data=data)
    file = open_journal(str(path), Clerk(Disk(), "player"))
    assert swept(tmp_path) == []
    assert path.read_bytes() == data
    file.close()
    swept(tmp_path)
    assert not path.exists()


def test_odd_things_under_the_name_of_a_journal_are_passed_over(tmp_path: Path) -> None:
    """Nothing is waited for, and one of them does not keep others from being put in order."""
    place = tmp_path / UNFINISHED
    (place / "a.cc3k").mkdir(parents=True)
    os.mkfifo(place / "b.cc3k")
    (place / "c.cc3k").symlink_to("nowhere")
    put(tmp_path, UNFINISHED, "d.cc3k", data=ENDED)
    assert swept(tmp_path) == ["d.cc3k"]


def test_home_that_is_not_there_needs_no_sweeping(tmp_path: Path) -> None:
    """It is not made either."""
    assert swept(tmp_path / "nowhere") == []
    assert list(tmp_path.iterdir()) == []


def test_disk_that_fails_leaves_all_for_the_next_time(tmp_path: Path) -> None:
    """At every single call: whatever it is, it is there, and put in order later."""
    part = f"x.{dead_process()}.part"
    number, calls = 0, 1
    while number < calls:
        put(tmp_path, UNFINISHED, "ended.cc3k", data=ENDED)
        put(tmp_path, UNFINISHED, "empty.cc3k")
        put(tmp_path, GAMES, part)
        disk = FaultyDisk([number])
        told = swept(tmp_path, disk)
        number, calls = number + 1, max(calls, len(disk.calls))
        assert told + swept(tmp_path) == ["ended.cc3k"]
        assert names(tmp_path) == ["games/ended.cc3k"]
        (tmp_path / GAMES / "ended.cc3k").unlink()
    assert calls > 6
