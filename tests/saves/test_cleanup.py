"""What processes that came to a sudden end have left in a home, and what is left to them."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.play.messages import EMPTY_JOURNAL_REMOVED, HOME_RESTRICTED, PARTIAL_FILE_REMOVED
from cc3k.saves.cleanup import clean_up_home
from cc3k.saves.disk import Disk
from cc3k.saves.journal import header_lines, journal_lines
from cc3k.saves.journal_file import WriterContext, open_existing_journal
from cc3k.saves.ledger import add_checksums
from cc3k.saves.locks import is_process_running
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import FINISHED_FOLDER, MORGUE_FOLDER, SCORES_FILE, UNFINISHED_FOLDER
from cc3k.saves.record import DAILY, PRACTICE, Record
from cc3k.saves.scores_file import format_score_line
from tests.support.disks import FaultyDisk, files
from tests.support.records import (
    A_SCORE,
    BREWS,
    DAY,
    given_up,
    header,
    journal_of,
    lost,
    recorded,
    won,
)

NAME = "20261120-205700-goblin-42"

RECORD = recorded(header(race="Goblin"), "no", "ea")
ENDED = add_checksums([*journal_lines(RECORD), "end left"])[0].encode("ascii")
OPEN = add_checksums(journal_lines(RECORD))[0].encode("ascii")


def swept(home: Path, disk: Disk | None = None) -> list[str]:
    """Sweep a home, and return the names of the games that were archived."""
    return clean_up_home(
        str(home), WriterContext(disk or Disk(), "sweeper"), lambda path: page(home, path)
    )


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


def page(home: Path, path: str) -> list[str]:
    """Make the pages of a game, empty ones; return the name of its journal."""
    name = os.path.basename(path)
    for suffix in (".txt", ".json"):
        put(home, MORGUE_FOLDER, f"{name.removesuffix(JOURNAL_SUFFIX)}{suffix}")
    return [name]


def test_game_that_has_ended_is_put_away_and_archived_once(tmp_path: Path) -> None:
    """A crash after `end` was written: the next start does the rest."""
    put(tmp_path, UNFINISHED_FOLDER, "ended.cc3k", data=ENDED)
    put(tmp_path, UNFINISHED_FOLDER, "goes-on.cc3k", data=OPEN)
    assert swept(tmp_path) == ["ended.cc3k"]
    assert names(tmp_path) == [
        "games/ended.cc3k",
        "morgue/ended.json",
        "morgue/ended.txt",
        "unfinished/goes-on.cc3k",
    ]
    assert (
        read_stored_journal(str(tmp_path / FINISHED_FOLDER / "ended.cc3k")).record.ending == "left"
    )
    assert swept(tmp_path) == []


def test_game_that_has_ended_is_put_away_beside_one_of_its_name(tmp_path: Path) -> None:
    """No journal is ever written over."""
    put(tmp_path, FINISHED_FOLDER, "ended.cc3k", data=OPEN)
    put(tmp_path, UNFINISHED_FOLDER, "ended.cc3k", data=ENDED)
    assert swept(tmp_path) == ["ended-2.cc3k"]
    assert (tmp_path / FINISHED_FOLDER / "ended.cc3k").read_bytes() == OPEN


def test_more_games_of_one_name_than_anybody_plays_are_put_away_beside_each_other(
    tmp_path: Path,
) -> None:
    """Whoever has a thousand has one more."""
    put(tmp_path, FINISHED_FOLDER, "ended.cc3k", data=OPEN)
    for number in range(2, 1_003):
        put(tmp_path, FINISHED_FOLDER, f"ended-{number}.cc3k", data=OPEN)
    put(tmp_path, UNFINISHED_FOLDER, "ended.cc3k", data=ENDED)
    assert swept(tmp_path) == ["ended-1003.cc3k"]


@pytest.mark.parametrize("missing", ["ended.txt", "ended.json", "both"])
def test_page_that_is_missing_is_made(tmp_path: Path, missing: str) -> None:
    """The journal was put away, and then the power went."""
    path = put(tmp_path, FINISHED_FOLDER, "ended.cc3k", data=ENDED)
    page(tmp_path, str(path))
    assert swept(tmp_path) == []
    for name in ("ended.txt", "ended.json"):
        if missing in {name, "both"}:
            (tmp_path / MORGUE_FOLDER / name).unlink()
    assert swept(tmp_path) == ["ended.cc3k"]
    assert swept(tmp_path) == []


@pytest.mark.parametrize(
    ("record", "scored"),
    [
        (won(), True),
        (lost(), True),
        (won(DAILY, seed=DAY), True),
        (won(DAILY), False),
        (won(PRACTICE), False),
        (given_up(), False),
        (evolve(won(), header=evolve(won().header, ruleset=1)), False),
        (evolve(won(), header=evolve(won().header, expansions=("more-1",))), False),
    ],
)
def test_score_that_is_missing_is_made(tmp_path: Path, record: Record, *, scored: bool) -> None:
    """Only of a game that has one by these rules; a line torn in two is none."""
    path = put(tmp_path, FINISHED_FOLDER, "it.cc3k", data=journal_of(record))
    page(tmp_path, str(path))
    assert swept(tmp_path) == ["it.cc3k"] * scored
    line = format_score_line(evolve(A_SCORE, journal="it"))
    put(tmp_path, SCORES_FILE, data=line[:-9])
    assert swept(tmp_path) == ["it.cc3k"] * scored
    put(tmp_path, SCORES_FILE, data=line)
    assert swept(tmp_path) == []


@pytest.mark.parametrize(
    ("record", "ending"),
    [
        (won(), "won"),
        (lost(), "slain"),
        (given_up(), ""),
        (won(PRACTICE), ""),
        (lost(PRACTICE), ""),
    ],
)
def test_game_that_is_over_is_ended(tmp_path: Path, record: Record, ending: str) -> None:
    """Cut off between its last command and its end; practice is over only when it is left."""
    over = add_checksums(journal_lines(evolve(record, ending="")))[0].encode("ascii")
    for torn in (b"", b"0123", b"01234567 end w"):
        name = f"it{len(torn)}.cc3k"
        path = put(tmp_path, UNFINISHED_FOLDER, name, data=over + torn)
        os.utime(path, (0, 0))
        assert (name in swept(tmp_path)) == bool(ending)
        if ending:
            record = read_stored_journal(str(tmp_path / FINISHED_FOLDER / name)).record
            assert (record.ending, record.ended_at) == (ending, "1970-01-01T00:00:00Z")
        else:
            assert path.read_bytes() == over + torn


def test_parts_of_processes_that_are_no_more_are_removed(tmp_path: Path) -> None:
    """It is told; what is in them is in the whole file too."""
    dead, text = dead_process(), b"a page"
    put(tmp_path, FINISHED_FOLDER, f"{NAME}.cc3k", data=ENDED)
    put(tmp_path, SCORES_FILE, data=text)
    for suffix in (".txt", ".json"):
        put(tmp_path, MORGUE_FOLDER, f"{NAME}{suffix}", data=text)
    gone = [
        (MORGUE_FOLDER, f"{NAME}.txt.{dead}.part", text),
        (MORGUE_FOLDER, f"{NAME}.json.{dead}-2.part", text[:3]),
        (MORGUE_FOLDER, f"{NAME}.json.{os.getpid()}.part", b""),
        (FINISHED_FOLDER, f"{NAME}.cc3k.{dead}.part", ENDED[:30]),
        (
            FINISHED_FOLDER,
            f"{NAME}.cc3k.{dead}-3.part",
            add_checksums(journal_lines(RECORD))[0].encode("ascii"),
        ),
        ("", f"scores.jsonl.{dead}.part", text),
        (FINISHED_FOLDER, f"{NAME}.cc3k.lock", f"cc3k {os.uname().nodename} {dead}\n".encode()),
    ]
    kept = names(tmp_path)
    for place, name, data in gone:
        put(tmp_path, place, name, data=data)
    told = swept(tmp_path)
    assert sorted(told) == sorted(f"{PARTIAL_FILE_REMOVED}: {name}." for _, name, _ in gone)
    assert names(tmp_path) == kept


def test_parts_that_are_not_ours_stay_as_they_are(tmp_path: Path) -> None:
    """Of other names, with other contents, of living processes, or with nothing to compare."""
    dead, text = dead_process(), b"a page"
    put(tmp_path, FINISHED_FOLDER, f"{NAME}.cc3k", data=ENDED)
    page(tmp_path, f"{NAME}.cc3k")
    put(tmp_path, MORGUE_FOLDER, f"{NAME}.txt", data=text)
    for place, name, data in (
        ("", f"notes.{dead}.part", b""),
        ("", f"{NAME}.cc3k.{dead}.part", b""),
        (UNFINISHED_FOLDER, f"{NAME}.cc3k.{dead}.part", ENDED),
        (FINISHED_FOLDER, f"{NAME}.cc3k.{dead}.part", b"my own notes"),
        (FINISHED_FOLDER, f"a.cc3k.{dead}.part", b""),
        (
            FINISHED_FOLDER,
            f"{NAME}.cc3k.lock",
            f"cc3k {os.uname().nodename} {os.getppid()}".encode(),
        ),
        (FINISHED_FOLDER, f"{NAME}-2.cc3k.lock", b"mine"),
        (FINISHED_FOLDER, f"{NAME}-3.cc3k.lock", f"cc3k another-host {dead}".encode()),
        (MORGUE_FOLDER, f"{NAME}.txt.{dead}.part", b"my own page"),
        (MORGUE_FOLDER, f"{NAME}.txt.{os.getppid()}.part", text),
        (MORGUE_FOLDER, f"{NAME}.txt.{dead}.parts", text),
        (MORGUE_FOLDER, f"{NAME}.txt.x.part", text),
        (MORGUE_FOLDER, f"{NAME}.doc.{dead}.part", b""),
    ):
        put(tmp_path, place, name, data=data)
    put(tmp_path, MORGUE_FOLDER, f"{NAME}.json.{dead}.part").unlink()
    (tmp_path / MORGUE_FOLDER / f"{NAME}.json.{dead}.part").symlink_to(
        tmp_path / MORGUE_FOLDER / f"{NAME}.json"
    )
    (tmp_path / FINISHED_FOLDER / f"{NAME}.cc3k.{dead}-2.part").mkdir()
    before = names(tmp_path)
    assert swept(tmp_path) == []
    assert names(tmp_path) == before


def test_process_of_another_user_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may not be signalled, so it is there."""

    def refuse(process: int, signal: int) -> None:
        raise PermissionError(process, signal)

    monkeypatch.setattr(os, "kill", refuse)
    assert is_process_running(1)


