"""Ctrl-C, once or many times, at any moment: no traceback, at most one line, and 130."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from time import monotonic, sleep

import pytest

from cc3k.cli import main as cli
from cc3k.cli.main import main
from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT, INTERRUPT_MESSAGE
from tests.support.fixtures import Patch, Said
from tests.support.processes import COMMAND, PATIENCE, ROOT, Ended, environment, start_and_wait
from tests.support.tables import for_each

pytestmark = pytest.mark.slow

ONE, TWO, TEN = (0.0,), (0.0, 0.02), (0.0,) + (0.006,) * 9
"""Seconds before each of some interrupts: two within 20 ms, and ten that follow fast."""

MODULE = (sys.executable, "-m")
SCRIPT = "import sys; from cc3k.__main__ import program; sys.exit(program())"
"""What is in the command that an installer makes of the package's entry point."""

ARENA = ("arena", "--games", "300", "--workers", "2")
TOLD = Ended(130, "", "cc3k: interrupted\n")

PYTHONS_OWN = ("Fatal Python error: init_", "Could not import runpy module")
"""How Python begins to tell that it was interrupted before it could run anything."""

BEFORE_ANYTHING = (
    "__init__",
    "__main__",
    "exit_codes",
    "gym/__init__",
    "terminal/__init__",
    "terminal/early_interrupts",
)
"""Modules that are imported before interrupts are handled, as they are what handles them."""


def interrupted(command: Sequence[str], after: float, gaps: Sequence[float]) -> Ended:
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(), start_new_session=True,
    ) as process:  # fmt: skip
        sleep(after)
        for gap in gaps:
            sleep(gap)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    return Ended(process.returncode, out, err)


def begins(ended: Ended) -> bool:
    """Return whether a program came to its own first line: before, Python tells what it likes."""
    if ended.code != -signal.SIGINT and not ended.err.startswith(PYTHONS_OWN):
        return True
    said = ended.err
    for module in BEFORE_ANYTHING:
        said = said.replace(f"cc3k/{module}.py", "")
    assert not any(name in said for name in ("cc3k/", "multiprocessing", "enum.py"))
    return False


def test_arena_tells_of_interrupts_in_one_line() -> None:
    """Moments and kinds of interrupts take turns."""
    kinds = cycle([(COMMAND, TWO), (COMMAND, TEN), ((sys.executable, "-c", SCRIPT), ONE)])
    began = monotonic()
    assert interrupted((*COMMAND, "--version"), 0, ()).code == 0
    start = monotonic() - began  # long on a busy machine, where interrupts would come too early
    moments = [(0.13 + start / 9) * number for number in range(9)]
    with ThreadPoolExecutor(3) as threads:
        ends = list(
            threads.map(lambda at, kind: interrupted((*kind[0], *ARENA), at, kind[1]), moments,
                        kinds)
        )  # fmt: skip
    begun = [ended for ended in ends if begins(ended)]
    assert len(begun) > len(moments) / 8  # the others come before it begins
    assert {(ended.code, ended.err) for ended in begun} == {(TOLD.code, TOLD.err)}


JOURNAL = str(ROOT / "tests/journals/troll.cc3k")


@pytest.mark.parametrize(
    "arguments",
    [
        ("cc3k",),
        ("cc3k", "scores", "--verify"),
        pytest.param(("cc3k", "replay", JOURNAL), marks=pytest.mark.seeded),
        pytest.param(("cc3k", "replay", "--verify", JOURNAL), marks=pytest.mark.seeded),
        ("cc3k", "stats"),
        ("cc3k", "check", *[str(path) for path in sorted(ROOT.glob("floors/*.txt"))]),
        ("cc3k", "catalog", "--seeds", "1-999"),
        ("cc3k", "--bot", "careful", "--script"),
        ("cc3k.gym.train", "--games", "1"),
    ],
    ids=" ".join,
)
def test_other_commands_end_without_a_word(arguments: tuple[str, ...]) -> None:
    moments = [0.09 * number for number in range(6)]
    with ThreadPoolExecutor(3) as threads:
        command = (*MODULE, *arguments)
        ends = list(
            threads.map(lambda at, gaps: interrupted(command, at, gaps), moments,
                        cycle([ONE, TWO, TEN]))
        )  # fmt: skip
    for ended in filter(begins, ends):
        assert (ended.code, ended.err) in [(130, ""), (0, "")] or "found no module" in ended.err


