"""How long a player waits: from the start to the race prompt or a map, and for what a key shows.

Each is told beside what something else takes on the same machine in the same run.
"""

import fcntl
import os
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence

from attrs import frozen

from cc3k.content.roster import BASE_RULES
from cc3k.play.messages import races_by_ease
from tests.benchmarks.figures import TIMES, Figure

COMMAND = (sys.executable, "-m", "cc3k", "--seed")
CALM_SEED, RACE = 15, "troll"
"""A game in which that race can step to the east and back for a long time, and nothing happens."""

BARE_START = (sys.executable, "-c", "import attrs")
ECHO = """\
import os, tty
tty.setraw(0)
os.write(1, b"ready")
while key := os.read(0, 1):
    os.write(1, key)
"""
"""A bare program that echoes each key."""

PROMPT = races_by_ease(BASE_RULES)[-1].name.encode("ascii")
"""The last race that the race screen paints: it lists them by ease."""

ROUNDS, KEYS = 9, 200
QUIET, PATIENCE = 0.02, 0.1
"""Seconds of silence after which a painting is over, not counted, and of waiting for one."""


@frozen
class Wait:
    """Seconds that ours and what it is held against take, each a median."""

    ours: float
    bare: float


class _Program:
    def __init__(self, command: Sequence[str]) -> None:
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 79, 0, 0))
        self._home = tempfile.TemporaryDirectory(prefix="cc3k-")
        own = {"TERM": "xterm-256color", "CC3K_HOME": self._home.name}
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env={**os.environ, **own}
        )
        os.close(slave)

    def type(self, key: bytes) -> None:
        os.write(self._master, key)

    def read_until(self, text: bytes) -> None:
        seen = b""
        while text not in seen:
            seen += os.read(self._master, 1 << 16)

    def wait(self) -> None:
        """Wait until there is something to read; a key need not change anything."""
        select.select([self._master], [], [], PATIENCE)

    def last_byte(self) -> float:
        """Return when the last byte of what is painted now came."""
        came = time.perf_counter()
        while select.select([self._master], [], [], QUIET)[0]:
            os.read(self._master, 1 << 16)
            came = time.perf_counter()
        return came

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)
        self._home.cleanup()


def figures() -> Iterator[Figure]:
    for name, other, most, wait in (
        ("start to race prompt", "import attrs", 2.5, start()),
        ("start to the map", "start to race prompt", 1.25, start_to_map()),
        ("key to last byte", "an echo", 2, key_to_last_byte()),
    ):
        yield Figure(f"{name}, against {other}", wait.ours / wait.bare, TIMES, at_most=most)
        yield Figure(name, wait.ours * 1_000, "ms")


def start() -> Wait:
    """Start the game until its race prompt, and Python until it has imported attrs, in turn."""
    ours, bare = list[float](), list[float]()
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        program = _Program((*COMMAND, "42"))
        program.read_until(PROMPT)
        ours.append(time.perf_counter() - begun)
        program.end()
        begun = time.perf_counter()
        subprocess.run(BARE_START, check=True)
        bare.append(time.perf_counter() - begun)
    return Wait(statistics.median(ours), statistics.median(bare))


def start_to_map() -> Wait:
    """Start a game of a race until its last figure is shown, and the game until its prompt."""
    to_map, to_prompt = list[float](), list[float]()
    for _ in range(ROUNDS):
        for times, arguments, text in (
            (to_map, ("--race", RACE), b"Action"),
            (to_prompt, (), PROMPT),
        ):
            begun = time.perf_counter()
            program = _Program((*COMMAND, "42", *arguments))
            program.read_until(text)
            times.append(time.perf_counter() - begun)
            program.end()
    return Wait(statistics.median(to_map), statistics.median(to_prompt))


def key_to_last_byte() -> Wait:
    """Press keys in the game, steps to and fro, and in a program that echoes them, in turn."""
    game = _Program((*COMMAND, str(CALM_SEED), "--race", RACE))
    echo = _Program((sys.executable, "-c", ECHO))
    game.read_until(b"Action")
    echo.read_until(b"ready")
    ours, bare = list[float](), list[float]()
    for number in range(KEYS):
        ours.append(_latency(game, (b"\x1b[C", b"\x1b[D")[number % 2]))
        bare.append(_latency(echo, b"x"))
    game.end()
    echo.end()
    return Wait(statistics.median(ours), statistics.median(bare))


def _latency(program: _Program, key: bytes) -> float:
    program.last_byte()
    begun = time.perf_counter()
    program.type(key)
    program.wait()
    return program.last_byte() - begun