def test_every_beginning_of_a_journal_without_a_game_is_removed(tmp_path: Path) -> None:
    """Killed while the header was written; a journal that a game was begun in stays for good."""
    kept = len(add_checksums(header_lines(RECORD.header, RECORD.start_state))[0])
    for cut in range(len(OPEN)):
        path = put(tmp_path, UNFINISHED_FOLDER, f"{NAME}{JOURNAL_SUFFIX}", data=OPEN[:cut])
        told = swept(tmp_path)
        assert path.exists() == (cut >= kept), cut
        assert told == ([] if path.exists() else [f"{EMPTY_JOURNAL_REMOVED}: {NAME}.cc3k."])


@pytest.mark.slow
def test_journal_with_one_byte_changed_is_never_removed(tmp_path: Path) -> None:
    """However short it is: there was a game in it, or may have been."""
    begun = add_checksums(header_lines(RECORD.header, RECORD.start_state))[0].encode("ascii")
    for data in (begun, OPEN):
        for byte in range(len(data)):
            for bit in (0x01, 0x20, 0x80):
                flipped = bytearray(data)
                flipped[byte] ^= bit
                path = put(
                    tmp_path, UNFINISHED_FOLDER, f"{NAME}{JOURNAL_SUFFIX}", data=bytes(flipped)
                )
                assert swept(tmp_path) == []
                assert path.read_bytes() == flipped, (byte, bit)


