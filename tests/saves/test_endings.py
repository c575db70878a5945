"""The end of a game, cut short before and after every call: the next start makes up for it."""

import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve, frozen

from cc3k.cli.plain import run_plain
from cc3k.cli.play_options import parse_play_options
from cc3k.cli.resume import create_recorder, set_up_recorded_game
from cc3k.cli.script import run_script
from cc3k.play.commands import LEAVE_COMMANDS_BY_WORD
from cc3k.play.messages import SAVING_AGAIN
from cc3k.saves.disk import Disk
from cc3k.saves.journal import journal_lines
from cc3k.saves.ledger import add_checksums
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import FINISHED_FOLDER, MORGUE_FOLDER, SCORES_FILE, UNFINISHED_FOLDER
from cc3k.saves.record import ABANDONED, ORDINARY, SLAIN, WON, Record
from cc3k.saves.replay import CannotResume
from cc3k.saves.scores_file import read_scores
from cc3k.saves.setup import GameSetup
from cc3k.ui.console import Console
from cc3k.ui.game_screen import GameScreen
from cc3k.ui.settings import ScreenSettings
from tests.support.disks import FaultyDisk, files
from tests.support.processes import PATIENCE, environment
from tests.support.records import given_up, lost, won
from tests.support.terminals import XTERM, Terminal

pytestmark = pytest.mark.slow

CALLS = tuple(name for name in vars(Disk) if not name.startswith("_"))
NAME = "20260101-000000-drow-42"


class Killed(BaseException):
    """The end of a program that has no last words."""


class DyingDisk(Disk):
    """A disk whose program is killed before or after the call of that number, from 0.

    From then on nothing is called any more, and what was open is closed, as the system does.
    """

    def __init__(self, number: int, *, after: bool) -> None:
        self.number, self.after = number, after
        self.calls, self.dead = -1, False
        self.opened: list[int] = []

    def __getattribute__(self, name: str) -> object:
        """Return a method that may be the last one."""
        found = super().__getattribute__(name)
        return self.dying(name, found) if name in CALLS and callable(found) else found

    def dying(self, name: str, call: Callable[..., object]) -> Callable[..., object]:
        """Return a call with an end before it, or after it."""

        def called(*arguments: object) -> object:
            self.calls += 1
            if self.dead or (self.calls == self.number and not self.after):
                self.die()
            last = self.calls == self.number
            try:
                result = call(*arguments)
            except OSError:
                if last:
                    self.die()
                raise
            if name == "open" and isinstance(result, int):
                self.opened.append(result)
            if last:
                self.die()
            return result

        return called

    def die(self) -> None:
        """Close all that is open, once, and call nothing more."""
        if not self.dead:
            for descriptor in self.opened:
                with suppress(OSError):
                    os.close(descriptor)
        self.dead = True
        raise Killed


@frozen
class Ending:
    """A game that ends with its last command: all of its record, and the words for that."""

    record: Record
    words: str
    keys: str

    @property
    def left_behind(self) -> bytes:
        """The journal of the game before that command."""
        steps = self.record.steps if self.record.ending == ABANDONED else self.record.steps[:-1]
        return add_checksums(journal_lines(evolve(self.record, steps=steps, ending="")))[0].encode(
            "ascii"
        )


ENDINGS = {
    WON: Ending(won(), "ea", "ea"),
    SLAIN: Ending(lost(), "u ea", "uea"),
    ABANDONED: Ending(given_up(), "q", "qy"),
}


def in_script(sitting: GameSetup, ending: Ending) -> None:
    """Say the last words through a pipe."""
    run_script(sitting.session, io.BytesIO(ending.words.encode()).read, io.StringIO())


def in_sentences(sitting: GameSetup, ending: Ending) -> None:
    """Say them on lines."""
    answer = "y\n" if ending.words in LEAVE_COMMANDS_BY_WORD else ""
    typed = io.BytesIO(f"{ending.words}\n{answer}".encode())
    run_plain(sitting.session, typed.read, io.StringIO())


def on_screen(sitting: GameSetup, ending: Ending) -> None:
    """Type them on a screen."""
    playing = GameScreen(Console(sitting.session, 79, 30, ScreenSettings()), sitting.take_notices)
    playing.draw()
    playing.press_keys(list(ending.keys))


