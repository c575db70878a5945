"""A program whose disk or terminal fails at the n-th call, by a library that is preloaded.

The library (`faults.c`) is compiled once. A server that has all of the program imported forks for
each run, so that a run takes hundredths of a second. A key is typed when the program waits for it.
"""

import ctypes
import errno
import fcntl
import gc
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import IO, Any, NoReturn, Self

from attrs import asdict, frozen

from cc3k.terminal.keys import PASTE_SECONDS
from tests.support.processes import ROOT, environment

SOURCE = Path(__file__).with_name("faults.c")
COMPILER = shutil.which("gcc") or shutil.which("cc")
PATIENCE = 20.0
"""Seconds after which a run counts as hanging."""

ALWAYS = 10**9
HANGS = -99
"""The last call of a fault that stays, and the code of a run that does not end."""

SIGNALLED = 128
"""What a shell adds to the number of the signal that ended a program."""

TERM = "xterm-256color"
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
"""What a program shows that takes over the screen, and that gives it back."""


@frozen
class Fault:
    """Which calls fail, counted from 1, and with what; `names` are the calls that are counted.

    An `error` below zero is a signal that ends the program at that call.
    """

    first: int = 0
    last: int = 0
    error: int = errno.EIO
    on_terminal: bool = False
    names: str = ""


@frozen
class Run:
    """How a run ended: its exit code, what it said, its calls, and whether its modes are back.

    `typed` are the keys that it was given: it had dealt with all but the last.
    """

    code: int
    out: str
    err: str
    calls: tuple[str, ...]
    is_terminal_as_found: bool
    typed: int = 0

    @property
    def has_failed_call(self) -> bool:
        return any(call.startswith("!") for call in self.calls)


