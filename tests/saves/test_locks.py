"""Locks by `flock`, and by files where that is missing: one process at a time keeps a game."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cc3k.cli.play_options import parse_play_options
from cc3k.cli.resume import create_recorder
from cc3k.content.roster import BASE_RULES
from cc3k.play.messages import NO_FLOCK
from cc3k.play.session import Session
from cc3k.saves import locks
from cc3k.saves.disk import Disk
from cc3k.saves.journal import header_lines, journal_lines
from cc3k.saves.journal_file import (
    JournalLocked,
    WriterContext,
    create_journal,
    open_existing_journal,
)
from cc3k.saves.ledger import add_checksums
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import FINISHED_FOLDER, UNFINISHED_FOLDER
from cc3k.saves.record import ORDINARY
from tests.support.disks import FaultyDisk, files
from tests.support.processes import environment
from tests.support.records import header, journal_of, recorded, won

RECORD = recorded(header(race="Goblin"), "no", "ea")
CLERK = WriterContext(Disk(), "process 7")


HOLDING = """
import fcntl, sys
def missing(*_):
    raise OSError(38, "missing")
fcntl.flock = missing
from cc3k.saves.disk import Disk
from cc3k.saves.journal_file import WriterContext, open_existing_journal
open_existing_journal(sys.argv[1], WriterContext(Disk(), "process 8"))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=[errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, None])
def unlockable(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take `flock` away: from the system, from the disk, or from Python."""
    number = request.param
    if number is None:
        monkeypatch.setitem(sys.modules, "fcntl", None)
        return

    def missing(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", missing)


def kept(path: Path) -> Path:
    """Return a journal that nobody has open."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(add_checksums(journal_lines(RECORD))[0], "ascii")
    return path


def dead() -> int:
    """Return the number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


@pytest.mark.usefixtures("unlockable")
def test_file_stands_for_a_lock_where_there_are_none(tmp_path: Path) -> None:
    """It is there as long as the journal is open, and keeps others out."""
    path = kept(tmp_path / f"game{JOURNAL_SUFFIX}")
    for _ in range(2):
        file = open_existing_journal(str(path), CLERK)
        with pytest.raises(JournalLocked, match="another process has this game open"):
            open_existing_journal(str(path), CLERK)
        beside = path.with_name(f"{path.name}.lock")
        assert beside.read_text() == f"cc3k {os.uname().nodename} {os.getpid()}\n"
        assert beside.stat().st_mode & 0o777 == 0o600
        file.close()
        assert [found.name for found in files(tmp_path)] == [path.name]


@pytest.mark.parametrize("ends", ["well", "by a kill"])
def test_file_of_another_process_holds_as_long_as_that_lives(tmp_path: Path, ends: str) -> None:
    """One that a killed process has left is taken over."""
    path = kept(tmp_path / f"game{JOURNAL_SUFFIX}")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(),
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(sys.modules, "fcntl", None)
            with pytest.raises(JournalLocked):
                open_existing_journal(str(path), CLERK)
        if ends == "well":
            process.communicate("")
        process.kill()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "fcntl", None)
        open_existing_journal(str(path), CLERK).close()


@pytest.mark.usefixtures("unlockable")
@pytest.mark.parametrize("other", ["another host", "not ours", "a link", "just made"])
def test_file_of_somebody_else_is_left_alone(tmp_path: Path, other: str) -> None:
    """What does not say that its process is no more holds."""
    path = kept(tmp_path / f"game{JOURNAL_SUFFIX}")
    beside, elsewhere = path.with_name(f"{path.name}.lock"), tmp_path / "elsewhere"
    elsewhere.write_text(f"cc3k {os.uname().nodename} {dead()}\n")
    if other == "a link":
        beside.symlink_to(elsewhere)
    else:
        texts = {"another host": f"cc3k elsewhere-{dead()} {dead()}\n", "not ours": "mine\n"}
        beside.write_text(texts.get(other, ""))
    with pytest.raises(JournalLocked):
        open_existing_journal(str(path), CLERK)
    assert os.path.lexists(beside)


@pytest.mark.usefixtures("unlockable")
def test_file_that_was_never_written_does_not_hold_for_ever(tmp_path: Path) -> None:
    """Its process was killed in between."""
    path = kept(tmp_path / f"game{JOURNAL_SUFFIX}")
    beside = path.with_name(f"{path.name}.lock")
    beside.write_text("")
    os.utime(beside, (0, 0))
    open_existing_journal(str(path), CLERK).close()
    assert not beside.exists()


@pytest.mark.usefixtures("unlockable")
def test_call_that_fails_leaves_no_file_that_holds(tmp_path: Path) -> None:
    """At every single call of a game that begins: the next one begins."""
    lines, sound = header_lines(RECORD.header, RECORD.start_state), FaultyDisk()
    create_journal(str(tmp_path / "sound"), WriterContext(sound, "process 7"), lines).close()
    for number in range(len(sound.calls)):
        path, disk = tmp_path / str(number) / f"game{JOURNAL_SUFFIX}", FaultyDisk([number])
        try:
            create_journal(str(path), WriterContext(disk, "process 7"), lines).close()
        except OSError as error:
            assert error.errno == errno.ENOSPC  # noqa: PT017 - not every call raises it
            create_journal(str(path), CLERK, lines).close()
    assert len(sound.calls) > 5


@pytest.mark.usefixtures("unlockable")
def test_games_are_kept_all_the_same_and_it_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To their ends, with scores and pages, and nothing is left behind."""
    home = tmp_path / "home"
    monkeypatch.setenv("CC3K_HOME", str(home))
    monkeypatch.setattr(locks, "LOCK_TIMEOUT", 0.1)
    ended = home / UNFINISHED_FOLDER / f"20260101-000000-drow-42{JOURNAL_SUFFIX}"
    ended.parent.mkdir(parents=True)
    ended.write_bytes(journal_of(won()))
    keeper = create_recorder(parse_play_options([]), ORDINARY)
    session = Session(BASE_RULES, 42)
    session.observer = keeper
    told = list[str]()
    for word in ["s", "no", "r", "d", "no", "r", "t", "q"]:
        session.handle_word(word)
        told += keeper.take_notices()
    assert told == [NO_FLOCK]
    assert not [path for path in files(home) if path.suffix in {".lock", ".part"}]
    assert len(list((home / FINISHED_FOLDER).iterdir())) == 4
    assert len(list((home / "morgue").iterdir())) == 8
    assert len((home / "scores.jsonl").read_text().splitlines()) == 1


@pytest.mark.usefixtures("unlockable")
def test_damaged_journal_stays_locked_while_its_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under its own name, though another file has taken its place."""
    monkeypatch.setenv("CC3K_HOME", str(tmp_path))
    path = kept(tmp_path / UNFINISHED_FOLDER / f"20260101-000000-goblin-42{JOURNAL_SUFFIX}")
    path.write_bytes(path.read_bytes().replace(b" ea ", b" we "))
    keeper = create_recorder(parse_play_options(["--continue"]), ORDINARY)
    session = keeper.resume(str(path))
    with pytest.raises(JournalLocked):
        open_existing_journal(str(path), CLERK)
    session.handle_word("q")
    assert read_stored_journal(str(tmp_path / FINISHED_FOLDER / path.name)).record.ending == "left"
    assert not [found for found in files(tmp_path) if found.suffix == ".lock"]