def test_beginning_of_a_journal_under_another_name_is_not_removed(tmp_path: Path) -> None:
    """We never gave it that."""
    for name in ("mine.cc3k", f"{NAME}.txt", f"my-{NAME}.cc3k"):
        path = put(tmp_path, UNFINISHED_FOLDER, name, data=OPEN[:20])
        assert swept(tmp_path) == []
        assert path.exists()


@pytest.mark.parametrize(
    "data",
    [
        b"my notes\n",
        b"\xff" * 700,
        OPEN.replace(b"seed", b"SEED"),
        ENDED.replace(b"seed", b"SEED"),
        ENDED[:-1],
        add_checksums([*journal_lines(recorded(header(BREWS), "u no")), "opened it is the end "])[
            0
        ].encode(),
    ],
)
def test_whatever_else_is_there_stays_as_it_is(tmp_path: Path, data: bytes) -> None:
    """Damage is for the player to see; what is no journal is none of our business."""
    path = put(tmp_path, UNFINISHED_FOLDER, f"it{JOURNAL_SUFFIX}", data=data)
    other = put(tmp_path, UNFINISHED_FOLDER, "ended.txt", data=ENDED)
    assert swept(tmp_path) == []
    assert (path.read_bytes(), other.read_bytes()) == (data, ENDED)


