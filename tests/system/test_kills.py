"""Games whose program comes to a sudden end, gone on with at the very same frame."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from cc3k.cli.resume import finish_killed_games
from cc3k.content.roster import BASE_RULES
from cc3k.engine.game import GameState
from cc3k.play.messages import RESUME_WORDS_HINT
from cc3k.play.session import Session
from cc3k.saves.index import find_results
from cc3k.saves.journal import journal_lines
from cc3k.saves.ledger import add_checksums
from cc3k.saves.lookup import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.paths import UNFINISHED_FOLDER
from cc3k.saves.record import state_fingerprint
from tests.support.consoles import LARGE, console_at_menu, lines, playing, pressed
from tests.support.disks import files
from tests.support.processes import COMMAND, PATIENCE, environment, start
from tests.support.records import won
from tests.support.terminals import XTERM, Terminal

pytestmark = pytest.mark.slow

GOING_ON = (*COMMAND, "--continue")
DUMB = {"TERM": "dumb"}
WORDS = ("no", "ea", "f", "a no", "so", "we", "ne", "xyzzy", "no")

WALK = ("nw", "ea", "se", "no", "sw", "ne", "f", *("so", "we", "no", "ea") * 20)
"""A long walk that costs a Shade of seed 42 no HP."""

PIECE = 10
"""So many of its commands are typed at once: two such pieces are no paste yet."""

Ends = Callable[[Terminal], None]

STRACE = shutil.which("strace")


def sends(number: int) -> Ends:
    """Return what sends a program that signal."""
    return lambda terminal: terminal.process.send_signal(number)


ENDS: dict[str, Ends] = {
    "SIGKILL": sends(signal.SIGKILL),
    "SIGTERM": sends(signal.SIGTERM),
    "SIGHUP": sends(signal.SIGHUP),
    "SIGINT": sends(signal.SIGINT),
    "a closed terminal": Terminal.hang_up,
    "the end of input": lambda terminal: terminal.type("\x04"),
}


def journal(home: Path) -> Path:
    (path,) = [path for path in files(home) if path.suffix == JOURNAL_SUFFIX]
    return path


def pages(words: tuple[str, ...]) -> list[str]:
    """Return the page after each of those commands, the first one that of the beginning."""
    session = Session(BASE_RULES, 42)
    session.handle_word("s")
    found = [session.page_text()]
    for phrase in words:
        for word in phrase.split():
            session.handle_word(word)
        found.append(session.page_text())
    return found


def going_on(home: Path, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Go on with a game through a pipe."""
    return subprocess.run(
        [*GOING_ON, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**environment(), "CC3K_HOME": str(home)},
    )


