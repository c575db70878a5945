"""Readers under an audit hook: what each of them opens, changes, starts and connects to.

Run as a program: jobs as JSON on standard input, what came of each on standard output. Each runs in
a process of its own, which the hook watches to its end (PEP 578).
"""

import json
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TypedDict

from cc3k.saves.expansion_plugins import list_expansions
from cc3k.saves.paths import INDEX_FILE
from tests.support.processes import ROOT, environment

SECONDS = 30
"""Seconds after which a reader counts as hanging."""

READ_ONLY = [
    *(str(ROOT / name) for name in ("cc3k", "floors", "tests/support")),
    *(sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()),
    *(each for each in sys.path if each and not ROOT.is_relative_to(each)),
]
"""What any reader may look at: the package, and the interpreter with what is installed."""

READING = frozenset({"os.listdir", "os.scandir", "os.walk"})
CHANGING: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(("os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod"), (0,)),
    **dict.fromkeys(("os.chown", "os.utime", "os.setxattr", "os.chflags"), (0,)),
    **dict.fromkeys(("os.rename", "os.link"), (0, 1)),
    "os.symlink": (1,),
    "os.chdir": (0,),
    **dict.fromkeys(("shutil.rmtree", "shutil.copyfile", "shutil.move"), (0,)),
}
"""Events that change what a path names, and which of their arguments are those paths."""

FOLDER_ARGUMENTS = {"os.remove": 1, "os.rmdir": 1, "os.mkdir": 2, "os.rename": 2, "os.chmod": 2}
"""Where an event has the descriptor of the folder that its path is relative to."""

FORBIDDEN = (
    *("os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.fork", "os.forkpty"),
    *("subprocess.", "socket.", "sqlite3.", "ctypes.", "pty.", "webbrowser.", "urllib.", "ftplib."),
)
"""Events that no reader causes, or how their names begin."""


class Job(TypedDict):
    """A reader: the arguments of the program, or a call of a page after what leads to it.

    `reads` and `changes` are the files and folders that it may read, and may change as well.
    """

    name: str
    calls: list[list[object]]
    typed: str
    reads: list[str]
    changes: list[str]
    environ: dict[str, str]
    folder: str


class Outcome(TypedDict):
    """What a reader came to; `touched` is what it had no business with."""

    code: int
    out: str
    err: str
    touched: list[str]


def run_audited(jobs: Sequence[Job]) -> dict[str, Outcome]:
    done = subprocess.run(
        [sys.executable, "-B", "-m", "tests.support.audited"],
        input=json.dumps(list(jobs)).encode(),
        stdout=subprocess.PIPE,
        check=True,
        env=environment(),
    )
    outcomes: dict[str, Outcome] = json.loads(done.stdout)
    return outcomes


class BeyondReaderError(PermissionError):
    """Raised in place of what a reader has no business with, so that it never happens."""


class Watcher:
    """The audit hook of one reader: it notes what is beyond it, and lets none of that happen."""

    def __init__(self, job: Job) -> None:
        self.touched: list[str] = []
        self._changes = [os.path.realpath(each) for each in job["changes"]]
        self._reads = [os.path.realpath(each) for each in [*job["reads"], *READ_ONLY]]
        self._reads += [*self._changes, os.devnull]
        self._listed = {os.path.realpath(each) for each in sys.path}
        self._is_on = True

    def stop(self) -> None:
        self._is_on = False

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """Note an event that goes beyond what the reader may do, and raise `BeyondReaderError`."""
        if not self._is_on:
            return
        is_signal = event == "os.kill" and arguments[1] != 0  # a 0 only asks whether it runs
        if event == "sqlite3.connect" and os.path.basename(str(arguments[0])) == INDEX_FILE:
            self._check("open", arguments[0], changes=True)
        elif event == "sqlite3.connect/handle":
            pass  # of a connection that was let happen
        elif is_signal or event.startswith(FORBIDDEN):
            self._note(event, arguments)
        elif event == "open":
            path, mode, flags = arguments
            is_written = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            is_written = is_written or (isinstance(mode, str) and mode.strip("rbt") != "")
            follows = not (isinstance(flags, int) and flags & os.O_NOFOLLOW)
            self._check(event, path, follows=follows, changes=bool(is_written))
        elif event in READING:
            self._check(event, arguments[0])
        elif event in CHANGING:
            at = FOLDER_ARGUMENTS.get(event)
            folder = -1 if at is None else arguments[at]
            for number in CHANGING[event]:
                self._check(event, arguments[number], folder, follows=False, changes=True)

    def _check(
        self,
        event: str,
        path: object,
        folder: object = -1,
        *,
        follows: bool = True,
        changes: bool = False,
    ) -> None:
        if isinstance(path, int) or path is None:  # it is open already, or it is this folder
            return
        name = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else repr(path)
        if isinstance(folder, int) and folder >= 0:
            name = os.path.join(f"/proc/self/fd/{folder}", name)
        parent, last = os.path.split(os.path.abspath(name) if folder == -1 else name)
        place = os.path.realpath(name) if follows else os.path.join(os.path.realpath(parent), last)
        allowed = self._changes if changes else self._reads
        is_inside = any(f"{place}/".startswith(f"{each}/") for each in allowed)
        if not is_inside and (changes or place not in self._listed):
            self._note(event, (place,))

    def _note(self, event: str, arguments: tuple[object, ...]) -> None:
        told = f"{event} {' '.join(map(str, arguments))}"
        self.touched.append(told)
        raise BeyondReaderError(told)