INTERRUPT = "import signal; signal.raise_signal(signal.SIGINT)"
LATE = f"""
import atexit, sys, threading
from cc3k.terminal.early_interrupts import IMMEDIATE_EXIT
IMMEDIATE_EXIT.exit_on_interrupt()
def late():
    {INTERRUPT}
class Last:
    def __del__(self, late=late):
        late()
sys.last = Last()
IMMEDIATE_EXIT.exit_on_interrupt(3)
"""
HEEDING = f"""
import signal, sys, time
from cc3k.terminal.interrupts import INTERRUPT_HANDLER
def interrupt():
    {INTERRUPT}
class Dying:
    def __del__(self):
        interrupt()
with INTERRUPT_HANDLER.handle_first_signal():
    """
CAUGHT = f"""{HEEDING}try:
        interrupt()
    except KeyboardInterrupt:
        """
PROGRAMS = (
    ("amid what can raise nothing it is heeded", f"{HEEDING}Dying(); print('went on')", 130, ""),
    (
        "those soon after the first disturb nothing",
        f"{CAUGHT}[interrupt() for _ in range(9)]\n        print('put away')",
        0,
        "put away\n",
    ),
    (
        "one long after the first ends all",
        f"{CAUGHT}time.sleep(1.1)\n    interrupt()\n    print('went on')",
        130,
        "",
    ),
    ("a program that is done keeps its exit code", f"{LATE}sys.exit(3)", 3, ""),
    ("at its exit, too", f"{LATE}atexit.register(late)\nsys.exit(3)", 3, ""),
    ("and after it", f"{LATE}threading.Timer(0.1, late).start()\nsys.exit(3)", 3, ""),
)


@for_each("claim, program, code, out", PROGRAMS)
def test_what_becomes_of_an_interrupt(claim: str, program: str, code: int, out: str) -> None:
    assert start_and_wait(command=(sys.executable, "-c", program)) == Ended(code, out, ""), claim


def test_interrupt_amid_a_class_that_is_imported_is_one(monkeypatch: Patch, capsys: Said) -> None:
    """Some versions of Python make another error of it."""

    def run(_arguments: Sequence[str]) -> int:
        raise RuntimeError from KeyboardInterrupt()

    monkeypatch.setattr("cc3k.cli.stats.run", run)
    monkeypatch.setattr(cli, "discard_output", lambda _stream: None)
    assert main(["stats"]) == 130
    assert capsys.readouterr().err == ""


def test_interrupt_just_before_an_arena_begins_is_told_of(monkeypatch: Patch, capsys: Said) -> None:
    """Between the handler and the command there is nobody else to tell."""

    def interrupt(*_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run_to_exit_code", interrupt)
    for told, command in (("cc3k: interrupted\n", "arena"), ("", "stats")):
        monkeypatch.setattr(IMMEDIATE_EXIT, "message", INTERRUPT_MESSAGE)
        assert main([command]) == 130
        assert capsys.readouterr().err == told


def test_interrupts_that_are_ignored_stay_so() -> None:
    command = ("/bin/sh", "-c", 'trap "" INT; exec "$0" "$@"', *COMMAND, "arena", "--games", "2")
    ended = interrupted((*command, "--bot", "random", "--race", "s"), 0.8, TEN)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("random: games 1-2 of seed 1, each race; 95 % intervals\n")


def test_handlers_are_as_before_when_a_command_has_ended(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT), sys.unraisablehook
    assert main(["check", str(tmp_path / "none")]) == 2
    assert main(["arena", "--games", "1", "--bot", "random", "--race", "s"]) == 0
    assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == before
