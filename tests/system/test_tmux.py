"""The game in tmux, as many people play it: a terminal that does answer."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.consoles import LARGE, TIGHT, WHOLE, newcomers_console, pressed, shows
from tests.support.terminals import PATIENCE, ROOT, ROUND, rounds

TMUX = shutil.which("tmux")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed"),
]

COMMAND = shlex.join([sys.executable, "-m", "cc3k", "--seed", "42"])
KEYS = {"up": "Up", "page down": "PageDown", "home": "Home", "backspace": "BSpace"}
"""What tmux calls keys."""


class Pane:
    """A shell in the only pane of a tmux server of its own, where no game was played before."""

    def __init__(self, server: str, home: Path) -> None:
        self._home = home
        self.command = (str(TMUX), "-L", server, "-f", os.devnull)

    def open(self, size: tuple[int, int]) -> None:
        columns, rows = size
        shell = ("env", "PS1=$ ", "/bin/sh", "-i")
        self.run("new-session", "-d", "-x", str(columns), "-y", str(rows), *shell)

    def run(self, *command: str) -> str:
        done = subprocess.run(
            [*self.command, *command],
            capture_output=True,
            encoding="utf-8",
            check=True,
            cwd=ROOT,
            env={**os.environ, "LC_ALL": "C.UTF-8", "CC3K_HOME": str(self._home)},
        )
        return done.stdout

    def type(self, text: str) -> None:
        self.run("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.run("capture-pane", "-p").split("\n")[:-1]]

    def state(self, name: str) -> str:
        return self.run("display-message", "-p", f"#{{{name}}}").strip()

    def wait_until(self, happened: Callable[[], bool]) -> None:
        for _ in rounds(PATIENCE):
            if happened():
                return
            time.sleep(ROUND)
        message = "\n".join(["it did not happen; in the pane:", *self.lines])
        raise AssertionError(message)

    def wait_for(self, text: str) -> None:
        self.wait_until(lambda: any(text in line for line in self.lines))


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Pane]:
    pane = Pane(f"cc3k-test-{os.getpid()}-{time.monotonic_ns()}", tmp_path)
    try:
        yield pane
    finally:
        subprocess.run([*pane.command, "kill-server"], capture_output=True, check=False)


@pytest.mark.parametrize("size", [TIGHT, LARGE])
def test_game_in_tmux_from_start_to_end(pane: Pane, size: tuple[int, int]) -> None:
    pane.open(size)
    pane.wait_for("$")
    pane.type(f"{COMMAND}\n")
    model = newcomers_console(size)
    pane.wait_until(lambda: shows(pane.lines, model))
    assert pane.state("alternate_on") == "1"
    assert pane.state("cursor_flag") == "0"

    pane.type("dso")
    pressed(model, "dso")
    for key, name in KEYS.items():
        pane.press(name)
        pressed(model, [key])
    pane.wait_until(lambda: shows(pane.lines, model))

    for other in (WHOLE, (60, 20), TIGHT):
        pane.run("resize-window", "-x", str(other[0]), "-y", str(other[1]))
        model.resize(*other)
        pane.wait_until(lambda: shows(pane.lines, model))

    pane.press("C-z")
    pane.wait_for("Stopped")
    assert pane.state("alternate_on") == "0"
    assert pane.state("cursor_flag") == "1"
    pane.type("fg\n")
    pane.wait_until(lambda: shows(pane.lines, model))

    pane.type("q")
    pane.wait_for("quit? (y/n)")
    pane.type("y")
    pane.wait_for("ChamberCrawler3000, seed 42.")
    pane.type("echo code $?\n")
    pane.wait_for("code 0")
    assert pane.state("alternate_on") == "0"
    assert pane.state("cursor_flag") == "1"
