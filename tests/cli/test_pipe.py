"""The program as its neighbours in a pipeline know it: turn by turn, and when things break (§4)."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cc3k.content.roster import BASE_RULES
from cc3k.play.messages import race_prompt
from tests.support import processes, tour
from tests.support.processes import PATIENCE, Ended, run, start, start_and_wait

BEGINNING = f"ChamberCrawler3000, seed 7.\n{race_prompt(BASE_RULES)}\n"
FRAME_ROWS = 30
MORE_THAN_A_PIPE_HOLDS = "s" + " no so" * 100
COMMANDS = "s" + " no so" * 5


@pytest.fixture
def player() -> Iterator["subprocess.Popen[str]"]:
    with start("--seed", "7") as process:
        yield process
        process.kill()


def read(player: "subprocess.Popen[str]", rows: int) -> str:
    assert player.stdout
    return "".join([player.stdout.readline() for _ in range(rows)])


def write(player: "subprocess.Popen[str]", text: str) -> None:
    assert player.stdin
    player.stdin.write(text)
    player.stdin.flush()


def ended(player: "subprocess.Popen[str]") -> Ended:
    assert player.stderr
    assert player.stdout
    code = player.wait(PATIENCE)
    out = "" if player.stdout.closed else player.stdout.read()
    return Ended(code, out, player.stderr.read())


def test_two_programs_can_play_turn_by_turn(player: "subprocess.Popen[str]") -> None:
    """§4: output is flushed whenever input runs dry, so each page is there to be answered."""
    pages = [read(player, 2)]
    for words in ("s\n", "no\n", " SO ", "f\t", "a\n ea\n"):
        write(player, words)
        pages.append(read(player, FRAME_ROWS))
    write(player, "q\n")
    assert ended(player) == Ended(0, "", "")
    whole = run("--seed", "7", typed="s no so f a ea q")
    assert whole == Ended(0, "".join(pages), "")


@pytest.mark.slow
def test_interrupt_is_heard_while_nobody_reads(player: "subprocess.Popen[str]") -> None:
    """§3: a reader that has fallen asleep does not keep the program from ending."""
    write(player, f"{MORE_THAN_A_PIPE_HOLDS}\n")
    read(player, 3)
    player.send_signal(signal.SIGINT)
    assert player.wait(PATIENCE) == 130
    assert ended(player).err == ""


@pytest.mark.slow
@pytest.mark.parametrize("redirected", ["", ">&-"])
def test_interrupt_is_heard_while_a_layout_is_waited_for(tmp_path: Path, redirected: str) -> None:
    """§3, R32: a pipe that nobody writes to can be given up at once."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = ["/bin/sh", "-c", f'exec "$0" "$@" {redirected}', *processes.COMMAND, str(pipe)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, env=processes.environment(), cwd=tmp_path
    ) as process:
        with pipe.open("wb"):  # as soon as the program has opened it
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
        assert process.stderr
        assert process.stderr.read() == b""


def test_reader_that_goes_away_ends_the_program(player: "subprocess.Popen[str]") -> None:
    """§4: no traceback, and the code of a program ended by a broken pipe."""
    read(player, 2)
    assert player.stdout
    player.stdout.close()
    write(player, COMMANDS)
    assert player.stdin
    player.stdin.close()
    assert ended(player) == Ended(141, "", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redirected", "expected"),
    [
        (">/dev/full", Ended(1, "", "cc3k: No space left on device\n")),
        (">&-", Ended(1, "", "cc3k: standard output is closed\n")),
        (">&- 2>&-", Ended(1, "", "")),
        (">&- 2>/dev/full", Ended(1, "", "")),
        (">&- 2>&- <&-", Ended(1, "", "")),
        ("<&-", Ended(0, BEGINNING, "")),
        ("</dev/null", Ended(0, BEGINNING, "")),
        ("0>/dev/null", Ended(1, BEGINNING, "cc3k: Bad file descriptor\n")),
    ],
)
def test_broken_ends_are_told_in_one_line(redirected: str, expected: Ended) -> None:
    """§4: a full disk, a closed output, no input: no traceback, a sensible exit code."""
    assert start_and_wait("--seed", "7", typed=COMMANDS, redirected=redirected) == expected


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--help", "--version"])
@pytest.mark.parametrize(
    ("redirected", "code", "complaint"),
    [(">/dev/full", 1, "cc3k: No space left on device\n"), ("| head -c 0", 0, "")],
)
def test_help_and_version_mind_a_broken_output_too(
    option: str, redirected: str, code: int, complaint: str
) -> None:
    """§4: whatever was to be printed and could not be is an error."""
    assert start_and_wait(option, redirected=redirected) == Ended(code, "", complaint)


@pytest.mark.slow
def test_complaints_that_nobody_hears_change_nothing(tmp_path: Path) -> None:
    """R29: warnings that cannot be written do not keep the game from being played."""
    layout = tmp_path / "copied.txt"
    layout.write_text(f"stray\n{(tour.FLOORS / 'dragon.txt').read_text()}")
    arguments, words = (str(layout), "7"), tour.script("dragon")
    heard = run(*arguments, typed=words)
    assert heard.err.startswith("cc3k: warning: ")
    for redirected in ("2>&-", "2>/dev/full"):
        unheard = start_and_wait(*arguments, typed=words, redirected=redirected)
        assert unheard == Ended(0, heard.out, "")
        assert start_and_wait("missing", redirected=redirected) == Ended(2, "", "")


@pytest.mark.slow
def test_input_from_a_file_is_the_same_as_from_a_pipe(tmp_path: Path) -> None:
    """§4: `cc3k --floor layout.txt --seed 42 < layout.in` is a demonstration."""
    script = tour.FLOORS / "tiny.in"
    typed = run("tiny", "42", typed=tour.script("tiny"))
    assert start_and_wait("tiny", "42", redirected=f"<{script}") == typed
    saved = tmp_path / "saved"
    assert start_and_wait("tiny", "42", redirected=f"<{script} >{saved}") == Ended(0, "", "")
    assert saved.read_text() == typed.out


@pytest.mark.slow
def test_layout_can_come_through_a_pipe_as_well() -> None:
    """R32: regular files or pipes."""
    layout = tour.FLOORS / "tiny.txt"
    command = f'cat {layout} | "$0" "$@" 3<&0 </dev/null'
    ended = subprocess.run(
        ["/bin/sh", "-c", command, *processes.COMMAND, "/dev/fd/3", "7", "--race", "troll"],
        capture_output=True,
        check=False,
        env=processes.environment(),
        timeout=PATIENCE,
    )
    assert ended.returncode == 0
    assert ended.stdout.decode() == run("tiny", "7", "--race", "troll").out
