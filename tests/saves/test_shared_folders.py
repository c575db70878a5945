"""Games that end where their journal cannot be moved as usual, or is gone already."""

import errno
import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cc3k.cli.play_options import parse_play_options
from cc3k.cli.resume import create_recorder, set_up_recorded_game
from cc3k.cli.script import run_script
from cc3k.content.roster import BASE_RULES
from cc3k.saves.disk import Disk
from cc3k.saves.journal_file import WriterContext
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import FINISHED_FOLDER, MORGUE_FOLDER, SCORES_FILE, UNFINISHED_FOLDER
from cc3k.saves.record import ORDINARY, SLAIN, WON
from cc3k.saves.recorder import Recorder
from cc3k.saves.replay import start_session
from cc3k.saves.scores_file import read_scores
from cc3k.saves.setup import GameSetup
from tests.saves.test_endings import ENDINGS, NAME, Ending, leave
from tests.saves.test_vanishing import VANISHED, not_kept
from tests.support.disks import FaultyDisk

OVER = pytest.mark.parametrize("ending", [ENDINGS[WON], ENDINGS[SLAIN]], ids=[WON, SLAIN])
ALL = pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
FOLDERS = (UNFINISHED_FOLDER, FINISHED_FOLDER, MORGUE_FOLDER)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of the player, which is not there yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("CC3K_HOME", str(folder))
    return folder


def resumed() -> GameSetup:
    """Return the game that was left, gone on with."""
    return set_up_recorded_game(
        parse_play_options(["--continue"]), ORDINARY, new_session=lambda: pytest.fail("new")
    )


def play(setup: GameSetup, words: str) -> list[str]:
    """Play words to the end of the program; return all notices."""
    run_script(setup.session, io.BytesIO(words.encode()).read, io.StringIO())
    notices = setup.take_notices()
    setup.close_recorder()
    return [*notices, *setup.take_notices()]


def next_start() -> list[str]:
    """Start again and leave at once; return the notices."""
    recorder = create_recorder(parse_play_options([]), ORDINARY)
    recorder.close()
    return recorder.take_notices()


@VANISHED
@OVER
def test_farewell_does_not_say_that_a_lost_game_is_kept_again(
    home: Path, ending: Ending, vanish: Callable[[Path], None]
) -> None:
    """The journal vanishes, the game ends, and `q` has nothing left to write."""
    path = leave(home, ending)
    setup = resumed()
    vanish(path)
    assert play(setup, f"{ending.words} q") == not_kept(path)


@OVER
def test_journal_that_was_cut_short_by_somebody_is_not_kept_again(
    home: Path, ending: Ending
) -> None:
    """It never becomes whole again."""
    path = leave(home, ending)
    setup = resumed()
    setup.session.handle_word("f")
    os.truncate(path, 20)
    assert play(setup, f"f {ending.words} q") == [
        f"This game cannot be kept: its journal has been cut short at {path}."
    ]


class SmallDisk(FaultyDisk):
    """A disk with room for so many bytes."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, descriptor: int, data: bytes) -> int:
        """Write while there is room."""
        if self.room < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.room -= len(data)
        return super().write(descriptor, data)


@pytest.mark.parametrize("room", [0, 100, 300])
@OVER
def test_farewell_of_a_game_that_was_not_kept_says_so_once(
    tmp_path: Path, ending: Ending, room: int
) -> None:
    """A disk that is full from the start, or soon after."""
    recorder = Recorder(
        WriterContext(SmallDisk(room), "process 7"),
        lambda: 0.0,
        lambda _: str(tmp_path / UNFINISHED_FOLDER / f"it{JOURNAL_SUFFIX}"),
        lambda _: [],
    )
    session = start_session(ending.record.header, BASE_RULES)
    session.observer = recorder
    recorder.game_started(session)
    words = " ".join(step.command for step in ending.record.steps)
    assert play(GameSetup(session, (), recorder.take_notices, recorder.close), f"{words} q") == [
        "This game cannot be kept: no space left on device."
    ]


class DiskWithoutLinks(Disk):
    """A disk between whose folders no file can be linked, as other file systems lie there."""

    def link(self, path: str, target: str) -> None:
        """Refuse."""
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), path, None, target)


@ALL
def test_games_folder_on_another_file_system_causes_no_false_words(
    home: Path, ending: Ending, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is copied there, and the old one removed: all is well, and nothing is said."""
    path = leave(home, ending)
    monkeypatch.setattr("cc3k.cli.resume.Disk", DiskWithoutLinks)
    assert play(resumed(), f"{ending.words} q") == []
    assert not path.exists()
    assert read_stored_journal(str(home / FINISHED_FOLDER / path.name)).record.ending
    assert next_start() == []


@pytest.mark.parametrize("has_links", [True, False])
@ALL
def test_game_in_folders_that_are_one_is_never_deleted(
    home: Path,
    tmp_path: Path,
    ending: Ending,
    has_links: bool,  # noqa: FBT001 - as pytest has it
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`unfinished`, `games` and `morgue` are links to one folder: the journal stays in its place.

    The same journal, page and score are there after the next start.
    """
    path = leave(home, ending)
    shared = tmp_path / "shared"
    path.parent.rename(shared)
    for name in FOLDERS:
        (home / name).symlink_to(shared)
    if not has_links:
        monkeypatch.setattr("cc3k.cli.resume.Disk", DiskWithoutLinks)
    assert play(resumed(), f"{ending.words} q") == []
    for _ in range(2):
        names = {each.name for each in shared.iterdir()}
        assert names == {f"{NAME}{suffix}" for suffix in (JOURNAL_SUFFIX, ".txt", ".json")}
        found = read_stored_journal(str(shared / path.name))
        assert (found.damage, found.record.steps) == ("", ending.record.steps)
        assert found.record.ending == ending.record.ending
        scored = ending.record.ending in {WON, SLAIN}
        assert len(read_scores(str(home / SCORES_FILE)).scores) == scored
        assert next_start() == []
