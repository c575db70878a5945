"""Locks by `flock`, held by the open file; and what is said where nothing can be locked."""

import errno
import os
import sys
from pathlib import Path

import pytest

from cc3k.play.messages import NO_FLOCK
from cc3k.saves import journal_file
from cc3k.saves.disk import Disk
from cc3k.saves.journal_file import JournalWriter, WriterContext, lock_file, lock_with_timeout
from tests.support.fixtures import Patch


@pytest.mark.parametrize("number", [errno.ENOLCK, None])
def test_game_goes_on_where_nothing_can_be_locked(
    tmp_path: Path, monkeypatch: Patch, number: int | None
) -> None:
    """The disk has no locks, or Python none: it is told once."""

    def missing(*_: object) -> None:
        raise OSError(number, "missing")

    if number is None:
        monkeypatch.setitem(sys.modules, "fcntl", None)
    else:
        monkeypatch.setattr("fcntl.flock", missing)
    writer = JournalWriter(WriterContext(Disk(), "it"))
    for name in "ab":
        writer.begin(lambda name=name: str(tmp_path / name), "a line")  # type: ignore[misc] # of this name
        writer.finish("the last")
    assert writer.take_notices() == [NO_FLOCK]


def test_lock_that_another_holds_is_waited_for_and_then_done_without(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """A program that hangs keeps nobody from playing."""
    monkeypatch.setattr(journal_file, "LOCK_TIMEOUT", 0.03)
    (tmp_path / "it").touch()
    one, other = [os.open(tmp_path / "it", os.O_RDONLY) for _ in range(2)]
    assert lock_file(one)
    with pytest.raises(BlockingIOError):
        lock_file(other)
    lock_with_timeout(other)
    os.close(one)
    lock_with_timeout(other)
    os.close(other)


def test_nothing_is_finished_where_nothing_was_begun() -> None:
    """A game of the arcade that ends before its first input leaves no file."""
    writer = JournalWriter(WriterContext(Disk(), "it"))
    writer.finish("the last")
    assert writer.is_done
    assert writer.take_notices() == []