@pytest.mark.parametrize("data", [ENDED, OPEN[:20]])
def test_journal_that_is_open_is_left_to_whoever_has_it_open(tmp_path: Path, data: bytes) -> None:
    """Its process is about to put it away, or to begin it."""
    path = put(tmp_path, UNFINISHED_FOLDER, f"{NAME}{JOURNAL_SUFFIX}", data=data)
    file = open_existing_journal(str(path), WriterContext(Disk(), "player"))
    assert swept(tmp_path) == []
    assert path.read_bytes() == data
    file.close()
    swept(tmp_path)
    assert not path.exists()


def test_odd_things_under_the_name_of_a_journal_are_passed_over(tmp_path: Path) -> None:
    """Nothing is waited for, and one of them does not keep others from being put in order."""
    place = tmp_path / UNFINISHED_FOLDER
    (place / "a.cc3k").mkdir(parents=True)
    os.mkfifo(place / "b.cc3k")
    (place / "c.cc3k").symlink_to("nowhere")
    put(tmp_path, UNFINISHED_FOLDER, "d.cc3k", data=ENDED)
    assert swept(tmp_path) == ["d.cc3k"]


def test_home_that_is_not_there_needs_no_sweeping(tmp_path: Path) -> None:
    """It is not made either."""
    assert swept(tmp_path / "nowhere") == []
    assert list(tmp_path.iterdir()) == []


def test_disk_that_fails_leaves_all_for_the_next_time(tmp_path: Path) -> None:
    """At every single call: whatever it is, it is there, and put in order later."""
    part = f"{NAME}.txt.{dead_process()}.part"
    number, calls = 0, 1
    while number < calls:
        home = tmp_path / str(number)
        put(home, UNFINISHED_FOLDER, f"{NAME}.cc3k", data=ENDED)
        put(home, UNFINISHED_FOLDER, f"{NAME}-2.cc3k", data=OPEN[:20])
        put(home, MORGUE_FOLDER, part)
        disk = FaultyDisk([number])
        told = swept(home, disk)
        number, calls = number + 1, max(calls, len(disk.calls))
        told += swept(home)
        assert told.count(f"{NAME}.cc3k") == 1
        assert f"{EMPTY_JOURNAL_REMOVED}: {NAME}-2.cc3k." in told
        assert f"{PARTIAL_FILE_REMOVED}: {part}." in told
        assert names(home) == [f"games/{NAME}.cc3k", f"morgue/{NAME}.json", f"morgue/{NAME}.txt"]
    assert calls > 6


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o770, 0o722])
def test_home_that_others_could_write_to_is_made_ours_alone(tmp_path: Path, mode: int) -> None:
    """It is told once; what is in it stays."""
    home = tmp_path / "home"
    (home / UNFINISHED_FOLDER).mkdir(parents=True)
    (home / SCORES_FILE).touch()
    home.chmod(mode)
    assert _start(home) == [HOME_RESTRICTED]
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert _start(home) == []


@pytest.mark.parametrize(
    ("mode", "entry", "owner"),
    [
        (0o755, UNFINISHED_FOLDER, None),
        (0o1777, UNFINISHED_FOLDER, None),
        (0o777, "thesis.txt", None),
        (0o777, UNFINISHED_FOLDER, "entry"),
        (0o777, UNFINISHED_FOLDER, "home"),
    ],
)
def test_home_that_is_shared_stays_as_it_is(
    tmp_path: Path, mode: int, entry: str, owner: str | None
) -> None:
    """One that others may only read, a sticky one, and one that has something of somebody else."""
    home = tmp_path / "home"
    (home / entry).mkdir(parents=True)
    if owner is not None and os.geteuid():
        pytest.skip("only root can give a file away")
    if owner is not None:
        os.chown(home / entry if owner == "entry" else home, 65_534, -1)
    home.chmod(mode)
    assert _start(home) == []
    assert stat.S_IMODE(home.stat().st_mode) == mode


def test_home_whose_mode_cannot_be_changed_stays_as_it_is(tmp_path: Path) -> None:
    """A game can be played and kept all the same."""
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o777)

    class SternDisk(Disk):
        """A disk that changes no mode."""

        def restrict_folder(self, path: str) -> None:
            """Refuse."""
            raise PermissionError(path)

    assert clean_up_home(str(home), WriterContext(SternDisk(), "process 7"), lambda _: []) == []


def _start(home: Path) -> list[str]:
    return clean_up_home(str(home), WriterContext(Disk(), "process 7"), lambda _: [])
