"""All that writing to a disk takes, on disks that fail at every single call."""

import errno
import os
import signal
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cc3k.saves import disk
from cc3k.saves.disk import (
    Disk,
    atomic_write,
    atomic_write_text,
    check_folder_writable,
    check_writable,
    replace_file,
    restrict_home,
    write_all,
)
from tests.support.disks import ERRORS, FaultyDisk, files
from tests.support.fixtures import Patch

OLD, NEW = b"old " * 30, b"new " * 40
BITES = [None, 1, 7, 100]


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "kept"
    path.write_bytes(OLD)
    return path


def calls(target: Path, bite: int | None) -> list[str]:
    disk = FaultyDisk(bite=bite)
    atomic_write(disk, str(target), [NEW])
    target.write_bytes(OLD)
    return disk.calls


@pytest.mark.parametrize("bite", BITES)
def test_file_is_put_in_place_whole(target: Path, bite: int | None) -> None:
    disk = FaultyDisk(bite=bite)
    atomic_write(disk, str(target), [NEW])
    assert target.read_bytes() == NEW
    assert list(files(target.parent)) == [target]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert disk.calls[-4:] == ["sync", "close", "rename", "sync_folder"]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("bite", BITES)
def test_call_that_fails_leaves_the_old_file_and_nothing_else(
    target: Path, error: int, bite: int | None
) -> None:
    for number in range(len(calls(target, bite)) - 1):
        with pytest.raises(OSError, match=os.strerror(error)) as failed:
            atomic_write(FaultyDisk([number], error, bite), str(target), [NEW])
        assert failed.value.errno == error
        assert target.read_bytes() == OLD
        assert list(files(target.parent)) == [target]


def test_disk_that_stays_broken_leaves_an_orphan_at_most(target: Path) -> None:
    for number in range(len(calls(target, 50)) - 1):
        with pytest.raises(OSError, match="Input/output"):
            atomic_write(FaultyDisk(range(number, 99), errno.EIO, 50), str(target), [NEW])
        assert target.read_bytes() == OLD
        left = [path.name for path in files(target.parent) if path != target]
        assert left in ([], [f"kept.{os.getpid()}.part"])
        for name in left:
            (target.parent / name).unlink()


@pytest.mark.parametrize("bite", BITES)
def test_all_bytes_are_written_in_their_order(tmp_path: Path, bite: int | None) -> None:
    path, disk = tmp_path / "file", FaultyDisk(bite=bite)
    descriptor = disk.open(str(path), os.O_WRONLY | os.O_CREAT)
    assert not os.get_inheritable(descriptor)
    write_all(disk, descriptor, bytes(range(250)))
    disk.close(descriptor)
    assert path.read_bytes() == bytes(range(250))


@pytest.mark.parametrize("umask", [0, 0o022, 0o077, 0o277, 0o777])
def test_what_is_made_is_private_and_ones_own_whatever_the_umask(
    tmp_path: Path, umask: int
) -> None:
    before = os.umask(umask)
    try:
        for _ in range(2):  # it may be there already
            Disk().make_folder(str(tmp_path / "state" / "home" / "unfinished"))
        atomic_write(Disk(), str(tmp_path / "state" / "home" / "kept"), [NEW])
    finally:
        assert os.umask(before) == umask
    for path in (tmp_path / "state").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700


@pytest.mark.parametrize("planted", ["a link", "a link to nothing", "a file", "a folder"])
@pytest.mark.parametrize("write", [atomic_write, None])
def test_what_is_planted_beside_a_file_is_neither_written_nor_removed(
    target: Path, planted: str, write: Callable[[Disk, str, list[bytes]], None] | None
) -> None:
    trap, victim = target.with_name(f"kept.{os.getpid()}.part"), target.with_name("victim")
    victim.write_bytes(OLD)
    if planted == "a folder":
        trap.mkdir()
    elif planted == "a file":
        trap.write_bytes(OLD)
    else:
        trap.symlink_to(victim if planted == "a link" else target.with_name("nowhere"))
    if write is None:
        atomic_write_text(str(target), [NEW.decode()])
    else:
        write(Disk(), str(target), [NEW])
    assert target.read_bytes() == NEW
    assert victim.read_bytes() == OLD
    assert os.path.lexists(trap)
    assert not (target.parent / "nowhere").exists()
    assert len(list(target.parent.iterdir())) == 3


def test_symbolic_link_is_never_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "victim")
    for there in (False, True):
        if there:
            (tmp_path / "victim").write_bytes(OLD)
        for flags in (os.O_WRONLY, os.O_WRONLY | os.O_CREAT, os.O_RDWR | os.O_APPEND):
            with pytest.raises(OSError, match="A symbolic link, which is not followed"):
                Disk().open(str(tmp_path / "link"), flags)
    assert (tmp_path / "victim").read_bytes() == OLD


def interrupted() -> Iterator[str]:
    yield NEW.decode()
    os.kill(os.getpid(), signal.SIGINT)
    yield NEW.decode()


def write_private(path: str, pieces: Iterator[str]) -> None:
    atomic_write(Disk(), path, (piece.encode() for piece in pieces))


