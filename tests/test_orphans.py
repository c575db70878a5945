"""Files that a process was still writing when it came to a sudden end."""

import os
import subprocess
from pathlib import Path

import pytest

from cc3k.shell.disk import Disk
from cc3k.shell.sweeping import remove_partial


def swept(folder: Path, *names: str) -> set[str]:
    """Return which of those files are left when the folder has been swept."""
    for name in names:
        (folder / name).write_text("")
    remove_partial(str(folder), Disk())
    return set(os.listdir(folder))


def test_what_a_crash_left_behind_is_swept_away(tmp_path: Path) -> None:
    """Only what processes were writing that have ended, and never what others write now."""
    ended = subprocess.Popen(["/bin/true"])
    ended.wait()
    orphans = (f"x.txt.{ended.pid}.part", f"y\n.json.{os.getpid()}.part")
    others = (f"x.txt.{os.getppid()}.part", "x.part", "x.0.part", f"{ended.pid}.part", "x.txt")
    folder = f"folder.{ended.pid}.part"
    (tmp_path / folder).mkdir()
    assert swept(tmp_path, *orphans, *others) == {*others, folder}


def test_process_of_another_user_is_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may not be signalled, so it is there."""

    def refuse(process: int, signal: int) -> None:
        raise PermissionError(process, signal)

    monkeypatch.setattr(os, "kill", refuse)
    assert swept(tmp_path, "x.txt.1.part") == {"x.txt.1.part"}
