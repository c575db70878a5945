"""Games whose program comes to a sudden end, gone on with at the very same frame."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cc3k.cli.plain import RESUME_WORDS_HINT
from cc3k.content.roster import BASE_RULES
from cc3k.play.session import Session
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, read_stored_journal
from cc3k.saves.record import state_fingerprint
from tests.support.consoles import console_at_menu, lines, playing, pressed
from tests.support.disks import files
from tests.support.processes import COMMAND, PATIENCE, environment, start
from tests.support.terminals import XTERM, Terminal

pytestmark = pytest.mark.slow

GOING_ON = (*COMMAND, "--continue")
Ends = Callable[[Terminal], None]


def sends(number: int) -> Ends:
    return lambda terminal: terminal.process.send_signal(number)


ENDS: dict[str, Ends] = {
    "SIGKILL": sends(signal.SIGKILL),
    "SIGHUP": sends(signal.SIGHUP),
    "a closed terminal": Terminal.hang_up,
    "the end of input": lambda terminal: terminal.type("\x04"),
}


def journal(home: Path) -> Path:
    (path,) = [path for path in files(home) if path.suffix == JOURNAL_SUFFIX]
    return path


def pages(words: tuple[str, ...]) -> list[str]:
    session = Session(BASE_RULES, 42)
    session.give("s")
    found = [session.frame_or_prompt()]
    for phrase in words:
        list(session.play_words(phrase.split()))
        found.append(session.frame_or_prompt())
    return found


def going_on(home: Path, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*GOING_ON, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**environment(), "CC3K_HOME": str(home)},
    )


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_game_on_a_screen_goes_on_at_the_very_same_frame(tmp_path: Path, end: Ends) -> None:
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


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_game_through_a_pipe_goes_on_at_the_very_same_frame(
    tmp_path: Path, number: signal.Signals
) -> None:
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


def test_game_that_was_left_is_offered_in_lines_too(tmp_path: Path) -> None:
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