class InterruptedDisk(Disk):
    """A disk on which a Ctrl-C comes as soon as a file is open."""

    def open(self, path: str, flags: int) -> int:
        descriptor = super().open(path, flags)
        signal.raise_signal(signal.SIGINT)  # to this thread, whose mask holds it back
        return descriptor


def write_interrupted(path: str, _pieces: Iterator[str]) -> None:
    atomic_write(InterruptedDisk(), path, [NEW])


@pytest.mark.parametrize("write", [write_private, atomic_write_text, write_interrupted])
def test_signal_amid_a_write_leaves_the_old_file_alone(
    target: Path, write: Callable[[str, Iterator[str]], None]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        write(str(target), interrupted())
    assert target.read_bytes() == OLD
    assert list(files(target.parent)) == [target]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_file_asked_for_has_the_mode_of_the_umask(target: Path) -> None:
    before = os.umask(0o022)
    try:
        atomic_write_text(str(target), ["new"])
    finally:
        os.umask(before)
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


def test_a_file_that_can_be_written_is_found_out_without_a_trace(target: Path) -> None:
    """A new name, an old file, a link to one, a device; all stays as it was."""
    link = target.parent / "link"
    link.symlink_to(target)
    before = target.stat()
    for path in (target, link, target.parent / "new", Path(os.devnull)):
        check_writable(str(path))
    assert target.read_bytes() == OLD
    assert target.stat().st_mtime_ns == before.st_mtime_ns
    assert sorted(target.parent.iterdir()) == [target, link]


def test_a_file_that_cannot_be_written_is_found_out(target: Path, monkeypatch: Patch) -> None:
    for path, reason in (
        (str(target.parent), "Is a directory"),
        (str(target / "below"), "Not a directory"),
        (str(target.parent / "no" / "such"), "No such file"),
    ):
        with pytest.raises(OSError, match=reason):
            check_writable(path)
    with pytest.raises(OSError, match="Not a directory"):
        check_folder_writable(str(target))
    check_folder_writable(str(target.parent / "no" / "such"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    for check, path in ((check_writable, "new"), (check_folder_writable, "no/such")):
        with pytest.raises(PermissionError):
            check(str(target.parent / path))


def test_a_pipe_is_not_opened_to_find_that_out(tmp_path: Path) -> None:
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        check_writable(path)
        writer = os.open(path, os.O_WRONLY)
        os.write(writer, NEW)
        assert os.read(reader, len(NEW)) == NEW
        os.close(writer)
    finally:
        os.close(reader)


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o770, 0o722])
def test_home_that_others_could_write_to_is_made_ours_alone(tmp_path: Path, mode: int) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "index.sqlite3-wal").touch()
    tmp_path.chmod(mode)
    assert restrict_home(Disk(), str(tmp_path))
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert not restrict_home(Disk(), str(tmp_path))


def test_home_that_is_shared_stays_as_it_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert not restrict_home(Disk(), str(home))
    home.mkdir()
    home.chmod(0o1777)
    assert not restrict_home(Disk(), str(home))
    home.chmod(0o777)
    (home / "diary.txt").touch()
    assert not restrict_home(Disk(), str(home))
    assert home.stat().st_mode & 0o777 == 0o777


def test_folder_that_cannot_be_synced_is_no_error_but_a_broken_disk_is(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    def failing(number: int) -> Callable[..., int]:
        def fail(*_: object) -> int:
            raise OSError(number, os.strerror(number))

        return fail

    for name, number, is_error in (
        ("open", errno.EACCES, False),
        ("fsync", errno.EINVAL, False),
        ("fsync", errno.EIO, True),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, failing(number))
            if is_error:
                with pytest.raises(OSError, match="Input/output"):
                    Disk().sync_folder(str(tmp_path))
            else:
                Disk().sync_folder(str(tmp_path))


def test_a_link_is_replaced_by_a_file_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "page").symlink_to(tmp_path / "victim")
    replace_file(str(tmp_path / "page"), [NEW])
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_file(str(tmp_path / "taken"), [NEW])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page", "taken"]
    assert (tmp_path / "page").read_bytes() == NEW
    assert not (tmp_path / "page").is_symlink()


def test_signal_amid_a_file_asked_for_ends_the_program_without_an_orphan(target: Path) -> None:
    """SystemExit, whose code names the signal; a thread, which hears none, writes all the same."""
    masks = {number: signal.getsignal(number) for number in disk.TERMINATION_SIGNALS}

    def pieces() -> Iterator[str]:
        yield "new"
        os.kill(os.getpid(), signal.SIGTERM)
        yield "more"

    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with pytest.raises(SystemExit) as ended:
            atomic_write_text(str(target), pieces())
    finally:
        for number, handler in masks.items():
            signal.signal(number, handler)
    assert ended.value.code == 128 + signal.SIGTERM
    assert target.read_bytes() == OLD
    writer = threading.Thread(target=atomic_write_text, args=(str(target), ["new"]))
    writer.start()
    writer.join()
    assert target.read_bytes() == b"new"
    assert list(files(target.parent)) == [target]