def _call_all(job: Job) -> int:
    """Make the calls of a job, also after one that is refused; return the last exit code."""
    code, page = 0, None
    for kind, *arguments in job["calls"]:
        words = list(map(_unpacked, arguments))
        if kind == "page" and page is None:
            page = import_module("cc3k.web.page").Page(job["changes"][0])
        try:
            code = _call(str(kind), page, words)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        except Exception as error:  # noqa: BLE001 - it is told with the outcome
            is_refused = (
                isinstance(error, ValueError | OSError) or "cc3k." in type(error).__module__
            )
            code = 2 if is_refused else 1
            sys.stderr.write(f"{'Refused' if is_refused else 'Traceback'} ({error!r})\n")
    return code


def _call(kind: str, page: object, words: list[object]) -> int:
    if kind == "cc3k":
        code: int = import_module("cc3k.cli.main").main(words)
        return code
    module, _, function = kind.partition(":")
    if kind == "page":
        owner, function, words = page, str(words[0]), words[1:]
    else:
        owner = import_module(module)
    called: Callable[..., object] = getattr(owner, function)
    sys.stdout.write(f"{called(*words)}\n")
    return 0


def _unpacked(word: object) -> object:
    is_hex = isinstance(word, str) and word.startswith("hex:")
    return bytes.fromhex(str(word)[4:]) if is_hex else word


def _run(job: Job) -> Outcome:
    # Input, output, errors, and what was heard.
    files = [tempfile.TemporaryFile() for _ in range(4)]  # noqa: SIM115 - for a child
    files[0].write(job["typed"].encode())
    files[0].seek(0)
    child = os.fork()
    if not child:
        for number, file in enumerate(files[:3]):
            os.dup2(file.fileno(), number)
        os.environ |= job["environ"]
        os.chdir(job["folder"])
        signal.alarm(SECONDS)
        watcher = Watcher(job)
        sys.addaudithook(watcher.hear)
        code = _call_all(job)
        watcher.stop()
        sys.stdout.flush()
        files[3].write(json.dumps([code, watcher.touched]).encode())
        files[3].flush()
        os._exit(0)
    os.waitpid(child, 0)
    for file in files:
        file.seek(0)
    _, out, err = (file.read().decode("utf-8", "replace") for file in files[:3])
    code, touched = json.loads(files[3].read() or '[-1, ["it hung"]]')
    return {"code": code, "out": out, "err": err, "touched": touched}


IMPORTED = (
    *("cc3k.cli.main", "cc3k.web.page"),
    *(f"cc3k.cli.{name}" for name in ("play", "replay", "arena", "check", "games", "scores")),
    *("cc3k.cli.stats", "cc3k.cli.defender", "cc3k.cli.escape", "cc3k.cli.gems"),
)
"""What is imported once for all jobs."""

if __name__ == "__main__":
    for module_name in IMPORTED:
        import_module(module_name)
    list_expansions()
    json.dump({each["name"]: _run(each) for each in json.load(sys.stdin)}, sys.stdout)