MODES = {"script": in_script, "lines": in_sentences, "screen": on_screen}
Mode = Callable[[GameSetup, Ending], None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of the player, which is not there yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("CC3K_HOME", str(folder))
    return folder


def leave(home: Path, ending: Ending) -> Path:
    """Leave a game in an empty home, one command before its end."""
    shutil.rmtree(home, ignore_errors=True)
    path = home / UNFINISHED_FOLDER / f"{NAME}{JOURNAL_SUFFIX}"
    path.parent.mkdir(parents=True)
    path.write_bytes(ending.left_behind)
    return path


def end(disk: Disk, ending: Ending, mode: Mode, patch: pytest.MonkeyPatch, *more: str) -> list[str]:
    """Go on with the game that was left to its end on that disk; return what the player is told."""
    with patch.context() as patched:
        patched.setattr("cc3k.cli.resume.Disk", lambda: disk)
        sitting = set_up_recorded_game(
            parse_play_options(["--continue", *more]),
            ORDINARY,
            new_session=lambda: pytest.fail("new"),
        )
        mode(sitting, ending)
        sitting.close_recorder()
    return sitting.take_notices()


def start(home: Path) -> list[str]:
    """Start again, and leave at once; return what the player is told."""
    keeper = create_recorder(parse_play_options([]), ORDINARY)
    keeper.close()
    assert not [path for path in files(home) if path.suffix in {".part", ".lock"}]
    return [
        text for text in keeper.take_notices() if not text.startswith("Removed, as it was half")
    ]


def assert_complete(home: Path, ending: Ending) -> None:
    """Check that all of the game is kept, and once."""
    names = {str(path.relative_to(home)) for path in files(home)}
    scored = ending.record.ending != ABANDONED
    pages = {f"{MORGUE_FOLDER}/{NAME}.txt", f"{MORGUE_FOLDER}/{NAME}.json"}
    assert names == {
        f"{FINISHED_FOLDER}/{NAME}{JOURNAL_SUFFIX}",
        *pages,
        *([SCORES_FILE] if scored else []),
    }
    found = read_stored_journal(str(home / FINISHED_FOLDER / f"{NAME}{JOURNAL_SUFFIX}"))
    assert (found.damage, found.record.ending) == ("", ending.record.ending)
    assert found.record.steps == ending.record.steps
    scores = read_scores(str(home / SCORES_FILE))
    assert (len(scores.scores), scores.damaged_lines) == (int(scored), 0)


def again(home: Path, ending: Ending, patch: pytest.MonkeyPatch) -> None:
    """Start again twice: what was cut short is made up for at once, and only once.

    Where not even the last command was kept, the game stands before it still.
    """
    assert start(home) == []
    with suppress(CannotResume):
        end(Disk(), ending, in_script, patch)
    assert_complete(home, ending)
    before = {path: path.read_bytes() for path in files(home)}
    assert start(home) == []
    assert {path: path.read_bytes() for path in files(home)} == before


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_kill_at_any_call_of_the_end_loses_nothing(
    home: Path,
    ending: Ending,
    mode: Mode,
    after: bool,  # noqa: FBT001 - as pytest has it
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From the start to the last call: the score exactly once, the page once."""
    number = killed = 0
    while number == killed:
        leave(home, ending)
        disk = DyingDisk(number, after=after)
        try:
            end(disk, ending, mode, monkeypatch)
        except Killed:
            killed += 1
        again(home, ending, monkeypatch)
        number += 1
    assert killed > 15


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_start_that_makes_up_for_a_kill_may_be_killed_too(
    home: Path,
    ending: Ending,
    after: bool,  # noqa: FBT001 - as pytest has it
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also one that finds the game over before its journal says so."""
    number = killed = 0
    while number == killed:
        path = leave(home, ending)
        steps = add_checksums(journal_lines(evolve(ending.record, ending="")))[0].encode("ascii")
        path.write_bytes(steps + b"0000" if ending.record.ending != ABANDONED else steps)
        disk = DyingDisk(number, after=after)
        try:
            with monkeypatch.context() as patched:
                patched.setattr("cc3k.cli.resume.Disk", lambda disk=disk: disk)
                create_recorder(parse_play_options([]), ORDINARY).close()
        except Killed:
            killed += 1
        again(home, ending, monkeypatch)
        number += 1
    assert killed > 15 or ending.record.ending == ABANDONED


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_call_that_fails_once_is_made_up_for_at_the_next_start(
    home: Path, ending: Ending, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk for one call, or from then on: "cannot be kept" is said of no whole journal."""
    leave(home, ending)
    told_of, sound = set[str](), FaultyDisk()
    assert end(sound, ending, in_script, monkeypatch) == []
    for number, last in product(range(len(sound.calls)), (0, 999)):
        path = leave(home, ending)
        disk, told = FaultyDisk(range(number, number + last + 1)), list[str]()
        with suppress(CannotResume):
            told = end(disk, ending, in_script, monkeypatch)
        kept = path if path.exists() else home / FINISHED_FOLDER / path.name
        if read_stored_journal(str(kept)).record.ending and SAVING_AGAIN not in told:
            assert not any("cannot be kept" in text for text in told), told
        told_of |= set(told)
        again(home, ending, monkeypatch)
    assert any("is made at the next start" in text for text in told_of)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_journal_of_a_name_of_its_own_survives_a_kill_at_any_call(
    home: Path,
    tmp_path: Path,
    ending: Ending,
    after: bool,  # noqa: FBT001 - as pytest has it
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`--journal`: it has its end, or can be gone on with to it; the home is not touched."""
    path, number, killed = tmp_path / "it", 0, 0
    while number == killed:
        path.write_bytes(ending.left_behind)
        disk = DyingDisk(number, after=after)
        try:
            end(disk, ending, in_script, monkeypatch, f"--journal={path}")
        except Killed:
            killed += 1
        with suppress(CannotResume):
            end(Disk(), ending, in_script, monkeypatch, f"--journal={path}")
        record = read_stored_journal(str(path)).record
        assert (record.ending, record.steps) == (ending.record.ending, ending.record.steps)
        number += 1
    assert killed >= 3
    assert not home.exists()


# From here on the program is a process of its own, and is really killed.

KILLING = """
import os, signal, sys
from cc3k.saves.disk import Disk

number, last_signal, calls = int(sys.argv[1]), int(sys.argv[2]), -1

def dying(call):
    def called(*arguments):
        global calls
        calls += 1
        if calls == number:
            os.kill(os.getpid(), last_signal)
        return call(*arguments)
    return called

for name in [name for name in vars(Disk) if not name.startswith("_")]:
    setattr(Disk, name, dying(getattr(Disk, name)))

from cc3k.ui import game_screen
game_screen.END_GUARD_SECONDS = 0.0  # no key that is typed here was meant for the game
from cc3k.cli.main import main
sys.exit(main(sys.argv[3:]))
"""


def killing(number: int, last_signal: int, *arguments: str) -> tuple[str, ...]:
    """Return the command of a program that sends itself a signal before that call."""
    return (sys.executable, "-c", KILLING, str(number), str(int(last_signal)), *arguments)


def piped(home: Path, number: int, last_signal: int, *arguments: str) -> bool:
    """Play through a pipe; return whether the program was killed."""
    done = subprocess.run(
        killing(number, last_signal, "--continue", *arguments),
        input=b"ea",
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env={**environment(), "CC3K_HOME": str(home)},
    )
    return done.returncode in {-9, 130}


def typed(home: Path, number: int, last_signal: int, *arguments: str) -> bool:
    """Play on a screen; return whether the program was killed."""
    env = {**XTERM, "CC3K_HOME": str(home)}
    command = killing(number, last_signal, "--continue", *arguments)
    with Terminal(command, env=env, typed="ea") as at:

        def is_shown(text: str) -> bool:
            return text in at.text or at.process.poll() is not None

        for text, key in (("Press", "\r"), ("Play again", "q")):
            at.wait_until(partial(is_shown, text))
            with suppress(OSError):  # it was killed
                at.type(key)
        return at.end() == -9


PROCESSES: dict[str, tuple[Callable[..., bool], str]] = {
    "script": (piped, "--script"),
    "lines": (piped, "--plain"),
    "screen": (typed, "--no-plain"),
}


def numbers(play: Callable[[int], bool]) -> Iterator[int]:
    """Play again and again, killed at one call later each time; yield its number."""
    number = 0
    while play(number):
        yield number
        number += 1


@pytest.mark.parametrize(
    ("how", "last_signal"),
    [*[(how, signal.SIGKILL) for how in PROCESSES.values()], (PROCESSES["lines"], signal.SIGINT)],
    ids=[*PROCESSES, "lines-SIGINT"],
)
def test_process_that_is_killed_at_any_call_of_the_end_loses_nothing(
    home: Path,
    how: tuple[Callable[..., bool], str],
    last_signal: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SIGKILL before each call from the start to the last, in every mode; then the next start.

    Who is killed after a call has done no more than who is killed before the next one. SIGTERM and
    SIGHUP end lines just as SIGKILL does; SIGINT ends them by way of an exception.
    """
    play, option = how
    ending = ENDINGS[WON]

    def played(number: int) -> bool:
        leave(home, ending)
        return play(home, number, last_signal, option)

    killed = 0
    for number in numbers(played):
        again(home, ending, monkeypatch)
        killed = number + 1
    assert_complete(home, ending)
    assert killed > 15
