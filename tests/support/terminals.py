"""A program on a real terminal: a pty, and the screen behind it, which answers no questions."""

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self, TypeAlias

import pyte

ROOT = Path(__file__).parents[2]
GAME = (sys.executable, "-m", "cc3k", "--seed", "42")

PATIENCE = 30.0
"""Seconds after which what has not happened will not happen: long, as the machine may be busy.

They are counted in rounds of waiting, not by the clock: a machine that slept for a minute, as
virtual ones do, has waited for one round only.
"""

XTERM = {"TERM": "xterm-256color"}
Modes: TypeAlias = list[int | list[bytes | int]]
"""What `termios` has to say of a terminal."""

ATOMIC_BEGIN, ATOMIC_END = b"\x1b[?2026h", b"\x1b[?2026l"


ROUND = 0.005
"""Seconds of waiting at once."""


def rounds(patience: float) -> range:
    """Return as many rounds of waiting as there are in so many seconds."""
    return range(round(patience / ROUND))


_INHERITED = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
"""Where to find programs and, in a copy of the package, its modules."""


class Terminal:
    """A program on a terminal of its own, with `typed` typed before it starts.

    With `controlling` the terminal is also the one that the program's session belongs to: then
    Ctrl-C, Ctrl-Z, changes of size and a hang-up send signals, but the end of the program resets
    the terminal's modes. Games are kept in a folder of the terminal's own, unless `env` says where.
    """

    def __init__(
        self,
        program: Sequence[str] = GAME,
        size: tuple[int, int] = (79, 30),
        env: Mapping[str, str] = XTERM,
        *,
        typed: str = "",
        controlling: bool = True,
    ) -> None:
        self.columns, self.rows = size
        self.output = b""
        self._screen = pyte.Screen(*size)
        self._painter = pyte.ByteStream(self._screen)
        self._lines: list[str] | None = None
        self._master, self._slave = os.openpty()
        self._gone = False
        self._home = tempfile.TemporaryDirectory(prefix="cc3k-")
        self._tell_size()
        self.modes_at_first = self.modes
        self.type(typed)
        self.process = subprocess.Popen(
            program,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            cwd=ROOT,
            env={**_INHERITED, "CC3K_HOME": self._home.name, **env},
            start_new_session=True,
            # No thread runs here, and nothing else gives a child a controlling terminal.
            preexec_fn=_take_terminal if controlling else None,  # noqa: PLW1509
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.hang_up()
        os.close(self._slave)
        self._home.cleanup()

    @property
    def lines(self) -> list[str]:
        if self._lines is None:  # read once, however often it is asked whether they are right
            self._lines = [str(line).rstrip() for line in self._screen.display]
        return self._lines

    @property
    def text(self) -> str:
        """What the screen shows, without the empty lines below it."""
        return "\n".join(self.lines).rstrip()

    @property
    def modes(self) -> Modes:
        """The modes of the terminal: echo, canonical input and so on."""
        return termios.tcgetattr(self._slave)

    @property
    def unread(self) -> int:
        """How many bytes of keys the program has not read yet."""
        count = fcntl.ioctl(self._slave, termios.FIONREAD, struct.pack("i", 0))
        return int(struct.unpack("i", count)[0])

    @property
    def is_asleep(self) -> bool:
        """Whether the program waits for something other than a processor."""
        status = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8")
        return status.rpartition(")")[2].split()[0] == "S"

    def type(self, keys: str) -> None:
        data = keys.encode("utf-8", "surrogateescape")
        while data:
            data = data[os.write(self._master, data) :]

    def set_modes(self, modes: Modes) -> None:
        termios.tcsetattr(self._slave, termios.TCSANOW, modes)

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._screen.resize(rows, columns)
        self._lines = None
        self._tell_size()

    def spoil(self, text: str) -> None:
        self._feed(text.encode())

    def stop_output(self) -> None:
        termios.tcflow(self._slave, termios.TCOOFF)

    def go_on(self) -> None:
        termios.tcflow(self._slave, termios.TCOON)

    def fill(self, key: str) -> None:
        """Press a key again and again, without a look at the screen, until it is not read.

        As slowly as a fast typist, so that it is no paste.
        """
        self.type(key)
        while self._reads_all(patience=1):
            time.sleep(0.002)
            self.type(key)

    def hang_up(self) -> None:
        if not self._gone:
            os.close(self._master)
            self._gone = True

    def wait_until(self, happened: Callable[[], bool]) -> None:
        for _ in rounds(PATIENCE):
            if happened():
                return
            self._paint(ROUND)
        message = f"it did not happen; on the screen:\n{self.text}"
        raise AssertionError(message)

    def wait_for(self, text: str, then: str = "") -> None:
        """Wait until the screen shows a text, and the frame with it is complete; then type."""
        self.wait_until(lambda: text in self.text and not self._in_a_frame)
        self.type(then)

    def wait_while_typed(self) -> None:
        """Wait, without looking at the screen, until the program has read what was typed."""
        assert self._reads_all(PATIENCE), "the program reads no keys"

    def end(self, keys: str = "") -> int:
        """Type, wait for the end of the program, look at its last output, return its code."""
        self.type(keys)
        self.wait_until(lambda: self.process.poll() is not None)
        while self._paint(0):
            pass
        return self.process.wait()

    @property
    def _in_a_frame(self) -> bool:
        return self.output.count(ATOMIC_BEGIN) != self.output.count(ATOMIC_END)

    def _reads_all(self, patience: float) -> bool:
        for _ in rounds(patience):
            if not self.unread:
                return True
            time.sleep(ROUND)
        return False

    def _tell_size(self) -> None:
        size = struct.pack("HHHH", self.rows, self.columns, 0, 0)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, size)

    def _paint(self, patience: float) -> bool:
        if self._gone:
            time.sleep(patience)
            return False
        if not select.select([self._master], [], [], patience)[0]:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # the program has ended
            return False
        self.output += data
        self._feed(data)
        return bool(data)

    def _feed(self, data: bytes) -> None:
        self._painter.feed(data)
        self._lines = None


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