def model_of(words: tuple[str, ...]) -> GameState:
    """Return the game that those commands lead to."""
    session = Session(BASE_RULES, 42)
    for word in " ".join(("s", *words)).split():
        session.handle_word(word)
    assert session.game is not None
    return session.game


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_game_on_a_screen_goes_on_at_the_very_same_frame(tmp_path: Path, end: Ends) -> None:
    """Whatever ended it, the next program shows what the last one showed."""
    env, model = {**XTERM, "CC3K_HOME": str(tmp_path)}, console_at_menu()
    with Terminal(env=env) as terminal:
        for key in ("s", *"noea", "f", *"anosowe"):
            pressed(model, [key])
            terminal.type(key)
        terminal.wait_until(lambda: terminal.lines == lines(model))
        end(terminal)
        terminal.end()
    assert read_stored_journal(str(journal(tmp_path))).record.last_state == state_fingerprint(
        playing(model)
    )
    with Terminal(GOING_ON, env=env) as terminal:
        terminal.wait_until(lambda: terminal.lines == lines(model))
        for key in ("no", "so", "f"):
            pressed(model, key)
            terminal.type(key)
        terminal.wait_until(lambda: terminal.lines == lines(model))
        assert read_stored_journal(str(journal(tmp_path))).record.last_state == state_fingerprint(
            playing(model)
        )


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_game_in_sentences_goes_on_at_the_very_same_frame(tmp_path: Path, end: Ends) -> None:
    """A terminal that only shows lines keeps its games as well."""
    env = {**DUMB, "CC3K_HOME": str(tmp_path)}
    words = ("no", "ea", "f", "a no")
    with Terminal(env=env) as terminal:
        terminal.type(f"s {' '.join(words)}\n")
        terminal.wait_for("There is no enemy to the North.")
        end(terminal)
        terminal.end()
    assert read_stored_journal(str(journal(tmp_path))).record.last_state == state_fingerprint(
        model_of(words)
    )
    assert going_on(tmp_path).stdout.endswith(f"\n{pages(words)[-1]}")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_game_through_a_pipe_goes_on_at_the_very_same_frame(
    tmp_path: Path, number: signal.Signals
) -> None:
    """The journal that was asked for has every command whose page has come."""
    path = str(tmp_path / "it")
    with start("--seed", "42", "--journal", path) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("s no ea f a no\n")
        process.stdin.flush()
        seen = ""
        while not seen.endswith(pages(("no", "ea", "f", "a no"))[-1]):
            seen += process.stdout.readline()
        process.send_signal(number)
        process.wait(PATIENCE)
    again = going_on(tmp_path, "--journal", path)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == f"ChamberCrawler3000, seed 42.\n{pages(('no', 'ea', 'f', 'a no'))[-1]}"