def compile_library(folder: Path) -> Path:
    assert COMPILER is not None
    target = folder / "faults.so"
    command = [COMPILER, "-shared", "-fPIC", "-O1", "-o", str(target), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return target


class FaultServer:
    """Runs the program again and again in children of one process that has it imported."""

    def __init__(self, library: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.faults"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**environment(), "LD_PRELOAD": str(library)},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        assert self._process.stdin
        with self._process:
            self._process.stdin.close()

    def run(  # noqa: PLR0913 - what is run, where, on what, with what, and when
        self,
        home: Path,
        arguments: Sequence[str],
        keys: Sequence[str] = (),
        fault: Fault | None = None,
        *,
        on_terminal: bool = False,
        now: int = 0,
        environ: Mapping[str, str] | None = None,
    ) -> Run:
        """Run the program with these arguments to its end.

        Through a pipe the `keys` are its input; on a terminal each is typed when it waits for one.
        `now` is the time that its clock shows, in seconds since 1970, if not that of the system.
        """
        asked = {
            "home": str(home),
            "arguments": list(arguments),
            "keys": list(keys),
            "fault": asdict(fault or Fault()),
            "on_terminal": on_terminal,
            "now": now,
            "environ": dict(environ or {}),
        }
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return Run(**{**answer, "calls": tuple(answer["calls"])})


# From here on it is the server.


def serve() -> None:
    """Answer requests, each a line of JSON, until there are no more; a child is the program."""
    from cc3k.__main__ import program

    _import_all()
    requests = os.fdopen(os.dup(0), "r", encoding="ascii")
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    for line in requests:
        found = _Child(json.loads(line)).run()
        if found is None:
            _be(program)
        answers.write(f"{json.dumps(found)}\n")
        answers.flush()


def _be(program: Callable[[], int]) -> NoReturn:
    """Run the program, and end without the second that Python takes to tidy up all it imported."""
    try:
        code = program()
        sys.stdout.flush()
    except BaseException:  # noqa: BLE001 - as Python does at the end of a program
        traceback.print_exc()
        code = 1
    sys.stderr.flush()
    os._exit(code)


def _import_all() -> None:
    """Import and prepare whatever a command may need, so that no child has to."""
    from cc3k import cli, saves, terminal, ui
    from cc3k.terminal.blessed_codes import load_screen_codes
    from cc3k.ui import game_app as keys
    from cc3k.ui.palette import role_styles

    for folder in (cli, saves, terminal, ui):
        for module in iter_modules(folder.__path__, f"{folder.__name__}."):
            import_module(module.name)
    setattr(keys.KeyDebounce, "start", lambda _self: None)  # noqa: B010 - no key comes too early
    ours, theirs = pty.openpty()
    with open(theirs, "w", encoding="ascii") as screen:
        load_screen_codes(screen, {"TERM": TERM}, role_styles)  # kept by blessed and by `re`
    os.close(ours)
    gc.freeze()  # what a child never frees is not copied for it either


class _Child:
    def __init__(self, asked: dict[str, Any]) -> None:
        self._asked = asked
        self._keys = [key.encode() for key in asked["keys"]]
        self._on_terminal: bool = asked["on_terminal"]
        self._ours, self._theirs = pty.openpty() if self._on_terminal else os.pipe()
        if self._on_terminal:
            fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self._ready, self._waiting = os.pipe()
        self._files = [
            tempfile.TemporaryFile()  # noqa: SIM115 - closed when the child has ended
            for _ in range(4)
        ]
        self._input, self._output, self._errors, self._trace = self._files

    def run(self) -> dict[str, Any] | None:
        modes = termios.tcgetattr(self._theirs) if self._on_terminal else []
        child = os.fork()
        if not child:
            self._become_program()
            return None
        os.close(self._waiting)
        code, shown = self._type_and_watch(child)
        same = not self._on_terminal or termios.tcgetattr(self._theirs) == modes
        for descriptor in (self._ours, self._theirs, self._ready):
            os.close(descriptor)
        said = [_contents(file) for file in (self._output, self._errors, self._trace)]
        for file in self._files:
            file.close()
        screen = shown.decode("utf-8", "replace")
        return {
            "code": code,
            "out": screen if self._on_terminal else said[0],
            "err": said[1],
            "calls": said[2].splitlines(),
            "typed": len(self._asked["keys"]) - len(self._keys),
            "is_terminal_as_found": same and screen.rfind(LEAVE) >= screen.rfind(ENTER),
        }

    def _type_and_watch(self, child: int) -> tuple[int, bytes]:
        """Type a key whenever the program waits for one; return its code, and what it showed."""
        shown, keys, deadline = b"", self._keys, time.monotonic() + PATIENCE
        watched = [self._ready, *[self._ours] * self._on_terminal]
        while time.monotonic() < deadline:
            ready = select.select(watched, [], [], 0.002)[0]
            if self._ours in ready:
                with suppress(OSError):
                    shown += os.read(self._ours, 1 << 16)
                continue
            if self._ready in ready and not os.read(self._ready, 1):
                watched.remove(self._ready)
            elif self._ready in ready and self._on_terminal:
                if keys:
                    os.write(self._ours, keys.pop(0))
                else:
                    os.kill(child, signal.SIGHUP)
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                while self._on_terminal and select.select([self._ours], [], [], 0)[0]:
                    shown += os.read(self._ours, 1 << 16)
                code = os.waitstatus_to_exitcode(status)
                return (code if code >= 0 else SIGNALLED - code), shown
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return HANGS, shown

    def _become_program(self) -> None:
        """Take the place of the program that is asked for, whose calls are counted from now on."""
        os.setsid()
        if self._on_terminal:
            fcntl.ioctl(self._theirs, termios.TIOCSCTTY, 0)
            ends = self._theirs, self._theirs
        else:
            self._input.write(b"".join(self._keys))
            self._input.seek(0)
            ends = self._input.fileno(), self._output.fileno()
        for number, descriptor in enumerate((*ends, self._errors.fileno())):
            os.dup2(descriptor, number)
        for descriptor in (self._ours, self._theirs, self._ready):
            os.close(descriptor)
        sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", closefd=False, buffering=1)  # noqa: SIM115
        sys.argv = ["cc3k", *self._asked["arguments"]]
        os.environ.update({"TERM": TERM, "CC3K_HOME": self._asked["home"]})
        os.environ.update(self._asked["environ"])
        _tell_of_waiting(self._waiting)
        fault, library = Fault(**self._asked["fault"]), ctypes.CDLL(None)
        library.faults_set_clock(ctypes.c_long(self._asked["now"]))
        library.faults_arm(
            self._asked["home"].encode(),
            fault.first,
            fault.last,
            fault.error,
            fault.on_terminal,
            fault.names.encode(),
            os.dup(self._trace.fileno()),
        )


def _tell_of_waiting(descriptor: int) -> None:
    """Write a byte whenever the program waits for a key, for as long as it takes."""
    wait = select.select

    def told(
        read: Sequence[int | IO[str]],
        write: Sequence[int],
        errors: Sequence[int],
        timeout: float | None = None,
    ) -> tuple[Sequence[object], Sequence[object], Sequence[object]]:
        is_for_key = any((each if isinstance(each, int) else each.fileno()) == 0 for each in read)
        if is_for_key and (timeout is None or timeout > PASTE_SECONDS):
            os.write(descriptor, b".")
        return wait(read, write, errors, timeout)

    setattr(select, "select", told)  # noqa: B010 - of another type than it has


def _contents(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


if __name__ == "__main__":
    serve()