@pytest.mark.parametrize("pieces", range(1, 8, 2))
def test_game_killed_in_the_middle_goes_on_from_some_turn_of_it(
    tmp_path: Path, pieces: int
) -> None:
    """At most the turn in progress is lost: what was shown is there."""
    env, shown = {**XTERM, "CC3K_HOME": str(tmp_path)}, 0
    with Terminal(env=env, typed="s") as terminal:
        terminal.wait_for("125/125")
        path = journal(tmp_path)
        for end in range(PIECE, pieces * PIECE, PIECE):
            terminal.type("".join(WALK[end - PIECE : end]))
            shown = model_of(WALK[:end]).turns
            terminal.wait_for(f"Turn {shown}")
        written = path.stat().st_size
        terminal.type("".join(WALK[(pieces - 1) * PIECE : pieces * PIECE]))
        # Looked at far more often than the terminal is, so that some turns are still to come.
        terminal.wait_until(lambda: any(path.stat().st_size > written for _ in range(5_000)))
        terminal.process.kill()
        terminal.end()
        shown = max([shown, *map(int, re.findall(r"Turn (\d+)$", terminal.text, re.MULTILINE))])
    words = tuple(step.command for step in read_stored_journal(str(path)).record.steps)
    assert words == WALK[: len(words)]
    assert (pieces - 1) * PIECE <= len(words) <= pieces * PIECE
    assert model_of(words).turns >= shown
    again = going_on(tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.endswith(f"\n{pages(words)[-1]}")


@pytest.mark.parametrize("home", ["missing", "a file", "not to be written"])
def test_game_plays_on_where_nothing_can_be_kept(tmp_path: Path, home: str) -> None:
    """HOME missing, or no folder: it is told, and that is all."""
    env = {**XTERM, "CC3K_HOME": "", "HOME": str(tmp_path / "home")}
    if home == "missing":
        del env["HOME"]
    elif home == "a file":
        (tmp_path / "home").write_bytes(b"")
    else:
        env["CC3K_HOME"] = "/proc/self/nowhere"
    with Terminal(env=env, size=LARGE) as terminal:
        terminal.type("s")
        terminal.wait_for("This game cannot be kept: ")
        terminal.type("f")
        terminal.wait_for("Enemies stand still.")
        terminal.type("qy")
        assert terminal.end() == 0
        assert "--continue" not in terminal.text


def test_full_disk_is_told_and_the_game_plays_on(tmp_path: Path) -> None:
    """ENOSPC for every byte: what cannot be kept is told once, at the screen's action line."""
    with Terminal(
        [sys.executable, "-m", "cc3k", "--journal", "/dev/full", "--continue"]
    ) as terminal:
        assert terminal.end() == 2
        assert "not a regular file" in terminal.text
    # No file may grow by a byte: what the shell calls `ulimit -f 0`, with the signal ignored.
    shell = f"trap '' XFSZ; ulimit -f 0; exec {sys.executable} -m cc3k --seed 42"
    with Terminal(("/bin/sh", "-c", shell), env={**XTERM, "CC3K_HOME": str(tmp_path)}) as terminal:
        terminal.type("s")
        terminal.wait_for("This game cannot be kept: file too large.")
        terminal.type("f")
        terminal.wait_for("Enemies stand still.")
        assert "cannot be kept" not in terminal.text
        terminal.type("qy")
        assert terminal.end() == 0


# From here on every system call of a program is watched, and it is killed at one of them.


def can_trace() -> bool:
    """Tell whether strace is installed, and allowed to watch a program here."""
    if STRACE is None:
        return False
    command = [STRACE, "-o", os.devnull, sys.executable, "-S", "-c", ""]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


needs_strace = pytest.mark.skipif(not can_trace(), reason="strace cannot be used here")
CALLS = ("write", "fsync", "ftruncate", "rename", "unlink", "linkat", "mkdir", "flock")
LEFT = ("u no", "no", "ea", "f")


def watched(
    home: Path, arguments: list[str], typed: str, kill: tuple[str, int] | None = None
) -> tuple[int, Counter[str]]:
    """Play under strace; return the exit code, and how often each call was made."""
    log = home.parent / "strace"
    traced = ",".join(CALLS)
    killing = [] if kill is None else ["-e", f"inject={kill[0]}:signal=KILL:when={kill[1]}"]
    command = [str(STRACE), "-f", "-o", str(log), "-e", f"trace={traced}", *killing]
    done = subprocess.run(
        [*command, *COMMAND, *arguments],
        input=typed,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**environment(), "CC3K_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    made = re.findall(r"^\d+ +(\w+)\(", log.read_text("utf-8", "replace"), re.MULTILINE)
    return done.returncode, Counter(made)


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the journal of a game that was played through a pipe, and left."""
    path = tmp_path_factory.mktemp("left") / "it"
    with start("--seed", "42", "--journal", str(path)) as process:
        process.communicate(" ".join(("s", *LEFT)), PATIENCE)
    return path.read_bytes()


def left_behind(home: Path, left: bytes, state: str) -> Path:
    """Leave a game in a home, its journal torn, or damaged in its last line but one."""
    shutil.rmtree(home, ignore_errors=True)
    path = home / UNFINISHED_FOLDER / f"20260101-000000-shade-42{JOURNAL_SUFFIX}"
    path.parent.mkdir(parents=True)
    written = left.splitlines(keepends=True)
    if state == "torn":
        written[-1] = written[-1][:14]
    elif state == "damaged":
        written[-2] = b"x" + written[-2][1:]
    path.write_bytes(b"".join(written))
    return path


WHOLE = {"torn": 3, "damaged": 2}
"""How many commands of what is left behind can be read."""


@pytest.mark.slow
@needs_strace
@pytest.mark.parametrize("state", WHOLE)
def test_kill_at_any_call_leaves_the_old_game_or_the_new_one(
    tmp_path: Path, left: bytes, state: str
) -> None:
    """Going on, playing, giving up, putting away: at each call that changes what is on the disk."""
    home = tmp_path / "home"
    left_behind(home, left, state)
    words = (*LEFT[: WHOLE[state]], "so", "we")
    code, calls = watched(home, ["--continue", "--fsync"], "so we q")
    assert code == 0
    assert calls["rename"] >= 1
    assert calls["fsync"] >= 3
    killed = 0
    for call, count in calls.items():
        for number in range(1, count + 1):
            path = left_behind(home, left, state)
            code, _ = watched(home, ["--continue", "--fsync"], "so we q", (call, number))
            killed += code != 0
            record = read_stored_journal(str(path)).record
            played = tuple(step.command for step in record.steps)
            assert WHOLE[state] <= len(played)
            assert played == words[: len(played)]
            if not record.ending:
                assert going_on(home).stdout.endswith(f"\n{pages(played)[-1]}")
    assert killed >= sum(calls.values()) - 2


@needs_strace
def test_kill_at_any_call_of_the_system_leaves_a_score(tmp_path: Path) -> None:
    """The last command of a game that is won: nothing of it is lost, and nothing is there twice."""
    home, record = tmp_path / "home", won()
    before = add_checksums(journal_lines(evolve(record, steps=record.steps[:-1], ending="")))[0]
    path = left_behind(home, before.encode("ascii"), "whole")
    code, calls = watched(home, ["--continue", "--fsync"], "ea")
    assert code == 0
    assert {"write", "fsync", "rename", "flock"} <= calls.keys()
    for call, count in calls.items():
        for number in range(1, count + 1):
            left_behind(home, before.encode("ascii"), "whole")
            watched(home, ["--continue", "--fsync"], "ea", (call, number))
            finish_killed_games(str(home))
            if not read_stored_journal(str(path)).record.ending:  # the last command was lost
                assert going_on(home, typed="ea").returncode == 0
            assert read_stored_journal(str(path)).record.steps == record.steps
            assert len(find_results(str(home)).scores) == 1, (call, number)


@needs_strace
@pytest.mark.parametrize("number", range(1, 6))
def test_kill_at_a_write_loses_that_turn_and_no_more(tmp_path: Path, number: int) -> None:
    """Every command is on the disk before the next one is looked at."""
    path, log = tmp_path / "it", tmp_path / "strace"
    killing = ["-P", str(path), "-e", f"inject=write:signal=KILL:when={number}"]
    subprocess.run(
        [str(STRACE), "-f", "-o", str(log), *killing, *COMMAND, "--seed=42", f"--journal={path}"],
        input="s no ea f so",
        stdout=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=environment(),
    )
    if number == 1:
        assert path.read_bytes() == b""
        return
    words = tuple(step.command for step in read_stored_journal(str(path)).record.steps)
    assert words == ("no", "ea", "f", "so")[: number - 2]
    again = going_on(tmp_path, "--journal", str(path))
    assert again.stdout.endswith(f"\n{pages(words)[-1]}")


def test_no_test_of_this_file_plays_in_the_players_home(tmp_path: Path) -> None:
    """The environment that programs of the tests get names a folder of the tests."""
    assert environment()["CC3K_HOME"] == os.environ["CC3K_HOME"]
    assert Path(environment()["CC3K_HOME"]).parent == tmp_path.parent


def test_game_that_was_left_is_offered_in_lines_too(tmp_path: Path) -> None:
    """On a terminal that only shows lines it is told of, and gone on with by its number."""
    env = {"TERM": "dumb", "CC3K_HOME": str(tmp_path)}
    with Terminal(env=env, typed="d no\n\x04") as terminal:
        assert terminal.end() == 0
    with Terminal([sys.executable, "-m", "cc3k"], env=env) as terminal:
        terminal.wait_for("1: Drow, floor 1, 150 HP, 0 gold, turn 1, played 20")
        terminal.wait_for(RESUME_WORDS_HINT[:60])
        terminal.type("1\n")
        terminal.wait_for("Drow: HP 150 of 150")
        terminal.wait_for("Near: ")
        terminal.type("q\n")
        terminal.wait_for("Give this game up and quit? (yes/no)")
        terminal.type("\n")
        terminal.type("yes\n")
        assert terminal.end() == 0
